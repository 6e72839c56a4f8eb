import Fastify from 'fastify'
import { type NotificationsOptions, notifications } from './plugin.ts'

interface ListeningOptions extends NotificationsOptions {
  host: string
  /** 0: a free one. */
  port: number
  /** A request that is not there whole by then, headers and body, is cut off; 10 s by default. */
  requestTimeoutMs?: number
}

export interface Listening {
  /** With the token in it: give it to nobody but the provider. */
  url: string
  /** Takes no more notifications; resolves when the handler is done with those that came. */
  close(): Promise<void>
}

/** A server of notifications by itself. @throws the listener's own error (EADDRINUSE, EACCES); the caller words it. */
export async function startListening({
  host,
  port,
  requestTimeoutMs = 10_000,
  ...options
}: ListeningOptions): Promise<Listening> {
  const path = options.path ?? '/notifications'
  // Whoever sends slowly, or keeps a connection and sends nothing, is cut off.
  const app = Fastify({
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 30_000,
    forceCloseConnections: 'idle',
    // Node looks every 30 s by default, so that 10 s could be 40.
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
