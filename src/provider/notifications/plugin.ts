import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { ListenerOptions } from './httpListener.ts'
import { maxNotificationBytes } from './readNotification.ts'
import { checkToken, createReceiver, keepHandingOver } from './receiver.ts'

export interface NotificationsOptions extends Omit<ListenerOptions, 'nowMs'> {
  /** Where it listens, before the token. */
  path?: string | undefined
}

/**
 * A Fastify plugin that receives notifications at `POST {path}/{token}` (`/notifications/…`). Give that address to the
 * provider as callback_url.
 *
 * It answers 200 once a notification is kept, and gives it to the handler after that. A wrong token is answered as any
 * address that doesn't exist, before the body is read. What was kept and not handled when the process ended is handed over
 * when the server is ready. The requests are not logged, since their address holds the token.
 *
 * @throws when it is registered with a token or a secret that can't be one
 */
export const notifications: FastifyPluginAsync<NotificationsOptions> = fastifyPlugin(register, {
  fastify: '5.x',
  name: 'payrun-notifications',
  // Its reading of bodies as bytes is its own affair.
  encapsulate: true,
})

async function register(app: Parameters<FastifyPluginAsync>[0], options: NotificationsOptions): Promise<void> {
  const { token, path = '/notifications', retryEveryMs } = options
  checkToken(token)
  const { onTrouble = () => app.log.warn('a notification was not handled: it will be delivered again later') } = options
  const receiver = createReceiver({ ...options, onTrouble })

  app.removeAllContentTypeParsers()
  // Whatever it says it is: the receiver judges that, after the token.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxNotificationBytes }, (_request, body, done) =>
    done(null, body),
  )
  app.route<{ Params: { '*': string } }>({
    method: 'POST',
    // A parameter by name has a limit of its own, and an answer of its own beyond that.
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
