import { createHash, timingSafeEqual } from 'node:crypto'
import {
  type Notification,
  type NotificationHandler,
  type NotificationStore,
  type ReadyNotification,
  readNotification,
  withDetails,
} from './readNotification.ts'
import { checkSignature, signatureHeader } from './signature.ts'

export interface ReceiverOptions {
  store: NotificationStore
  onNotification: NotificationHandler
  /**
   * The unguessable part of the address that was given as callback_url: 22 to 100 letters, digits, `-` or `_`. Leave it out if
   * the caller has checked the address, or if the secret is the only check.
   */
  token?: string
  /** Shared with the sender; at least 16 characters. Without one, no signature is needed. */
  secret?: string | undefined
  /** Called with whatever the handler or the store threw. Log that it happened, without its content. */
  onTrouble?: ((error: unknown) => void) | undefined
  /** The time, in milliseconds since 1970. */
  nowMs?: (() => number) | undefined
}

/** One HTTP request, as it came. */
export interface IncomingNotification {
  /** Names in lower case, as Node gives them. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The raw bytes: a signature is over exactly these. */
  body: Uint8Array
  /** The last part of the path that it was sent to. */
  token?: string | undefined
}

/** The outcome of a request, and the HTTP status to answer it with. `reason` is a sentence without any of its content. */
export type Received =
  /** Kept, and given to the handler. `handled` resolves when the handler is done, with whether it succeeded. */
  | { kind: 'new'; httpStatus: 200; notification: ReadyNotification; handled: Promise<boolean> }
  /** It had come before. It is counted, and not given to the handler again. */
  | { kind: 'repeated'; httpStatus: 200; notification: ReadyNotification; times: number }
  /** The wrong token. Answer as for an address that doesn't exist. */
  | { kind: 'not_found'; httpStatus: 404; reason: string }
  | { kind: 'unsigned'; httpStatus: 401; reason: string }
  | { kind: 'not_a_notification'; httpStatus: 400 | 413 | 415; reason: string }
  /** The store failed: nothing is kept, and the sender should send it again. */
  | { kind: 'not_kept'; httpStatus: 503; reason: string }

export interface Receiver {
  receive(incoming: IncomingNotification): Promise<Received>
  /** Whether this is the token, compared in constant time. For a server that answers a wrong one before it reads the body. */
  isToken(given: unknown): boolean
  /**
   * Gives the handler what is kept and not handled, after a crash or after the handler threw. Call it at the start, and now and
   * then. A notification that is being handled at the moment is not given twice, by this process or by another one that takes it
   * from the store first (`NotificationStore.take`).
   *
   * @returns how many were given to the handler
   */
  handOverWaiting(stopping?: AbortSignal): Promise<number>
  /** Resolves when no handler is at work anymore. */
  idle(): Promise<void>
}

/**
 * Receives notifications: checks where they come from and what they look like, keeps each once, and gives it to the handler.
 *
 * A notification is kept before `receive` resolves, and handled after that, so a slow handler doesn't delay the answer to the
 * sender. Crash window: if the process dies between the two, or while the handler is at work, the notification is kept and not
 * handled. `handOverWaiting` gives it to the handler at the next start.
 *
 * @throws when the token or the secret is empty or short enough to be guessed, or when one is passed as undefined and the other is
 *   not set
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { store, onNotification, secret, token, onTrouble = () => undefined, nowMs = Date.now } = options
  checkGuards(options)
  const { handle, handOverWaiting, idle } = createHandOver(store, onNotification, onTrouble)

  const isToken = (given: unknown): boolean =>
    token === undefined || (typeof given === 'string' && isSameText(given, token))

  async function receive(incoming: IncomingNotification): Promise<Received> {
    if (!isToken(incoming.token))
      return { kind: 'not_found', httpStatus: 404, reason: 'There is nothing at this address.' }
    const looked = look(incoming, secret, nowMs())
    if (looked.kind !== 'notification') return looked
    const { notification: asKept } = looked
    const notification = withDetails(asKept)
    try {
      const kept = await store.keep(asKept)
      if (kept.kind === 'repeated') return { kind: 'repeated', httpStatus: 200, notification, times: kept.times }
    } catch (error) {
      onTrouble(error)
      return { kind: 'not_kept', httpStatus: 503, reason: 'It could not be kept: send it again later.' }
    }
    return { kind: 'new', httpStatus: 200, notification, handled: handle(notification) }
  }

  return { receive, isToken, handOverWaiting, idle }
}

const tokenForm = /^[\w-]{22,100}$/

/** Whether a text can be the token: too long to be guessed, and with nothing that an address would have to escape. */
export const isNotificationToken = (text: string): boolean => tokenForm.test(text)

/**
 * A forgotten variable gives undefined or ''. With undefined, nothing would be checked. As a token, '' would match any address
 * that ends in a slash, and as a secret, anybody could sign with it.
 */
function checkGuards(options: { token?: unknown; secret?: unknown }): void {
  const { token, secret } = options
  if (token !== undefined) checkToken(token)
  if (secret !== undefined && !(typeof secret === 'string' && secret.length >= 16)) {
    throw new Error(
      'The secret of notifications must have at least 16 characters; leave it out where nothing is signed.',
    )
  }
  if (token === undefined && secret === undefined && ('token' in options || 'secret' in options)) {
    throw new Error(`${noToken} Leave it and the secret out only where you check the address yourself.`)
  }
}

const noToken = 'The token of notifications is not set: it must be 22 to 100 letters, digits, - or _.'

/** For a caller that needs a token. @throws unless it is one */
export function checkToken(token: unknown): asserts token is string {
  if (token === undefined) throw new Error(noToken)
  if (typeof token === 'string' && isNotificationToken(token)) return
  throw new Error('The token of notifications must be 22 to 100 letters, digits, - or _.')
}

type Looked =
  | { kind: 'notification'; notification: Notification }
  | Extract<Received, { kind: 'unsigned' | 'not_a_notification' }>

/** The signature first: what isn't signed isn't read. */
function look({ headers, body }: IncomingNotification, secret: string | undefined, nowMs: number): Looked {
  if (secret !== undefined) {
    const signature = checkSignature(textOf(headers[signatureHeader]), body, secret, nowMs)
    if (!signature.ok) return { kind: 'unsigned', httpStatus: 401, reason: unsignedReasons[signature.reason] }
  }
  const read = readNotification(textOf(headers['content-type']), body)
  if (!read.ok) return { kind: 'not_a_notification', httpStatus: read.httpStatus, reason: read.reason }
  const { key, reference, status, body: clean } = read
  const receivedAt = new Date(nowMs).toISOString()
  const notification = { key, reference, status, body: clean, signed: secret !== undefined, receivedAt }
  return { kind: 'notification', notification }
}

/** A header that came more than once counts as missing. */
const textOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined

const unsignedReasons = {
  missing: 'The notification is not signed.',
  malformed: 'The signature can not be read.',
  wrong: 'The signature is wrong.',
  too_old: 'The signature is more than 5 minutes old.',
} as const

/** Hashed first, so that the time it takes gives away neither the letters nor the length. */
function isSameText(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}

interface HandingOverOptions {
  /** How often the handler is given what it threw at before, in milliseconds; a minute by default. */
  retryEveryMs?: number | undefined
  onTrouble: (error: unknown) => void
}

/**
 * Gives the handler what waits in the store, now and at intervals. This doesn't keep the process alive.
 *
 * @returns a function that stops it, and resolves when no handler is at work anymore
 */
export function keepHandingOver(receiver: Receiver, options: HandingOverOptions): () => Promise<void> {
  const { retryEveryMs = 60_000, onTrouble } = options
  const stopping = new AbortController()
  let under: Promise<unknown> = Promise.resolve()
  const handOver = () => {
    under = receiver.handOverWaiting(stopping.signal).catch(onTrouble)
  }
  handOver()
  const timer = setInterval(handOver, retryEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await under
    await receiver.idle()
  }
}

interface HandOver {
  /** Gives it to the handler soon. Resolves when the handler is done, with whether it succeeded. */
  handle(notification: Notification): Promise<boolean>
  /** @returns how many were given to the handler */
  handOverWaiting(stopping?: AbortSignal): Promise<number>
  idle(): Promise<void>
}

/** `elsewhere`: another handler is at work on it, or was. */
type Handled = 'handled' | 'failed' | 'elsewhere'

/** Gives notifications to the handler, except one that it is working on already. */
function createHandOver(
  store: NotificationStore,
  onNotification: NotificationHandler,
  onTrouble: (error: unknown) => void,
): HandOver {
  const atWork = new Map<string, Promise<Handled>>()
  let handingOver: Promise<number> | undefined
  /** Handled since the store was asked for what is waiting. The store's answer may still name them. */
  let handledSince = new Set<string>()

  function handle(notification: Notification): Promise<Handled> {
    const running = atWork.get(notification.key)
    if (running) return running
    const started = handleOnce(notification).finally(() => atWork.delete(notification.key))
    atWork.set(notification.key, started)
    return started
  }

  async function handleOnce(notification: Notification): Promise<Handled> {
    // The sender gets its answer first.
    await new Promise<void>((next) => setImmediate(next))
    let taken: { release(): Promise<void> } | null | undefined
    try {
      taken = await store.take?.(notification.key)
      if (taken === null) return 'elsewhere'
      await onNotification(withDetails(notification))
      await store.markHandled(notification.key)
      if (handingOver) handledSince.add(notification.key)
      return 'handled'
    } catch (error) {
      onTrouble(error)
      return 'failed'
    } finally {
      await taken?.release().catch(onTrouble)
    }
  }

  async function handOverOnce(stopping?: AbortSignal): Promise<number> {
    const waiting = await store.waiting()
    let given = 0
    // One after the other, since there may be many after a long absence.
    for (const notification of waiting) {
      if (stopping?.aborted) break
      if (atWork.has(notification.key) || handledSince.has(notification.key)) continue
      if ((await handle(notification)) !== 'elsewhere') given += 1
    }
    return given
  }

  return {
    handle: async (notification) => (await handle(notification)) === 'handled',
    handOverWaiting: (stopping) => {
      handingOver ??= handOverOnce(stopping).finally(() => {
        handingOver = undefined
        handledSince = new Set()
      })
      return handingOver
    },
    idle: async () => {
      while (atWork.size > 0) await Promise.all(atWork.values())
    },
  }
}
