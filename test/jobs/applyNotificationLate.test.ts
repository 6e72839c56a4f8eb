import { describe, expect, it } from 'vitest'
import { applyNotification } from '../../jobs/applyNotification.ts'
import { readKnownMeanwhile } from '../../src/ledger/evidence/notifications.ts'
import { retryRows } from '../../src/ledger/rows/retryRows.ts'
import type { Outcome } from '../../src/payout/outcome.ts'
import { payableRows } from '../harness/ledger.ts'
import { saying } from '../harness/words.ts'
import { setAside, standing } from '../ledger/evidence/reconciling.ts'
import { setUpNotified } from './setUpNotified.ts'

const notified = setUpNotified()
const { db, notify, one, rowOf, casesOf } = notified

const paid = (providerReference: string): Outcome => ({ kind: 'paid', providerReference })
const failed = (providerReference: string): Outcome => ({
  kind: 'failed',
  providerReference,
  code: 'refused',
  message: 'No.',
})
const unknown = (providerReference: string): Outcome => ({
  kind: 'unknown',
  providerReference,
  code: 'contradictory_answer',
  message: 'Unclear.',
})

describe('about a payout that is no longer accepted', () => {
  it('FAILED about a paid row raises a discrepancy, and never a flip', async () => {
    const { reference, ...batch } = await one(paid)
    expect(await notify({ reference, status: 'FAILED' })).toMatchObject({ kind: 'contradicts', state: 'paid' })
    expect(await rowOf(batch)).toMatchObject({ state: 'paid' })
    expect(await casesOf(batch)).toEqual([
      {
        kind: 'notification',
        says_paid: false,
        attempt: 1,
        note: 'A notification says FAILED.',
      },
    ])
  })

  it('success about a paid row says nothing new', async () => {
    const { reference, ...batch } = await one(paid)
    expect(await notify({ reference, status: 'success' })).toMatchObject({ kind: 'agrees', state: 'paid' })
    expect(await casesOf(batch)).toEqual([])
  })

  it('success about a failed row stands in the way of a retry', async () => {
    const { reference, ...batch } = await one(failed)
    expect(await notify({ reference, status: 'success' })).toMatchObject({ kind: 'contradicts', state: 'failed' })
    const retried = await retryRows(db.ledger, { batchNo: batch.batchNo, lines: [2], actor: 'somebody' })
    expect(retried.kind).toBe('evidence_of_payment')
    expect(await rowOf(batch)).toMatchObject({ state: 'failed' })
  })

  it('success with another amount about a failed row does so too', async () => {
    const { reference, ...batch } = await one(failed)
    await notify({ reference, status: 'success', amount: '9', currency: 'XOF' })
    expect(await casesOf(batch)).toMatchObject([{ says_paid: true }])
  })

  it('success about a failed row that waits to be sent again keeps it from being sent', async () => {
    const { reference, ...batch } = await one(failed)
    const retried = await retryRows(db.ledger, { batchNo: batch.batchNo, lines: [2], actor: 'somebody' })
    expect(retried.kind).toBe('retried')
    expect(await notify({ reference, status: 'success' })).toMatchObject({ kind: 'contradicts', state: 'pending' })
    expect(await rowOf(batch)).toMatchObject({ state: 'unknown', error_code: 'contradictory_answer' })
  })

  it('FAILED about an attempt that was tried again is known', async () => {
    const { reference, ...batch } = await one(failed)
    await retryRows(db.ledger, { batchNo: batch.batchNo, lines: [2], actor: 'somebody' })
    expect(await notify({ reference, status: 'FAILED' })).toMatchObject({ kind: 'agrees' })
    expect(await rowOf(batch)).toMatchObject({ state: 'pending' })
  })

  it.each(['success', 'FAILED'])(
    '%s about an unknown row settles nothing, and is kept as a discrepancy',
    async (status) => {
      const { reference, ...batch } = await one(unknown)
      expect(await notify({ reference, status })).toMatchObject({ kind: 'contradicts', state: 'unknown' })
      expect(await rowOf(batch)).toMatchObject({ state: 'unknown' })
      expect(await casesOf(batch)).toMatchObject([{ kind: 'notification', says_paid: status === 'success' }])
    },
  )

  it.each([
    { state: 'unknown', as: unknown },
    { state: 'failed', as: failed },
  ])(
    'success that came before the answer which made the row $state is a discrepancy at once, and told later',
    async (each) => {
      expect(await notify({ reference: 'TX-early', status: 'success' })).toEqual({ kind: 'unknown_reference' })
      const batch = await one(() => each.as('TX-early'))
      const cases = [{ kind: 'notification', says_paid: true, attempt: 1, note: 'A notification says success.' }]
      expect(await casesOf(batch)).toEqual(cases)
      const [late, ...more] = await readKnownMeanwhile(db.ledger)
      expect(more).toEqual([])
      expect(await applyNotification(db.ledger, late!)).toMatchObject({ kind: 'contradicts', state: each.state })
      expect(await casesOf(batch)).toEqual(cases)
      expect(await readKnownMeanwhile(db.ledger)).toEqual([])
    },
  )

  it('success that came before the answer which made the row failed stands in the way of a retry', async () => {
    await notify({ reference: 'TX-early', status: ' Success' })
    await notify({ reference: 'TX-other', status: 'success' })
    const batch = await one(() => failed('TX-early'))
    const retried = await retryRows(db.ledger, { batchNo: batch.batchNo, actor: 'somebody' })
    expect(retried).toMatchObject({
      kind: 'evidence_of_payment',
      rows: [{ line: 2, kind: 'notification', reference: 'TX-early', note: saying('A notification says Success.') }],
    })
    const wish = { batchNo: batch.batchNo, lines: [2], despiteEvidence: true, actor: 'somebody' }
    expect(await retryRows(db.ledger, wish)).toMatchObject({ kind: 'retried' })
  })

  it.each([
    { status: 'success', kind: 'refused' },
    { status: 'FAILED', kind: 'stored' },
  ])('$status that came before the answer which made the row failed: the same in a new file is $kind', async (each) => {
    await notify({ reference: 'TX-early', status: each.status })
    const batch = await one(() => failed('TX-early'))
    const [held] = await db.query('select payout_key, reference from payrun.payouts where batch_no = $1', [
      batch.batchNo,
    ])
    const { payout_key: key, reference } = held!
    const again = await db.store(
      payableRows(1, () => ({ reference: String(reference), key: String(key).replaceAll('-', '') })),
    )
    expect(again.kind).toBe(each.kind)
    if (again.kind === 'refused') expect(again.inUse).toMatchObject([{ line: 2, code: 'reference_in_use' }])
  })

  it('FAILED that came before the answer which made the row failed stands in nobody’s way', async () => {
    await notify({ reference: 'TX-early', status: 'FAILED' })
    const batch = await one(() => failed('TX-early'))
    expect(await retryRows(db.ledger, { batchNo: batch.batchNo, actor: 'somebody' })).toMatchObject({ kind: 'retried' })
  })

  it('a success after a FAILED makes the discrepancy one of payment, and new if the FAILED was set aside', async () => {
    const { reference, ...batch } = await one(unknown)
    await notify({ reference, status: 'FAILED' })
    await setAside(db)
    await notify({ reference, status: 'success' })
    expect(await casesOf(batch)).toMatchObject([{ says_paid: true, note: 'A notification says success.' }])
    expect(await standing(db, batch.batchNo)).toEqual([{ set_aside: false, is_new: true }])
  })

  it('so does an early success that is looked at only when the row is retried', async () => {
    const { reference, ...batch } = await one(failed)
    await notify({ reference: 'TX-early', status: 'success' })
    await db.query(
      `insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, reference, note)
       values ($1, 2, 1, 'notification', false, $2, '"FAILED"')`,
      [batch.batchNo, reference],
    )
    await setAside(db)
    await db.query('update payrun.notifications set reference = $1', [reference])
    const retried = await retryRows(db.ledger, { batchNo: batch.batchNo, actor: 'somebody' })
    expect(retried.kind).toBe('evidence_of_payment')
  })
})
