import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { ListenerOptions } from './httpListener.ts'
import { maxNotificationBytes } from './readNotification.ts'
import { checkToken, createReceiver, keepHandingOver } from './receiver.ts'

export interface NotificationsOptions extends Omit<ListenerOptions, 'nowMs'> {
  /** The path before the token; `/notifications` by default. */
  path?: string | undefined
}

/**
 * A Fastify plugin that receives notifications at `POST {path}/{token}`. Give that address to the provider as callback_url.
 *
 * It answers 200 once a notification is kept, and gives it to the handler after that. A wrong token gets the answer of an
 * address that doesn't exist, before the body is read. Notifications that were kept and not handled when the process ended are
 * given to the handler when the server is ready. Requests are not logged, since their address holds the token.
 *
 * @throws when it is registered without a token, or with a token or a secret that is too short
 */
export const notifications: FastifyPluginAsync<NotificationsOptions> = fastifyPlugin(register, {
  fastify: '5.x',
  name: 'payrun-notifications',
  // It reads every body as bytes. The rest of the server must not.
  encapsulate: true,
})

async function register(app: Parameters<FastifyPluginAsync>[0], options: NotificationsOptions): Promise<void> {
  const { token, path = '/notifications', retryEveryMs } = options
  checkToken(token)
  const { onTrouble = () => app.log.warn('a notification was not handled: it will be delivered again later') } = options
  const receiver = createReceiver({ ...options, onTrouble })

  app.removeAllContentTypeParsers()
  // Any Content-Type: the receiver judges it, after the token.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxNotificationBytes }, (_request, body, done) =>
    done(null, body),
  )
  app.route<{ Params: { '*': string } }>({
    method: 'POST',
    // Fastify limits the length of a named parameter and answers a longer one itself.
    url: `${path}/*`,
    logLevel: 'silent',
    bodyLimit: maxNotificationBytes,
    onRequest: async (request, reply) => {
      if (!receiver.isToken(request.params['*'])) reply.callNotFound()
    },
    errorHandler: (error, _request, reply) => {
      const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
      reply.code(status).send({ error: sentences.get(status) ?? 'The notification could not be read.' })
    },
    handler: async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
      const received = await receiver.receive({ headers: request.headers, body, token: request.params['*'] })
      reply.code(received.httpStatus)
      return 'reason' in received ? { error: received.reason } : { received: true }
    },
  })

  let stop = receiver.idle
  app.addHook('onReady', async () => {
    stop = keepHandingOver(receiver, { retryEveryMs, onTrouble })
  })
  app.addHook('onClose', () => stop())
}

const sentences = new Map([
  [413, 'A notification has 64 KiB at most.'],
  [400, 'The notification could not be read.'],
])
