import { isUtf8 } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import { duplicate, isDone, saysUnderWayIn, success, words } from '../../payout/doubtWords.ts'
import { plain } from '../../payout/refusal.ts'
import { parseJson } from '../wire.ts'
import { type Response, saidIn } from './answer.ts'

/**
 * Whether the body of an answer that turns a request away (429, 401, 403, 404, 405, 415) says that the payout was taken in all the
 * same: it has `error: false`, a reference or the word for success anywhere, or calls the payout a copy, under way or paid. The
 * payout may have been made then, and is not sent again on the word of a status line. The body need not be the JSON that the
 * interface promises. The usual texts don't count: too many requests, please wait; an account that waits for approval; an expired
 * token; maintenance in progress.
 */
export function saysTaken(body: Buffer): boolean {
  const text = textOf(body)
  if (takenIn.some((form) => form.test(text))) return true
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null) return showsTakenIn(value) || speaksOfPayout(value)
  const page = typeof value === 'string' ? value : text
  const shown = page.length <= longest.page ? shownText(page) : ''
  return shown.length <= longest.note && clausesOf(shown).some(isOfPayout)
}

/**
 * Whether the body of such an answer can't be read, or not to its end: what is missing may say that the payout was taken in. If
 * nothing says how long a body is, only its own form shows that it was cut short.
 */
export function isUnreadable({ body, delimited }: Response): boolean {
  const text = textOf(body).trim()
  if (binary.test(text)) return true
  if (delimited) return false
  if (/^[[{]\s*["[{]|^"[^"]*$/.test(text)) return parseJson(text) === undefined
  return (
    text.startsWith('<') && (text.lastIndexOf('<') > text.lastIndexOf('>') || /<html\b(?!.*<\/html\s*>)/is.test(text))
  )
}

/** No text has these: it is compressed in a way that isn't known here, or UTF-16 that doesn't say so. */
const binary = /(?!\s)\p{Cc}/u

/** A longer page comes from a proxy or a firewall. */
const longest = { page: 10_000, note: 500 }
const shownText = (page: string): string =>
  page
    .replace(/<(script|style)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^<>]*>/g, '. ')
    .trim()

/** What says so in JSON, in XML and in a form. */
const takenIn = [
  /"error"\s*:\s*(?:"\s*false\s*"|false|0(?![.\d]))|"reference"\s*:\s*(?:"\s*[^\s"]|-?\d)|"status"\s*:\s*"\s*success\s*"/i,
  /<error>\s*(?:false|0)\s*<|<reference>\s*[^\s<]|<status>\s*success\s*</i,
  /(?:^|&)(?:error=(?:false|0)|status=success)(?=&|\s*$)|(?:^|&)reference=[^&\s]/i,
]

function showsTakenIn(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, part]: [string, unknown]) => {
    if (key === 'error' && (part === false || part === 0)) return true
    if (referenceKey.test(key) && namesOne(part)) return true
    return showsTakenIn(part)
  })
}

const referenceKey = /^(?:reference|(?:transaction|payment|payout|transfer)[_-]?(?:id|reference))$/i
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
  if (request.test(clause) && !otherRequest.test(clause) && saysUnderWayIn(clause.replace(wait, ' '))) return true
  if (!payment.test(clause) && clause.trim().split(' ').length > fewWords) return false
  return saysUnderWayIn(clause.replace(wait, ' ')) || success.some((word) => isDone(clause, word))
}

/** A clause without a word for the payout is about it only if it is as short as "paid" or "still in progress". */
const fewWords = 3
const payment = words(
  'transactions?|payments?|payouts?|transfers?|paiements?|transferts?|virements?|versements?|operations?|money|funds|fonds|argent|amount|montant|beneficia\\w+|recipient|destinataire|wallet|compte credite|your request|demande|requete',
)
const request = words('request|order(?! to)|ordre')
const otherRequest = words('another|other|autre|previous|precedente?|concurrent|max\\w*')
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
