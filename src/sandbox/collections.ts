import { randomBytes } from 'node:crypto'
import { type CheckedCollection, checkCollection, payerRecord } from './checkRequest.ts'
import type { Notifier } from './notifications/notifications.ts'
import { type CollectionDigits, collectionScriptOf, notificationTimes } from './scriptedOutcomes.ts'
import { type Clock, createAlarms, isoTime } from './state/clock.ts'
import type { ApproveResult, CollectionRecord, CollectionState, Refusal, SandboxServices } from './state/records.ts'
import type { Kept } from './state/store.ts'

export interface CollectionsOptions {
  clock: Clock
  notifier: Notifier
  /** How long the customer has. */
  expiresMs: number
  /** How long it takes until what a script does "by itself" happens. */
  byItselfMs: number
}

export type Collections = SandboxServices['collections'] & {
  start(): void
  close(): void
}

const maxPins = 3

/** The one PIN that is wrong; any other of 4 to 6 digits is right. */
export const wrongPin = '0000'

/** Mobile collections (interface document, 4.2) from the request to the end state; each end is notified. */
export function createCollections(kept: Kept<CollectionRecord>, options: CollectionsOptions): Collections {
  const { clock, expiresMs } = options
  const { find, settle, watch, start, close } = openLives(kept, options)

  function approve(reference: string, pin: string): ApproveResult {
    const found = opened(find(reference))
    if (found.kind !== 'open') return found
    const { collection } = found
    if (!/^\d{4,6}$/.test(pin)) return { kind: 'invalid', collection, field: 'pin' }
    const refusal = refusalOf(collection, pin)
    if (refusal === null) return { kind: 'paid', collection: settle(collection, 'paid') }
    if (refusal !== 'wrong_pin') {
      return { kind: 'refused', collection: settle(collection, 'failed', { refusal }), refusal }
    }
    const open = { ...collection, refusal, refusedTries: collection.refusedTries + 1 }
    kept.put(open)
    return { kind: 'refused', collection: open, refusal }
  }

  return {
    create: (body, digits) => {
      const checked = checkCollection(body, digits)
      if (!checked.ok) return checked
      const record = newCollection(checked.request, digits, clock.nowMs(), expiresMs)
      kept.put(record)
      if (record.state === 'pending') watch(record)
      return { ok: true, record }
    },
    find,
    list: (page) => kept.page(page),
    listOpen: (phone) => {
      const open = kept.all().filter(({ state }) => state === 'pending')
      return open.filter((each) => phone === undefined || each.phone === phone).reverse()
    },
    approve,
    decline: (reference) => {
      const found = opened(find(reference))
      return found.kind === 'open' ? { kind: 'declined', collection: settle(found.collection, 'declined') } : found
    },
    start,
    close,
  }
}

/** What happens to a collection but for what its customer does: scripts, time that runs out, ends and their notifications. */
function openLives(kept: Kept<CollectionRecord>, { clock, notifier, byItselfMs }: CollectionsOptions) {
  const alarms = createAlarms(clock, (reference) => playByItself(reference))

  function find(reference: string): CollectionRecord | null {
    const collection = kept.get(reference)
    if (collection?.state !== 'pending' || Date.parse(collection.expiresAt) > clock.nowMs()) return collection
    return settle(collection, 'expired')
  }

  function settle(collection: CollectionRecord, state: CollectionState, changes: Partial<CollectionRecord> = {}) {
    const settled = { ...collection, ...changes, state, settledAt: isoTime(clock.nowMs()) }
    kept.put(settled)
    alarms.forget(collection.reference)
    // A crash right here leaves an end without its notification: the next start sees that, and sends it.
    notify(settled)
    return settled
  }

  function notify(settled: CollectionRecord): void {
    const script = collectionScriptOf(settled.phone)
    const times = refusedAtOnce(script) ? 0 : notificationTimes(script)
    if (settled.callbackUrl !== null && times > 0) notifier.notify(settled.callbackUrl, noticeOf(settled), times)
  }

  /** What the script wants, unless the customer's time is over before. */
  function playByItself(reference: string): void {
    const collection = find(reference)
    const end = endByItself(collectionScriptOf(collection?.phone ?? ''))
    if (collection?.state !== 'pending') return
    if (end) settle(collection, end, end === 'failed' ? { refusal: 'refused' } : {})
    // A timer may ring before the clock says so.
    else watch(collection)
  }

  const watch = (collection: CollectionRecord): void =>
    alarms.set(collection.reference, nextChange(collection, byItselfMs))

  /** What an earlier run left open, or ended and didn't notify. */
  function start(): void {
    const notified = notifier.references()
    for (const collection of kept.all()) {
      if (collection.state === 'pending') watch(collection)
      else if (!notified.has(collection.reference)) notify(collection)
    }
  }

  return { find, settle, watch, start, close: alarms.close }
}

type Opened =
  | { kind: 'open'; collection: CollectionRecord }
  | { kind: 'final'; collection: CollectionRecord }
  | { kind: 'not_found' }

function opened(collection: CollectionRecord | null): Opened {
  if (!collection) return { kind: 'not_found' }
  return { kind: collection.state === 'pending' ? 'open' : 'final', collection }
}

function newCollection(
  request: CheckedCollection,
  digits: string | null,
  nowMs: number,
  expiresMs: number,
): CollectionRecord {
  const refused = refusedAtOnce(collectionScriptOf(request.phone))
  return {
    reference: `sbx-col-${randomBytes(16).toString('hex')}`,
    state: refused ? 'failed' : 'pending',
    amount: digits ?? String(request.amount),
    currency: request.currency,
    operator: request.operator,
    phone: request.phone,
    customer: payerRecord(request.customer),
    ...(request.custom_data === undefined ? {} : { customData: request.custom_data }),
    callbackUrl: request.callback_url ?? null,
    createdAt: isoTime(nowMs),
    expiresAt: isoTime(nowMs + expiresMs),
    settledAt: refused ? isoTime(nowMs) : null,
    refusedTries: 0,
    refusal: refused ? 'refused' : null,
  }
}

/** When it ends if nobody does anything: by its script, or when the customer's time is over. */
function nextChange({ phone, createdAt, expiresAt }: CollectionRecord, byItselfMs: number): string {
  const byItselfAt = isoTime(Date.parse(createdAt) + byItselfMs)
  const isFirst = endByItself(collectionScriptOf(phone)) !== null && byItselfAt < expiresAt
  return isFirst ? byItselfAt : expiresAt
}

/** What a PIN of the right form meets; null: it is paid. */
function refusalOf({ phone, refusedTries }: CollectionRecord, pin: string): Refusal | null {
  if (pin === wrongPin) return refusedTries + 1 < maxPins ? 'wrong_pin' : 'too_many_tries'
  return collectionScriptOf(phone) === '9911' ? 'insufficient_funds' : null
}

/** The answer itself says no: nobody is asked, and nothing is notified. */
const refusedAtOnce = (script: CollectionDigits | null): boolean => script === '9901' || script === '9908'

function endByItself(script: CollectionDigits | null): CollectionState | null {
  switch (script) {
    case '9912':
      return 'declined'
    case '9913':
      return 'expired'
    case '9914':
    case '9915':
    case '9916':
      return 'paid'
    case '9917':
      return 'failed'
    default:
      return null
  }
}

const noticeOf = (collection: CollectionRecord) => ({
  event: 'collection' as const,
  reference: collection.reference,
  status: statuses[collection.state],
  amount: collection.amount,
  currency: collection.currency,
  operator: collection.operator,
  phoneNumber: collection.phone,
  ...('customData' in collection ? { custom_data: collection.customData } : {}),
  message: messages[collection.state],
})

const statuses: Record<CollectionState, string> = {
  pending: 'PENDING',
  paid: 'success',
  declined: 'DECLINED',
  failed: 'FAILED',
  expired: 'EXPIRED',
}

/** What the document's sample answer says (interface document, 2.5), whatever its status. */
export const sampleMessage =
  'The customer confirms the payment on their own device by entering a PIN, and then receives an SMS'

const messages: Record<CollectionState, string> = {
  pending: sampleMessage,
  paid: 'The payment was successful',
  declined: 'The customer declined the payment',
  failed: 'The payment was refused',
  expired: 'The customer did not confirm the payment in time',
}

/** What the status call says of a collection, and what its own answer says (2.5). */
export const collectionStatus = ({ reference, state }: CollectionRecord) => ({
  error: state === 'failed' || state === 'declined' || state === 'expired',
  status: statuses[state],
  reference,
  message: messages[state],
})
