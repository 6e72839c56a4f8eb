import { isRefusal, raisesDoubt, saysOtherwise } from '../../payout/refusal.ts'

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
/** Names the payout that this one is a duplicate of. */
const original = /^duplicate[_-]?of/i

/** Parts that are about the payout. FAILED about an SMS, a callback or an earlier attempt says nothing about it. */
const payoutPart =
  /^(?:data|results?|response|transaction|payout|payment|transfer|payload|details?|body|disbursement|operation|attributes)$/i
const payoutStatus =
  /^(?:transaction|txn?|payment|payout|transfer|disbursement|operation)[_-]?(?:status|state|statut)$/i

function hasFailedPart(value: unknown, isPart = false): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).some(([key, part]: [string, unknown]) => {
    if (typeof part === 'string')
      return (payoutStatus.test(key) || (isPart && /^(?:status|state|statut)$/i.test(key))) && isRefusal(part, [])
    if (part === true) return isPart && key === 'error'
    return payoutPart.test(key) && hasFailedPart(part, true)
  })
}
