import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { keepHandingOver } from './handOver.ts'
import type { ListenerOptions } from './httpListener.ts'
import { maxNotificationBytes } from './readNotification.ts'
import { checkOptions, checkToken, createReceiver, NotificationRefused } from './receiver.ts'

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
  checkOptions('The plugin', options, ['path', 'retryEveryMs', ...fastifyOptions])
  const { token, secret, store, onNotification, path = '/notifications', retryEveryMs } = options
  checkToken(token)
  const { onTrouble = logOf(app) } = options
  const receiver = createReceiver({ token, store, onNotification, ...('secret' in options && { secret }), onTrouble })

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
      const reason = sentences.get(status) ?? 'The notification could not be read.'
      onTrouble(new NotificationRefused(reason, status))
      reply.code(status).send({ error: reason })
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

/** What Fastify itself takes when a plugin is registered. */
const fastifyOptions = ['prefix', 'logLevel', 'logSerializers']

const logOf =
  (app: Parameters<FastifyPluginAsync>[0]) =>
  (error: unknown): void => {
    if (error instanceof NotificationRefused)
      app.log.warn({ status: error.httpStatus, reason: error.message }, 'a notification was refused')
    else app.log.warn('a notification was not handled: it will be delivered again later')
  }

const sentences = new Map([
  [413, 'A notification has 64 KiB at most.'],
  [400, 'The notification could not be read.'],
])
