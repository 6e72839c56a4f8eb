import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createExchange } from '../../src/ledger/exchange.ts'
import type { Settlement } from '../../src/ledger/exchangeStatement.ts'
import { replaySpool, writeSpool } from '../../src/ledger/spool.ts'
import { ignore, type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../harness/ledger.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
  db = await server.open()
})
afterAll(() => server.stop())

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'payrun-spool-'))
  return () => rmSync(home, { recursive: true, force: true })
})

const spooled = () => readdirSync(join(home, 'spool', 'this-ledger'))

const replay = (settle: (settlement: Settlement) => Promise<unknown>) =>
  replaySpool(home, 'this-ledger', { settle, onUnreadable: () => {} })

/** Two answers in hand, of rows that are `sending`. */
async function answersInHand() {
  const exchange = createExchange(db.ledger.connection, ignore)
  onTestFinished(() => exchange.close())
  const [{ batchNo }, workerNo] = [await db.batchOf(payableRows(2)), await db.worker()]
  const settlements: Settlement[] = []
  for (const line of [2, 3]) {
    const claim = await exchange.claim({ batchNo, line, workerNo })
    if (claim.ok)
      settlements.push({
        attempt: claim.attempt,
        outcome: { kind: 'paid', providerReference: `TX-${batchNo}-${line}` },
      })
  }
  const rows = () =>
    db.query('select state, seq, provider_reference from payrun.payouts where batch_no = $1 order by line', [batchNo])
  return { exchange, settlements, rows, batchNo }
}

test('answers that are spooled are in the ledger after the replay, and their file is gone', async () => {
  const { exchange, settlements, rows, batchNo } = await answersInHand()
  await writeSpool(home, 'this-ledger', settlements)
  expect(await replay((settlement) => exchange.settle(settlement))).toBe(2)
  expect(spooled()).toEqual([])
  const paid = [2, 3].map((line) => ({ state: 'paid', seq: 2, provider_reference: `TX-${batchNo}-${line}` }))
  expect(await rows()).toEqual(paid)
  await writeSpool(home, 'this-ledger', settlements)
  await replay((settlement) => exchange.settle(settlement))
  expect(await rows()).toEqual(paid)
})

test('two processes that replay the same spool at once change nothing twice', async () => {
  const { exchange, settlements, rows } = await answersInHand()
  await writeSpool(home, 'this-ledger', settlements)
  const both = [replay((each) => exchange.settle(each)), replay((each) => exchange.settle(each))]
  await Promise.all(both)
  expect((await rows()).map(({ state, seq }) => [state, seq])).toEqual([
    ['paid', 2],
    ['paid', 2],
  ])
})

test('a file stays until every answer of it is in the ledger', async () => {
  const { settlements } = await answersInHand()
  await writeSpool(home, 'this-ledger', settlements)
  const settle = async ({ attempt }: Settlement) => {
    if (attempt.line === 3) throw new Error('the database is away')
  }
  await expect(replay(settle)).rejects.toThrow('the database is away')
  expect(spooled()).toHaveLength(1)
})

test('two spools of one moment are two files', async () => {
  const { settlements } = await answersInHand()
  await Promise.all(settlements.map((settlement) => writeSpool(home, 'this-ledger', [settlement])))
  const seen: Settlement[] = []
  await replay(async (settlement) => seen.push(settlement))
  expect(seen).toHaveLength(2)
})

test("a spool is its owner's only, and a part of one is never read", async () => {
  const { settlements } = await answersInHand()
  const path = await writeSpool(home, 'this-ledger', settlements)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(home, 'spool')).mode & 0o777).toBe(0o700)
  writeFileSync(join(home, 'spool', 'this-ledger', '1-1.json.part'), readFileSync(path, 'utf8').slice(0, 20))
  expect(await replay(async () => {})).toBe(2)
  expect(spooled()).toEqual(['1-1.json.part'])
})

test("another ledger's answers stay where they are: its row numbers mean nothing here", async () => {
  const { settlements } = await answersInHand()
  await writeSpool(home, 'another-ledger', settlements)
  const seen: Settlement[] = []
  expect(await replay(async (settlement) => seen.push(settlement))).toBe(0)
  expect(seen).toEqual([])
  expect(readdirSync(join(home, 'spool', 'another-ledger'))).toHaveLength(1)
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
  await writeSpool(home, 'this-ledger', settlements)
  writeFileSync(join(home, 'spool', 'this-ledger', '0-bad.json'), content)
  const aside: string[] = []
  const settle = async () => {}
  const replayed = await replaySpool(home, 'this-ledger', { settle, onUnreadable: (path) => aside.push(path) })
  expect(replayed).toBe(2)
  expect(aside).toEqual([join(home, 'spool', 'this-ledger', '0-bad.json.bad')])
  expect(spooled()).toEqual(['0-bad.json.bad'])
})

test('there need not be a spool', async () => {
  expect(await replay(async () => {})).toBe(0)
})
