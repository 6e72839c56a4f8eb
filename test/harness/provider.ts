import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A payout request as the provider received it. */
interface SeenPayout {
  operator: string
  amount: string
  phoneNumber: string
  currency: string
  customer?: { name?: string; phoneNumber?: string }
}

export interface CountingProvider {
  url: string
  /** Every complete request, in order: the provider's own count, to compare with the ledger. */
  seen: SeenPayout[]
  headers: IncomingMessage['headers'][]
  /** The number of requests being answered at the moment. */
  open(): number
  /** How often each number and amount was paid. */
  paidTimes(): Map<string, number>
  /** How it answers from now on. */
  answer: Answer
  close(): Promise<void>
}

/** Answers one payout. Call `carryOut` to move the money. */
export type Answer = (call: {
  payout: SeenPayout
  nth: number
  response: ServerResponse
  carryOut(): string
}) => void | Promise<void>

export const succeed: Answer = ({ payout, response, carryOut }) => {
  const reference = carryOut()
  const message = `Transfer of ${payout.amount} ${payout.currency} to ${payout.phoneNumber} was successful`
  reply(response, 200, { error: false, status: 'success', reference, message })
}

/** Succeeds after a while, or when a latch opens. */
export const succeedAfter =
  (wait: () => Promise<unknown>): Answer =>
  async (call) => {
    await wait()
    await succeed(call)
  }

/** Moves the money, but holds back all answers after the first `after` until the gate opens. */
export function holdAnswers(provider: CountingProvider, after = 0): { open(): void } {
  const gate = Promise.withResolvers<void>()
  provider.answer = async (each) => {
    const reference = each.carryOut()
    if (each.nth > after) await gate.promise
    if (!each.response.destroyed) await succeed({ ...each, carryOut: () => reference })
  }
  return {
    open: () => {
      provider.answer = succeed
      gate.resolve()
    },
  }
}

export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** A provider on the loopback, by default on a free port, that counts its requests and what it paid. */
export async function startProvider(answer: Answer = succeed, port = 0): Promise<CountingProvider> {
  const seen: SeenPayout[] = []
  const headers: IncomingMessage['headers'][] = []
  const paid = new Map<string, number>()
  let open = 0
  const server = createServer((request, response) => {
    // `doctor` checks whether the provider answers.
    if (request.method === 'HEAD') return void response.end()
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    response.on('close', () => {
      open -= 1
    })
    open += 1
    request.on('end', () => {
      const payout = JSON.parse(body) as SeenPayout
      seen.push(payout)
      headers.push(request.headers)
      const key = `${payout.phoneNumber} ${payout.amount}`
      const carryOut = () => {
        paid.set(key, (paid.get(key) ?? 0) + 1)
        return `REF-${seen.length}-${Math.random().toString(36).slice(2)}`
      }
      void provider.answer({ payout, nth: seen.length, response, carryOut })
    })
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const provider: CountingProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    headers,
    open: () => open,
    paidTimes: () => paid,
    answer,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return provider
}
