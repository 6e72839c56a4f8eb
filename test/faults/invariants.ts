import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { auditBatch } from '../../src/ledger/audit/auditBatch.ts'
import { openLedger } from '../../src/ledger/connection/ledger.ts'
import { batchTransitions, type PayoutState, payoutTransitions } from '../../src/payout/state.ts'
import { queueText } from './queueText.ts'
import { databaseUrlOf, planted, type Scene } from './scene.ts'

export interface Expected {
  /** For faults on our side: kills (or stops) × concurrency. A provider's own faults have no such limit. */
  unknownAtMost?: number
  /** The state that the batch ends in. */
  batch?: 'settled' | 'paused' | 'cancelled'
}

interface ReportRow {
  line: number
  status: PayoutState
  reference: string
  phone_number: string
  amount: string
  provider_reference: string | null
}

interface Report {
  batch: { state: string; counts: Record<string, number> }
  totals: { counts: Record<string, number>; sums: Record<string, Record<string, string>> }
  rows: ReportRow[]
}

/**
 * What holds after every fault, whatever it was, from the provider's own count: the invariants G1 to G7 of the fault
 * tests' README. Call it when the batch is over (or paused), with every worker stopped or at rest.
 */
export async function assertInvariants(scene: Scene, expected: Expected = {}): Promise<Report> {
  const reported = await scene.call('report', 'last', '--format', 'json')
  expect(reported.code, reported.stderr).toBe(0)
  const report = JSON.parse(reported.stdout) as Report
  expect(report.batch.state).toBe(expected.batch ?? 'settled')
  carriedOutAtMostOnce(scene)
  everyRowOnce(scene, report)
  statesAgreeWithProvider(scene, report)
  if (expected.unknownAtMost !== undefined) {
    expect(report.totals.counts['unknown'] ?? 0, 'G4: unknown rows').toBeLessThanOrEqual(expected.unknownAtMost)
  }
  if (report.batch.state === 'settled') await runAgainSendsNothing(scene)
  await oneEventEach(scene)
  await trailIsIntact(scene)
  await nothingPlantedLeaks(scene)
  return report
}

/** How often the provider carried out this row. */
const timesOf = (scene: Scene, row: { phone_number: string; amount: string }): number =>
  scene.provider.paidTimes().get(`${row.phone_number} ${row.amount}`) ?? 0

/** G1: the provider carried out at most one payout per row. */
function carriedOutAtMostOnce(scene: Scene): void {
  const twice = [...scene.provider.paidTimes()].filter(([, times]) => times > 1)
  expect(twice, 'G1: carried out more than once').toEqual([])
}

/** G2: every input row is in the report once, and counts and sums are the file's. */
function everyRowOnce(scene: Scene, { rows, totals }: Report): void {
  const [head = '', ...lines] = readFileSync(scene.file.name, 'utf8').trimEnd().split('\n')
  const columns = head.split(',')
  const input = lines.map((line, index) => {
    const cells = Object.fromEntries(line.split(',').map((cell, at) => [columns[at], cell]))
    return `${index + 2} ${cells['reference']} ${cells['phone_number']} ${cells['amount']}`
  })
  const output = rows.map((row) => `${row.line} ${row.reference} ${row.phone_number} ${row.amount}`)
  expect(output, 'G2: rows of the report').toEqual(input)
  const counted = Object.values(totals.counts).reduce((sum, n) => sum + n, 0)
  expect(counted, 'G2: the counts add up').toBe(input.length)
  const sums = Object.values(totals.sums).flatMap((byCurrency) => Object.values(byCurrency))
  const total = rows.reduce((sum, { amount }) => sum + whole(amount), 0n)
  expect(
    sums.reduce((sum, amount) => sum + whole(amount), 0n),
    'G2: the sums add up',
  ).toBe(total)
}

/** The scenes' amounts are whole, with or without `.00`. */
const whole = (amount: string): bigint => BigInt(amount.replace(/\.0+$/, ''))

/** G3: paid means carried out once, and failed, pending and cancelled not at all; what was carried out is all accounted for. */
function statesAgreeWithProvider(scene: Scene, { rows }: Report): void {
  const wrong = rows.filter((row) => {
    const times = timesOf(scene, row)
    if (row.status === 'paid') return times !== 1
    if (row.status === 'unknown' || row.status === 'accepted') return times > 1
    return times !== 0
  })
  expect(
    wrong.map((row) => `line ${row.line} ${row.status}, carried out ${timesOf(scene, row)} times`),
    'G3: states against the provider',
  ).toEqual([])
  const carriedOut = [...scene.provider.paidTimes().values()].reduce((sum, n) => sum + n, 0)
  const open = rows.filter(({ status }) => status === 'unknown' || status === 'accepted')
  const accounted = rows.filter(({ status }) => status === 'paid').length
  expect(carriedOut, 'G3: carried out = paid + those among unknown and accepted').toBe(
    accounted + open.filter((row) => timesOf(scene, row) === 1).length,
  )
}

/** G5: running a finished batch again makes no HTTP call. */
async function runAgainSendsNothing(scene: Scene): Promise<void> {
  const before = scene.provider.seen.length
  const [resumed, again] = await Promise.all([
    scene.call('resume', 'last', '--json'),
    scene.call('run', scene.file.name, '--json'),
  ])
  expect([0, 4], resumed.stderr).toContain(resumed.code)
  expect(again.code, again.stderr).toBe(3)
  expect(scene.provider.seen.length, 'G5: requests after running it again').toBe(before)
}

/** G6: one event per transition, numbered without a gap, each legal and following the last; the same for batches. */
async function oneEventEach(scene: Scene): Promise<void> {
  const payouts = await scene.query<{ line: number; state: PayoutState; seq: number; steps: string[] | null }>(
    `select p.line, p.state, p.seq,
            (select array_agg(e.seq || ' ' || e.from_state || ' ' || e.to_state order by e.seq) from payrun.events e
              where e.batch_no = p.batch_no and e.line = p.line) as steps
       from payrun.payouts p order by p.batch_no, p.line`,
  )
  const wrong = payouts.filter(({ state, seq, steps }) => {
    let at: PayoutState = state === 'invalid' ? 'invalid' : 'pending'
    const legal = (steps ?? []).every((step, index) => {
      const [n, from, to] = step.split(' ') as [string, PayoutState, PayoutState]
      const follows = Number(n) === index + 1 && from === at && payoutTransitions[from].includes(to)
      at = to
      return follows
    })
    return !legal || at !== state || (steps ?? []).length !== seq
  })
  expect(wrong, 'G6: events of payouts').toEqual([])
  const moves = await scene.query<{ from_state: keyof typeof batchTransitions; to_state: string }>(
    'select from_state, to_state from payrun.batch_events where from_state is not null',
  )
  const illegal = moves.filter(
    ({ from_state, to_state }) => !batchTransitions[from_state].some((to) => to === to_state),
  )
  expect(illegal, 'G6: events of batches').toEqual([])
}

/** G6, too: the chains and checkpoints of the audit trail agree with the events and the rows. */
async function trailIsIntact(scene: Scene): Promise<void> {
  const ledger = openLedger({ connectionString: databaseUrlOf(scene) }, () => undefined)
  try {
    for (const { n } of await scene.query<{ n: number }>('select batch_no as n from payrun.batches')) {
      expect((await auditBatch(ledger, n)).findings, 'G6: the audit trail').toEqual([])
    }
  } finally {
    await ledger.close()
  }
}

/** G7: nothing that was planted is in a log, in the queue, or in the events. Reports and documents are data, not logs. */
async function nothingPlantedLeaks(scene: Scene): Promise<void> {
  scene.queueTexts.push(await queueText(scene))
  const events = await scene.query<{ text: string }>('select row_to_json(e)::text as text from payrun.events e')
  const texts = [
    ...scene.started.map((running) => ({ where: 'a log', text: running.output().stderr })),
    ...scene.queueTexts.map((text) => ({ where: 'the queue', text })),
    { where: 'the events', text: events.map(({ text }) => text).join('\n') },
  ]
  const leaks = texts.flatMap(({ where, text }) => {
    const found = [planted.pattern.exec(text)?.[0], ...planted.secrets.filter((secret) => text.includes(secret))]
    return found.filter((each) => each !== undefined).map((each) => `${each} in ${where}`)
  })
  expect(leaks, 'G7: planted words').toEqual([])
}
