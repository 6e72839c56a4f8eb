import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { StateFolderError } from '../../src/sandbox/state/journal.ts'
import { createStore } from '../../src/sandbox/state/store.ts'
import { temporaryFolder, until } from '../harness/payrun.ts'
import {
  collectionPath,
  collectionSample,
  keys,
  merchant,
  paymentPath,
  paymentSample,
  payoutPath,
  payoutSample,
  wholeSandbox,
} from '../harness/wholeSandbox.ts'

const all = { offset: 0, limit: 9 }

function stateFolder(): string {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  return join(folder.path, 'state')
}

const journalOf = (folder: string): string => join(folder, 'journal.ndjson')
const linesOf = (folder: string): string[] => readFileSync(journalOf(folder), 'utf8').split('\n').slice(0, -1)

describe('the state of a sandbox', () => {
  it('survives a restart: payments, collections, payouts, their status, and the records of notifications', async () => {
    const folder = stateFolder()
    const shop = await merchant()
    const first = await wholeSandbox({ stateFolder: folder })
    const callback = { callback_url: shop.url }
    const asked = { ...collectionSample, ...callback, custom_data: { a: 1 } }
    const collection = String((await first.post(collectionPath, asked)).body['reference'])
    const payment = String((await first.post(paymentPath, { ...paymentSample, ...callback })).body['reference'])
    const paid = await first.post(payoutPath, payoutSample)
    const refused = await first.post(payoutPath, { ...payoutSample, phoneNumber: '2290197009901' })
    first.services.payments.cancel(payment)
    first.clock.advance(0)
    await first.tried(payment, 1)
    const before = [first.services.payments, first.services.collections, first.services.notifications].map((each) =>
      each.list(all),
    )
    const carriedOut = [...first.carriedOut]
    await first.close()

    const second = await wholeSandbox({ stateFolder: folder })
    const { payments, collections, notifications } = second.services
    expect([payments, collections, notifications].map((each) => each.list(all))).toEqual(before)
    expect(second.carriedOut).toEqual(carriedOut)
    expect((await second.call('GET', '/sandbox/payouts', {})).body).toMatchObject({ count: 1 })
    for (const { body } of [paid, refused]) {
      const status = await second.call('GET', `/v1/payment/status/${String(body['reference'])}`, keys)
      expect(status.body).toEqual(body)
    }
    expect(collections.approve(collection, '1234')).toMatchObject({
      kind: 'paid',
      collection: { customData: { a: 1 } },
    })
    const again = await second.post(payoutPath, payoutSample)
    expect(again.body['reference']).not.toBe(paid.body['reference'])
  })

  it('lets what was open go on: a notification is tried again, and what is overdue expires', async () => {
    const folder = stateFolder()
    const shop = await merchant()
    shop.answers.push(500)
    const first = await wholeSandbox({ stateFolder: folder })
    const send = async () =>
      String((await first.post(collectionPath, { ...collectionSample, callback_url: shop.url })).body['reference'])
    const [paid, open] = [await send(), await send()]
    first.services.collections.approve(paid, '1234')
    first.clock.advance(0)
    await first.tried(paid, 1)
    await first.close()
    const second = await wholeSandbox({ stateFolder: folder })
    second.clock.advance(24 * 3_600_000)
    expect(await second.tried(paid, 2)).toMatchObject({
      state: 'delivered',
      attempts: [{ status: 500 }, { status: 204 }],
    })
    expect(second.services.collections.find(open)).toMatchObject({ state: 'expired' })
    await second.tried(open, 1)
    expect(shop.posted.length).toBe(3)
  })

  it('owes no notification after a kill between an end and its notification: the next start sends it, once', async () => {
    const folder = stateFolder()
    const shop = await merchant()
    const callback = { callback_url: shop.url }
    const first = await wholeSandbox({ stateFolder: folder })
    const initiate = async () =>
      String((await first.post(paymentPath, { ...paymentSample, ...callback })).body['reference'])
    const collect = async (more: object = {}) =>
      String((await first.post(collectionPath, { ...collectionSample, ...callback, ...more })).body['reference'])
    const owed = [await initiate(), await collect()]
    first.services.payments.cancel(owed[0]!)
    first.services.collections.approve(owed[1]!, '1234')
    const silent = await initiate()
    first.services.payments.pay(silent, { by: 'card', card: '4242424242429915' })
    await collect({ phoneNumber: '+2290197009901' })
    await first.close()
    const without = linesOf(folder).filter((line) => !line.startsWith('{"kind":"notifications"'))
    writeFileSync(journalOf(folder), without.map((line) => `${line}\n`).join(''))

    for (const _run of [1, 2]) {
      const again = await wholeSandbox({ stateFolder: folder })
      again.clock.advance(0)
      for (const reference of owed) expect(await again.tried(reference, 1)).toMatchObject({ state: 'delivered' })
      await again.close()
    }
    const told = shop.posted.map(({ body }) => (JSON.parse(body) as { reference: string }).reference)
    expect(told.sort()).toEqual([...owed].sort())
  })

  it('loses at most a last line that was cut off, and goes on after it', async () => {
    const folder = stateFolder()
    const first = await wholeSandbox({ stateFolder: folder })
    await first.post(payoutPath, payoutSample)
    await first.close()
    appendFileSync(journalOf(folder), '{"kind":"payouts","row":{"refer')
    const second = await wholeSandbox({ stateFolder: folder })
    expect(second.carriedOut.length).toBe(1)
    await second.post(payoutPath, payoutSample)
    await second.close()
    expect(linesOf(folder).map((line) => JSON.parse(line))).toHaveLength(2)
    const third = await wholeSandbox({ stateFolder: folder })
    expect(third.carriedOut.length).toBe(2)
  })

  it('is refused when a line before the last is damaged, naming it', () => {
    const folder = stateFolder()
    mkdirSync(folder)
    writeFileSync(journalOf(folder), '{"kind":\n{"kind":"payouts"}\n')
    expect(() => createStore(folder)).toThrow(/^Line 1 of .*journal.ndjson is damaged/)
    // The folder is not left locked.
    writeFileSync(journalOf(folder), '')
    createStore(folder).close()
  })

  it('belongs to one process at a time; the lock of a dead one is taken over', () => {
    const folder = stateFolder()
    const holder = createStore(folder)
    expect(() => createStore(folder)).toThrow(StateFolderError)
    expect(() => createStore(folder)).toThrow(/is in use by another sandbox/)
    holder.close()
    writeFileSync(join(folder, 'lock'), '1')
    expect(() => createStore(folder)).toThrow(/process 1\)/)
    for (const dead of ['4194304', '', 'x', String(process.pid)]) {
      writeFileSync(join(folder, 'lock'), dead)
      createStore(folder).close()
    }
  })

  it.runIf(process.platform === 'linux')(
    'is free when its process was killed and nobody has reaped it yet',
    async () => {
      const folder = stateFolder()
      createStore(folder).close()
      // What `sleep` takes over from the shell is a child that it never waits for.
      const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
      onTestFinished(() => void parent.kill('SIGKILL'))
      const [line] = (await once(parent.stdout, 'data')) as [Buffer]
      const pid = line.toString().trim()
      await until('a zombie', () => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
      writeFileSync(join(folder, 'lock'), pid)
      createStore(folder).close()
    },
  )

  it('has a journal that stays short, however often records change, and loses nothing by it', async () => {
    const folder = stateFolder()
    const store = createStore(folder)
    const sandbox = await wholeSandbox()
    const reference = String((await sandbox.post(paymentPath, paymentSample)).body['reference'])
    const payment = sandbox.services.payments.find(reference)!
    for (let n = 1; n <= 2500; n++) store.payments.put({ ...payment, refusedTries: n })
    store.payments.put({ ...payment, reference: 'other' })
    store.close()
    expect(linesOf(folder).length).toBeLessThanOrEqual(1001)
    const read = createStore(folder)
    expect(read.payments.get(reference)?.refusedTries).toBe(2500)
    expect(read.payments.page(all).rows.map((each) => each.reference)).toEqual(['other', reference])
    read.close()
  })
})
