import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createGroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import { replayOutbox, writeOutbox } from '../../../src/ledger/commit/outbox.ts'
import type { Settlement } from '../../../src/ledger/commit/statement.ts'
import { ignore, type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
  db = await server.open()
})
afterAll(() => server.stop())

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'payrun-outbox-'))
  return () => rmSync(home, { recursive: true, force: true })
})

const kept = () => readdirSync(join(home, 'outbox', 'this-ledger'))

const replay = (settle: (settlement: Settlement) => Promise<unknown>) =>
  replayOutbox(home, 'this-ledger', { settle, onUnreadable: () => {} })

/** Two answers in hand, of rows that are `sending`. */
async function answersInHand() {
  const groupCommit = createGroupCommit(db.ledger.connection, ignore)
  onTestFinished(() => groupCommit.close())
  const [{ batchNo }, workerNo] = [await db.batchOf(payableRows(2)), await db.worker()]
  const settlements: Settlement[] = []
  for (const line of [2, 3]) {
    const claim = await groupCommit.claim({ batchNo, line, workerNo })
    if (claim.ok)
      settlements.push({
        attempt: claim.attempt,
        outcome: { kind: 'paid', providerReference: `TX-${batchNo}-${line}` },
      })
  }
  const rows = () =>
    db.query('select state, seq, provider_reference from payrun.payouts where batch_no = $1 order by line', [batchNo])
  return { groupCommit, settlements, rows, batchNo }
}

test('answers that are kept are in the ledger after the replay, and their file is gone', async () => {
  const { groupCommit, settlements, rows, batchNo } = await answersInHand()
  await writeOutbox(home, 'this-ledger', settlements)
  expect(await replay((settlement) => groupCommit.settle(settlement))).toBe(2)
  expect(kept()).toEqual([])
  const paid = [2, 3].map((line) => ({ state: 'paid', seq: 2, provider_reference: `TX-${batchNo}-${line}` }))
  expect(await rows()).toEqual(paid)
  await writeOutbox(home, 'this-ledger', settlements)
  await replay((settlement) => groupCommit.settle(settlement))
  expect(await rows()).toEqual(paid)
})

test('two processes that replay the same outbox at once change nothing twice', async () => {
  const { groupCommit, settlements, rows } = await answersInHand()
  await writeOutbox(home, 'this-ledger', settlements)
  const both = [replay((each) => groupCommit.settle(each)), replay((each) => groupCommit.settle(each))]
  await Promise.all(both)
  expect((await rows()).map(({ state, seq }) => [state, seq])).toEqual([
    ['paid', 2],
    ['paid', 2],
  ])
})

test('a file stays until every answer of it is in the ledger', async () => {
  const { settlements } = await answersInHand()
  await writeOutbox(home, 'this-ledger', settlements)
  const settle = async ({ attempt }: Settlement) => {
    if (attempt.line === 3) throw new Error('the database is away')
  }
  await expect(replay(settle)).rejects.toThrow('the database is away')
  expect(kept()).toHaveLength(1)
})

test('two files of one moment are two files', async () => {
  const { settlements } = await answersInHand()
  await Promise.all(settlements.map((settlement) => writeOutbox(home, 'this-ledger', [settlement])))
  const seen: Settlement[] = []
  await replay(async (settlement) => seen.push(settlement))
  expect(seen).toHaveLength(2)
})

test("an outbox is its owner's only, and a part of one is never read", async () => {
  const { settlements } = await answersInHand()
  const path = await writeOutbox(home, 'this-ledger', settlements)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(home, 'outbox')).mode & 0o777).toBe(0o700)
  writeFileSync(join(home, 'outbox', 'this-ledger', '1-1.json.part'), readFileSync(path, 'utf8').slice(0, 20))
  expect(await replay(async () => {})).toBe(2)
  expect(kept()).toEqual(['1-1.json.part'])
})

test("another ledger's answers stay where they are: its row numbers mean nothing here", async () => {
  const { settlements } = await answersInHand()
  await writeOutbox(home, 'another-ledger', settlements)
  const seen: Settlement[] = []
  expect(await replay(async (settlement) => seen.push(settlement))).toBe(0)
  expect(seen).toEqual([])
  expect(readdirSync(join(home, 'outbox', 'another-ledger'))).toHaveLength(1)
})

test.each([
  { what: 'not JSON', content: 'half a fi' },
  { what: 'of another shape', content: '[{"attempt":{},"outcome":{"kind":"paid"}}]' },
  {
    what: 'of an outcome that there is not',
    content: '[{"attempt":{"batchNo":1,"line":2,"attempt":1,"workerNo":1},"outcome":{"kind":"won"}}]',
  },
])('a file that is $what is set aside, and the others are replayed', async ({ content }) => {
  const { settlements } = await answersInHand()
  await writeOutbox(home, 'this-ledger', settlements)
  writeFileSync(join(home, 'outbox', 'this-ledger', '0-bad.json'), content)
  const aside: string[] = []
  const settle = async () => {}
  const replayed = await replayOutbox(home, 'this-ledger', { settle, onUnreadable: (path) => aside.push(path) })
  expect(replayed).toBe(2)
  expect(aside).toEqual([join(home, 'outbox', 'this-ledger', '0-bad.json.bad')])
  expect(kept()).toEqual(['0-bad.json.bad'])
})

test('there need not be an outbox', async () => {
  expect(await replay(async () => {})).toBe(0)
})
