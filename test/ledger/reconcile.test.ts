import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createExchange } from '../../src/ledger/exchange.ts'
import { type Reconciled, type ReconcileWish, reconcile } from '../../src/ledger/reconcile.ts'
import { resolveRow } from '../../src/ledger/resolveRow.ts'
import { retryRows } from '../../src/ledger/retryRows.ts'
import type { LineMeaning, StatementLine } from '../../src/payout/statement.ts'
import { ignore, type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../harness/ledger.ts'
import { expectWholeHistory } from './history.ts'
import {
  accepted,
  answer,
  expectIntactTrails,
  lastEvent,
  paid,
  refused,
  rowsOf,
  settleBatch,
  unclear,
} from './paidRows.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = await server.open()
  return async () => {
    await expectWholeHistory(db)
    await expectIntactTrails(db)
    await db.close()
  }
})

function openExchange() {
  const exchange = createExchange({ ...db.ledger.connection }, ignore)
  onTestFinished(() => exchange.close())
  return exchange
}

type Outcomes = Parameters<typeof answer>[3]

/** A settled batch. All batches of a test pay the same people: `payableRows` gives each line its number and amount. */
async function settledBatch(outcomes: Outcomes) {
  const { batchNo, batchId } = await db.batchOf(payableRows(outcomes.length))
  await answer(db, openExchange(), batchNo, outcomes)
  await settleBatch(db, batchNo)
  return { batchNo, batchId }
}

/** What the statement says of the payout on a line; with its number, amount and time. */
function listed(meaning: LineMeaning, line: number, reference: string | null, change: Partial<StatementLine> = {}) {
  return {
    line: 100 + line,
    reference,
    phones: [`22901${97_000_000 + line}`],
    amountHundredths: BigInt(1_000 + line) * 100n,
    currency: 'XOF',
    at: { fromMs: Date.now(), toMs: Date.now() },
    status: meaning,
    meaning,
    ...change,
  }
}

const sha256 = '0123456789ab'.padEnd(64, 'c')

const run = (batchNo: number, lines: StatementLine[], change: Partial<ReconcileWish> = {}) =>
  reconcile(db.ledger, {
    batchNo,
    statement: { name: 'november.csv', sha256, lines, dateOrder: 'certain' },
    complete: false,
    dryRun: false,
    actor: 'ann',
    ...change,
  })

function words(reconciled: Reconciled): string[] {
  if (reconciled.kind !== 'reconciled') return [reconciled.kind]
  const { resolutions, left, cases } = reconciled.matched
  return [
    ...resolutions.map((each) => `${each.row.line} ${each.to} by ${each.by}`),
    ...left.map((each) => `${each.row.line} left ${each.why}`),
    ...cases.map((each) => `${each.row.line} case ${each.kind}`),
  ]
}

test('unknown and accepted rows end as the statement says, with its references, events and notes', async () => {
  const { batchNo } = await settledBatch([paid('P'), unclear(), accepted('A'), unclear(), accepted('B'), unclear('U')])
  const lines = [
    listed('carried_out', 2, 'P'),
    listed('carried_out', 3, 'N3'),
    listed('carried_out', 4, 'A'),
    listed('not_carried_out', 5, 'N5'),
    listed('not_carried_out', 6, 'B'),
    listed('carried_out', 7, 'U'),
  ]
  const reconciled = await run(batchNo, lines)
  expect(words(reconciled)).toEqual([
    '3 paid by number',
    '4 paid by reference',
    '5 failed by number',
    '6 failed by reference',
    '7 paid by reference',
  ])
  expect(reconciled).toMatchObject({ matched: { agreed: 1, notOfBatch: 0 } })
  expect(await rowsOf(db, batchNo)).toEqual([
    'paid 1 P -',
    'paid 1 N3 -',
    'paid 1 A -',
    'failed 1 N5 refused',
    'failed 1 B refused',
    'paid 1 U -',
  ])
  expect(await lastEvent(db, batchNo, 3)).toEqual({
    from_state: 'unknown',
    to_state: 'paid',
    code: null,
    actor: 'ann',
    note: 'statement 0123456789ab, line 103, by number',
  })
  expect(await lastEvent(db, batchNo, 6)).toMatchObject({ from_state: 'accepted', code: 'refused' })
  const held = await db.query<{ reference: string }>('select reference from payrun.provider_references order by 1')
  expect(held.map(({ reference }) => reference)).toEqual(['A', 'B', 'N3', 'N5', 'P', 'U'])
})

test('imported twice, a statement changes nothing more', async () => {
  const { batchNo } = await settledBatch([unclear(), unclear(), accepted('A'), unclear()])
  const lines = [
    listed('carried_out', 2, 'N2'),
    listed('not_carried_out', 3, 'N3'),
    listed('not_carried_out', 4, 'A'),
    listed('carried_out', 5, null),
  ]
  expect(words(await run(batchNo, lines))).toHaveLength(4)
  const after = [await rowsOf(db, batchNo), await db.query('select count(*) from payrun.events')]
  const again = await run(batchNo, lines)
  expect(again).toMatchObject({ matched: { resolutions: [], left: [], cases: [], agreed: 4, notOfBatch: 0 } })
  expect([await rowsOf(db, batchNo), await db.query('select count(*) from payrun.events')]).toEqual(after)
})

test('imported by two people at once, it settles each row once', async () => {
  const { batchNo } = await settledBatch(Array.from({ length: 20 }, () => unclear()))
  const lines = Array.from({ length: 20 }, (_, n) => listed('carried_out', n + 2, `N${n + 2}`))
  const both = await Promise.all([run(batchNo, lines), run(batchNo, lines)])
  const settled = both.flatMap((each) => (each.kind === 'reconciled' ? each.matched.resolutions : []))
  expect(settled).toHaveLength(20)
  expect((await rowsOf(db, batchNo)).every((each) => each.startsWith('paid'))).toBe(true)
})

test('a dry run says the same and changes nothing', async () => {
  const { batchNo } = await settledBatch([unclear(), unclear()])
  const lines = [listed('carried_out', 2, 'N2')]
  const before = await rowsOf(db, batchNo)
  const dry = await run(batchNo, lines, { dryRun: true, complete: true })
  expect(words(dry)).toEqual(['2 paid by number', '3 failed by absence'])
  expect(await rowsOf(db, batchNo)).toEqual(before)
  expect(await db.query('select from payrun.provider_references')).toHaveLength(0)
  expect(words(await run(batchNo, lines, { complete: true }))).toEqual(words(dry))
})

test('rows that a complete statement does not have were not paid; their sentence says why', async () => {
  const { batchNo } = await settledBatch([paid('P'), unclear(), accepted('A')])
  const lines = [listed('carried_out', 2, 'P')]
  expect(words(await run(batchNo, lines))).toEqual(['3 left not_listed', '4 left not_listed'])
  expect(words(await run(batchNo, lines, { complete: true }))).toEqual(['3 failed by absence', '4 failed by absence'])
  expect(await rowsOf(db, batchNo)).toEqual(['paid 1 P -', 'failed 1 - refused', 'failed 1 A refused'])
  expect((await lastEvent(db, batchNo, 3))?.note).toBe('not in statement 0123456789ab, complete')
  const [told] = await db.query('select error_message from payrun.payouts where batch_no = $1 and line = 3', [batchNo])
  expect(told).toEqual({ error_message: "It is not in the provider's statement, which was said to be complete." })
})

test('a statement that ends before a row was sent is not complete for it: nothing is changed, not even by its lines', async () => {
  const { batchNo } = await settledBatch([unclear(), unclear()])
  const hour = 3_600_000
  const early = { at: { fromMs: Date.now() - hour, toMs: Date.now() - hour } }
  const before = await rowsOf(db, batchNo)
  const refusedWhole = await run(batchNo, [listed('carried_out', 9, 'X', early)], { complete: true })
  expect(refusedWhole).toMatchObject({ kind: 'not_covered', row: { line: 2 } })
  const unclearDates = { name: 's.csv', sha256, lines: [listed('carried_out', 2, 'X')], dateOrder: 'assumed' as const }
  expect(await run(batchNo, [], { complete: true, statement: unclearDates })).toEqual({ kind: 'unclear_dates' })
  expect(await rowsOf(db, batchNo)).toEqual(before)
})

test('a statement without dates is complete only when it lists a row of the batch', async () => {
  const { batchNo } = await settledBatch([paid('P'), unclear(), unclear('U')])
  const { batchNo: other } = await settledBatch([unclear(), unclear()])
  const undated = (line: number, reference: string) => listed('carried_out', line, reference, { at: null, phones: [] })
  expect(await run(other, [undated(9, 'P')], { complete: true })).toEqual({ kind: 'not_recognised' })
  expect(await rowsOf(db, other)).toEqual(['unknown 1 - server_error', 'unknown 1 - server_error'])
  expect(words(await run(batchNo, [undated(2, 'P')], { complete: true }))).toEqual([
    '3 failed by absence',
    '4 failed by absence',
  ])
})

test('an accepted row that a statement without a status column lacks may still be paid: it is left', async () => {
  const { batchNo } = await settledBatch([paid('P'), unclear(), accepted('A')])
  const lines = [listed('carried_out', 2, 'P', { status: null })]
  expect(words(await run(batchNo, lines, { complete: true }))).toEqual(['3 failed by absence', '4 left maybe_held'])
})

test('a statement that lacks paid rows as well is not complete: nothing is changed', async () => {
  const { batchNo } = await settledBatch([paid('P'), unclear(), paid('Q'), unclear()])
  const before = await rowsOf(db, batchNo)
  const lines = [listed('carried_out', 2, 'P'), listed('carried_out', 3, 'N')]
  expect(await run(batchNo, lines, { complete: true })).toMatchObject({ kind: 'not_complete', rows: [{ line: 4 }] })
  expect(await rowsOf(db, batchNo)).toEqual(before)
  const whole = [...lines, listed('carried_out', 4, 'Q')]
  expect(words(await run(batchNo, whole, { complete: true }))).toEqual(['3 paid by number', '5 failed by absence'])
})

describe('what other batches have', () => {
  test('a reference that another batch holds is not a match, and its rows are never touched', async () => {
    const other = await settledBatch([paid('OTHERS'), unclear()])
    const { batchNo } = await settledBatch([unclear(), paid('P')])
    const reconciled = await run(batchNo, [listed('carried_out', 2, 'OTHERS'), listed('carried_out', 3, 'P')])
    expect(words(reconciled)).toEqual(['2 left not_listed'])
    expect(reconciled).toMatchObject({ matched: { notOfBatch: 1, agreed: 1 } })
    expect(await rowsOf(db, other.batchNo)).toEqual(['paid 1 OTHERS -', 'unknown 1 - server_error'])
  })

  test('a line that an unknown row of another batch may be about as well settles neither', async () => {
    await settledBatch([unclear()])
    const { batchNo } = await settledBatch([unclear()])
    expect(words(await run(batchNo, [listed('carried_out', 2, 'N')]))).toEqual(['2 left ambiguous'])
  })

  test('a batch of the sandbox does not stand in the way', async () => {
    const { batchNo: sandbox } = await db.batchOf(payableRows(1), { sandbox: true })
    await answer(db, openExchange(), sandbox, [unclear()])
    const { batchNo } = await settledBatch([unclear()])
    expect(words(await run(batchNo, [listed('carried_out', 2, 'N')]))).toEqual(['2 paid by number'])
  })

  test('a failure that is the refusal of the same person in another batch leaves the row', async () => {
    await settledBatch([refused()])
    const { batchNo } = await settledBatch([unclear()])
    expect(words(await run(batchNo, [listed('not_carried_out', 2, 'N')]))).toEqual(['2 left ambiguous'])
  })

  test('an unclear answer that named a reference of another payout does not make it the row’s own', async () => {
    const first = await settledBatch([paid('HELD')])
    const { batchNo } = await settledBatch([unclear('HELD')])
    const reconciled = await run(batchNo, [listed('carried_out', 2, 'HELD'), listed('carried_out', 2, 'N')])
    expect(words(reconciled)).toEqual(['2 paid by number'])
    expect(await rowsOf(db, batchNo)).toEqual(['paid 1 N -'])
    expect(await rowsOf(db, first.batchNo)).toEqual(['paid 1 HELD -'])
  })
})

describe('a row that was tried again', () => {
  async function triedAgain(first: string | null) {
    const { batchNo } = await settledBatch([refused(first)])
    await retryRows(db.ledger, { batchNo, actor: 'ann' })
    await answer(db, openExchange(), batchNo, [unclear()])
    await settleBatch(db, batchNo)
    return batchNo
  }

  test('is not settled by the line of its earlier attempt, by reference or by number', async () => {
    const known = await triedAgain('FIRST')
    expect(words(await run(known, [listed('not_carried_out', 2, 'FIRST')]))).toEqual(['2 left not_listed'])
  })

  test('… nor where the earlier attempt had no reference', async () => {
    const batchNo = await triedAgain(null)
    expect(words(await run(batchNo, [listed('not_carried_out', 2, 'WHOSE')]))).toEqual(['2 left earlier_attempt'])
    expect(await rowsOf(db, batchNo)).toEqual(['unknown 2 - server_error'])
  })

  test('is paid by a line that says so', async () => {
    const batchNo = await triedAgain('FIRST')
    const lines = [listed('not_carried_out', 2, 'FIRST'), listed('carried_out', 2, 'SECOND')]
    expect(words(await run(batchNo, lines))).toEqual(['2 paid by number'])
    expect(await rowsOf(db, batchNo)).toEqual(['paid 2 SECOND -'])
  })

  test('is a case when its earlier attempt was carried out after all', async () => {
    const batchNo = await triedAgain('FIRST')
    expect(words(await run(batchNo, [listed('carried_out', 2, 'FIRST')]))).toEqual([
      '2 left case',
      '2 case failed_but_carried_out',
    ])
  })
})

test('contradictions are listed and change nothing', async () => {
  const { batchNo } = await settledBatch([paid('P'), refused('F'), refused(), unclear('U')])
  const before = await rowsOf(db, batchNo)
  const lines = [
    listed('not_carried_out', 2, 'P'),
    listed('carried_out', 3, 'F'),
    listed('carried_out', 4, 'N'),
    listed('carried_out', 5, 'U', { amountHundredths: 1n }),
  ]
  const expected = [
    '5 left case',
    '2 case paid_but_not_carried_out',
    '3 case failed_but_carried_out',
    '4 case failed_but_carried_out',
    '5 case amount_differs',
  ]
  expect(words(await run(batchNo, lines, { dryRun: true }))).toEqual(expected)
  expect(await db.query('select from payrun.cases')).toEqual([])
  expect(words(await run(batchNo, lines))).toEqual(expected)
  expect(words(await run(batchNo, lines, { complete: true }))).toEqual(expected)
  expect(await rowsOf(db, batchNo)).toEqual(before)
  const note = (line: number) => `statement 0123456789ab, line ${line}`
  expect(await casesOf(batchNo)).toEqual([
    { line: 2, attempt: 1, kind: 'paid_but_not_carried_out', says_paid: false, reference: 'P', note: note(102) },
    { line: 3, attempt: 1, kind: 'failed_but_carried_out', says_paid: true, reference: 'F', note: note(103) },
    { line: 4, attempt: 1, kind: 'failed_but_carried_out', says_paid: true, reference: 'N', note: note(104) },
    { line: 5, attempt: 1, kind: 'amount_differs', says_paid: true, reference: 'U', note: note(105) },
  ])
})

test('a case that a later statement calls paid says so from then on', async () => {
  const { batchNo } = await settledBatch([refused('F')])
  const lines = (meaning: LineMeaning) => [listed(meaning, 2, 'F', { amountHundredths: 1n })]
  await run(batchNo, lines('not_carried_out'))
  expect(await casesOf(batchNo)).toMatchObject([{ says_paid: false }])
  await run(batchNo, lines('carried_out'))
  expect(await casesOf(batchNo)).toMatchObject([{ says_paid: true }])
})

const casesOf = (batchNo: number) =>
  db.query(
    'select line, attempt, kind, says_paid, reference, note from payrun.cases where batch_no = $1 order by line, case_no',
    [batchNo],
  )

test('a person and a statement at the same moment: each row is settled once', async () => {
  const { batchNo } = await settledBatch(Array.from({ length: 10 }, () => unclear()))
  const lines = Array.from({ length: 10 }, (_, n) => listed('carried_out', n + 2, `N${n + 2}`))
  await Promise.all([
    run(batchNo, lines),
    ...lines.map((_, n) =>
      resolveRow(db.ledger, { batchNo, line: n + 2, verdict: { kind: 'not_paid' }, note: 'x', actor: 'bea' }),
    ),
  ])
  const rows = await rowsOf(db, batchNo)
  expect(rows.every((each) => /^(paid|failed)/.test(each))).toBe(true)
  const events = await db.query(`select from payrun.events where batch_no = $1 and from_state = 'unknown'`, [batchNo])
  expect(events).toHaveLength(10)
})
