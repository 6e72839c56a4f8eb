import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { seeded } from '../seeded.ts'
import { ledgerCommands, type Seen } from './commands.ts'
import { everyMove, type Model, newModel, rowNames, rowOf } from './model.ts'
import { type Operation, operateAlone } from './operations.ts'
import { type Lane, openGroupCommit, perform, type Real, startReal } from './real.ts'
import { actualState, expectedState, expectWholeLedger } from './states.ts'
import { firstFile, newBatch } from './wishes.ts'

/** Ledgers beside each other on one server: a run mostly waits for commits. */
const lanes = 4

/** Registers the property, to be tried so often; where it is tried often enough, that it has met everything, too. */
export function checkLedger(times: number): void {
  const runs = seeded(times)
  const seen: Seen = new Map()
  let server: LedgerServer
  beforeAll(async () => {
    server = await startLedgerServer()
  })
  afterAll(() => server.stop())

  test.concurrent.each(Array.from({ length: lanes }, (_, index) => index))(
    'whatever is done to a ledger, in whatever order, it is as the model says (%i)',
    async (index) => {
      const db = await server.open()
      const lane: Lane = { db, groupCommits: [openGroupCommit(db), openGroupCommit(db)], isLeft: false }
      const { seed = Date.now() & 0xfffffff, numRuns } = runs
      try {
        await fc.assert(
          fc.asyncProperty(ledgerCommands(seen), async (commands) => {
            const model = newModel()
            const real = await startReal(lane)
            const setup = async () => {
              const operation = newBatch(model, firstFile)
              expect(await perform(real, operation, model)).toEqual(operateAlone(model, operation))
              return { model, real }
            }
            await fc.asyncModelRun(setup, commands)
            await endRun(model, real, seen)
            lane.isLeft = false
          }),
          { seed: seed + index, numRuns: Math.ceil(numRuns / lanes), endOnFailure: false },
        )
      } finally {
        await Promise.all(lane.groupCommits.map((groupCommit) => groupCommit.close()))
      }
    },
    300_000 + 300 * runs.numRuns,
  )

  if (runs.numRuns < 400) return
  test('every move of a payout was tried, and every kind of answer was given to a caller', () => {
    expect([...everyMove, ...everyAnswer].filter((each) => !seen.has(each))).toEqual([])
  })
}

/** Those that come a dozen times in 400 runs. */
const everyAnswer = [
  ...['stored', 'refused', 'same_file'].map((told) => `submit: ${told}`),
  ...['given', 'refused'].map((told) => `claim: ${told}`),
  ...['paid', 'failed', 'accepted', 'unknown', 'pending', 'cancelled, not used', 'paid, not used'].map(
    (told) => `answer: ${told}`,
  ),
  ...['some', 'none'].map((told) => `sweep: ${told}`),
  ...['some', 'none', 'null'].map((told) => `cancel: ${told}`),
  ...['resolved', 'not_open'].map((told) => `resolve: ${told}`),
  ...['retried', 'keys_taken', 'not_retryable', 'nothing', 'not_open', 'paused', 'evidence_of_payment'].map(
    (told) => `retry: ${told}`,
  ),
  'reconcile: given',
  ...['pause', 'resume', 'settle', 'close', 'status'].flatMap((kind) => [`${kind}: true`, `${kind}: false`]),
]

/** Both processes end, their rows are swept and what is left is cancelled: nothing is open, and the ledger is whole. */
async function endRun(model: Model, real: Real, seen: Seen): Promise<void> {
  const done = async (operation: Operation) =>
    expect(await perform(real, operation, model)).toEqual(operateAlone(model, operation))
  for (const slot of [0, 1] as const) {
    await done({ kind: 'crash', slot, worker: model.slots[slot], successor: model.named.workers++, gone: false })
  }
  await done({ kind: 'sweep' })
  for (const [name, { state }] of Object.entries(model.batches)) {
    if (state === 'running' || state === 'paused') await done({ kind: 'cancel', batch: Number(name) })
  }
  expect(await actualState(real)).toEqual(expectedState(model))
  await expectWholeLedger(real, model)
  for (const name of rowNames(model)) {
    for (const { from, to } of rowOf(model, name).events)
      seen.set(`${from} ${to}`, (seen.get(`${from} ${to}`) ?? 0) + 1)
  }
}
