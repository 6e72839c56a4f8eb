import { createHash, timingSafeEqual } from 'node:crypto'
import { createHandOver } from './handOver.ts'
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
  /**
   * Called with whatever the handler or the store threw, and with a `NotificationRefused` for each request that is refused, unless
   * its token is wrong. Log that it happened, without its content.
   */
  onTrouble?: ((error: unknown) => void) | undefined
  /** The time, in milliseconds since 1970. */
  nowMs?: (() => number) | undefined
}

/** Why a request was refused, in a sentence without any of its content. */
export class NotificationRefused extends Error {
  override name = 'NotificationRefused'
  readonly httpStatus: number

  constructor(reason: string, httpStatus: number) {
    super(reason)
    this.httpStatus = httpStatus
  }
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
 * @throws when an option is unknown or unusable, when the token or the secret is empty or short enough to be guessed, or when one is
 *   passed as undefined and the other is not set
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  checkOptions('createReceiver', options, [])
  const { store, onNotification, secret, token, onTrouble = () => undefined, nowMs = Date.now } = options
  checkGuards(options)
  const { handle, handOverWaiting, idle } = createHandOver(store, onNotification, onTrouble)

  const isToken = (given: unknown): boolean =>
    token === undefined || (typeof given === 'string' && isSameText(given, token))

  async function receive(incoming: IncomingNotification): Promise<Received> {
    if (!isToken(incoming.token))
      return { kind: 'not_found', httpStatus: 404, reason: 'There is nothing at this address.' }
    const looked = look(incoming, secret, nowMs())
    if (looked.kind !== 'notification') {
      onTrouble(new NotificationRefused(looked.reason, looked.httpStatus))
      return looked
    }
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

const ownOptions = ['store', 'onNotification', 'token', 'secret', 'onTrouble', 'nowMs']

/**
 * For callers without types: with a misspelt `secret` nothing would be checked, and with a misspelt `onNotification` nothing handled.
 *
 * @param taker the function that takes them
 * @param more the options that it takes besides those of `createReceiver`
 */
export function checkOptions(taker: string, options: object, more: readonly string[]): void {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const wrong = given
    .filter(([name]) => ![...ownOptions, ...more].includes(name))
    .map(([name]) => `${taker} has no option ${JSON.stringify(name.slice(0, 40))}.`)
  const { store, onNotification, onTrouble } = options as Partial<Record<string, unknown>>
  if (!isStore(store)) wrong.push(`${taker} needs a store, such as \`await openNotificationFolder('notifications')\`.`)
  if (typeof onNotification !== 'function') wrong.push(`${taker} needs a function onNotification.`)
  if (onTrouble !== undefined && typeof onTrouble !== 'function') wrong.push('onTrouble must be a function.')
  if (wrong.length > 0) throw new Error(wrong.join(' '))
}

const isStore = (store: unknown): boolean =>
  typeof store === 'object' &&
  store !== null &&
  ['keep', 'markHandled', 'waiting'].every((name) => typeof (store as Record<string, unknown>)[name] === 'function')

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
