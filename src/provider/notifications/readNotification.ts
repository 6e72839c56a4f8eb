import { createHash } from 'node:crypto'
import { z } from 'zod'
import { maskNote } from '../../payout/maskNote.ts'
import { fold } from '../../payout/typedText.ts'
import { decode, hasRepeatedKey, parseExact, withReference } from '../answers/readAnswer.ts'
import { lineOf, referenceCode } from '../wire.ts'

/** No notification is larger, in bytes. */
export const maxNotificationBytes = 64 * 1024

type NotificationRead =
  | { ok: true; key: string; reference: string; status: string; body: string }
  | { ok: false; httpStatus: 400 | 413 | 415; reason: string }

/** All that a notification needs (interface document, section 6: "not shown"). Two words of a line each. */
const needed = z.object({
  reference: referenceCode(),
  status: lineOf(100),
})

/**
 * Read what was posted as a notification: a JSON object in UTF-8, of 64 KiB at most, with a reference and a status.
 *
 * @param contentType the header as it came; `application/json`, with or without parameters, or another type that ends in `+json`
 * @returns what it says, without personal data other than the merchant's own custom_data; or why it isn't one, in a sentence without any of its content
 */
export function readNotification(contentType: string | undefined, bytes: Uint8Array): NotificationRead {
  if (!isJson(contentType)) return refused(415, 'A notification is JSON: its Content-Type must be application/json.')
  if (bytes.byteLength > maxNotificationBytes) return refused(413, 'A notification has 64 KiB at most.')
  const text = decode(bytes)
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

/** What is nested too deep to be walked through is no JSON for us either. */
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

/** Halves of characters (`"\\ud800"`): no database keeps them, and two texts that differ in them would be kept as one. */
function hasHalves(json: string): boolean {
  let isWhole = true
  JSON.parse(json, (key, value: unknown) => {
    isWhole &&= key.isWellFormed() && (typeof value !== 'string' || value.isWellFormed())
    return value
  })
  return !isWhole
}

/** What a notification is judged by, besides its reference and its status. */
const deciding = ['amount', 'currency', 'error', 'phoneNumber', 'phone_number', 'phone', 'msisdn'] as const

/**
 * The same words in another case are the same word: `SUCCESS` after `success` is no news. Other facts beside them are: a wrong
 * amount that came first must not hide the right one.
 */
function keyOf(reference: string, status: string, clean: string): string {
  const facts = record.parse(parseExact(clean, ['amount']))
  const said = deciding.map((name) => (Object.hasOwn(facts, name) ? JSON.stringify(facts[name]) : ''))
  return createHash('sha256')
    .update(`${reference}\n${[status, ...said].join('\n').toLowerCase()}`)
    .digest('hex')
}

export const leftOut = '(left out)'

/** What the merchant sent along comes back in this field (interface document, 2.4). */
const ownField = 'custom_data'

/**
 * The JSON text of an object without what tells who somebody is, by the names of its fields, at any depth, and by what texts
 * look like. Numbers stay digit for digit. The merchant's own `custom_data` stays as it is: it goes with `withoutCustomData`.
 *
 * @throws when the text is no JSON, or nested too deep to be walked through
 */
function withoutPersonalData(json: string): string {
  return objectText(
    fieldsOf(json).map(([key, value]) => (key === ownField ? fieldText(key, value) : clean(key, value))),
  )
}

/**
 * The body of a kept notification without the merchant's `custom_data`, the rest as it is: for a purge.
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

/** Names as `fold` makes them: letters and digits only, without accents. Of phone numbers: */
const phoneName = /(?:phone|phonenumber|msisdn|telephone|mobile|mobilenumber|wallet|walletnumber|tel|numero)$/
/** Of what is a person's own. `name` at the end takes in a merchant's, too: rather one too many. */
const personName =
  /(?:name|names|nom|noms|prenom|prenoms|beneficiaire|email|emails|emailaddress|mail|address|adresse|birthdate|dateofbirth|cardnumber|pan|iban|ip|ipaddress)$/
/** Of people, where what stands there is their details (an object, whose fields are looked at) or their name or number. */
const partyName =
  /^(?:customer|client|payer|payee|sender|recipient|receiver|beneficiary|subscriber|holder|from|to|account|accountnumber|number|card|phones|telephones)$/
const proseName = /^(?:message|description|reason|details|detail|text|note|narration|comment|motif|libelle)$/

/** Lists and numbers are none: `parseExact` gives a number as an object with its digits. */
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('rawJSON' in value)

/** The country code and the last two digits tell a mix-up of numbers, and tell nobody who it is. */
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
 * A payment notification of the provider's (interface document, section 6), as it is kept. The document shows neither its
 * payload nor what triggers one, so that two fields are all it must have; everything else is kept as it came, but for what
 * tells who somebody is.
 */
export interface Notification {
  /**
   * The same for every sending of one notification: a hash of its reference, its status in any case, and what else it is judged
   * by (amount, currency, error, masked number).
   */
  key: string
  /** The provider's reference of the payment that it speaks of. */
  reference: string
  /** The provider's word, as it came: `success`, `FAILED`, ... */
  status: string
  /**
   * The JSON that came, numbers digit for digit. Names, e-mail addresses and the like are blanked (`(left out)`), phone
   * numbers masked (`229******12`); your own `custom_data` is whole.
   */
  body: string
  /** Whether its signature was checked: true wherever a secret is configured. */
  signed: boolean
  /** ISO 8601. */
  receivedAt: string
}

/** What a notification says beside its reference and status, read; null where it says nothing, or nothing of that form. */
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
  /** The provider's text for people, without names and numbers. */
  message: string | null
  /** What you sent along (2.4), whole; undefined when there is none. */
  customData: unknown
}

/** A notification as your code is given it. */
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
 * Where notifications are kept. `keep` decides which sending is the first, so it has to be atomic: of any number of calls
 * with one key at the same moment, in any number of processes, one is told `new`.
 */
export interface NotificationStore {
  /** Durable when it resolves. `times`: how often it has come, this time included. */
  keep(notification: Notification): Promise<{ kind: 'new' } | { kind: 'repeated'; times: number }>
  /** The handler is done with it. */
  markHandled(key: string): Promise<void>
  /** What is kept and not handled, the oldest first. */
  waiting(): Promise<Notification[]>
}

/**
 * Given each new notification, after it is kept and answered. A notification is evidence about a payment that you asked
 * for: look its reference up among your own, and never take an unknown one for an order.
 *
 * It is called once for each, except after a crash or an error of its own: then it is called again with the same one, so it
 * should not mind that. What it throws is told to `onTrouble` without being looked into.
 */
export type NotificationHandler = (notification: ReadyNotification) => void | Promise<void>
