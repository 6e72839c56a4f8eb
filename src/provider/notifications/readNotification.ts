import { createHash } from 'node:crypto'
import { z } from 'zod'
import { maskNote } from '../../payout/maskNote.ts'
import { fold } from '../../payout/typedText.ts'
import { decodeUtf8, hasRepeatedKey, lineOf, parseExact, referenceCode, withReference } from '../wire.ts'

/** A larger notification is refused. */
export const maxNotificationBytes = 64 * 1024

type NotificationRead =
  | { ok: true; key: string; reference: string; status: string; body: string }
  | { ok: false; httpStatus: 400 | 413 | 415; reason: string }

/** The only fields that a notification must have. The interface document (section 6) shows none. */
const needed = z.object({
  reference: referenceCode(),
  status: lineOf(100),
})

/**
 * Reads what was posted as a notification: a JSON object in UTF-8, of 64 KiB at most, with a reference and a status.
 *
 * @param contentType the header as it came: `application/json` or `application/…+json`, with or without parameters
 * @returns what it says, without personal data except in the merchant's own custom_data; or why it isn't a notification, in a
 *   sentence without any of its content
 */
export function readNotification(contentType: string | undefined, bytes: Uint8Array): NotificationRead {
  if (!isJson(contentType)) return refused(415, 'A notification is JSON: its Content-Type must be application/json.')
  if (bytes.byteLength > maxNotificationBytes) return refused(413, 'A notification has 64 KiB at most.')
  const text = decodeUtf8(bytes)
  if (text === null) return refused(400, 'The notification is not UTF-8.')
  const parsed = parse(text)
  if (parsed === undefined) return refused(400, 'The notification is not JSON.')
  if (hasRepeatedKey(text, ['reference', 'status'])) {
    return refused(400, 'The notification gives its reference or its status twice.')
  }
  const read = needed.safeParse(parsed.value)
  if (!read.success) return refused(400, 'A notification needs a reference and a status.')
  const { reference, status } = read.data
  const word = maskNote(status, { name: null })
  return { ok: true, key: keyOf(reference, status, parsed.clean), reference, status: word, body: parsed.clean }
}

const refused = (httpStatus: 400 | 413 | 415, reason: string): NotificationRead => ({ ok: false, httpStatus, reason })

const isJson = (contentType = ''): boolean => /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType)

/** Undefined also for JSON that is nested too deeply to be walked through. */
function parse(text: string): { value: unknown; clean: string } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value: {}, clean: '{}' }
    if (hasHalves(text)) return undefined
    return { value: withReference(value, text), clean: withoutPersonalData(text) }
  } catch {
    return undefined
  }
}

/** Halves of characters (`"\\ud800"`): no database keeps them, and two texts that differ only in them would be kept as one. */
function hasHalves(json: string): boolean {
  let isWhole = true
  JSON.parse(json, (key, value: unknown) => {
    isWhole &&= key.isWellFormed() && (typeof value !== 'string' || value.isWellFormed())
    return value
  })
  return !isWhole
}

/** The fields that a notification is judged by, besides its reference and its status. */
const deciding = ['amount', 'currency', 'error', 'phoneNumber', 'phone_number', 'phone', 'msisdn'] as const

/**
 * The case of the status makes no difference: `SUCCESS` after `success` is no news. The other facts do: a wrong amount that came
 * first must not hide the right one.
 */
function keyOf(reference: string, status: string, clean: string): string {
  const facts = record.parse(parseExact(clean, ['amount']))
  const said = deciding.map((name) => (Object.hasOwn(facts, name) ? JSON.stringify(facts[name]) : ''))
  return createHash('sha256')
    .update(`${reference}\n${[status, ...said].join('\n').toLowerCase()}`)
    .digest('hex')
}

export const leftOut = '(left out)'

/** The merchant's own data, sent with a request, comes back in this field (interface document, 2.4). */
const ownField = 'custom_data'

/**
 * The JSON text of an object without personal data, which is found at any depth by the names of fields and by what texts look
 * like. Numbers stay digit for digit. The merchant's own `custom_data` stays as it is: `withoutCustomData` removes it.
 *
 * @throws when the text is not JSON, or is nested too deeply to be walked through
 */
function withoutPersonalData(json: string): string {
  return objectText(
    fieldsOf(json).map(([key, value]) => (key === ownField ? fieldText(key, value) : clean(key, value))),
  )
}

/**
 * The body of a kept notification without the merchant's `custom_data`, for a purge. The rest stays as it is.
 *
 * @param body as `readNotification` gave it
 */
export const withoutCustomData = (body: string): string =>
  objectText(fieldsOf(body).flatMap(([key, value]) => (key === ownField ? [] : fieldText(key, value))))

const fieldsOf = (json: string): [string, unknown][] => Object.entries(record.parse(parseExact(json, '*')))

const record = z.record(z.string(), z.unknown())

const fieldText = (key: string, value: unknown): string => JSON.stringify({ [key]: value }).slice(1, -1)

const objectText = (fields: readonly string[]): string => `{${fields.join(',')}}`

/** One field, as text. */
function clean(field: string, content: unknown): string {
  const cleaned = JSON.stringify({ [field]: content }, (key, value: unknown) => {
    const name = fold(key)
    if (value === null || name === '') return value
    if (phoneName.test(name)) return maskedPhone(value)
    if (personName.test(name)) return leftOut
    if (partyName.test(name)) return isObject(value) ? value : leftOut
    return typeof value === 'string' ? cleanText(value, proseName.test(name)) : value
  })
  return cleaned.slice(1, -1)
}

/** Fields that hold a phone number. These patterns match names as `fold` writes them: letters and digits only, without accents. */
const phoneName = /(?:phone|phonenumber|msisdn|telephone|mobile|mobilenumber|wallet|walletnumber|tel|numero)$/
/** Fields that hold personal data. `name` at the end also matches a merchant's name: better one too many. */
const personName =
  /(?:name|names|nom|noms|prenom|prenoms|beneficiaire|email|emails|emailaddress|mail|address|adresse|birthdate|dateofbirth|cardnumber|pan|iban|ip|ipaddress)$/
/** Fields about a person or an account: an object, whose own fields are looked at, or a name or a number. */
const partyName =
  /^(?:customer|client|payer|payee|sender|recipient|receiver|beneficiary|subscriber|holder|from|to|account|accountnumber|number|card|phones|telephones)$/
const proseName = /^(?:message|description|reason|details|detail|text|note|narration|comment|motif|libelle)$/

/** Lists and numbers don't count: `parseExact` gives a number as an object with its digits. */
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('rawJSON' in value)

/** The country code and the last two digits are enough to see that numbers were mixed up, and identify nobody. */
function maskedPhone(value: unknown): string {
  const masked = maskNote(typeof value === 'string' ? value : JSON.stringify(value), { name: null })
  return /^\d{3}\*+\d\d$/.test(masked) ? masked : leftOut
}

function cleanText(value: string, isProse: boolean): string {
  const clean = value
    .replaceAll(/[^\s@]{1,64}@[^\s@]{1,255}/g, leftOut)
    .replaceAll(/\+\d(?:[ .()-]?\d){7,14}/g, (run) => maskNote(run, { name: null }))
  return isProse ? maskNote(clean, { name: null }) : clean
}

/**
 * A payment notification from the provider (interface document, section 6), as it is kept. The document shows neither its
 * payload nor what triggers it, so only two fields are required. Everything else is kept as it came, without personal data.
 */
export interface Notification {
  /**
   * The same each time that a notification is sent again: a hash of its reference, its status in lower case, and what else it is
   * judged by (amount, currency, error, masked number).
   */
  key: string
  /** The provider's reference of the payment that it is about. */
  reference: string
  /** The provider's word, as it came: `success`, `FAILED`, ... A phone number in it is masked. */
  status: string
  /**
   * The JSON that came, numbers digit for digit. Names, e-mail addresses and the like are replaced by `(left out)`, phone numbers
   * are masked (`229******12`), and your own `custom_data` is whole.
   */
  body: string
  /** Whether its signature was checked: true wherever a secret is configured. */
  signed: boolean
  /** ISO 8601. */
  receivedAt: string
}

/** What a notification says besides its reference and status. Null for a field that is missing, empty or not a text. */
export interface NotificationDetails {
  /** `payment`, `collection`, ...: the provider's word. */
  event: string | null
  /** Its digits as they came, `150.50`: never a JavaScript number. */
  amount: string | null
  /** ISO 4217. */
  currency: string | null
  /** A code of 2.8. */
  operator: string | null
  /** The payer's number, masked (`229********12`). */
  phoneNumber: string | null
  /** The provider's text for people, with phone numbers masked. */
  message: string | null
  /** What you sent along (2.4), whole; undefined if there was nothing. */
  customData: unknown
}

/** A notification as your handler gets it. */
export type ReadyNotification = Notification & NotificationDetails

/** @param notification as it is kept */
export function withDetails(notification: Notification): ReadyNotification {
  const fields = record.parse(JSON.parse(notification.body))
  const exact = record.parse(parseExact(notification.body, ['amount']))
  const text = (name: string, among = fields): string | null => {
    const value = among[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  return {
    ...notification,
    event: text('event'),
    amount: text('amount', exact),
    currency: text('currency'),
    operator: text('operator'),
    phoneNumber: text('phoneNumber'),
    message: text('message'),
    customData: fields[ownField],
  }
}

/**
 * Where notifications are kept. `keep` decides which of several copies came first, so it must be atomic: of any number of
 * simultaneous calls with one key, in any number of processes, exactly one gets `new`.
 */
export interface NotificationStore {
  /** The notification is durable when this resolves. `times`: how often it has come, this time included. */
  keep(notification: Notification): Promise<{ kind: 'new' } | { kind: 'repeated'; times: number }>
  /** Records that the handler is done with it. */
  markHandled(key: string): Promise<void>
  /** What is kept and not handled, oldest first. */
  waiting(): Promise<Notification[]>
  /**
   * Takes a notification for a handler, before it is called. `release` is called once the handler is done, after `markHandled` if
   * it succeeded. Null if another handler is at work on it, in whatever process, or has handled it: then it isn't handled here.
   *
   * Without this, only one process may give the store's notifications to a handler.
   */
  take?(key: string): Promise<{ release(): Promise<void> } | null>
}

/**
 * Called with each new notification, once it is kept. A notification is evidence about a payment that you asked for: look its
 * reference up among your own, and never take an unknown one for an order.
 *
 * It is called once for each, except after a crash or an error of its own: then it is called again with the same one, and must
 * be ready for that. What it throws goes to `onTrouble` as it is.
 */
export type NotificationHandler = (notification: ReadyNotification) => void | Promise<void>
