import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Payable } from '../../src/payout/keys.ts'
import { countryOfOperator, operators } from '../../src/payout/operators/operator.ts'
import { outcomeOf } from '../../src/provider/answers/outcome.ts'
import { readStatus } from '../../src/provider/answers/status.ts'
import { createProviderClient, type ProviderClient } from '../../src/provider/client.ts'
import { sandboxStatusPath } from '../../src/sandbox/createSandbox.ts'
import { scriptedOutcomes } from '../../src/sandbox/scriptedOutcomes.ts'
import { type RunningSandbox, sandboxAppKey, sandboxMerchantKey, startSandbox } from '../../src/sandbox/startSandbox.ts'

const payable: Payable = {
  operator: 'mtn-benin',
  phone: '2290197000001',
  amountMinor: 1500n,
  currency: 'XOF',
  name: 'Awa',
}
const keys = { accept: 'application/json', 'app-key': sandboxAppKey, 'merchant-key': sandboxMerchantKey }
const sample = { operator: 'mtn-benin', amount: '1500', phoneNumber: '2290197000001', currency: 'XOF' }

let sandbox: RunningSandbox
let client: ProviderClient
let log: string[]

beforeEach(async () => {
  log = []
  sandbox = await startSandbox({ slowMs: 20, log: (message) => log.push(message) })
  client = createProviderClient({
    baseUrl: sandbox.url,
    appKey: sandboxAppKey,
    merchantKey: sandboxMerchantKey,
    connections: 4,
    timeoutMs: 10_000,
  })
})

afterEach(async () => {
  await client.close()
  await sandbox.close()
})

const post = async (body: unknown, headers: Record<string, string> = keys, path = '/v1/payment/payout/mobile') => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await request(sandbox.url + path, { method: 'POST', headers, body: text })
  return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> }
}

const payOnce = async (one: Payable) => outcomeOf(await client.payout(one), one, new Date())

describe('a payout', () => {
  it('is answered as in the sample of the document, and kept', async () => {
    const { status, body } = await post(sample)
    expect(status).toBe(200)
    expect(body).toEqual({
      error: false,
      status: 'success',
      reference: expect.stringMatching(/^sbx-[0-9a-f]{8}-1$/),
      message: 'Transfer of 1500 XOF to 2290197000001 was successful',
    })
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const kept = {
      reference: body['reference'],
      operator: 'mtn-benin',
      amount: '1500',
      currency: 'XOF',
      phone: sample.phoneNumber,
      at,
    }
    expect(sandbox.carriedOut).toEqual([kept])
    const listed = await request(`${sandbox.url}/sandbox/payouts`)
    expect(await listed.body.json()).toEqual({ count: 1, payouts: [kept] })
  })

  it.each(operators.map((operator) => [operator.code, operator] as const))('is paid by %s', async (code, operator) => {
    const { diallingCode, currency } = countryOfOperator(operator)
    const one: Payable = {
      operator: code,
      phone: `${diallingCode}700000123`,
      amountMinor: 150_000n,
      currency,
      name: null,
    }
    expect(await payOnce(one)).toMatchObject({ kind: 'paid' })
  })

  it.each<[string, unknown, RegExp]>([
    ['a missing amount', { ...sample, amount: undefined }, /amount is missing/],
    ['a number as amount', { ...sample, amount: 1500 }, /amount is not a text/],
    ['an amount of zero', { ...sample, amount: '0' }, /amount must be above zero/],
    ['a signed amount', { ...sample, amount: '-5' }, /amount must be digits/],
    ['cents of francs', { ...sample, amount: '1500.50' }, /too many decimals: XOF has 0/],
    ['an unknown operator', { ...sample, operator: 'mtn' }, /operator is not one/],
    ['a number of another country', { ...sample, phoneNumber: '254712345678' }, /number of Benin .* 229/],
    ['a national number', { ...sample, phoneNumber: '0197000001' }, /number of Benin/],
    ['a number with spaces', { ...sample, phoneNumber: '229 0197000001' }, /phoneNumber must be digits/],
    ['a currency of another country', { ...sample, currency: 'KES' }, /currency must be XOF/],
    ['a missing currency', { ...sample, currency: undefined }, /currency is missing/],
    ['a text for a body', '"payout"', /invalid/],
    ['no JSON', '{"operator":', /not JSON/],
    ['nothing', '', /invalid/],
  ])('with %s is refused with 400 and not made', async (_what, body, message) => {
    const answer = await post(body)
    expect(answer).toMatchObject({ status: 400, body: { status: 400, message: expect.stringMatching(message) } })
    expect(sandbox.carriedOut).toEqual([])
  })

  it('takes a leading plus, cents where there are any, and a body of any Content-Type', async () => {
    expect(await post({ ...sample, phoneNumber: '+2290197000001' })).toMatchObject({ status: 200 })
    const kenyan = { operator: 'momo-kenya', amount: '150.50', phoneNumber: '254712345678', currency: 'KES' }
    expect(await post(kenyan, { ...keys, 'content-type': 'text/plain' })).toMatchObject({ status: 200 })
    expect(sandbox.carriedOut.map(({ phone }) => phone)).toEqual(['2290197000001', '254712345678'])
  })
})

describe('the door', () => {
  it.each([
    ['no keys', {}],
    ['one key', { 'app-key': sandboxAppKey }],
    ['a wrong key', { ...keys, 'merchant-key': 'wrong' }],
  ])('answers 401 to %s, before it reads the body', async (_what, headers) => {
    expect(await post('{', headers as Record<string, string>)).toMatchObject({ status: 401, body: { status: 401 } })
    expect(sandbox.carriedOut).toEqual([])
  })

  it('answers 404 to an unknown path and 405 to another method, in JSON', async () => {
    expect(await post(sample, keys, '/v1/payment/payout')).toMatchObject({ status: 404, body: { status: 404 } })
    const got = await request(`${sandbox.url}/v1/payment/payout/mobile`)
    expect(got.statusCode).toBe(405)
    expect(await got.body.json()).toMatchObject({ status: 405 })
  })

  it('says what it is', async () => {
    const about = (await (await request(sandbox.url)).body.json()) as Record<string, unknown>
    expect(about).toMatchObject({ name: 'payrun sandbox', scriptedOutcomes })
    expect((await request(`${sandbox.url}/healthz`)).statusCode).toBe(200)
    expect(await client.probe()).toMatchObject({ kind: 'response', httpStatus: 200 })
  })

  it('takes other keys when it is given others', async () => {
    const other = await startSandbox({ appKey: 'a', merchantKey: 'm', latencyMs: 1 })
    const body = JSON.stringify(sample)
    const send = (headers: Record<string, string>) =>
      request(`${other.url}/v1/payment/payout/mobile`, { method: 'POST', headers, body })
    expect((await send({ ...keys, 'app-key': 'a', 'merchant-key': 'm' })).statusCode).toBe(200)
    expect((await send(keys)).statusCode).toBe(401)
    await other.close()
  })
})

describe('scripted outcomes', () => {
  it.each(scriptedOutcomes.map((script) => [script.digits, script.what, script] as const))(
    '%s: %s',
    async (digits, _what, script) => {
      const one = { ...payable, phone: `229019700${digits}` }
      let outcome = await payOnce(one)
      if (digits === '9904') {
        expect(outcome).toMatchObject({ kind: 'not_taken', code: 'rate_limited', waitMs: 1000 })
        expect(sandbox.carriedOut).toEqual([])
        outcome = await payOnce(one)
      }
      expect(outcome.kind).toBe(script.expectedState)
      expect(sandbox.carriedOut.map(({ phone }) => phone)).toEqual(script.carriedOut ? [one.phone] : [])
      expect(log[0]).toContain(digits)
      expect(log.join()).not.toContain(one.phone)
    },
  )

  it('9909 is final after a while, and the status call says so; so it does of every payout that it answered', async () => {
    const asking = async (finalMs: number, phone: string) => {
      const other = await startSandbox({ finalMs })
      const asker = createProviderClient({
        baseUrl: other.url,
        appKey: sandboxAppKey,
        merchantKey: sandboxMerchantKey,
        connections: 1,
        timeoutMs: 10_000,
        statusPath: sandboxStatusPath,
      })
      const one = { ...payable, phone }
      const outcome = outcomeOf(await asker.payout(one), one, new Date())
      const reference = ('providerReference' in outcome && outcome.providerReference) || ''
      const reading = readStatus(await asker.status!(reference), { reference, payable: one })
      const stranger = await asker.status!('sbx-of-nobody')
      await asker.close()
      await other.close()
      expect(stranger).toMatchObject({ httpStatus: 404 })
      return [outcome.kind, reading.kind]
    }
    expect(await asking(600_000, '2290197009909')).toEqual(['accepted', 'under_way'])
    expect(await asking(0, '2290197009909')).toEqual(['accepted', 'paid'])
    expect(await asking(600_000, '2290197000001')).toEqual(['paid', 'paid'])
    expect(await asking(600_000, '2290197009901')).toEqual(['failed', 'failed'])
  })

  it('the status call wants the keys', async () => {
    const path = sandboxStatusPath.replace('{reference}', 'sbx-1')
    expect((await request(sandbox.url + path)).statusCode).toBe(401)
    expect((await request(sandbox.url + path, { headers: keys })).statusCode).toBe(404)
  })

  it('closes while a payout is in flight', async () => {
    const slow = await startSandbox({ latencyMs: 60_000 })
    const waiting = createProviderClient({
      baseUrl: slow.url,
      appKey: sandboxAppKey,
      merchantKey: sandboxMerchantKey,
      connections: 1,
      timeoutMs: 60_000,
    })
    const sending = Promise.withResolvers<void>()
    const answer = waiting.payout(payable, {
      beforeSend: () => {
        sending.resolve()
        return true
      },
    })
    await sending.promise
    await slow.close()
    expect(await answer).toMatchObject({ kind: 'lost' })
    await waiting.close()
  })
})
