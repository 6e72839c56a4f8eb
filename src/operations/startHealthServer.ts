import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readiness } from './createReadiness.ts'

export interface HealthOptions {
  host: string
  /** The first that is tried; 0 takes any free one. */
  port: number
  ready(): Promise<Readiness>
  metrics: { contentType: string; text(): Promise<string> }
}

export type StartedHealth =
  | { kind: 'listening'; url: string; port: number; close(): Promise<void> }
  /** Nothing could be listened on; `code` is the system's word for why. */
  | { kind: 'failed'; code: string }

/** Several workers may run on one machine: so many ports are tried, one after the other. */
const portsToTry = 20

/**
 * Serve a worker's health on a port of its own:
 *
 * - `/healthz`: 200 while the event loop turns. It asks nobody: a worker must not be restarted because the database is away.
 * - `/readyz`: 200 when it can pay, else 503 with what is missing.
 * - `/metrics`: Prometheus.
 */
export async function startHealthServer(options: HealthOptions): Promise<StartedHealth> {
  const server = createServer((request, response) => void answer(options, request, response))
  server.headersTimeout = 5_000
  server.requestTimeout = 10_000
  server.maxConnections = 100
  for (let port = options.port, tried = 1; ; port += 1, tried += 1) {
    const failure = await listen(server, port, options.host)
    if (failure === undefined) break
    const next = failure === 'EADDRINUSE' && tried < portsToTry && port < 65_535
    if (!next) return { kind: 'failed', code: failure }
  }
  // Whoever watches is no reason to go on living.
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
      // A connection that breaks later is nobody's trouble but its own.
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
