import { randomBytes } from 'node:crypto'
import { type CheckedCollection, checkCollection, payerRecord } from './checkRequest.ts'
import type { Notifier } from './notifications/notifications.ts'
import { type CollectionDigits, collectionScriptOf, notificationTimes } from './scriptedOutcomes.ts'
import { type Clock, isoTime } from './state/clock.ts'
import { type End, openLives } from './state/lives.ts'
import type { ApproveResult, CollectionRecord, CollectionState, Refusal, SandboxServices } from './state/records.ts'
import type { Kept } from './state/store.ts'

interface CollectionsOptions {
  clock: Clock
  notifier: Notifier
  /** How long the customer has to answer. */
  expiresMs: number
  /** When a script's "by itself" event happens, after the request. */
  byItselfMs: number
}

type Collections = SandboxServices['collections'] & {
  start(): void
  close(): void
}

const maxPins = 3

/** The only wrong PIN. Any other PIN of 4 to 6 digits is right. */
const wrongPin = '0000'

/** Mobile collections (interface document, 4.2), from the request to the end state. Each end is notified. */
export function createCollections(kept: Kept<CollectionRecord>, options: CollectionsOptions): Collections {
  const { clock, expiresMs } = options
  const { find, settle, begin, start, close } = openLives(kept, {
    clock,
    notifier: options.notifier,
    open: 'pending',
    endByItself,
    byItselfMs: options.byItselfMs,
    times: timesOf,
    noticeOf,
  })

  function approve(reference: string, pin: string): ApproveResult {
    const found = opened(find(reference))
    if (found.kind !== 'open') return found
    const { collection } = found
    if (!/^\d{4,6}$/.test(pin)) return { kind: 'invalid', collection, field: 'pin' }
    const refusal = refusalOf(collection, pin)
    if (refusal === null) return { kind: 'paid', collection: settle(collection, { state: 'paid' }) }
    if (refusal !== 'wrong_pin') {
      return { kind: 'refused', collection: settle(collection, { state: 'failed', refusal }), refusal }
    }
    const open = { ...collection, refusal, refusedTries: collection.refusedTries + 1 }
    kept.put(open)
    return { kind: 'refused', collection: open, refusal }
  }

  return {
    create: (body, digits) => {
      const checked = checkCollection(body, digits)
      if (!checked.ok) return checked
      return { ok: true, record: begin(newCollection(checked.request, digits, clock.nowMs(), expiresMs)) }
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
      return found.kind === 'open'
        ? { kind: 'declined', collection: settle(found.collection, { state: 'declined' }) }
        : found
    },
    start,
    close,
  }
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

/** Why a well-formed PIN is refused, or null if it pays. */
function refusalOf({ phone, refusedTries }: CollectionRecord, pin: string): Refusal | null {
  if (pin === wrongPin) return refusedTries + 1 < maxPins ? 'wrong_pin' : 'too_many_tries'
  return collectionScriptOf(phone) === '9911' ? 'insufficient_funds' : null
}

/** Refused in the answer itself: no customer is asked, and there is no notification. */
const refusedAtOnce = (script: CollectionDigits | null): boolean => script === '9901' || script === '9908'

function endByItself({ phone }: CollectionRecord): End<CollectionRecord> | null {
  switch (collectionScriptOf(phone)) {
    case '9912':
      return { state: 'declined' }
    case '9913':
      return { state: 'expired' }
    case '9914':
    case '9915':
    case '9916':
      return { state: 'paid' }
    case '9917':
      return { state: 'failed', refusal: 'refused' }
    default:
      return null
  }
}

/** How often the end of a collection is notified, derived from its record. */
function timesOf({ phone }: CollectionRecord): number {
  const script = collectionScriptOf(phone)
  return refusedAtOnce(script) ? 0 : notificationTimes(script)
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

/** The message of the document's sample answer (interface document, 2.5), whatever the status. */
export const sampleMessage =
  'The customer confirms the payment on their own device by entering a PIN, and then receives an SMS'

const messages: Record<CollectionState, string> = {
  pending: sampleMessage,
  paid: 'The payment was successful',
  declined: 'The customer declined the payment',
  failed: 'The payment was refused',
  expired: 'The customer did not confirm the payment in time',
}

/** The answer of the status call about a collection, and the parts of its own answer (2.5). */
export const collectionStatus = ({ reference, state }: CollectionRecord) => ({
  error: state === 'failed' || state === 'declined' || state === 'expired',
  status: statuses[state],
  reference,
  message: messages[state],
})
