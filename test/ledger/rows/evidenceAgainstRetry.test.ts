import { describe, expect, test } from 'vitest'
import { readBatch } from '../../../src/ledger/batches/batches.ts'
import { keepNotificationDiscrepancy, openNotificationStore } from '../../../src/ledger/evidence/notifications.ts'
import { waitingRetry } from '../../../src/ledger/rows/retryRequests.ts'
import { type RetryWish, retryRows } from '../../../src/ledger/rows/retryRows.ts'
import { row } from '../../harness/ledger.ts'
import { listed, reconcileWith } from '../evidence/reconciling.ts'
import { answer, openGroupCommit, refused, rowsOf, settleBatch, settledBatch, untilBlocked } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

const success = { status: 'success', body: '{}', signed: true }

const retry = (batchNo: number, wish: Omit<RetryWish, 'batchNo' | 'actor'> = {}) =>
  retryRows(db.ledger, { batchNo, actor: 'ann', ...wish })

describe('a failed row that evidence calls paid', () => {
  const evidence = (batchNo: number, line: number, saysPaid: boolean) =>
    db.query(
      `insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, reference, note)
       values ($1, $2, 1, 'late_answer', $3, 'LATE', '"an answer that came late"')`,
      [batchNo, line, saysPaid],
    )

  test('is refused with all the others, and named; the others are retried by their lines', async () => {
    const { batchNo } = await settledBatch(db, [refused(), refused()])
    await evidence(batchNo, 3, true)
    await evidence(batchNo, 2, false)
    const row = { line: 3, kind: 'late_answer', reference: 'LATE', note: 'an answer that came late' }
    expect(await retry(batchNo)).toEqual({ kind: 'evidence_of_payment', rows: [row] })
    expect(await rowsOf(db, batchNo)).toEqual(['failed 1 - refused', 'failed 1 - refused'])
    expect((await readBatch(db.ledger, batchNo)).state).toBe('settled')
    expect(await retry(batchNo, { lines: [2] })).toMatchObject({ kind: 'retried', lines: [2] })
  })

  test('is retried when a person insists', async () => {
    const { batchNo } = await settledBatch(db, [refused()])
    await evidence(batchNo, 2, true)
    expect(await retry(batchNo, { lines: [2] })).toMatchObject({ kind: 'evidence_of_payment' })
    expect(await retry(batchNo, { lines: [2], despiteEvidence: true })).toMatchObject({ kind: 'retried', lines: [2] })
  })

  test('by a notification that nobody has applied yet, about any attempt: neither retried nor brought anew', async () => {
    const rows = () => [row({ line: 2, reference: 'EMP-1' })]
    const { batchNo } = await db.batchOf(rows())
    await answer(db, openGroupCommit(db), batchNo, [refused('R-1')])
    await settleBatch(db, batchNo)
    const says = (key: string, reference: string) =>
      openNotificationStore(db.ledger).keep({ ...success, key, reference, receivedAt: new Date().toISOString() })
    const again = () => db.store(rows(), { allowDuplicates: true })
    await says('1', 'R-1')
    expect(await retry(batchNo)).toMatchObject({ kind: 'evidence_of_payment', rows: [{ line: 2, reference: 'R-1' }] })
    expect(await again()).toMatchObject({ kind: 'refused' })
    await db.query('delete from payrun.notifications')
    expect(await retry(batchNo)).toMatchObject({ kind: 'retried' })
    await answer(db, openGroupCommit(db), batchNo, [refused('R-2')])
    await settleBatch(db, batchNo)
    await says('2', 'R-1')
    expect(await retry(batchNo)).toMatchObject({ kind: 'evidence_of_payment', rows: [{ line: 2, reference: 'R-1' }] })
    expect(await again()).toMatchObject({ kind: 'refused' })
  })

  test('that is insisted on is not withheld when the same notifications are applied; all that nobody was told of are kept', async () => {
    const { batchNo } = await db.batchOf([row({ line: 2, reference: 'EMP-1' })])
    await answer(db, openGroupCommit(db), batchNo, [refused('R-1')])
    await settleBatch(db, batchNo)
    await retry(batchNo)
    await answer(db, openGroupCommit(db), batchNo, [refused('R-2')])
    await settleBatch(db, batchNo)
    const store = openNotificationStore(db.ledger)
    for (const reference of ['R-1', 'R-2'])
      await store.keep({ ...success, key: reference, reference, receivedAt: new Date().toISOString() })
    expect(await retry(batchNo, { lines: [2], despiteEvidence: true })).toMatchObject({ kind: 'retried' })
    expect(await db.query('select reference from payrun.discrepancies order by reference')).toEqual([
      { reference: 'R-1' },
      { reference: 'R-2' },
    ])
    for (const reference of ['R-1', 'R-2'])
      await keepNotificationDiscrepancy(
        db.ledger,
        { batchNo, line: 2 },
        { saysPaid: true, reference, status: 'success' },
      )
    expect((await rowsOf(db, batchNo))[0]).toMatch(/^pending/)
    // Another one is what nobody insisted on.
    await keepNotificationDiscrepancy(
      db.ledger,
      { batchNo, line: 2 },
      { saysPaid: true, reference: 'R-3', status: 'success' },
    )
    expect((await rowsOf(db, batchNo))[0]).toMatch(/^unknown/)
  })

  test('a discrepancy that is being recorded at this moment is waited for', async () => {
    const { batchNo } = await settledBatch(db, [refused()])
    const client = await db.ledger.pool.connect()
    await client.query('begin')
    await client.query('select from payrun.payouts where batch_no = $1 for update', [batchNo])
    await client.query(
      `insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note) values ($1, 2, 1, 'late_answer', true, '"x"')`,
      [batchNo],
    )
    const retrying = retry(batchNo)
    await untilBlocked(db)
    await client.query('commit')
    client.release()
    expect(await retrying).toMatchObject({ kind: 'evidence_of_payment' })
  })

  const told = { saysPaid: true, reference: 'R', status: 'success' }
  test.each<[by: string, come: (batchNo: number) => Promise<unknown>]>([
    ['a statement', (batchNo) => reconcileWith(db)(batchNo, [listed('carried_out', 2, 'R')])],
    ['a notification', (batchNo) => keepNotificationDiscrepancy(db.ledger, { batchNo, line: 2 }, told)],
  ])('%s that comes while somebody insists is what nobody insisted on', async (_, come) => {
    const { batchNo } = await settledBatch(db, [refused('R')])
    await evidence(batchNo, 2, true)
    let coming: Promise<unknown> | undefined
    const accept = () => {
      coming = come(batchNo)
      return { warned: { counts: {}, shown: [], compared: [] }, oneMore: false }
    }
    const wish = { lines: [2], despiteEvidence: true }
    const asked = await retry(batchNo, { ...wish, peopleNeeded: 2, look: { limits: new Map(), accept } })
    expect(asked.kind).toBe('waits_for_approval')
    await coming
    const { requestNo } = (await waitingRetry(db.ledger, batchNo))!
    const decision = { requestNo, decision: 'approved', by: 'bob', login: 'bob', note: null } as const
    expect(await retry(batchNo, { ...wish, requestNo, decision })).toMatchObject({
      kind: 'changed_since',
      lines: [],
      insisted: { evidence: [{ line: 2, reference: 'R' }] },
    })
  })
})
