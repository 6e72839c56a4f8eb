import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type Client,
  createClient,
  type Notification,
  openNotificationFolder,
  receiveNotification,
} from '../../src/index.ts'
import { type CollectionDigits, collectionScripts } from '../../src/sandbox/scriptedOutcomes.ts'
import { temporaryFolder, until } from '../harness/payrun.ts'
import { keys, merchant, type TestSandbox, wholeSandbox } from '../harness/wholeSandbox.ts'

function clientOf(sandbox: TestSandbox): Client {
  const client = createClient({ baseUrl: sandbox.url, appKey: keys['app-key'], merchantKey: keys['merchant-key'] })
  onTestFinished(() => client.close())
  return client
}

const urls = { returnUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/cart' }

describe("the package's client and the sandbox", () => {
  it('agree on payments, collections and payouts, to the last digit', async () => {
    const sandbox = await wholeSandbox()
    const client = clientOf(sandbox)
    const paymentMode = 'ALL' as const
    const payment = await client.initiatePayment({ amount: '150.50', currency: 'KES', paymentMode, ...urls })
    const collection = await client.collect({ amount: '99.90', operator: 'momo-kenya', phoneNumber: '+254712345678' })
    const payout = await client.payout({ operator: 'momo-kenya', amount: 15050n, phoneNumber: '+254712345678' })
    expect(payment).toMatchObject({ kind: 'initiated', paymentUrl: expect.stringContaining(`${sandbox.url}/pay/`) })
    expect(collection).toMatchObject({ kind: 'under_way', status: 'PENDING', amount: '99.90' })
    expect(payout).toMatchObject({ kind: 'paid' })
    const all = { offset: 0, limit: 9 }
    expect(sandbox.services.payments.list(all).rows).toMatchObject([{ amount: '150.50', currency: 'KES' }])
    expect(sandbox.services.collections.list(all).rows).toMatchObject([{ amount: '99.90', currency: 'KES' }])
    expect(sandbox.carriedOut).toMatchObject([{ amount: '150.50', currency: 'KES' }])
  })

  const kinds: Partial<Record<CollectionDigits, string>> = {
    '9901': 'refused',
    '9902': 'refused',
    '9904': 'rate_limited',
    '9905': 'unknown',
    '9906': 'unknown',
    '9908': 'unknown',
  }
  it.each(collectionScripts.map(({ digits, what }) => [digits, what, kinds[digits] ?? 'under_way'] as const))(
    'mean the same by a collection from %s: %s: %s',
    async (digits, _what, kind) => {
      const order = { amount: '1500', operator: 'mtn-benin', phoneNumber: `229019700${digits}` } as const
      expect(await clientOf(await wholeSandbox()).collect(order)).toMatchObject({ kind })
    },
  )

  it('a notification of the sandbox is received by the package, and a re-send is recognised', async () => {
    const secret = 'a secret of both sides'
    const sandbox = await wholeSandbox({ callbackSecret: secret, clock: undefined, byItselfMs: 0 })
    const shop = await merchant()
    const folder = temporaryFolder()
    onTestFinished(folder.remove)
    const store = await openNotificationFolder(join(folder.path, 'notifications'))
    const order = {
      amount: '1500',
      operator: 'mtn-benin',
      phoneNumber: '2290197009916',
      callbackUrl: shop.url,
    } as const
    const asked = await clientOf(sandbox).collect(order)
    await until('both notifications', () => shop.posted.length === 2)
    const handled: Notification[] = []
    const received: string[] = []
    for (const { headers, body } of shop.posted) {
      const request = { headers, body: Buffer.from(body), secret }
      const result = await receiveNotification(request, store, async (each) => void handled.push(each))
      received.push(result.kind)
      expect(result.httpStatus).toBe(200)
    }
    expect(received).toEqual(['new', 'repeated'])
    await until('it is handled', () => handled.length > 0)
    expect(handled).toMatchObject([{ reference: 'reference' in asked ? asked.reference : '', status: 'success' }])
  })
})
