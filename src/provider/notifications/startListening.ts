import Fastify from 'fastify'
import { type NotificationsOptions, notifications } from './plugin.ts'

interface ListeningOptions extends NotificationsOptions {
  host: string
  /** 0 for any free port. */
  port: number
  /** A request that has not come in full (headers and body) by then is cut off; 10 s by default. */
  requestTimeoutMs?: number
}

export interface Listening {
  /** It contains the token: give it to nobody but the provider. */
  url: string
  /** Takes no more notifications. Resolves when the handler is done with those that came. */
  close(): Promise<void>
}

/** A server that only receives notifications. @throws the listener's own error (EADDRINUSE, EACCES); the caller words it. */
export async function startListening({
  host,
  port,
  requestTimeoutMs = 10_000,
  ...options
}: ListeningOptions): Promise<Listening> {
  const path = options.path ?? '/notifications'
  // A sender that is slow, or that keeps a connection open and sends nothing, is cut off.
  const app = Fastify({
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 30_000,
    forceCloseConnections: 'idle',
    // By default, Node looks every 30 s, so 10 s could become 40.
    http: { connectionsCheckingInterval: 500, headersTimeout: requestTimeoutMs, requestTimeout: requestTimeoutMs },
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'There is nothing at this address.' }))
  await app.register(notifications, { ...options, path })
  try {
    const address = await app.listen({ host, port })
    return { url: `${address}${path}/${options.token}`, close: () => app.close() }
  } catch (error) {
    await app.close()
    throw error
  }
}
