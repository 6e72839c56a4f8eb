import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { collectionScripts, payerScripts, scriptedOutcomes } from '../../src/sandbox/scriptedOutcomes.ts'
import type { PayAsked } from '../../src/sandbox/state/records.ts'
import {
  asJson,
  collectionPath,
  collectionSample,
  handClock,
  merchant,
  paymentPath,
  paymentSample,
  type TestSandbox,
  wholeSandbox,
} from '../harness/wholeSandbox.ts'

const card: PayAsked = { by: 'card', card: '4242 4242 4242 4242' }
const cardEnding = (digits: string): PayAsked => ({ by: 'card', card: `424242424242${digits}` })
const mobile = (phone: string, operator = 'mtn-benin'): PayAsked => ({ by: 'mobile', operator, phone })

const initiate = async (sandbox: TestSandbox, more: object = {}) =>
  String((await sandbox.post(paymentPath, { ...paymentSample, ...more })).body['reference'])
const collect = async (sandbox: TestSandbox, more: object = {}) =>
  String((await sandbox.post(collectionPath, { ...collectionSample, ...more })).body['reference'])
const numberEnding = (digits: string) => ({ phoneNumber: `229019700${digits}` })

describe('an online payment', () => {
  it('is paid once, by card or by mobile money, and keeps no more of a card than its last four digits', async () => {
    const sandbox = await wholeSandbox()
    const { payments } = sandbox.services
    const byCard = await initiate(sandbox)
    expect(payments.pay(byCard, card)).toMatchObject({ kind: 'paid', payment: { state: 'paid' } })
    expect(payments.find(byCard)?.paidBy).toEqual({ by: 'card', lastFour: '4242' })
    expect(payments.pay(byCard, card)).toMatchObject({ kind: 'final' })
    expect(payments.cancel(byCard)).toMatchObject({ kind: 'final', payment: { state: 'paid' } })
    const byPhone = await initiate(sandbox)
    expect(payments.pay(byPhone, mobile('+2290197000001'))).toMatchObject({ kind: 'paid' })
    expect(payments.find(byPhone)?.paidBy).toEqual({ by: 'mobile', operator: 'mtn-benin', phone: '2290197000001' })
    expect(JSON.stringify(payments.list({ offset: 0, limit: 9 }))).not.toContain('42424242')
  })

  it('is cancelled by the payer, and paid no more', async () => {
    const sandbox = await wholeSandbox()
    const reference = await initiate(sandbox)
    expect(sandbox.services.payments.cancel(reference)).toMatchObject({ kind: 'cancelled' })
    expect(sandbox.services.payments.pay(reference, card)).toMatchObject({
      kind: 'final',
      payment: { state: 'cancelled' },
    })
    expect(sandbox.services.payments.pay('sbx-pay-of-nobody', card)).toEqual({ kind: 'not_found' })
    expect(sandbox.services.payments.cancel('sbx-pay-of-nobody')).toEqual({ kind: 'not_found' })
  })

  it('expires after its time, not before', async () => {
    const sandbox = await wholeSandbox({ paymentExpiresMs: 60_000 })
    const reference = await initiate(sandbox)
    sandbox.clock.advance(59_999)
    expect(sandbox.services.payments.find(reference)).toMatchObject({ state: 'created', settledAt: null })
    sandbox.clock.advance(1)
    expect(sandbox.services.payments.find(reference)).toMatchObject({ state: 'expired' })
    expect(sandbox.services.payments.pay(reference, card)).toMatchObject({ kind: 'final' })
  })

  it.each<[string, PayAsked, string]>([
    ['a card that is none', { by: 'card', card: '4242' }, 'card'],
    ['letters for a card', { by: 'card', card: 'four two four two' }, 'card'],
    ['an unknown operator', mobile('2290197000001', 'mtn'), 'operator'],
    ['an operator of another currency', mobile('254712345678', 'momo-kenya'), 'operator'],
    ['a number of another country', mobile('254712345678'), 'phone'],
  ])('tries nothing with %s', async (_what, asked, field) => {
    const sandbox = await wholeSandbox()
    const reference = await initiate(sandbox)
    expect(sandbox.services.payments.pay(reference, asked)).toMatchObject({
      kind: 'invalid',
      field,
      payment: { state: 'created', refusedTries: 0 },
    })
  })

  it('for cards only takes no mobile money', async () => {
    const sandbox = await wholeSandbox()
    const reference = await initiate(sandbox, { payment_mode: 'CARD' })
    expect(sandbox.services.payments.pay(reference, mobile('2290197000001'))).toMatchObject({ kind: 'invalid' })
    expect(sandbox.services.payments.pay(reference, card)).toMatchObject({ kind: 'paid' })
  })

  it.each(
    payerScripts.flatMap((script) => [
      ['a card', script.digits, script, cardEnding(script.digits)] as const,
      ['a number', script.digits, script, mobile(`229019700${script.digits}`)] as const,
    ]),
  )('with %s that ends in %s goes as its script says', async (_what, _digits, script, asked) => {
    const sandbox = await wholeSandbox()
    const callback_url = (await merchant()).url
    const reference = await initiate(sandbox, { callback_url })
    const result = sandbox.services.payments.pay(reference, asked)
    expect(result.kind).toBe(script.ends === 'paid' ? 'paid' : 'refused')
    expect(sandbox.services.payments.find(reference)?.state).toBe(script.ends)
    sandbox.clock.advance(0)
    const times = { created: 0, failed: 1, paid: script.digits === '9916' ? 2 : 0 }[script.ends]
    if (times > 0) expect((await sandbox.tried(reference, times)).attempts.length).toBe(times)
    expect(sandbox.services.notifications.list({ offset: 0, limit: 9 }).total).toBe(times > 0 ? 1 : 0)
  })

  it('may be tried another way, three times in all', async () => {
    const sandbox = await wholeSandbox()
    const { payments } = sandbox.services
    const reference = await initiate(sandbox)
    expect(payments.pay(reference, cardEnding('9911'))).toMatchObject({ refusal: 'insufficient_funds' })
    expect(payments.pay(reference, cardEnding('9912'))).toMatchObject({ refusal: 'three_d_secure_failed' })
    expect(payments.find(reference)).toMatchObject({ state: 'created', refusedTries: 2 })
    const other = await initiate(sandbox)
    payments.pay(other, cardEnding('9911'))
    expect(payments.pay(other, card)).toMatchObject({ kind: 'paid', payment: { refusal: null } })
    expect(payments.pay(reference, cardEnding('9913'))).toMatchObject({ refusal: 'expired_card' })
    expect(payments.find(reference)).toMatchObject({ state: 'failed', refusedTries: 3 })
  })
})

/** Timers count in their own time: one may ring before the clock on the wall says so, above all when that is set back. */
it('what expires does so without anybody looking, even when its timer rings early', async () => {
  const hands = handClock()
  let early = 2
  const after = (ms: number, run: () => void) => hands.after(Math.max(0, ms - (early-- > 0 ? 1 : 0)), run)
  const sandbox = await wholeSandbox({ clock: { nowMs: hands.nowMs, after } })
  const callback_url = (await merchant()).url
  const ended = [await initiate(sandbox, { callback_url }), await collect(sandbox, { callback_url })]
  hands.advance(3_600_000)
  for (const reference of ended) await sandbox.tried(reference, 1)
  const { rows } = sandbox.services.notifications.list({ offset: 0, limit: 9 })
  expect(rows.map(({ status }) => status)).toEqual(['EXPIRED', 'EXPIRED'])
})

describe('a collection', () => {
  it('is paid with a PIN, declined, or expires; each once', async () => {
    const sandbox = await wholeSandbox({ collectionExpiresMs: 1000 })
    const { collections } = sandbox.services
    const [paid, declined, late] = [await collect(sandbox), await collect(sandbox), await collect(sandbox)]
    expect(collections.approve(paid, '123')).toMatchObject({ kind: 'invalid', field: 'pin' })
    expect(collections.approve(paid, '1234')).toMatchObject({ kind: 'paid' })
    expect(collections.decline(paid)).toMatchObject({ kind: 'final' })
    expect(collections.decline(declined)).toMatchObject({ kind: 'declined' })
    expect(collections.approve(declined, '1234')).toMatchObject({ kind: 'final', collection: { state: 'declined' } })
    expect(collections.listOpen().map(({ reference }) => reference)).toEqual([late])
    sandbox.clock.advance(1000)
    expect(collections.approve(late, '1234')).toMatchObject({ kind: 'final', collection: { state: 'expired' } })
    expect(collections.listOpen()).toEqual([])
    expect(collections.approve('sbx-col-of-nobody', '1234')).toEqual({ kind: 'not_found' })
  })

  it('fails at the third wrong PIN', async () => {
    const sandbox = await wholeSandbox()
    const { collections } = sandbox.services
    const reference = await collect(sandbox)
    expect(collections.approve(reference, '0000')).toMatchObject({ refusal: 'wrong_pin' })
    expect(collections.approve(reference, '0000')).toMatchObject({
      refusal: 'wrong_pin',
      collection: { state: 'pending' },
    })
    expect(collections.approve(reference, '0000')).toMatchObject({ refusal: 'too_many_tries' })
    expect(collections.find(reference)).toMatchObject({ state: 'failed' })
  })

  it.each(collectionScripts.map((script) => [script.digits, script.what, script] as const))(
    'from a number that ends in %s: %s',
    async (digits, _what, script) => {
      const sandbox = await wholeSandbox({ byItselfMs: 500 })
      const callback_url = (await merchant()).url
      const { collections } = sandbox.services
      const body = JSON.stringify({ ...collectionSample, ...numberEnding(digits), callback_url })
      const send = () =>
        request(sandbox.url + collectionPath, { method: 'POST', headers: asJson, body }).then(
          async (answer) => ({
            status: answer.statusCode,
            body: (await answer.body.json()) as Record<string, unknown>,
          }),
          () => 'reset' as const,
        )
      let answer = await send()
      if (digits === '9904') {
        expect(answer).toMatchObject({ status: 429 })
        expect(collections.list({ offset: 0, limit: 9 }).total).toBe(0)
        answer = await send()
      }
      if (digits === '9906') expect(answer).toBe('reset')
      else expect(answer).toMatchObject({ status: { '9902': 400, '9905': 500 }[digits as string] ?? 200 })
      if (digits === '9901') expect(answer).toMatchObject({ body: { error: true, status: 'FAILED' } })
      if (digits === '9908') expect(answer).toMatchObject({ body: { error: false, status: 'FAILED', amount: '1500' } })
      const [collection] = collections.list({ offset: 0, limit: 9 }).rows
      if (script.ends === null) return expect(collection).toBeUndefined()
      const reference = collection!.reference
      if (digits === '9911') expect(collections.approve(reference, '1234')).toMatchObject({ kind: 'refused' })
      sandbox.clock.advance(500)
      expect(collections.find(reference)?.state).toBe(script.ends)
      const silent = ['9901', '9908', '9915'].includes(digits) || script.ends === 'pending'
      if (!silent) await sandbox.tried(reference, digits === '9916' ? 2 : 1)
      expect(sandbox.services.notifications.list({ offset: 0, limit: 9 }).total).toBe(silent ? 0 : 1)
    },
  )

  it('scripts are listed where the sandbox says what it is', async () => {
    const sandbox = await wholeSandbox()
    expect((await sandbox.call('GET', '/', {})).body).toMatchObject({
      scriptedOutcomes,
      collectionScripts,
      payerScripts,
    })
  })
})
