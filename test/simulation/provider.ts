import type { Dispatcher } from 'undici'
import { type ProviderClient, payoutBody } from '../../src/provider/client.ts'
import type { Connections, Listener } from '../../src/provider/connections.ts'
import { exchange } from '../../src/provider/exchange.ts'
import { type PayoutRequest, wirePaths } from '../../src/provider/wire.ts'
import type { Process, World } from './world.ts'

/** What the provider, and the network on the way to it, do with a request. */
export type Fate =
  | 'paid'
  | 'accepted'
  | 'refused'
  /** 429, and nothing done. */
  | 'busy'
  /** 429, 401, 404 …, and a body that says it was carried out, which it was. */
  | 'contradicts_itself'
  | 'turned_away'
  | 'server_error'
  /** `error: true` with a word of doubt, and carried out. */
  | 'doubtful'
  | 'request_lost'
  | 'answer_lost'
  | 'reset'

/** The provider at the other end of a simulated network. */
export interface SimulatedProvider {
  clientFor(process: Process): ProviderClient
  /** From now on: how often which fate, relative to each other. */
  behave(weights: Partial<Record<Fate, number>>): void
  /** Connections are refused for so long. */
  goAway(forMs: number): void
  /** How often each payout was carried out, by number and amount. */
  carriedOut: ReadonlyMap<string, number>
  /** Answers that said "paid", by the provider's reference: who heard them, and when. */
  heard: ReadonlyMap<string, { by: Process; atMs: number }>
  /** Requests that arrived. */
  requests(): number
  /** Requests whose outcome nobody could read from the answer. */
  ambiguous(): number
}

export const keyOf = ({ phoneNumber, amount }: { phoneNumber: string; amount: string }): string =>
  `${phoneNumber} ${amount}`

const timeoutMs = 10_000

export function openProvider(world: World): SimulatedProvider {
  const { random } = world
  const carriedOut = new Map<string, number>()
  const heard = new Map<string, { by: Process; atMs: number }>()
  let weights: [Fate, number][] = [['paid', 1]]
  let awayUntilMs = 0
  const counts = { requests: 0, ambiguous: 0, references: 0 }
  const chooseFate = (): Fate => {
    let at = random.between(
      0,
      weights.reduce((sum, [, weight]) => sum + weight, 0),
    )
    for (const [fate, weight] of weights) {
      at -= weight
      if (at < 0) return fate
    }
    return 'paid'
  }
  /** The money moves. @returns the provider's reference */
  const carryOut = (key: string): string => {
    carriedOut.set(key, (carriedOut.get(key) ?? 0) + 1)
    counts.references += 1
    return `SIM-${counts.references}`
  }
  /** @returns undefined: no answer comes */
  const judge = (body: Buffer): Reply | 'reset' | undefined => {
    const key = keyOf(JSON.parse(body.toString()) as PayoutRequest)
    const fate = chooseFate()
    counts.requests += 1
    if (!['paid', 'refused', 'busy', 'turned_away', 'accepted'].includes(fate)) counts.ambiguous += 1
    world.trace(`provider ${key} ${fate}`)
    switch (fate) {
      case 'paid': {
        const paid = carryOut(key)
        return { ...reply(200, { error: false, status: 'success', reference: paid }), paid }
      }
      case 'accepted':
        return reply(200, { error: false, status: 'pending', reference: carryOut(key) })
      case 'refused':
        return reply(200, { error: true, status: 'FAILED', message: 'Insufficient balance', reference: null })
      case 'busy':
        return reply(429, { message: 'slow down' }, { 'retry-after': String(1 + random.below(20)) })
      case 'contradicts_itself':
        return reply(random.pick([429, 429, 401, 403, 404, 405, 415]), {
          error: false,
          status: 'success',
          reference: carryOut(key),
        })
      case 'turned_away':
        return reply(random.pick([401, 403, 404]), { message: 'no' })
      case 'server_error':
        if (random.chance(0.5)) carryOut(key)
        return reply(random.pick([500, 502, 504]), 'oops')
      case 'doubtful':
        return reply(200, {
          error: true,
          status: random.pick(['TIMEOUT', 'EN COURS', 'DUPLICATE']),
          reference: carryOut(key),
        })
      case 'request_lost':
        return undefined
      case 'answer_lost':
        carryOut(key)
        return undefined
      case 'reset':
        if (random.chance(0.5)) carryOut(key)
        return 'reset'
    }
  }
  const connectionsFor = (process: Process): Pick<Connections, 'dispatch'> => ({
    dispatch: (request, listener) => {
      const call = openCall(world, process, listener)
      world.after(latencyMs(), process, () => {
        if (world.nowMs() < awayUntilMs) return call.fail('ECONNREFUSED')
        if (!call.start()) return call.fail('ABORTED')
        world.after(latencyMs(), undefined, () => {
          const answer = judge(request.body as Buffer)
          const answerMs = thinkingMs()
          // It may come too late.
          if (answer && answerMs > timeoutMs / 2) counts.ambiguous += 1
          if (answer)
            world.after(latencyMs() + answerMs, process, () => {
              if (call.answer(answer) && answer !== 'reset' && answer.paid)
                heard.set(answer.paid, { by: process, atMs: world.nowMs() })
            })
        })
      })
    },
  })
  const latencyMs = () => random.between(1, 40)
  const thinkingMs = () => (random.chance(0.1) ? random.between(1_000, timeoutMs + 4_000) : random.between(10, 800))

  return {
    clientFor: (process) => {
      const connections = connectionsFor(process)
      // As createProviderClient does, whose connections are undici's on real sockets.
      const payout: ProviderClient['payout'] = (payable, { beforeSend } = {}) => {
        const body = payoutBody(payable)
        return exchange(connections, {
          request: { path: wirePaths.payout, method: 'POST', body },
          timeoutMs,
          beforeSend,
        })
      }
      const notSimulated = () => Promise.reject(new Error('only payouts are simulated'))
      return { payout, charge: notSimulated, status: undefined, probe: notSimulated, close: async () => undefined }
    },
    behave: (wanted) => {
      weights = Object.entries(wanted) as [Fate, number][]
    },
    goAway: (forMs) => {
      awayUntilMs = world.nowMs() + forMs
    },
    carriedOut,
    heard,
    requests: () => counts.requests,
    ambiguous: () => counts.ambiguous,
  }
}

interface Reply {
  httpStatus: number
  headers: Record<string, string>
  body: Buffer
  /** The reference of a plain success. */
  paid?: string
}

function reply(httpStatus: number, body: object | string, headers: Record<string, string> = {}): Reply {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return {
    httpStatus,
    headers: { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers },
    body: bytes,
  }
}

/** One request as the listener hears of it: a start at most, and one end. */
function openCall(world: World, process: Process, listener: Listener) {
  let state: 'open' | 'sent' | 'over' = 'open'
  const fail = (code: string) => {
    if (state === 'over') return
    const sent = state === 'sent'
    state = 'over'
    listener.failed(Object.assign(new Error(code), { code }), sent)
  }
  const controller = { abort: () => fail('UND_ERR_ABORTED') } as unknown as Dispatcher.DispatchController
  return {
    fail,
    start: () => {
      if (!listener.mayStart(controller)) return false
      state = 'sent'
      return true
    },
    /** @returns whether anybody was still listening */
    answer: (answer: Reply | 'reset'): boolean => {
      if (state === 'over') return false
      if (answer === 'reset') {
        fail('ECONNRESET')
        return true
      }
      state = 'over'
      world.trace(`${process.name} hears ${answer.httpStatus}`)
      listener.head(answer.httpStatus, answer.headers)
      listener.data(answer.body)
      listener.ended(new Set())
      return true
    },
  }
}
