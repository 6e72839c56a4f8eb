import { onTestFinished } from 'vitest'
import type { CollectionOrder } from '../../src/provider/calls/collection.ts'
import type { PaymentOrder } from '../../src/provider/calls/payment.ts'
import {
  type Client,
  type ClientOptions,
  createClient,
  type PayoutOrder,
} from '../../src/provider/calls/publicClient.ts'
import { http, type RawRequest, type RawServer, startRawServer } from './rawServer.ts'

/** Closed when the test has finished, the latest first. */
export const closers: (() => Promise<void>)[] = []

function closeAfterTest(...closing: (() => Promise<void>)[]): void {
  if (closers.length === 0)
    onTestFinished(async () => {
      for (const close of closers.splice(0).reverse()) await close()
    })
  closers.push(...closing)
}

export const keys = { appKey: 'app-key-f00dfeed', merchantKey: 'merchant-key-deadbeef' }

export async function serve(
  answer: (request: RawRequest) => void,
  options: Partial<ClientOptions> = {},
): Promise<{ server: RawServer; client: Client }> {
  const server = await startRawServer(answer)
  const client = createClient({ baseUrl: `${server.url}/base/`, ...keys, timeoutMs: 20_000, ...options })
  closeAfterTest(server.close, client.close)
  return { server, client }
}
export const serveText = (status: number, body: string, headers: Record<string, string> = {}) =>
  serve(({ socket }) => void socket.write(http(status, body, headers)))

export const payment: PaymentOrder = {
  amount: '1500',
  currency: 'XOF',
  returnUrl: 'https://shop.example/thanks?order=7',
  cancelUrl: 'https://shop.example/cart',
}
export const collection: CollectionOrder = { amount: '1500', operator: 'mtn-benin', phoneNumber: '+2290197000001' }
export const payout: PayoutOrder = {
  amount: '1500',
  operator: 'mtn-benin',
  phoneNumber: '2290197000001',
  name: 'Awa Zinsou',
}

export const initiated = {
  status: 200,
  message: 'Payment initiated successfully',
  payment_url: 'https://pay.example/p/PAY-1',
  reference: 'PAY-1',
}
export const confirm = 'Confirm with your PIN on 2290197000001, then you receive an SMS'
/** The document's sample says FAILED here. */
export const underWay = {
  error: false,
  status: 'PENDING',
  amount: '1500',
  fees: 22.5,
  message: confirm,
  reference: 'COL-1',
}
export const text = (body: object) => JSON.stringify(body)
export const bodyOf = (server: RawServer, nth = 0) => server.requests[nth]?.text.split('\r\n\r\n')[1] ?? ''
