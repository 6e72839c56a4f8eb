import { describe, expect, test } from 'vitest'
import { resolveRow } from '../../../src/ledger/rows/resolveRow.ts'
import { retryRows } from '../../../src/ledger/rows/retryRows.ts'
import type { LineMeaning } from '../../../src/payout/reconciliation.ts'
import { payableRows } from '../../harness/ledger.ts'
import {
  accepted,
  answer,
  lastEvent,
  openGroupCommit,
  paid,
  refused,
  rowsOf,
  settleBatch,
  settledBatch,
  unclear,
} from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'
import { later, listed, reconcileWith, setAside, standing, words } from './reconciling.ts'

const db = setUpLedger()
const run = reconcileWith(db)

test('unknown and accepted rows end as the statement says, with its references, events and notes', async () => {
  const { batchNo } = await settledBatch(db, [
    paid('P'),
    unclear(),
    accepted('A'),
    unclear(),
    accepted('B'),
    unclear('U'),
  ])
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
    note: 'statement 0123456789ab, line 103, by number, amount and time',
  })
  expect(await lastEvent(db, batchNo, 6)).toMatchObject({ from_state: 'accepted', code: 'refused' })
  const held = await db.query<{ reference: string }>('select reference from payrun.provider_references order by 1')
  expect(held.map(({ reference }) => reference)).toEqual(['A', 'B', 'N3', 'N5', 'P', 'U'])
})

test('imported twice, a statement changes nothing more', async () => {
  const { batchNo } = await settledBatch(db, [unclear(), unclear(), accepted('A'), unclear()])
  const lines = [
    listed('carried_out', 2, 'N2'),
    listed('not_carried_out', 3, 'N3'),
    listed('not_carried_out', 4, 'A'),
    listed('carried_out', 5, null),
  ]
  expect(words(await run(batchNo, lines))).toHaveLength(4)
  const after = [await rowsOf(db, batchNo), await db.query('select count(*) from payrun.events')]
  const again = await run(batchNo, lines)
  expect(again).toMatchObject({ matched: { resolutions: [], left: [], discrepancies: [], agreed: 4, notOfBatch: 0 } })
  expect([await rowsOf(db, batchNo), await db.query('select count(*) from payrun.events')]).toEqual(after)
})

test('imported by two people at once, it settles each row once', async () => {
  const { batchNo } = await settledBatch(
    db,
    Array.from({ length: 20 }, () => unclear()),
  )
  const lines = Array.from({ length: 20 }, (_, n) => listed('carried_out', n + 2, `N${n + 2}`))
  const both = await Promise.all([run(batchNo, lines), run(batchNo, lines)])
  const settled = both.flatMap((each) => (each.kind === 'reconciled' ? each.matched.resolutions : []))
  expect(settled).toHaveLength(20)
  expect((await rowsOf(db, batchNo)).every((each) => each.startsWith('paid'))).toBe(true)
})

test('a dry run says the same and changes nothing', async () => {
  const { batchNo } = await settledBatch(db, [unclear(), unclear()])
  const lines = [listed('carried_out', 2, 'N2'), later()]
  const before = await rowsOf(db, batchNo)
  const dry = await run(batchNo, lines, { dryRun: true, complete: true })
  expect(words(dry)).toEqual(['2 paid by number', '3 failed by absence'])
  expect(await rowsOf(db, batchNo)).toEqual(before)
  expect(await db.query('select from payrun.provider_references')).toHaveLength(0)
  expect(words(await run(batchNo, lines, { complete: true }))).toEqual(words(dry))
})

describe('what other batches have', () => {
  test('a reference that another batch holds is not a match, and its rows are never touched', async () => {
    const other = await settledBatch(db, [paid('OTHERS'), unclear()])
    const { batchNo } = await settledBatch(db, [unclear(), paid('P')])
    const reconciled = await run(batchNo, [listed('carried_out', 2, 'OTHERS'), listed('carried_out', 3, 'P')])
    expect(words(reconciled)).toEqual(['2 left not_listed'])
    expect(reconciled).toMatchObject({ matched: { notOfBatch: 1, agreed: 1 } })
    expect(await rowsOf(db, other.batchNo)).toEqual(['paid 1 OTHERS -', 'unknown 1 - server_error'])
  })

  test('a line that an unknown row of another batch may be about as well settles neither', async () => {
    await settledBatch(db, [unclear()])
    const { batchNo } = await settledBatch(db, [unclear()])
    expect(words(await run(batchNo, [listed('carried_out', 2, 'N')]))).toEqual(['2 left ambiguous'])
  })

  test('a batch of the sandbox does not stand in the way', async () => {
    const { batchNo: sandbox } = await db.batchOf(payableRows(1), { sandbox: true })
    await answer(db, openGroupCommit(db), sandbox, [unclear()])
    const { batchNo } = await settledBatch(db, [unclear()])
    expect(words(await run(batchNo, [listed('carried_out', 2, 'N')]))).toEqual(['2 paid by number'])
  })

  test('a failure that is the refusal of the same person in another batch leaves the row', async () => {
    await settledBatch(db, [refused()])
    const { batchNo } = await settledBatch(db, [unclear()])
    expect(words(await run(batchNo, [listed('not_carried_out', 2, 'N')]))).toEqual(['2 left ambiguous'])
  })

  test('an unclear answer that named a reference of another payout does not make it the row’s own', async () => {
    const first = await settledBatch(db, [paid('HELD')])
    const { batchNo } = await settledBatch(db, [unclear('HELD')])
    const reconciled = await run(batchNo, [listed('carried_out', 2, 'HELD'), listed('carried_out', 2, 'N')])
    expect(words(reconciled)).toEqual(['2 paid by number'])
    expect(await rowsOf(db, batchNo)).toEqual(['paid 1 N -'])
    expect(await rowsOf(db, first.batchNo)).toEqual(['paid 1 HELD -'])
  })

  test('a line to a row’s number under a reference that another batch holds keeps it from being paid again', async () => {
    await settledBatch(db, [paid('DUP')])
    const { batchNo } = await settledBatch(db, [unclear('DUP'), unclear('DUP'), refused('DUP'), unclear()])
    const lines = [2, 3, 4].map((line) => listed('carried_out', line, 'DUP'))
    expect(words(await run(batchNo, [...lines, later()], { complete: true }))).toEqual([
      '5 failed by absence',
      '2 left others_reference',
      '3 left others_reference',
      '4 discrepancy failed_but_maybe_carried_out',
    ])
  })
})

describe('a row that was tried again', () => {
  async function triedAgain(first: string | null) {
    const { batchNo } = await settledBatch(db, [refused(first)])
    await retryRows(db.ledger, { batchNo, actor: 'ann' })
    await answer(db, openGroupCommit(db), batchNo, [unclear()])
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

  test('is a discrepancy when its earlier attempt was carried out after all', async () => {
    const batchNo = await triedAgain('FIRST')
    expect(words(await run(batchNo, [listed('carried_out', 2, 'FIRST')]))).toEqual([
      '2 left discrepancy',
      '2 discrepancy failed_but_carried_out',
    ])
  })
})

test.each<LineMeaning>(['carried_out', 'under_way', 'unrecognised'])(
  'a row that waits to be sent again is not sent while its earlier attempt is %s',
  async (meaning) => {
    const { batchNo } = await settledBatch(db, [refused('FIRST')])
    await retryRows(db.ledger, { batchNo, actor: 'ann' })
    const [found] = words(await run(batchNo, [listed(meaning, 2, 'FIRST')]))
    expect(found).toMatch(/^2 discrepancy failed_but_/)
    expect(await rowsOf(db, batchNo)).toEqual(['unknown 2 - contradictory_answer'])
  },
)

test('contradictions are listed and change nothing', async () => {
  const { batchNo } = await settledBatch(db, [paid('P'), refused('F'), refused(), unclear('U')])
  const before = await rowsOf(db, batchNo)
  const lines = [
    listed('not_carried_out', 2, 'P'),
    listed('carried_out', 3, 'F'),
    listed('carried_out', 4, 'N'),
    listed('carried_out', 5, 'U', { amountHundredths: 1n }),
  ]
  const expected = [
    '5 left discrepancy',
    '2 discrepancy paid_but_not_carried_out',
    '3 discrepancy failed_but_carried_out',
    '4 discrepancy failed_but_carried_out',
    '5 discrepancy amount_differs',
  ]
  expect(words(await run(batchNo, lines, { dryRun: true }))).toEqual(expected)
  expect(await db.query('select from payrun.discrepancies')).toEqual([])
  expect(words(await run(batchNo, lines))).toEqual(expected)
  expect(words(await run(batchNo, lines, { complete: true }))).toEqual(expected)
  expect(await rowsOf(db, batchNo)).toEqual(before)
  const note = (line: number, says: string) =>
    expect.stringMatching(
      RegExp(`^statement 0123456789ab, line ${line} \\(${says.replace('AT', '20\\d\\d-.* UTC')}\\)$`),
    )
  expect(await casesOf(batchNo)).toEqual([
    {
      line: 2,
      attempt: 1,
      kind: 'paid_but_not_carried_out',
      says_paid: false,
      reference: 'P',
      note: note(102, '1,002 FCFA, AT, not_carried_out'),
    },
    {
      line: 3,
      attempt: 1,
      kind: 'failed_but_carried_out',
      says_paid: true,
      reference: 'F',
      note: note(103, '1,003 FCFA, AT, carried_out'),
    },
    {
      line: 4,
      attempt: 1,
      kind: 'failed_but_carried_out',
      says_paid: true,
      reference: 'N',
      note: note(104, '1,004 FCFA, AT, carried_out'),
    },
    {
      line: 5,
      attempt: 1,
      kind: 'amount_differs',
      says_paid: true,
      reference: 'U',
      note: note(105, '0.01 XOF, AT, carried_out'),
    },
  ])
})

test('a case that a later statement calls paid says so from then on, though the earlier one was set aside', async () => {
  const { batchNo } = await settledBatch(db, [refused('F')])
  const lines = (meaning: LineMeaning) => [listed(meaning, 2, 'F', { amountHundredths: 1n })]
  await run(batchNo, lines('not_carried_out'))
  expect(await casesOf(batchNo)).toMatchObject([{ says_paid: false }])
  await setAside(db)
  await run(batchNo, lines('carried_out'))
  expect(await casesOf(batchNo)).toMatchObject([{ says_paid: true }])
  expect(await standing(db, batchNo)).toEqual([{ set_aside: false, is_new: true }])
})

const casesOf = (batchNo: number) =>
  db.query(
    'select line, attempt, kind, says_paid, reference, note from payrun.discrepancies where batch_no = $1 order by line, discrepancy_no',
    [batchNo],
  )

test('a person and a statement at the same moment: each row is settled once', async () => {
  const { batchNo } = await settledBatch(
    db,
    Array.from({ length: 10 }, () => unclear()),
  )
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
