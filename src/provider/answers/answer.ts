import { isRefusal, raisesDoubt, saysDuplicate, saysOtherwise } from '../../payout/refusal.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import {
  decodeUtf8,
  type ErrorAnswer,
  errorAnswer,
  hasRepeatedKey,
  type PayoutAnswer,
  parseJson,
  payoutAnswer,
  referenceCode,
  withReference,
} from '../wire.ts'
import type { Lost, NotSent } from './noAnswer.ts'

/**
 * The result of one request, before it is interpreted. The three kinds differ in what they prove about the money:
 * `not_sent` proves that no byte left, `response` carries what the provider said, `lost` proves nothing.
 * Messages are payrun's own sentences, without credentials, phone numbers or names.
 */
export type Answer = Response | NotSent | Lost

export interface Response {
  kind: 'response'
  /** 200 to 599: informational answers are not answers. */
  httpStatus: number
  contentType: string | null
  /** The Retry-After header as it came. */
  retryAfter: string | null
  /** At most 64 KiB. */
  body: Buffer
  /**
   * False when neither Content-Length nor chunks said where the body ends: it ended because the connection did, so it
   * may be cut short without any error.
   */
  delimited: boolean
}

export type ReadAnswer =
  /** `fields`: the whole answer, with those that the document doesn't list. */
  | ({ kind: 'payout'; answer: PayoutAnswer; fields: Record<string, unknown> } & Said)
  /** An error body with an integer status (interface document, section 7). */
  | ({ kind: 'error'; answer: ErrorAnswer } & Said)
  /** `error: true` without a status: a refusal only if the HTTP status says so too. */
  | ({ kind: 'bare_error'; message: string } & Said)
  | { kind: 'contradictory'; message: Sentence }
  | { kind: 'unreadable'; message: Sentence }

const decidingKeys = ['error', 'status', 'reference'] as const

/** Reads the body of an answer with any HTTP status. Strict about types: the text "false" is not a boolean. */
export function readAnswer(response: Response): ReadAnswer {
  const json = readJson(response, decidingKeys)
  if (json.kind !== 'json') return json
  const { value } = json
  const said = saidIn(value)
  const payout = payoutAnswer.safeParse(value)
  if (payout.success) return { kind: 'payout', answer: payout.data, fields: value as Record<string, unknown>, ...said }
  if (isBareError(value, response.httpStatus)) {
    return { kind: 'bare_error', message: textOf(value, 'message'), ...said }
  }
  if (typeof value === 'object' && value !== null && 'error' in value) {
    return unreadable(say('provider.answer_missing_unexpected_fields'))
  }
  const error = errorAnswer.safeParse(value)
  if (error.success) return { kind: 'error', answer: error.data, ...said }
  return unreadable(say('provider.answer_missing_unexpected_fields'))
}

/** `{"error": true}` without a text status. It may have section 7's integer status if that mirrors the HTTP status. */
export function isBareError(value: unknown, httpStatus: number): value is { error: true } {
  if (typeof value !== 'object' || value === null || !('error' in value) || value.error !== true) return false
  return !('status' in value) || value.status === httpStatus
}

export function textOf(value: object, key: string): string {
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1]
  return typeof found === 'string' ? found : ''
}

type ReadJson =
  | { kind: 'json'; value: unknown; text: string }
  | { kind: 'contradictory'; message: Sentence }
  | { kind: 'unreadable'; message: Sentence }

/**
 * Reads the body of an answer as JSON, whatever its content type says.
 *
 * @param decidingKeys the fields that decide: given twice, a parser silently takes the last, and the sender may have meant
 *   the first
 */
export function readJson({ body, delimited, httpStatus }: Response, decidingKeys: readonly string[]): ReadJson {
  if (body.length === 0) return unreadable(say('provider.empty_answer_http', { httpStatus }))
  const text = decodeUtf8(body)
  if (text === null) return unreadable(say('provider.answer_not_utf_8'))
  const value = parseJson(text)
  if (value === undefined)
    return unreadable(delimited ? say('provider.answer_not_json') : say('provider.answer_cut_short'))
  if (hasRepeatedKey(text, decidingKeys)) {
    return { kind: 'contradictory', message: say('provider.providers_answer_gives_same_field_twice') }
  }
  return { kind: 'json', value: withReference(value, text), text }
}

const unreadable = (what: Sentence): { kind: 'unreadable'; message: Sentence } => ({
  kind: 'unreadable',
  message: say('provider.provider_sent_cant_told_became_request', { what }),
})

/**
 * The reference in an answer that decides nothing. A person can ask the provider about it, and a statement or a notification
 * about it counts for the request. So it has to be the request's own reference: an answer that reports a duplicate (as 409 does)
 * may name the original payout, and is treated as having none.
 *
 * For a payout, an answer that reports an error has none either: it may mean another payout, in words that we don't know. For an
 * online payment or a collection it counts: each gets its own reference before the payer is asked (2.3, 2.5), and without it nobody
 * could follow what the payer may still pay.
 */
export function namedReference(answer: Response, of: 'payout' | 'charge'): string | null {
  const json = readJson(answer, [])
  if (json.kind !== 'json' || typeof json.value !== 'object' || json.value === null) return null
  if (answer.httpStatus === 409 || ('status' in json.value && json.value.status === 409)) return null
  const reference = referenceIn(answer)
  if (reference === null || (of === 'payout' && reportsError(json.value))) return null
  return callsItselfDuplicate(saidIn(json.value), textOf(json.value, 'status')) ? null : reference
}

/** The reference in an answer, be it the request's own or another one's. */
export function referenceIn(answer: Response): string | null {
  const json = readJson(answer, [])
  if (json.kind !== 'json' || typeof json.value !== 'object' || json.value === null) return null
  return referenceCode().safeParse(textOf(json.value, 'reference')).data ?? null
}

/** Whether an answer calls the request a duplicate of an earlier one. */
export const callsItselfDuplicate = ({ says, statuses, flags }: Said, status: string): boolean =>
  [status, ...says(), ...statuses(), ...flags()].some(saysDuplicate)

function reportsError(value: object): boolean {
  const { error, status } = value as { error?: unknown; status?: unknown }
  const isError = error !== undefined && error !== null && error !== false && error !== 0 && error !== 'false'
  return isError || (typeof status === 'number' && (status < 200 || status > 299))
}

/** What an answer says besides its own status. Computed on demand, because most answers need none of it. */
export interface Said {
  /** Every text, except what it repeats from the request, as a whole and sentence by sentence. */
  says(): string[]
  /** The statuses in its parts or other fields. */
  statuses(): string[]
  /** The names of fields that are true, and of errors that are false: `success: true`, `data: { error: false }`. */
  flags(): string[]
  /** Whether a part of it, or another field, says that the payout failed. */
  hasFailedPart(): boolean
}

/** Whether it says that the request was, or may have been, carried out. A refusal is then not certain. */
export const leavesDoubt = ({ says, statuses, flags }: Said, refusalWords: readonly string[] = []): boolean =>
  says().some((each) => raisesDoubt(each, refusalWords)) ||
  statuses().some((each) => saysOtherwise(each, refusalWords)) ||
  flags().some((each) => raisesDoubt(each, []))

export const saidIn = (value: unknown): Said => ({
  says: () => textsIn(value),
  statuses: () => otherStatusesIn(value),
  flags: () => flagsIn(value),
  hasFailedPart: () => hasFailedPart(value),
})

/** Fields that an answer repeats from the request. The status is judged separately. */
const repeated = /^(?:status|reference|operator|currency|amount|.*phone.*|msisdn)$/i
const person = /^(?:customer|beneficiary|recipient|receiver)$/i
/** In an object about a person, only these are not part of the request. */
const telling = /message|reason|error|detail|description|code|result|note|info|comment|motif|raison/i
const name = /(?:name|prenom|prénom|nom)$/i
/** The name of an error, not of a person or a thing. */
const errorName = /(?:error|exception|fault|failure|status|state|code|reason|event|result|class|type)[ _-]?name$/i
const errorsName = /^\S*(?:error|exception|fault|timeout)$/i

/** The texts in a JSON value, at any depth, and each sentence of them: a denial in one sentence doesn't cover the next. */
function textsIn(value: unknown, isPerson = false): string[] {
  if (typeof value === 'string') return sentenceEnd.test(value) ? [value, ...value.split(sentenceEnd)] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    if (repeated.test(key)) return []
    if (typeof part === 'string') {
      if (person.test(key) || (isPerson && !telling.test(key))) return []
      if (name.test(key) && !errorName.test(key) && !errorsName.test(part)) return []
    }
    return textsIn(part, isPerson || person.test(key))
  })
}

const sentenceEnd = /[.;!?]\s+|\n+/

/** The texts under any key called a status, at any depth, except the answer's own. */
function otherStatusesIn(value: unknown, isPart = false): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    if (typeof part !== 'string') return otherStatusesIn(part, true)
    return statusKey.test(key) && (isPart || key !== 'status') ? [part] : []
  })
}

const statusKey = /(?:status|state|statut|etat|état)$/i

/** The answer's own `error` is judged separately. */
function flagsIn(value: unknown, isPart = false): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    if (isYes(part)) return setting.test(key) ? [] : [key]
    if (isOne(part) && oneWord.test(key)) return [key]
    if (isNo(part)) return failureFlag.test(key) && (isPart || key !== 'error') ? ['success'] : []
    if (settled.test(key) && /[1-9]/.test(String(part))) return ['paid']
    if (original.test(key) && part !== null && part !== '') return ['duplicate']
    return flagsIn(part, true)
  })
}

const isYes = (part: unknown): boolean => part === true || (typeof part === 'string' && yes.test(part))
const isOne = (part: unknown): boolean => part === 1 || part === '1'
const isNo = (part: unknown): boolean => part === false || (typeof part === 'string' && no.test(part))
const yes = /^\s*(?:true|yes|oui)\s*$/i
const no = /^\s*(?:false|no|non)\s*$/i
const failureFlag = /^(?:is|has)?[_-]?(?:error|errors|failed|failure|fail|echec|refused|rejected)$/i
/** In these fields, 1 means yes, not a number of seconds or tries. */
const oneWord = /^(?:is|has)?[_-]?(?:pending|paid|duplicate|success|successful|processing|sent)$/i
/** Settings of the provider, which say nothing about this payout: `duplicateCheck`, `allow_retry`. */
const setting = /check|allow|enable|support|limit|permit/i
/** When it was paid, or how much of it. */
const settled =
  /^(?:paid|settled|credited|disbursed)[_-]?(?:at|on|date|time|amount)$|^amount[_-]?(?:paid|settled|credited|disbursed)$/i
/** Names the payout that this one is a duplicate of. */
const original = /^duplicate[_-]?of/i

/** Parts that are about the payout. FAILED about an SMS, a callback or an earlier attempt says nothing about it. */
const payoutPart =
  /^(?:data|results?|response|transaction|payout|payment|transfer|payload|details?|body|disbursement|operation|attributes)$/i
const payoutStatus =
  /^(?:transaction|txn?|payment|payout|transfer|disbursement|operation)[_-]?(?:status|state|statut)$/i

const ownStatus = /^(?:status|state|statut)$/i
const successFlag = /^(?:is[_-]?)?success(?:ful)?$/i

function hasFailedPart(value: unknown, isPart = false): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return isPart && value.some((part) => hasFailedPart(part, true))
  return Object.entries(value).some(([key, part]: [string, unknown]) => {
    if (typeof part === 'string')
      return (payoutStatus.test(key) || ((isPart || key !== 'status') && ownStatus.test(key))) && isRefusal(part, [])
    // The answer's own `error` and `status` are judged separately, but not the same names written otherwise.
    if (part === true) return (isPart || key !== 'error') && /^error$/i.test(key)
    if (part === false) return successFlag.test(key)
    if (/^errors$/i.test(key) && Array.isArray(part)) return part.length > 0
    return payoutPart.test(key) && hasFailedPart(part, true)
  })
}

type StatusMeaning = 'success' | 'positive' | 'under_way' | 'failure' | 'other'

/**
 * What the text of a payout's status says. The interface document shows two words, `success` and `FAILED` (2.5, 2.7), and
 * lists none; the rest are what services of this kind use. Only `success` ever makes a payout paid: the others are here
 * to notice a contradiction.
 */
export function statusMeaning(status: string): StatusMeaning {
  return (
    meanings.get(status) ??
    meanings.get(
      status
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_-]+/g, ' '),
    ) ??
    'other'
  )
}

const meanings = new Map<string, StatusMeaning>([
  ['success', 'success'],
  ...all('positive', ['successful', 'succeeded', 'succeed', 'completed', 'complete', 'paid', 'approved', 'done', 'ok']),
  ...all('under_way', [
    'pending',
    'processing',
    'in progress',
    'initiated',
    'accepted',
    'submitted',
    'queued',
    'waiting',
  ]),
  ...all('failure', ['failed', 'failure', 'fail', 'error', 'rejected', 'refused', 'declined', 'denied', 'reversed']),
  ...all('failure', ['cancelled', 'canceled', 'expired', 'invalid', 'unsuccessful', 'aborted', 'timeout']),
])

function all(meaning: StatusMeaning, words: readonly string[]): [string, StatusMeaning][] {
  return words.map((word) => [word, meaning])
}
