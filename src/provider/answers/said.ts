import { isUtf8 } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import { duplicate, isDone, saysUnderWayIn, success, words } from '../../payout/doubtWords.ts'
import { isRefusal, plain, raisesDoubt, saysOtherwise } from '../../payout/refusal.ts'
import { parseJson } from '../wire.ts'

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

const successFlag = /^(?:is[_-]?)?success(?:ful)?$/i

function hasFailedPart(value: unknown, isPart = false): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return isPart && value.some((part) => hasFailedPart(part, true))
  return Object.entries(value).some(([key, part]: [string, unknown]) => {
    if (typeof part === 'string')
      return (payoutStatus.test(key) || (isPart && /^(?:status|state|statut)$/i.test(key))) && isRefusal(part, [])
    if (part === true) return isPart && key === 'error'
    if (part === false) return successFlag.test(key)
    return payoutPart.test(key) && hasFailedPart(part, true)
  })
}

/**
 * Whether the body of an answer that turns a request away (429, 401, 403, 404, 405, 415) says that the payout was taken in all the
 * same: it has `error: false`, a reference or the word for success anywhere, or calls the payout a copy, under way or paid. The
 * payout may have been made then, and is not sent again on the word of a status line. The body need not be the JSON that the
 * interface promises. The usual texts don't count: too many requests, please wait; an account that waits for approval; an expired
 * token; maintenance in progress.
 */
export function saysTaken(body: Buffer): boolean {
  const text = textOf(body)
  if (takenIn.test(text)) return true
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null) return showsTakenIn(value) || speaksOfPayout(value)
  const page = typeof value === 'string' ? value : text
  const shown = page.length <= longest.page ? shownText(page) : ''
  return shown.length <= longest.note && clausesOf(shown).some(isOfPayout)
}

/** A longer page comes from a proxy or a firewall. */
const longest = { page: 10_000, note: 500 }
const shownText = (page: string): string =>
  page
    .replace(/<(script|style)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^<>]*>/g, '. ')
    .trim()

/** What says so in JSON, in XML and in a form, one line for each. */
const takenIn = new RegExp(
  [
    /"error"\s*:\s*(?:"\s*false\s*"|false|0(?![.\d]))|"reference"\s*:\s*(?:"\s*[^\s"]|-?\d)|"status"\s*:\s*"\s*success\s*"/,
    /<error>\s*(?:false|0)\s*<|<reference>\s*[^\s<]|<status>\s*success\s*</,
    /(?:^|&)(?:error=(?:false|0)|status=success)(?=&|\s*$)|(?:^|&)reference=[^&\s]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

function showsTakenIn(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, part]: [string, unknown]) => {
    if (key === 'error' && (part === false || part === 0)) return true
    if (referenceKey.test(key) && namesOne(part)) return true
    return showsTakenIn(part)
  })
}

const referenceKey = /^(?:reference|(?:transaction|payout)[_-]?id)$/i
/** Whether this is a code, or a list or an object that has one. `["is required"]` isn't. */
function namesOne(part: unknown): boolean {
  if (typeof part === 'object' && part !== null) return Object.values(part).some(namesOne)
  return typeof part === 'number' || (typeof part === 'string' && /^\S+$/.test(part.trim()))
}

/** The text of a body that may be compressed by a proxy, in UTF-16, or else in UTF-8 or Windows-1252. */
function textOf(body: Buffer): string {
  const bytes = body[0] === 0x1f && body[1] === 0x8b ? unzipped(body) : body
  const encoding = encodings.find(({ mark }) => mark.equals(bytes.subarray(0, 2)))?.name
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
}

const encodings = [
  { mark: Buffer.from([0xff, 0xfe]), name: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), name: 'utf-16be' },
]

function unzipped(body: Buffer): Buffer {
  try {
    return gunzipSync(body, { maxOutputLength: 1 << 16 })
  } catch {
    return body
  }
}

function speaksOfPayout(value: object): boolean {
  const { says, statuses, flags } = saidIn(value)
  const status: unknown = 'status' in value ? value.status : null
  return [...(typeof status === 'string' ? [status] : []), ...says(), ...statuses(), ...flags()].some((each) =>
    clausesOf(each).some(isOfPayout),
  )
}

const clausesOf = (text: string): string[] => text.split(clauseEnd).map(plain)

/** "Too many requests: your transfer is being processed" has two clauses. */
const clauseEnd = /[.;:!?\n\u2013\u2014]+\s*|,\s+/

function isOfPayout(clause: string): boolean {
  if (ofRequests.test(clause)) return duplicate.test(clause) && !isReached(clause) && !again.test(clause)
  if (ofAccess.test(clause)) return payment.test(clause) && duplicate.test(clause) && !isReached(clause)
  if ((duplicate.test(clause) && !isReached(clause)) || timeout.test(clause)) return true
  if (!payment.test(clause) && clause.trim().split(' ').length > fewWords) return false
  return saysUnderWayIn(clause.replace(wait, ' ')) || success.some((word) => isDone(clause, word))
}

/** A clause without a word for the payout is about it only if it is as short as "paid" or "still in progress". */
const fewWords = 3
const payment = words(
  'transactions?|payments?|payouts?|transfers?|paiements?|transferts?|virements?|versements?|operations?|money|funds|fonds|argent|amount|montant|beneficia\\w+|recipient|destinataire|wallet|compte credite|your request|demande|requete',
)
const ofRequests = words(
  'too many|too often|trop de|trop souvent|rate|limits?|limites?|quotas?|plafonds?|throttl\\w*|slow down|(?:per|par|this|last) (?:second\\w*|minute|hour|heure|day|jour)|busy|overload\\w*|surcharg\\w*|other (?:requests|transactions)|maintenance|upgrade|mise a jour|deployment',
)
const ofAccess = words(
  'your account|this account|the account|merchant\\w*|compte (?:est|marchand|n|en)|votre compte|marchand|commercant|kyc|registration|inscription|approval|approbation|activation|contract|contrat|profile|profil|users?|utilisateurs?|keys?|cles?|tokens?|jetons?|sessions?|nonce|login|logged|auth\\w*|connexion|signature|ip|access|acces|review|path|route|url|maintenance',
)
const timeout = words(
  '\\w*time ?d? ?outs?|timeouted|(?:no|without|sans|aucune|pas de) (?:response|reply|reponse) (?:from|de|du|d)',
)
const wait = / (?:please |veuillez )?(?:wait(?:ing)?|patienter|patientez|attendre)(?= )/g
/** What else "already" may refer to. */
const reached =
  / (?:already|deja) (?:been |ete )?(?:reached|exceeded|suspended|blocked|revoked|disabled|closed|logged|registered|expired|atteinte?|depassee?|suspendue?|bloquee?|desactivee?|connectee?)(?= )/
const again = words('repeated|repetee?|already (?:sent|made)|deja (?:envoye|fait)')

const isReached = (clause: string): boolean => reached.test(clause) && !duplicate.test(clause.replace(reached, ' '))

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
