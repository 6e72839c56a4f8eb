import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { createSwitchboard } from '../../src/sandbox/faults.ts'
import {
  asJson,
  collectionPath,
  collectionSample,
  paymentPath,
  paymentSample,
  payoutPath,
  payoutSample,
  type TestSandbox,
  wholeSandbox,
} from '../harness/wholeSandbox.ts'

const endpoints = [
  ['payments', paymentPath, paymentSample, (sandbox: TestSandbox) => sandbox.services.payments.list(all).total],
  [
    'collections',
    collectionPath,
    collectionSample,
    (sandbox: TestSandbox) => sandbox.services.collections.list(all).total,
  ],
  ['payouts', payoutPath, payoutSample, (sandbox: TestSandbox) => sandbox.carriedOut.length],
] as const
const all = { offset: 0, limit: 9 }

const set = (sandbox: TestSandbox, faults: object) => sandbox.call('PUT', '/sandbox/faults', asJson, faults)

/** The status, or that there was none. */
const send = (sandbox: TestSandbox, path: string, body: object) =>
  request(sandbox.url + path, { method: 'POST', headers: asJson, body: JSON.stringify(body) }).then(
    async ({ statusCode, headers, body: answer }) => ({
      status: statusCode,
      retryAfter: headers['retry-after'],
      ...((await answer.json()) as object),
    }),
    () => 'reset' as const,
  )

describe('the switchboard', () => {
  it('begins with nothing, takes what it is told and keeps the rest', async () => {
    const sandbox = await wholeSandbox({ latencyMs: 3 })
    const none = { tooManyRate: 0, errorRate: 0, resetRate: 0, retryAfterSeconds: 1, outageOperator: null }
    expect((await sandbox.call('GET', '/sandbox/faults', {})).body).toMatchObject({ latencyMs: 3, ...none })
    expect(await set(sandbox, { errorRate: 0.5 })).toMatchObject({ status: 200, body: { ...none, errorRate: 0.5 } })
    expect(await set(sandbox, { outageOperator: 'mtn-ci' })).toMatchObject({
      body: { errorRate: 0.5, outageOperator: 'mtn-ci' },
    })
  })

  it.each([
    [{ latencyMs: -1 }, /^latencyMs must be/],
    [{ latencyMs: '5' }, /^latencyMs must be/],
    [{ errorRate: 1.1 }, /^errorRate must be a number from 0 to 1/],
    [{ tooManyRate: null }, /^tooManyRate/],
    [{ retryAfterSeconds: 0.5 }, /^retryAfterSeconds/],
    [{ outageOperator: 'mtn' }, /^outageOperator must be an operator code/],
    [{ fire: 1 }, /^The switches are latencyMs,/],
    [[], /^The switches are/],
  ])('refuses %j and says why', async (faults, message) => {
    const sandbox = await wholeSandbox()
    expect(await set(sandbox, faults)).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
    expect(sandbox.services.faults.get()).toMatchObject({ latencyMs: 0, errorRate: 0, outageOperator: null })
  })

  it.each(endpoints)('has %s answered with 429 and nothing done', async (_what, path, sample, made) => {
    const sandbox = await wholeSandbox()
    await set(sandbox, { tooManyRate: 1, retryAfterSeconds: 7 })
    expect(await send(sandbox, path, sample)).toMatchObject({ status: 429, retryAfter: '7' })
    expect(made(sandbox)).toBe(0)
  })

  it.each(endpoints)(
    'has %s fail before and after they are carried out, in turns',
    async (_what, path, sample, made) => {
      const sandbox = await wholeSandbox()
      await set(sandbox, { errorRate: 1 })
      const counts: number[] = []
      for (let n = 0; n < 4; n++) {
        expect(await send(sandbox, path, sample)).toMatchObject({ status: 500 })
        counts.push(made(sandbox))
      }
      expect(counts).toEqual([0, 1, 1, 2])
      await set(sandbox, { errorRate: 0, resetRate: 1 })
      for (let n = 0; n < 2; n++) {
        expect(await send(sandbox, path, sample)).toBe('reset')
        counts.push(made(sandbox))
      }
      expect(counts.slice(4)).toEqual([2, 3])
      const { body } = await sandbox.call('GET', '/sandbox/faults', {})
      expect(body['played']).toMatchObject({ errorBefore: 2, errorAfter: 2, resetBefore: 1, resetAfter: 1 })
    },
  )

  it('takes one operator out, and no other, and nothing is done', async () => {
    const sandbox = await wholeSandbox()
    await set(sandbox, { outageOperator: 'mtn-benin' })
    expect(await send(sandbox, payoutPath, payoutSample)).toMatchObject({ status: 503 })
    expect(await send(sandbox, collectionPath, collectionSample)).toMatchObject({ status: 503 })
    expect(await send(sandbox, payoutPath, { ...payoutSample, operator: 'moov-benin' })).toMatchObject({ error: false })
    expect(sandbox.carriedOut.map(({ operator }) => operator)).toEqual(['moov-benin'])
    const started = (await sandbox.post(paymentPath, paymentSample)).body
    const mobile = { by: 'mobile', operator: 'mtn-benin', phone: '2290197000001' } as const
    expect(sandbox.services.payments.pay(String(started['reference']), mobile)).toMatchObject({
      kind: 'refused',
      refusal: 'operator_unavailable',
    })
  })

  it('leaves the keys and the checks before it: what is refused meets no fault', async () => {
    const sandbox = await wholeSandbox()
    await set(sandbox, { errorRate: 1, tooManyRate: 1 })
    expect((await sandbox.post(payoutPath, {}, {})).status).toBe(401)
    expect((await sandbox.post(payoutPath, {})).status).toBe(400)
    expect((await sandbox.post(paymentPath, {})).status).toBe(400)
  })

  it('meets as many as the dice say', () => {
    const dice = [0.29, 0.3, 0.99, 0]
    const switchboard = createSwitchboard({ tooManyRate: 0.3 }, () => dice.shift() ?? 1)
    expect([1, 2, 3, 4].map(() => switchboard.draw(null))).toEqual(['tooMany', null, null, 'tooMany'])
  })
})
