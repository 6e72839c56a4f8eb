import { strictEqual } from 'node:assert'
import { request } from 'undici'
import type { WholeSandboxOptions } from '../../src/sandbox/createWholeSandbox.ts'
import { sandboxAppKey, sandboxMerchantKey, startWholeSandbox } from '../../src/sandbox/startSandbox.ts'
import { type Receiver, startReceiver } from '../harness/receiver.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A merchant with a sandbox: it asks for payments and collections over HTTP, and is told what became of them. */
export async function openShop(options: WholeSandboxOptions = {}) {
  const sandbox = await startWholeSandbox({ merchantName: 'Boutique Awa & Fils', ...options })
  /** Where payers come back to. */
  const front = await startReceiver()
  front.answers.push(...Array.from({ length: 50 }, () => 200))
  /** Where notifications come in. */
  const hook = await startReceiver()

  async function ask(path: string, body: object): Promise<{ status: number; answer: Record<string, unknown> }> {
    const answer = await request(sandbox.url + path, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'app-key': sandboxAppKey,
        'merchant-key': sandboxMerchantKey,
      },
      body: JSON.stringify(body),
    })
    return { status: answer.statusCode, answer: (await answer.body.json()) as Record<string, unknown> }
  }

  async function referenceOf(path: string, body: object): Promise<string> {
    const { status, answer } = await ask(path, body)
    strictEqual(status, 200, JSON.stringify(answer))
    return String(answer['reference'])
  }

  return {
    url: sandbox.url,
    services: sandbox.services,
    front,
    hook,
    /** @returns the payment's reference */
    askPayment: (changes: object = {}) => referenceOf('/v1/payment/init', { ...paymentTo(front, hook), ...changes }),
    /** @returns the collection's reference */
    askCollection: (changes: object = {}) =>
      referenceOf('/v1/payment/payin/mobile', { ...collectionTo(hook), ...changes }),
    payOut: (changes: object = {}) => referenceOf('/v1/payment/payout/mobile', { ...payout, ...changes }),
    close: async () => {
      await sandbox.close()
      await front.close()
      await hook.close()
    },
  }
}

const paymentTo = (front: Receiver, hook: Receiver) => ({
  amount: 1_250_000,
  currency: 'XOF',
  payment_mode: 'ALL',
  return_url: `${front.url}/thanks?order=4711`,
  cancel_url: `${front.url}/basket`,
  callback_url: `${hook.url}/notified`,
  description: 'Order 4711: a pump for the well',
  customer: { name: 'Afi Mensah', email: 'afi@example.com', phoneNumber: '+2290197000001' },
})

const collectionTo = (hook: Receiver) => ({
  amount: 2500,
  operator: 'mtn-benin',
  phoneNumber: '+2290197000001',
  customer: { name: 'Afi Mensah', email: 'afi@example.com', phoneNumber: '+2290197000001' },
  callback_url: `${hook.url}/notified`,
})

const payout = { operator: 'mtn-benin', amount: '1500', phoneNumber: '2290197000001', currency: 'XOF' }

/** A card that pays, good for years. */
export const goodCard = { card: '4000 0000 0000 0002', expiry: '08/49', cvc: '123' }
