import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ownIdentity } from '../../../src/process.ts'
import { openNotificationFolder, receiveNotification } from '../../../src/provider/notifications/notificationFolder.ts'
import type { Notification, NotificationStore } from '../../../src/provider/notifications/readNotification.ts'
import { createReceiver } from '../../../src/provider/notifications/receiver.ts'
import { latch } from '../../harness/ledger.ts'
import { posted } from './samples.ts'
import { setUpReceiving } from './setUpReceiving.ts'

const receiving = setUpReceiving()
const { receive, take } = receiving

const kept = { status: 'success', body: '{}', signed: false, receivedAt: '2026-11-21T10:00:00.000Z' }
const keyOf = (reference: string) => reference.padEnd(64, 'k')

describe('sending again', () => {
  it('is recognised, counted, and not handed over again, whatever the case of the status', async () => {
    const first = await receive(posted({ reference: 'P-4', status: 'SUCCESS' }))
    const second = await receive(posted({ reference: 'P-4', status: 'success ', at: 'later' }))
    const third = await receive(posted({ reference: 'P-4', status: 'Success' }))
    if (first.kind !== 'new') throw new Error(first.kind)
    await first.handled
    expect(second).toMatchObject({ kind: 'repeated', httpStatus: 200, times: 2 })
    expect(third).toMatchObject({ kind: 'repeated', httpStatus: 200, times: 3 })
    expect(receiving.given.map(({ status }) => status)).toEqual(['SUCCESS'])
  })

  it('with another status, or about another reference, is another notification', async () => {
    for (const [reference, status] of [
      ['P-5', 'pending'],
      ['P-5', 'success'],
      ['p-5', 'success'],
    ]) {
      const received = await receive(posted({ reference, status }))
      if (received.kind !== 'new') throw new Error(received.kind)
      await received.handled
    }
    expect(receiving.given).toHaveLength(3)
  })

  it.each([
    { what: 'another amount', first: { amount: 9 }, second: { amount: '1500' } },
    { what: 'another currency', first: { currency: 'XAF' }, second: { currency: 'XOF' } },
    { what: 'without the error', first: { error: true }, second: { error: false } },
    { what: 'another number', first: { phoneNumber: '2290197000099' }, second: { phoneNumber: '2290197000001' } },
  ])(
    'that says something else is another notification, so that a wrong one hides no right one: $what',
    async (each) => {
      const value = { reference: 'P-5', status: 'success' }
      expect(await receive(posted({ ...value, ...each.first }))).toMatchObject({ kind: 'new' })
      expect(await receive(posted({ ...value, ...each.second }))).toMatchObject({ kind: 'new' })
      expect(await receive(posted({ ...value, ...each.second, at: 'later' }))).toMatchObject({ kind: 'repeated' })
    },
  )

  it('with the amount in another form is the same', async () => {
    await receive(posted('{"reference":"P-5","status":"success","amount":1500.50,"currency":"KES"}'))
    const again = await receive(posted('{"reference":"P-5","status":"success","amount":"1500.50","currency":"kes"}'))
    expect(again).toMatchObject({ kind: 'repeated', times: 2 })
  })

  it('20 at once are one', async () => {
    const others = await openNotificationFolder(receiving.folder)
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        receiveNotification(posted({ reference: 'P-6', status: 'success', n }), n % 2 ? receiving.store : others, take),
      ),
    )
    const first = all.filter((received) => received.kind === 'new')
    expect(first).toHaveLength(1)
    expect(all.filter(({ kind }) => kind === 'repeated')).toHaveLength(19)
    await first[0]?.handled
    expect(receiving.given).toHaveLength(1)
  })
})

describe('the handler', () => {
  it('runs after the answer: a slow one keeps nobody waiting', async () => {
    const { opened, open } = latch()
    const received = await receiveNotification(
      posted({ reference: 'P-7', status: 'success' }),
      receiving.store,
      () => opened,
    )
    if (received.kind !== 'new') throw new Error(received.kind)
    expect(await receiving.store.waiting()).toHaveLength(1)
    open()
    expect(await received.handled).toBe(true)
    expect(await receiving.store.waiting()).toEqual([])
  })

  it('that throws is told, and is given the notification again', async () => {
    const troubles: unknown[] = []
    let fails = true
    const receiver = createReceiver({
      store: receiving.store,
      onNotification: (notification) => {
        if (fails) throw new Error('not now')
        take(notification)
      },
      onTrouble: (error) => troubles.push(error),
    })
    const received = await receiver.receive(posted({ reference: 'P-8', status: 'success' }))
    if (received.kind !== 'new') throw new Error(received.kind)
    expect(await received.handled).toBe(false)
    expect(troubles).toHaveLength(1)
    fails = false
    expect(await receiver.handOverWaiting()).toBe(1)
    expect(receiving.given.map(({ reference }) => reference)).toEqual(['P-8'])
    expect(await receiver.handOverWaiting()).toBe(0)
  })

  it('is given what was kept by a process that died before it handled it, the oldest first', async () => {
    for (const [reference, hour] of [
      ['P-9', 10],
      ['P-10', 9],
    ] as const) {
      const receivedAt = new Date(Date.UTC(2026, 10, 21, hour)).toISOString()
      await receiving.store.keep({ ...kept, key: keyOf(reference), reference, receivedAt })
    }
    const next = createReceiver({ store: await openNotificationFolder(receiving.folder), onNotification: take })
    expect(await next.handOverWaiting()).toBe(2)
    expect(receiving.given.map(({ reference }) => reference)).toEqual(['P-10', 'P-9'])
  })

  it('is not given what a handler of another process has in hand, or has handled since', async () => {
    const { opened, open } = latch()
    const other = await openNotificationFolder(receiving.folder)
    await other.keep({ ...kept, key: keyOf('P-14'), reference: 'P-14' })
    await other.keep({ ...kept, key: keyOf('P-15'), reference: 'P-15' })
    const onNotification = (notification: Notification) => {
      take(notification)
      return opened
    }
    const one = createReceiver({ store: receiving.store, onNotification })
    const two = createReceiver({ store: other, onNotification })
    const [first] = await other.waiting()
    const handing = one.handOverWaiting()
    await vi.waitFor(() => expect(receiving.given).toHaveLength(1))
    const late = createReceiver({
      store: { ...other, waiting: async () => (first ? [first] : []) },
      onNotification: take,
    })
    expect(await late.handOverWaiting()).toBe(0)
    const handingToo = two.handOverWaiting()
    open()
    expect((await handing) + (await handingToo)).toBe(2)
    expect(await late.handOverWaiting()).toBe(0)
    expect(receiving.given.map(({ reference }) => reference).sort()).toEqual(['P-14', 'P-15'])
  })

  it.each([
    { of: 'a process that is gone', holder: { ...ownIdentity(), processStart: '1' }, minutes: 0, given: 1 },
    { of: 'this process', holder: ownIdentity(), minutes: 60, given: 0 },
    { of: 'another container', holder: { ...ownIdentity(), host: 'other' }, minutes: 1, given: 0 },
    { of: 'another container that fell silent', holder: { ...ownIdentity(), host: 'other' }, minutes: 3, given: 1 },
    { of: 'a process that died while writing it', holder: '', minutes: 3, given: 1 },
  ])('is given, or not, what $of took: $given', async ({ holder, minutes, given }) => {
    await receiving.store.keep({ ...kept, key: keyOf('P-16'), reference: 'P-16' })
    const lease = join(receiving.folder, 'at-work', `${keyOf('P-16')}.1`)
    writeFileSync(lease, holder === '' ? '' : JSON.stringify(holder), { mode: 0o600 })
    const at = new Date(Date.now() - minutes * 60_000)
    utimesSync(lease, at, at)
    expect(await createReceiver({ store: receiving.store, onNotification: take }).handOverWaiting()).toBe(given)
    expect(readdirSync(join(receiving.folder, 'at-work'))).toHaveLength(1 - given)
  })

  it('is not given what it has in hand', async () => {
    const { opened, open } = latch()
    const receiver = createReceiver({
      store: receiving.store,
      onNotification: (notification) => {
        take(notification)
        return opened
      },
    })
    await receiver.receive(posted({ reference: 'P-12', status: 'success' }))
    expect(await receiver.handOverWaiting()).toBe(0)
    open()
    await receiver.idle()
    expect(receiving.given).toHaveLength(1)
  })
})

it('what can not be kept is answered so that it is sent again, and is not handled', async () => {
  const broken: NotificationStore = { ...receiving.store, keep: () => Promise.reject(new Error('the disk is full')) }
  const received = await receiveNotification(posted({ reference: 'P-13', status: 'success' }), broken, take)
  expect(received).toMatchObject({ kind: 'not_kept', httpStatus: 503 })
  expect(receiving.given).toEqual([])
})
