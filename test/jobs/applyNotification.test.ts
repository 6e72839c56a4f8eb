import { describe, expect, it } from 'vitest'
import { openNotificationStore } from '../../src/ledger/evidence/notifications.ts'
import { readStatusAnswers } from '../../src/ledger/evidence/statusQuestions.ts'
import { resolveRow } from '../../src/ledger/rows/resolveRow.ts'
import { createReceiver } from '../../src/provider/notifications/receiver.ts'
import { posted } from '../provider/notifications/samples.ts'
import { setUpNotified } from './setUpNotified.ts'

const notified = setUpNotified()
const { db, notify, one, rowOf, casesOf } = notified

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

it('a reference that nobody knows makes nothing', async () => {
  expect(await notify({ reference: 'of nobody', status: 'success', amount: 1 })).toEqual({ kind: 'unknown_reference' })
  expect(await db.query('select from payrun.charges')).toEqual([])
  expect(await db.query('select from payrun.payouts')).toEqual([])
})

it('20 sendings at once, through two stores, are kept once, counted and dealt with once', async () => {
  const { reference, ...batch } = await one()
  const other = createReceiver({
    store: openNotificationStore(db.ledger),
    onNotification: notified.onNotification,
  })
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? notified.receiver : other).receive(posted({ reference, status: 'success', n })),
    ),
  )
  await notified.receiver.idle()
  await other.idle()
  expect(all.filter(({ kind }) => kind === 'new')).toHaveLength(1)
  expect(notified.applied).toMatchObject([{ kind: 'settled', state: 'paid' }])
  expect(await db.query('select times, effect, handled_at is not null as handled from payrun.notifications')).toEqual([
    { times: 20, effect: 'settled', handled: true },
  ])
  expect(await rowOf(batch)).toMatchObject({ state: 'paid' })
})

it('one that was dealt with just before a crash, and is handed over again, finds its own work done', async () => {
  const { reference, ...batch } = await one()
  const dying = createReceiver({
    store: { ...notified.store, markHandled: () => Promise.reject(new Error('the process has died')) },
    onNotification: notified.onNotification,
  })
  await dying.receive(posted({ reference, status: 'success' }))
  await dying.idle()
  expect(await notified.receiver.handOverWaiting()).toBe(1)
  expect(notified.applied).toMatchObject([{ kind: 'settled' }, { kind: 'agrees', state: 'paid' }])
  expect(await notified.store.waiting()).toEqual([])
  expect(await casesOf(batch)).toEqual([])
})
