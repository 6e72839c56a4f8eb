import { describe, expect, test } from 'vitest'
import { listPurgeable, purgeBatch } from '../../../src/ledger/batches/purgeBatch.ts'
import { lockIntake } from '../../../src/ledger/intake/storeBatch.ts'
import { findFailedElsewhere } from '../../../src/ledger/rows/findAgainstRetry.ts'
import { changedSinceAsked, waitingRetry } from '../../../src/ledger/rows/retryRequests.ts'
import { type RetryWish, retryRows } from '../../../src/ledger/rows/retryRows.ts'
import { payoutKey } from '../../../src/payout/keys.ts'
import { keyOf, latch, payableRows, row } from '../../harness/ledger.ts'
import { restoreTimes } from '../audit/history.ts'
import {
  accepted,
  answer,
  openGroupCommit,
  paid,
  refused,
  rowsOf,
  settleBatch,
  unclear,
  untilBlocked,
} from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

const retry = (batchNo: number, wish: Omit<RetryWish, 'batchNo' | 'actor'> = {}) =>
  retryRows(db.ledger, { batchNo, actor: 'ann', ...wish })

describe('a key that another batch has taken meanwhile', () => {
  const key = keyOf('EMP-1', null)
  const same = () => row({ line: 7, reference: 'EMP-1', key })

  async function failedThenTaken() {
    const { batchNo } = await db.batchOf([
      row({ line: 2, reference: 'EMP-1', key }),
      ...payableRows(1, () => ({ line: 3 })),
    ])
    await answer(db, openGroupCommit(db), batchNo, [refused(), refused()])
    await settleBatch(db, batchNo)
    const other = await db.batchOf([same()])
    return { batchNo, other }
  }

  test('is named with its batch and line, and nothing is half-done', async () => {
    const { batchNo, other } = await failedThenTaken()
    expect(await retry(batchNo)).toEqual({
      kind: 'keys_taken',
      rows: [{ line: 2, batchId: other.batchId, heldLine: 7, heldState: 'pending' }],
      others: [3],
    })
    expect((await rowsOf(db, batchNo)).every((each) => each.startsWith('failed'))).toBe(true)
    expect(await retry(batchNo, { lines: [3] })).toMatchObject({ kind: 'retried', lines: [3] })
  })

  test('is free again when that one has failed too', async () => {
    const { batchNo, other } = await failedThenTaken()
    const groupCommit = openGroupCommit(db)
    const claim = await groupCommit.claim({ batchNo: other.batchNo, line: 7, workerNo: await db.worker() })
    if (claim.ok) await groupCommit.settle({ attempt: claim.attempt, outcome: refused() })
    expect(await retry(batchNo, { lines: [2] })).toMatchObject({ kind: 'retried' })
    // And a new file is refused by name, as for any pending row.
    expect(await db.store([same()])).toMatchObject({ kind: 'refused', inUse: [{ code: 'reference_in_use' }] })
  })

  test('a retry and a new file at the same moment: one of the two has the key', async () => {
    const { batchNo } = await db.batchOf([row({ line: 2, reference: 'EMP-1', key })])
    await answer(db, openGroupCommit(db), batchNo, [refused()])
    await settleBatch(db, batchNo)
    const [retried, stored] = await Promise.all([retry(batchNo), db.store([same()])])
    expect([
      ['retried', 'refused'],
      ['keys_taken', 'stored'],
    ]).toContainEqual([retried.kind, stored.kind])
  })
})

describe('a row without a reference that looks like a payout of another batch', () => {
  const alike = (line: number) => ({ ...row({ line: 2 }), line })

  async function failedThenAlike(sandbox = false) {
    const { batchNo } = await db.batchOf([alike(2), ...payableRows(1, () => ({ line: 3 }))])
    await answer(db, openGroupCommit(db), batchNo, [refused(), refused()])
    await settleBatch(db, batchNo)
    const other = await db.batchOf([alike(7)], { sandbox })
    const claimOther = async (outcome: ReturnType<typeof paid>) => {
      const groupCommit = openGroupCommit(db)
      const claim = await groupCommit.claim({ batchNo: other.batchNo, line: 7, workerNo: await db.worker() })
      if (claim.ok) await groupCommit.settle({ attempt: claim.attempt, outcome })
    }
    return { batchNo, other, claimOther }
  }

  test.each([
    { state: 'pending', outcome: null },
    { state: 'paid', outcome: paid('P') },
    { state: 'unknown', outcome: unclear() },
    { state: 'accepted', outcome: accepted('A') },
  ])('is refused while that one is $state, unless duplicates are allowed', async ({ state, outcome }) => {
    const { batchNo, other, claimOther } = await failedThenAlike()
    if (outcome) await claimOther(outcome)
    expect(await retry(batchNo)).toEqual({
      kind: 'possible_duplicate',
      rows: [{ line: 2, batchId: other.batchId, heldLine: 7, heldState: state }],
    })
    expect((await rowsOf(db, batchNo)).every((each) => each.startsWith('failed'))).toBe(true)
    expect(await retry(batchNo, { allowDuplicates: true })).toMatchObject({ kind: 'retried', lines: [2, 3] })
  })

  test('is retried when that one has failed too', async () => {
    const failed = await failedThenAlike()
    await failed.claimOther(refused())
    expect(await retry(failed.batchNo)).toMatchObject({ kind: 'retried' })
  })

  test('… or is the sandbox’s', async () => {
    expect(await retry((await failedThenAlike(true)).batchNo)).toMatchObject({ kind: 'retried' })
  })

  test('is retried when that one was sent before it failed, and more than a day ago', async () => {
    const { batchNo, other, claimOther } = await failedThenAlike()
    await claimOther(paid('P'))
    await db.query(`update payrun.payouts set sent_at = now() - interval '25 hours' where batch_no = $1`, [
      other.batchNo,
    ])
    expect(await retry(batchNo)).toMatchObject({ kind: 'retried' })
    await restoreTimes(db)
  })

  test('is refused when that one was sent after it failed, however long ago', async () => {
    const { batchNo, other, claimOther } = await failedThenAlike()
    await claimOther(paid('P'))
    const move = (column: string, hours: number, no: number) =>
      db.query(`update payrun.payouts set ${column} = now() - make_interval(hours => $2) where batch_no = $1`, [
        no,
        hours,
      ])
    await move('sent_at', 48, other.batchNo)
    await move('settled_at', 72, batchNo)
    expect(await retry(batchNo)).toMatchObject({ kind: 'possible_duplicate' })
    await restoreTimes(db)
  })
})

test('a retry that waits with one duplicate insisted on does not pass over another one that came since', async () => {
  const both = () => [row({ line: 2 }), row({ line: 3 })]
  const { batchNo } = await db.batchOf(both())
  await answer(db, openGroupCommit(db), batchNo, [refused(), refused()])
  await settleBatch(db, batchNo)
  await db.batchOf(both().slice(0, 1))
  const asked = await retry(batchNo, { allowDuplicates: true, peopleNeeded: 2 })
  expect(asked.kind).toBe('waits_for_approval')
  const { requestNo } = (await waitingRetry(db.ledger, batchNo))!
  expect(await changedSinceAsked(db.ledger.pool, requestNo)).toBeUndefined()
  const other = await db.batchOf(both().slice(1))
  const duplicates = [{ line: 3, batchId: other.batchId, heldLine: 3, heldState: 'pending' }]
  expect(await changedSinceAsked(db.ledger.pool, requestNo)).toEqual({
    kind: 'changed_since',
    lines: [],
    insisted: { evidence: [], duplicates },
  })
})

describe('while a retry with a duplicate insisted on is asked for, what looks like another row', () => {
  const both = () => [row({ line: 2 }), row({ line: 3 })]
  const setUp = async () => {
    const { batchNo } = await db.batchOf(both())
    await answer(db, openGroupCommit(db), batchNo, [refused(), refused()])
    await settleBatch(db, batchNo)
    await db.batchOf(both().slice(0, 1))
    return batchNo
  }
  const insisting = (batchNo: number) => retry(batchNo, { allowDuplicates: true, peopleNeeded: 2 })
  const since = async (batchNo: number) =>
    changedSinceAsked(db.ledger.pool, (await waitingRetry(db.ledger, batchNo))!.requestNo)
  const changed = { lines: [], insisted: { duplicates: [{ line: 3 }] } }

  test('is new, though its file began to be read before', async () => {
    const batchNo = await setUp()
    const [begun, asked] = [latch(), latch()]
    async function* slowly() {
      begun.open()
      await asked.opened
      yield both().slice(1)
    }
    const storing = db.store(slowly())
    await begun.opened
    expect((await insisting(batchNo)).kind).toBe('waits_for_approval')
    asked.open()
    expect((await storing).kind).toBe('stored')
    expect(await since(batchNo)).toMatchObject(changed)
  })

  test('is new, though the retry of it began before', async () => {
    const batchNo = await setUp()
    const other = await db.batchOf([{ ...both()[1]!, line: 2 }])
    await answer(db, openGroupCommit(db), other.batchNo, [refused()])
    await settleBatch(db, other.batchNo)
    const client = await db.ledger.pool.connect()
    await client.query('begin')
    await lockIntake(client)
    const asking = insisting(batchNo)
    await untilBlocked(db)
    const retrying = retry(other.batchNo)
    await untilBlocked(db, 2)
    await client.query('commit')
    client.release()
    expect([(await asking).kind, (await retrying).kind]).toEqual(['waits_for_approval', 'retried'])
    expect(await since(batchNo)).toMatchObject(changed)
  })
})

test.each([
  { state: 'failed', outcome: refused(), isNeeded: true },
  { state: 'failed, with a reference', reference: 'B-1', outcome: refused(), isNeeded: false },
  { state: 'unknown', reference: 'B-1', outcome: unclear(), isNeeded: true },
  { state: 'accepted', outcome: accepted('A'), isNeeded: true },
  { state: 'paid', outcome: paid('A'), isNeeded: false },
])('a purge leaves a batch that another row, which is $state, has to be compared with: $isNeeded', async (each) => {
  const pay = async (reference: string | null, outcome: ReturnType<typeof paid>) => {
    const batch = await db.batchOf([row({ line: 2, reference })], { allowDuplicates: true })
    await answer(db, openGroupCommit(db), batch.batchNo, [outcome])
    await settleBatch(db, batch.batchNo)
    return batch
  }
  const one = await pay(each.reference ?? null, each.outcome)
  const other = await pay(null, paid('P'))
  const listed = await listPurgeable(db.ledger, new Date(Date.now() + 60_000))
  expect(listed.map(({ id, neededBy }) => [id, neededBy])).toEqual([
    [one.batchId, []],
    [other.batchId, each.isNeeded ? [one.batchId] : []],
  ])
  expect(await purgeBatch(db.ledger, other.batchNo, [], 'ann')).toBe(!each.isNeeded)
})

describe('a reference that has a period in one batch and none in another', () => {
  const failedIn = async (period: string | null) => {
    const rows = [row({ line: 2, reference: 'd-01', key: keyOf('d-01', period) })]
    const { batchNo } = await db.batchOf(rows, { period, allowDuplicates: true })
    await answer(db, openGroupCommit(db), batchNo, [refused()])
    await settleBatch(db, batchNo)
    return batchNo
  }
  /** Its number and amount are others, and the reference is written otherwise. */
  const paidIn = async (period: string | null, sandbox = false) => {
    const key = payoutKey({ reference: 'D-1', period, sandbox })
    const other = await db.batchOf([row({ line: 9, reference: 'D-1', key })], {
      period,
      sandbox,
      allowDuplicates: true,
    })
    await answer(db, openGroupCommit(db), other.batchNo, [...Array<null>(7).fill(null), paid('P')])
    await settleBatch(db, other.batchNo)
    return other
  }

  test.each([
    ['2026-12', null],
    [null, '2026-12'],
  ])('period %s, paid meanwhile under period %s: refused, unless duplicates are allowed', async (own, heldPeriod) => {
    const batchNo = await failedIn(own)
    const { batchId } = await paidIn(heldPeriod)
    expect(await retry(batchNo)).toMatchObject({
      kind: 'possible_duplicate',
      rows: [{ line: 2, reference: 'd-01', batchId, heldLine: 9, heldState: 'paid', heldPeriod }],
    })
    const insists = { allowDuplicates: true, peopleNeeded: 2 }
    expect(await retry(batchNo, insists)).toMatchObject({ kind: 'waits_for_approval', why: { duplicates: [{}] } })
    expect(await retry(batchNo, { allowDuplicates: true })).toMatchObject({ kind: 'retried' })
  })

  test('… is looked for in the twelve latest of the other periods', async () => {
    const batchNo = await failedIn(null)
    await paidIn('first')
    expect(await findFailedElsewhere(db.ledger, batchNo)).toHaveLength(1)
    for (let n = 1; n <= 12; n++) await db.batchOf(payableRows(1), { period: `p${n}`, allowDuplicates: true })
    expect(await findFailedElsewhere(db.ledger, batchNo)).toEqual([])
  })

  test('… is not counted as well where evidence calls the row paid', async () => {
    const batchNo = await failedIn(null)
    await paidIn('2026-12')
    await db.query(
      `insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note)
       values ($1, 2, 1, 'late_answer', true, '"it came late"')`,
      [batchNo],
    )
    expect(await findFailedElsewhere(db.ledger, batchNo)).toEqual([])
  })

  test('… is retried if both periods were given, in the sandbox, or if it was paid before its batch, a day ago or more', async () => {
    await paidIn(null)
    await db.query(`update payrun.payouts set sent_at = now() - interval '25 hours'`)
    const batchNo = await failedIn('2026-12')
    await paidIn('2026-11')
    await paidIn(null, true)
    expect(await retry(batchNo)).toMatchObject({ kind: 'retried' })
    await restoreTimes(db)
  })
})
