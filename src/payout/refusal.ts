/**
 * What makes an answer a refusal. A row that is called refused may be tried again, so only words that can mean nothing else
 * are words of refusal; any other word leaves the row to a person. Beside a word of refusal, no word may say that the payout
 * was, or may have been, made after all: a timeout, a duplicate, something under way, a success.
 *
 * Texts are compared in lower case, without accents, as words with one space between them; `transactionFailed` is two words.
 */

const refusals = [
  'fail(?:ed|ures?|s)?',
  'reject(?:ed|ion)?',
  'refus(?:ed|al|ee?s?)?',
  'declin(?:ed?|ee?s?)',
  'cancell?ed',
  'invalid\\w*',
  'insuffi(?:cien|san)\\w*',
  'echecs?',
  'echou(?:er|ee?s?)',
  'rejet(?:ee?s?)?',
  'annul(?:ee?s?)',
].join('|')

const negations =
  'not|no|non|pas|ne|n|t|never|jamais|cannot|without|sans|nothing|rien|nobody|none|aucune?|unable|impossible'
const refusal = words(refusals)
const refusalDenied = words(`(?:${negations})(?: (?:been|be|yet|ete|encore))* (?:${refusals})`)

/** Whether a status is a word of refusal, or has one in it and no word that speaks against it. */
export const isRefusal = (status: string, more: readonly string[]): boolean =>
  hasRefusal(plainStatus(status), more) && !saysOtherwise(status, more)

/** Whether a status says anything but that the payout was refused, or says nothing certain. */
export function saysOtherwise(status: string, more: readonly string[]): boolean {
  const text = plainStatus(status)
  const rest = without(text, more)
  return refusalDenied.test(text) || openStatus.test(rest) || isDone(rest, doneStatus) || speaksOfDoubt(rest)
}

/** Whether a status has a word of refusal in it, whatever else it says. */
export const mentionsRefusal = (status: string, more: readonly string[]): boolean =>
  hasRefusal(plainStatus(status), more)

/** Whether a text says that the payout was, or may have been, made. */
export function raisesDoubt(text: string, more: readonly string[]): boolean {
  const rest = without(plain(text), more)
  return speaksOfDoubt(rest) || success.some((word) => isDone(rest, word))
}

/** Whether a text says that the payout is under way, or that its end is not known. */
export const saysUnderWay = (text: string): boolean => underWay.test(plain(text)) || timeout.test(plain(text))

/**
 * A word of refusal that the merchant adds (PAYRUN_REFUSAL_WORDS), as texts are compared; null where it is none: empty, or a
 * word of a timeout, a duplicate, something under way or a success.
 */
export function refusalWord(text: string): string | null {
  const word = plain(text)
  if (word.trim() === '') return null
  const mayBePaid = /^ expire\w* $/.test(word) ? false : speaksOfDoubt(word)
  return mayBePaid || openStatus.test(word) || doneStatus.test(word) || success[0]!.test(word) ? null : word.trim()
}

const speaksOfDoubt = (text: string): boolean => timeout.test(text) || underWay.test(text) || duplicate.test(text)

function plain(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return ` ${bare} `
}

/** A provider uses few words for a status, thousands of times a second. */
function plainStatus(status: string): string {
  const known = plainStatuses.get(status)
  if (known !== undefined) return known
  const bare = plain(status)
  if (plainStatuses.size < most.statuses && status.length <= most.letters) plainStatuses.set(status, bare)
  return bare
}

const plainStatuses = new Map<string, string>()
const most = { statuses: 200, letters: 60 }

function words(alternatives: string): RegExp {
  return new RegExp(` (?:${alternatives})(?= )`)
}

const hasRefusal = (text: string, more: readonly string[]): boolean =>
  refusal.test(text) || more.some((word) => text.includes(plain(word)))

/** What the merchant calls a refusal is no doubt. */
const without = (text: string, more: readonly string[]): string =>
  more.reduce((rest, word) => rest.replaceAll(plain(word), ' '), text)

const timeout = words(
  [
    'time ?d? ?outs?|timing out|expir\\w*|deadline|took too long|hors delais?',
    '(?:delais?|temps)(?: \\w+){0,3} (?:depass|ecoul)\\w*|depassement (?:du |de )?(?:delai|temps)|delai d attente',
    '(?:no|without|sans|aucune|invalid|pas de) (?:response|answer|reply|reponse|retour)|reponse invalide',
    '(?:not|t|pas|ne) (?:respond|answer|repl|repond)\\w*|pas (?:encore )?repondu',
  ].join('|'),
)

const underWay = words(
  [
    'pending|processing|in process|in progress|under ?way|on ?going|queued|waiting|awaiting|on hold|in (?:flight|transit)',
    'being \\w+|under (?:review|investigation|verification)|en (?:cours|attente|traitement|suspens|verification|transit)',
    '(?:status|state|outcome|result|statut|etat|resultat|sort)(?: (?:is|est))? (?:not known|un(?:known|certain|determined)|inconnue?|in(?:certain|determine)e?)',
    '(?:un(?:known|certain|determined)) (?:status|state|outcome|result)|uncertain|undetermined|incertaine?|indeterminee?',
    '(?:may|might) (?:already )?have been|peut avoir ete|a peut etre',
  ].join('|'),
)

const duplicate = words(
  [
    'duplicat\\w*|dupliqu\\w*|doublons?|en double|already|deja|repeated|repetee?|replay\\w*',
    'double (?:transaction|payment|paiement|payout|transfer|transfert|request|entry|operation)',
    '(?:same|meme|similar|similaire|identical|identique) (?:transaction|payment|payout|transfer|reference|request|operation|paiement|transfert|requete)',
    '(?:transaction|paiement|operation|transfert|requete) (?:identique|similaire)',
  ].join('|'),
)

const done = [
  'paid(?: out)?|sent|credited|debited|transferred|completed|executed|initiated|performed|made|delivered|disbursed|received',
  'settled|remitted|deposited|released|dispatched|withdrawn|cashed(?: out)?|fulfilled|finali[sz]ed',
  'payee?s?|envoyee?s?|creditee?s?|debitee?s?|versee?s?|transferee?s?|effectuee?s?|executee?s?|initiee?s?|aboutie?s?',
  'livree?s?|decaissee?s?|encaissee?s?|recue?s?|reglee?s?|viree?s?|remise?s?|deposee?s?|retiree?s?|finalisee?s?|honoree?s?',
].join('|')
const payment =
  'transactions?|payments?|payouts?|transfers?|paiements?|transferts?|virements?|versements?|money|funds|fonds'
/** A message says it as a sentence ("was sent", "a été payé"), in short ("payment sent", "Livré"), or with the word for success. */
const success = [
  words('success\\w*|succeed\\w*|succes|reussie?s?'),
  words(`(?:was|were|been|has|have|had|is|are|got|a|ont|est|sont|ete|bien) (?:${done})`),
  words(`(?:${payment}) (?:${done})`),
  new RegExp(`^ (?:${done}) $`),
]
/** Of a status, the word alone says it. */
const doneStatus = words(
  [
    done,
    'success\\w*|succeeded|succes|reussie?s?|accepted|acceptee?s?|submitted|soumise?s?|approved|approuvee?s?|confirmed',
    'confirmee?s?|validated|processed|traitee?s?|done|complete|terminee?s?|posted|ok',
  ].join('|'),
)
/** A status that does not know, speaks of a part, or of taking a payout back. */
const openStatus = words(
  'unknown|inconnue?s?|partial\\w*|partiel\\w*|refund\\w*|revers\\w*|reversal|cancellation|annulation|remboursement|requested|demandee?',
)

const denied = new RegExp(`(?: (?:${negations}))(?: \\w+){0,3} ?$| (?:be|etre) ?$`)

/** Whether a text says so without denying it: "has not been paid" and "could not be paid" do not. */
function isDone(text: string, word: RegExp): boolean {
  for (const { index } of text.matchAll(new RegExp(word, 'g')))
    if (!denied.test(text.slice(Math.max(0, index - longestDenial), index))) return true
  return false
}

/** Read back so far only: the text may be 64 KiB of denials. */
const longestDenial = 100
