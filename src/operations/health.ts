import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { render } from '../words/render.ts'
import type { Sentence } from '../words/sentence.ts'

interface HealthOptions {
  host: string
  /** The first port that is tried; 0 takes any free one. */
  port: number
  /** A request that is not complete by then, headers and body, is cut off; 10 s by default. */
  requestTimeoutMs?: number
  ready(): Promise<Readiness>
  metrics: { contentType: string; text(): Promise<string> }
}

type StartedHealth =
  | { kind: 'listening'; url: string; port: number; close(): Promise<void> }
  /** It could not listen; `code` is the system's word for why. */
  | { kind: 'failed'; code: string }

/** How many ports are tried, one after the other: several workers may run on one machine. */
const portsToTry = 20

/**
 * Serve a worker's health on a port of its own:
 *
 * - `/healthz`: 200 while the event loop runs. It checks nothing else: a worker must not be restarted because the database is away.
 * - `/readyz`: 200 when it can pay, else 503 with what is missing.
 * - `/metrics`: Prometheus.
 */
export async function startHealthServer(options: HealthOptions): Promise<StartedHealth> {
  // By default Node checks every 30 s, so that 10 s could become 40.
  const server = createServer(
    { connectionsCheckingInterval: 500 },
    (request, response) => void answer(options, request, response),
  )
  server.headersTimeout = Math.min(5_000, options.requestTimeoutMs ?? 10_000)
  server.requestTimeout = options.requestTimeoutMs ?? 10_000
  server.maxConnections = 100
  for (let port = options.port, tried = 1; ; port += 1, tried += 1) {
    const failure = await listen(server, port, options.host)
    if (failure === undefined) break
    const next = failure === 'EADDRINUSE' && tried < portsToTry && port < 65_535
    if (!next) return { kind: 'failed', code: failure }
  }
  // The health server doesn't keep the process alive.
  server.unref()
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return { kind: 'listening', url: `http://${host}:${port}`, port, close: () => close(server) }
}

function listen(server: Server, port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.off('listening', listening)
      resolve(error.code ?? 'UNKNOWN')
    }
    const listening = () => {
      server.off('error', failed)
      // A connection that breaks later concerns nobody else.
      server.on('error', () => undefined)
      resolve(undefined)
    }
    server.once('error', failed).once('listening', listening).listen(port, host)
  })
}

const close = (server: Server): Promise<void> =>
  new Promise((closed) => {
    server.close(() => closed())
    server.closeAllConnections()
  })

async function answer(options: HealthOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume()
  if (request.method !== 'GET' && request.method !== 'HEAD') return reply(response, 405, 'text/plain', 'only GET\n')
  try {
    switch (request.url?.split('?')[0]) {
      case '/healthz':
        return reply(response, 200, 'text/plain', 'alive\n')
      case '/readyz': {
        const readiness = await options.ready()
        return reply(response, readiness.ready ? 200 : 503, 'application/json', `${JSON.stringify(readiness)}\n`)
      }
      case '/metrics':
        return reply(response, 200, options.metrics.contentType, await options.metrics.text())
      default:
        return reply(response, 404, 'text/plain', '/healthz, /readyz and /metrics are here\n')
    }
  } catch {
    reply(response, 500, 'text/plain', 'this could not be read\n')
  }
}

function reply(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  response.end(body)
}

/** What `/readyz` says: whether it is ready, and everything that this depends on. */
export interface Readiness {
  ready: boolean
  checks: {
    started: boolean
    ledger: boolean
    /** False while the ledger is fenced, or its workers are asked after a move: nothing may be claimed (`payrun recover`). */
    ledger_whole: boolean
    lease: boolean
    queue: boolean
    /** The queue has no work that this worker should have got by now. */
    delivery: boolean
    stopping: boolean
  }
  /** Why the ledger is fenced, in English. */
  fenced?: string
}

interface ReadinessSources {
  stopping(): boolean
  /** Undefined until the worker has begun to pay. */
  running():
    | {
        /** Whether the ledger says that the lease lasts; rejects while the ledger is away. */
        holdsLease(): Promise<boolean>
        queueJobs(): Promise<number>
        /** Null: the ledger is whole. */
        fence(): Sentence | null
        isDelivered(): boolean
      }
    | undefined
}

/** No answer by then counts as none: a probe waits seconds, not for a database. */
const answerMs = 3_000
/** Probes and scrapes within this time share an answer. */
const freshMs = 1_000

/** Whether a worker can pay at this moment: the ledger and the queue answer, it holds its lease, and nobody has asked it to stop. */
export function createReadiness(sources: ReadinessSources): () => Promise<Readiness> {
  return shared(freshMs, async () => {
    const running = sources.running()
    const [lease, jobs] = await Promise.all([answerOf(running?.holdsLease()), answerOf(running?.queueJobs())])
    const checks = {
      started: running !== undefined,
      ledger: lease !== undefined,
      ledger_whole: running !== undefined && running.fence() === null,
      lease: lease === true,
      queue: jobs !== undefined,
      delivery: running?.isDelivered() === true,
      stopping: sources.stopping(),
    }
    const { stopping, ...needed } = checks
    const fenced = running?.fence() ?? null
    // Programs read probes, so this is in English.
    const why = fenced && { fenced: render(fenced, 'en') }
    return { ready: !stopping && Object.values(needed).every(Boolean), checks, ...why }
  })
}

/** Undefined when there is no answer in time, or none at all. */
export async function answerOf<T>(asked: Promise<T> | undefined): Promise<T | undefined> {
  if (!asked) return undefined
  return Promise.race([asked.catch(() => undefined), delay(answerMs, undefined, { ref: false })])
}

/** One answer for everybody who asks within `ms` of the first, even if it is still under way. */
export function shared<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined
  let askedMs = 0
  return () => {
    if (last && performance.now() - askedMs < ms) return last
    askedMs = performance.now()
    last = ask()
    return last
  }
}
