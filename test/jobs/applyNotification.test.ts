import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyNotification } from '../../jobs/applyNotification.ts'
import { openNotificationStore, readKnownMeanwhile } from '../../src/ledger/notifications.ts'
import { recordPayinAnswer, recordPayinAsked } from '../../src/ledger/payins.ts'
import { resolveRow } from '../../src/ledger/resolveRow.ts'
import { retryRows } from '../../src/ledger/retryRows.ts'
import { readStatusAnswers } from '../../src/ledger/statusQuestions.ts'
import { createReceiver, type Receiver } from '../../src/notifications/createReceiver.ts'
import type { Outcome } from '../../src/payout/outcome.ts'
import { type AcceptedBatch, acceptedBatch } from '../harness/accepted.ts'
import { type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../harness/ledger.ts'
import { expectIntactTrails, expectWholeHistory } from '../ledger/history.ts'
import { posted } from '../notifications/samples.ts'

let server: LedgerServer
let db: TestLedger
let store: ReturnType<typeof openNotificationStore>
let receiver: Receiver
let applied: Awaited<ReturnType<typeof applyNotification>>[]

beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = await server.open()
  store = openNotificationStore(db.ledger)
  applied = []
  receiver = createReceiver({
    store,
    onNotification: async (notification) => void applied.push(await applyNotification(db.ledger, notification)),
  })
})
afterEach(async () => {
  await expectWholeHistory(db)
  await expectIntactTrails(db)
  await db.close()
})

/** What came of a notification that is received as any. */
async function notify(value: Record<string, unknown>) {
  const received = await receiver.receive(posted(value))
  if (received.kind !== 'new') throw new Error(received.kind)
  expect(await received.handled).toBe(true)
  return applied.at(-1)
}

const one = async (outcomeOf?: (reference: string) => Outcome) => {
  const batch = await acceptedBatch(db, 1, {}, outcomeOf)
  return { ...batch, reference: batch.references.get(2)! }
}
const rowOf = async ({ batchNo }: Pick<AcceptedBatch, 'batchNo'>) =>
  (
    await db.query('select state, error_code, attempts from payrun.payouts where batch_no = $1 and line = 2', [batchNo])
  )[0]
const casesOf = ({ batchNo }: Pick<AcceptedBatch, 'batchNo'>) =>
  db.query('select kind, says_paid, attempt, note from payrun.cases where batch_no = $1 order by case_no', [batchNo])

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

describe('about an accepted payout', () => {
  it.each([
    { status: 'success', state: 'paid', code: null },
    { status: ' Success', state: 'paid', code: null },
    { status: 'FAILED', state: 'failed', code: 'refused' },
    { status: 'failed', state: 'failed', code: 'refused' },
  ])('"$status" settles it as $state, with an event that says how', async ({ status, state, code }) => {
    const { reference, ...batch } = await one()
    const value = { reference, status, amount: '1002', currency: 'XOF', phoneNumber: '+2290197000002' }
    expect(await notify(value)).toMatchObject({ kind: 'settled', state, about: { kind: 'payout', line: 2 } })
    expect(await rowOf(batch)).toMatchObject({ state, error_code: code })
    const events = await db.query(
      'select to_state, note from payrun.events where batch_no = $1 order by seq desc limit 1',
      [batch.batchNo],
    )
    expect(events).toEqual([{ to_state: state, note: 'notification' }])
    expect(await casesOf(batch)).toEqual([])
  })

  it.each([
    { what: 'a word for under way', value: { status: 'PENDING' } },
    { what: 'a word that the document does not show', value: { status: 'COMPLETED' } },
    { what: 'a success with an error', value: { status: 'success', error: true } },
    { what: 'another amount', value: { status: 'success', amount: '1003', currency: 'XOF' } },
    { what: 'another number', value: { status: 'FAILED', phoneNumber: '+2290197000099' } },
    { what: 'another amount in its message', value: { status: 'success', message: '1003 XOF sent' } },
    { what: 'a status of something else inside', value: { status: 'success', data: { status: 'FAILED' } } },
  ])('$what changes nothing and is shown', async ({ value }) => {
    const { reference, ...batch } = await one()
    const result = await notify({ reference, ...value })
    expect(['undecided', 'contradicts']).toContain(result?.kind)
    expect(await rowOf(batch)).toMatchObject({ state: 'accepted' })
    expect(await readStatusAnswers(db.ledger, batch.batchNo)).toHaveLength(1)
  })

  it('one that a person settled meanwhile stays as the person said', async () => {
    const { reference, ...batch } = await one()
    await resolveRow(db.ledger, {
      batchNo: batch.batchNo,
      line: 2,
      verdict: { kind: 'not_paid' },
      note: 'seen',
      actor: 'somebody',
    })
    expect(await notify({ reference, status: 'success' })).toMatchObject({ kind: 'contradicts', state: 'failed' })
    expect(await rowOf(batch)).toMatchObject({ state: 'failed' })
  })
})

describe('about a payout that is no longer accepted', () => {
  it('FAILED about a paid row raises a case, and never a flip', async () => {
    const { reference, ...batch } = await one(paid)
    expect(await notify({ reference, status: 'FAILED' })).toMatchObject({ kind: 'contradicts', state: 'paid' })
    expect(await rowOf(batch)).toMatchObject({ state: 'paid' })
    expect(await casesOf(batch)).toEqual([
      { kind: 'notification', says_paid: false, attempt: 1, note: 'A notification says FAILED.' },
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

  it.each(['success', 'FAILED'])('%s about an unknown row settles nothing, and is kept as a case', async (status) => {
    const { reference, ...batch } = await one(unknown)
    expect(await notify({ reference, status })).toMatchObject({ kind: 'contradicts', state: 'unknown' })
    expect(await rowOf(batch)).toMatchObject({ state: 'unknown' })
    expect(await casesOf(batch)).toMatchObject([{ kind: 'notification', says_paid: status === 'success' }])
  })

  it('success that came before the answer which made the row unknown is looked at again, and kept as a case', async () => {
    expect(await notify({ reference: 'TX-early', status: 'success' })).toEqual({ kind: 'unknown_reference' })
    const batch = await one(() => unknown('TX-early'))
    const [late, ...more] = await readKnownMeanwhile(db.ledger)
    expect(more).toEqual([])
    expect(await applyNotification(db.ledger, late!)).toMatchObject({ kind: 'contradicts', state: 'unknown' })
    expect(await casesOf(batch)).toMatchObject([{ kind: 'notification', says_paid: true }])
    expect(await readKnownMeanwhile(db.ledger)).toEqual([])
  })

  it('success that came before the answer which made the row failed stands in the way of a retry', async () => {
    await notify({ reference: 'TX-early', status: ' Success' })
    await notify({ reference: 'TX-other', status: 'success' })
    const batch = await one(() => failed('TX-early'))
    const retried = await retryRows(db.ledger, { batchNo: batch.batchNo, actor: 'somebody' })
    expect(retried).toMatchObject({
      kind: 'evidence_of_payment',
      rows: [{ line: 2, kind: 'notification', reference: 'TX-early', note: 'A notification says Success.' }],
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
    const again = await db.store(payableRows(1, () => ({ reference: String(reference), key: String(key) })))
    expect(again.kind).toBe(each.kind)
    if (again.kind === 'refused') expect(again.inUse).toMatchObject([{ line: 2, code: 'reference_in_use' }])
  })

  it('FAILED that came before the answer which made the row failed stands in nobody’s way', async () => {
    await notify({ reference: 'TX-early', status: 'FAILED' })
    const batch = await one(() => failed('TX-early'))
    expect(await retryRows(db.ledger, { batchNo: batch.batchNo, actor: 'somebody' })).toMatchObject({ kind: 'retried' })
  })

  it('a success after a FAILED makes the case one of payment', async () => {
    const { reference, ...batch } = await one(unknown)
    await notify({ reference, status: 'FAILED' })
    await notify({ reference, status: 'success' })
    expect(await casesOf(batch)).toMatchObject([{ says_paid: true, note: 'A notification says success.' }])
  })
})

describe('about a payin', () => {
  async function payin(reference = 'P-1', kind: 'payment' | 'collection' = 'payment') {
    const operator = kind === 'collection' ? 'momo-ghana' : null
    const id = await recordPayinAsked(db.ledger, { kind, amountMinor: 15_050n, currency: 'GHS', operator })
    await recordPayinAnswer(db.ledger, id, { state: 'under_way', reference })
    return id
  }
  const stateOf = async (id: string) =>
    (await db.query('select state from payrun.payins where id = $1', [id]))[0]?.['state']

  it.each([
    ['success', 'paid'],
    ['SUCCESS', 'paid'],
    ['FAILED', 'failed'],
    ['DECLINED', 'failed'],
    ['cancelled', 'cancelled'],
    ['Canceled', 'cancelled'],
    ['EXPIRED', 'expired'],
  ])('"%s" makes it %s', async (status, state) => {
    const id = await payin('P-1', 'collection')
    const value = { reference: 'P-1', status, amount: 150.5, currency: 'ghs' }
    expect(await notify(value)).toEqual({ kind: 'settled', about: { kind: 'collection', id }, state })
    expect(await stateOf(id)).toBe(state)
  })

  it.each([
    { what: 'under way', value: { status: 'PENDING' }, kind: 'undecided' },
    { what: 'a word for good that may mean something else', value: { status: 'COMPLETED' }, kind: 'undecided' },
    { what: 'another amount', value: { status: 'success', amount: '150.51' }, kind: 'contradicts' },
    { what: 'another currency', value: { status: 'success', currency: 'XOF' }, kind: 'contradicts' },
    {
      what: 'an amount that can be read in two ways',
      value: { status: 'success', amount: '150,500' },
      kind: 'contradicts',
    },
    { what: 'a success with an error', value: { status: 'success', error: true }, kind: 'contradicts' },
  ])('$what changes nothing', async ({ value, kind }) => {
    const id = await payin()
    expect(await notify({ reference: 'P-1', ...value })).toMatchObject({ kind, state: 'under_way' })
    expect(await stateOf(id)).toBe('under_way')
  })

  it('a wrong amount that came first hides no right one', async () => {
    const id = await payin()
    expect(await notify({ reference: 'P-1', status: 'success', amount: '9' })).toMatchObject({ kind: 'contradicts' })
    expect(await notify({ reference: 'P-1', status: 'success', amount: '150.50' })).toMatchObject({ kind: 'settled' })
    expect(await stateOf(id)).toBe('paid')
  })

  it('that has ended stays as it ended', async () => {
    const id = await payin()
    await notify({ reference: 'P-1', status: 'success' })
    expect(await notify({ reference: 'P-1', status: 'FAILED' })).toMatchObject({ kind: 'contradicts', state: 'paid' })
    expect(await stateOf(id)).toBe('paid')
  })

  it('whose reference comes after the notification is looked at again', async () => {
    expect(await notify({ reference: 'P-9', status: 'success' })).toEqual({ kind: 'unknown_reference' })
    expect(await readKnownMeanwhile(db.ledger)).toEqual([])
    const id = await payin('P-9')
    const [late, ...more] = await readKnownMeanwhile(db.ledger)
    expect(more).toEqual([])
    expect(await applyNotification(db.ledger, late!)).toMatchObject({ kind: 'settled', state: 'paid' })
    expect(await stateOf(id)).toBe('paid')
    expect(await readKnownMeanwhile(db.ledger)).toEqual([])
  })

  it('with the reference of a payout decides about neither', async () => {
    const { reference, ...batch } = await one()
    const id = await payin(reference)
    expect(await notify({ reference, status: 'success' })).toMatchObject({ kind: 'contradicts' })
    expect(await stateOf(id)).toBe('under_way')
    expect(await rowOf(batch)).toMatchObject({ state: 'accepted' })
  })
})

it('a reference that nobody knows makes nothing', async () => {
  expect(await notify({ reference: 'of nobody', status: 'success', amount: 1 })).toEqual({ kind: 'unknown_reference' })
  expect(await db.query('select from payrun.payins')).toEqual([])
  expect(await db.query('select from payrun.payouts')).toEqual([])
})

it('20 sendings at once, through two stores, are kept once, counted and dealt with once', async () => {
  const { reference, ...batch } = await one()
  const other = createReceiver({
    store: openNotificationStore(db.ledger),
    onNotification: async (notification) => void applied.push(await applyNotification(db.ledger, notification)),
  })
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? receiver : other).receive(posted({ reference, status: 'success', n })),
    ),
  )
  await receiver.idle()
  await other.idle()
  expect(all.filter(({ kind }) => kind === 'new')).toHaveLength(1)
  expect(applied).toMatchObject([{ kind: 'settled', state: 'paid' }])
  expect(await db.query('select times, effect, handled_at is not null as handled from payrun.notifications')).toEqual([
    { times: 20, effect: 'settled', handled: true },
  ])
  expect(await rowOf(batch)).toMatchObject({ state: 'paid' })
})

it('one that was dealt with just before a crash, and is handed over again, finds its own work done', async () => {
  const { reference, ...batch } = await one()
  const dying = createReceiver({
    store: { ...store, markHandled: () => Promise.reject(new Error('the process has died')) },
    onNotification: async (notification) => void applied.push(await applyNotification(db.ledger, notification)),
  })
  await dying.receive(posted({ reference, status: 'success' }))
  await dying.idle()
  expect(await receiver.handOverWaiting()).toBe(1)
  expect(applied).toMatchObject([{ kind: 'settled' }, { kind: 'agrees', state: 'paid' }])
  expect(await store.waiting()).toEqual([])
  expect(await casesOf(batch)).toEqual([])
})
