import { fold, plain, wordsOf } from '../../../payout/typedText.ts'
import { type DateReading, readStatementDate } from '../../statement/statementDate.ts'

/**
 * How a column of a payroll says that a row is paid or must not be paid by mobile money: in words (`status`: `Statut`, `Situation`,
 * `Émargement`; `remark`: `Observations`; `name`: `Jean Ba (suspendu)`; `mode`: `Mode de paiement`), as an answer to its heading (`paid`:
 * `Payé ?`; `held`: `Suspendu`; `allowed`: `À payer ?`), or as what is left to pay (`left`: `Reste à payer`). `outcome`: a status whose
 * cells show that it is that of the payment.
 */
export type Marking = 'any' | 'outcome' | 'status' | 'remark' | 'name' | 'mode' | 'paid' | 'held' | 'allowed' | 'left'

export const question = '(?:on|ouinon|yn|yesno|x)?$'
/** Since when somebody is gone. */
const exit =
  '^date(?:d[eu]?|of)?(?:sortie|depart|demission|licenciement|exit|termination)$|^(?:exit|termination|leaving|resignation)date$|^(?:sortie?|partie?|licenciee?|left|terminated)(?:le|depuis|on|since)$'
/** Paid, in Swahili and Kinyarwanda: `amelipwa`, `yishyuwe`. */
export const regionalPaid = '(?:(?:ame|ime|wame|zime|ali|ili)lipwa|[aby]?y?ishyuwe|[aby]?y?ahembwe)'
const headings: Readonly<Record<Exclude<Marking, 'any' | 'outcome'>, RegExp>> = {
  paid: new RegExp(
    `^(?:deja|already|is)?(?:(?:payee?|reglee?|versee?|viree?|percue?|paid)s?|(?:salaire|salary|paie|paye|pay|paiement|payment|argent|money)(?:recue?|received)|${regionalPaid})(?:le|at|on)?${question}|^(?:datepaid|paiddate)$|^(?:paiement|payment)(?:effectue|done|made)$`,
  ),
  held: new RegExp(
    `^(?:is|est)?(?:(?:suspendue?|bloquee?|annulee?|exclue?|decedee?)s?|suspended|blocked|cancell?ed|excluded|deceased|(?:on)?hold|doublon|duplicate|(?:a)?nepas(?:payer|verser|virer|regler)|donotpay|dontpay|nottopay|nottobepaid)(?:le|depuis|depuisle|on|since)?${question}|^date(?:d[eu]?|of)?(?:suspension|deces|death)$|^(?:suspension|death)date$|${exit}`,
  ),
  allowed: new RegExp(
    `^(?:is|est)?(?:(?:a|to)?(?:payer|pay|verser|virer|bepaid)|payable|bonapayer|bap|validee?s?|approuvee?s?|approved|actif|active|eligible|autorisee?s?|authori[sz]ed|decision|(?:validation|approbation|approval|avis|accord)(?:du|dela|de)?(?:rh|drh|hr|daf|dg|finance|direction|manager)?)${question}`,
  ),
  left: /^(?:montant|net)?(?:reste|restant|solde|balance|left|remaining|outstanding)(?:du|due|payable|(?:a|to)(?:payer|percevoir|verser|regler|pay|bepaid))$/,
  mode: /^(?:(?:mode|moyen|methode|method|canal|channel)s?|(?:mode|moyen|type|methode|method|canal|channel|mean|modalite)s?(?:d[eu]|of)?(?:paie|paye|paiement|payment|reglement|versement|virement)s?|(?:paiement|payment|reglement|pay)s?(?:mode|method|type|channel|means)?|(?:banque|bank)momo|momo(?:banque|bank))$/,
  status:
    /statu[st]|^etat|state$|^hali(?:yamalipo)?$|^emargements?$|^situation(?:d[eu])?(?:paiement|payment|reglement)s?$|^situation(?:(?:d[eu])?(?:salaire|paie|paye)|(?:de)?l?(?:agent|employe)|administrative|(?:du)?contrat)?s?$/,
  remark:
    /^(?:observation|remarque|commentaire|remark|comment)|^(?:obs|observ|rmq|rem|note|mention|motif|info|avis|instruction|consigne|maelezo|alerte?|action|controle|verification|visa|decharge|noteinterne|divers|raison|reason|detail|suivi|memo|finance|contrat|paie|(?:colonne|column)\d+)s?(?:rh|drh|hr|daf|dg)?$|^(?:rh|drh|hr|daf|dg)(?:notes?)?$/,
  name: /^(?:pre)?noms?(?:et?(?:pre)?noms?)?$|^(?:first|last|full|sur)names?$/,
}

/** How a column with this heading marks its rows. Null if it is not such a column. */
export function markingOf(heading: string): Marking | null {
  const folded = fold(heading)
  if (other.test(wordsOf(heading))) return null
  return (Object.keys(headings) as (keyof typeof headings)[]).find((marking) => headings[marking].test(folded)) ?? null
}

/** What is paid, held or cancelled apart from the salary, and other people than the one to pay. */
export const otherNames =
  '(?:avances?|acomptes?|primes?|bonus|indemnites?|conges?|retenues?|absences?|prets?|frais|advances?|allowances?|deductions?|leave|loans?|conjointe?|epou[xs]e?|enfants?|spouse|child|children)\\b'
export const other = new RegExp(`\\b${otherNames}`)

/** Whether a heading asks for yes or no: `À payer ?`, `Pay (Y/N)`, `Ne pas payer`; perhaps also `À payer`, if its cells say so. */
export function asksWhetherToPay(heading: string): 'yes' | 'maybe' | 'no' {
  const marking = markingOf(heading)
  if (marking === 'held') return 'yes'
  if (marking !== 'allowed') return 'no'
  return /\?\s*$|\b(?:o|oui|y|yes)\s*[/|]\s*(?:n|no|non)\b/i.test(heading) ? 'yes' : 'maybe'
}

const exitDay = new RegExp(exit)

/** `Date de sortie`: the last salary may be paid after that day. */
export const namesExit = (heading: string): boolean => exitDay.test(fold(heading))

const sent = '(?:effectue|envoye|transfere|decaisse|execute)e?|sent|disbursed|transferred|executed'
export const transfer =
  'paiement|payment|reglement|settlement|versement|virement|envoi|transfert?|transaction|decaissement|disbursement|execution|payout'
const payDay = new RegExp(
  `^date(?:d[eu]?|dela|of)?(?:${transfer}|${sent})(?:effecti(?:f|ve))?$|^(?:${transfer})date$|^(?:${sent})(?:le|on|at)$`,
)

export const namesPayDay = (heading: string): boolean => payDay.test(fold(heading))

/**
 * Whether the cells of the payouts below make it an answer: `À payer` is no amount if they say yes or no, `Date de paiement` is not the
 * day of the whole payroll if only some have one, `Statut` is the state of the payment if some say so, and `Bank` is how each is paid if
 * some have mobile money there.
 *
 * @param mayBeMerged in a workbook, a day in the first row alone may be a merged cell
 */
export function isAnswered(
  heading: string,
  cells: readonly (string | null | undefined)[],
  mayBeMerged = false,
): boolean {
  const filled = cells.map((cell) => (cell ?? '').trim()).filter((cell) => !isNothing(cell))
  if (filled.length === 0) return false
  if (asksWhetherToPay(heading) === 'maybe') return filled.every((cell) => !/\d/.test(cell) && answerIn(cell) !== null)
  if (namesBank(heading))
    return filled.some((cell) => byMobile.test(wordsOf(cell)) && !/\bban(?:k|que)\b/.test(wordsOf(cell)))
  if (isStateColumn(heading)) return filled.some((cell) => tellsOfPayment(wordsOf(cell)))
  const isPayDay = namesPayDay(heading) && filled.length < cells.length
  if (mayBeMerged && filled.length === 1 && (cells[0] ?? '').trim() !== '') return false
  return isPayDay && filled.every((cell) => dayIn(cell) !== null)
}

export const byMobile =
  /\b(?:mobiles?|mo ?mo|mm|om|mtn|moov|orange|wave|airtel|flooz|free|expresso|yas|mixx|celtis|t ?money|m ?pesa|telephone|tel|phone|gsm|portable|wallet|electronique)\b/

const bank = /^(?:nom(?:de)?(?:la)?)?(?:banque|bank)(?:name)?$/

/** `Bank`: of everybody, or how somebody is paid, if others have `MoMo` there. */
export const namesBank = (heading: string): boolean => bank.test(fold(heading))

/** How a column that `isAnswered` found marks its rows. */
export const answersAs = (heading: string): Marking =>
  isStateColumn(heading) ? 'outcome' : namesBank(heading) ? 'mode' : (markingOf(heading) ?? 'paid')

/** Payments of something else than the salary: `Loyer` may be `déjà payé`. */
const elsewhere =
  /cotisation|cnss|impot|tax|loyer|rent|facture|invoice|scolarite|ecolage|school|fees?\b|dette|credit|caution|assurance|insurance|transport|libelle|description|remittance|fourni/

/** Whether its cells may say of the row what nobody says of anything else: `Ne pas payer`, `Déjà payé`. */
export const mayMark = (heading: string): boolean => {
  const words = wordsOf(heading)
  return !other.test(words) && !elsewhere.test(words)
}

/**
 * Whether a cell says yes or no to its heading, whatever is around or behind that: `Oui !`, `[x]`, `oui 12/11`, `NON (congé)`, `Non - RH`.
 * Null if it says anything else, such as `Non payé`, `No objection` or `n° 12`.
 */
export function answerIn(cell: string): 'yes' | 'no' | null {
  // Nearly every cell is empty, or too long to be an answer.
  if (cell === '' || cell.length > 200) return null
  const text = plain(cell).replace(/^[\s([{"'«*]+|[\s)\]}"'».!?;,:…*]+$/g, '')
  if (yes.test(text)) return 'yes'
  return no.test(text) ? 'no' : null
}

/** Whether a cell says that there is nothing, as an empty one does: `-`, `n/a`, `Néant`. */
export const isNothing = (cell: string): boolean =>
  cell === '' ||
  (cell.length < 10 && /^(?:[-–—_./\\\s]+|n\.?\/?a\.?|neant|nil|none|nothing|aucune?|rien)$/.test(plain(cell)))

const yes =
  /^(?:o|y|x+|ndi(?:y)?o|yego|ok|1|v|vu|vrai|true|fait|done|✓|✔|√|☑|✅)$|^(?:oui|yes)\b|^(?:ok|x) ?(?:[([–—-]|\d{1,2}[/.-])/
const no =
  /^(?:n|0|faux|false|ko|nok|hapana|bado|oya|✗|✘|✖|❌)$|^(?:non|no|pas encore|not yet)\b(?![-. ]*(?:[°º\d]|objections?|issues?|problems?|applicable|(?:pay|regl|vers|vir)ee?s?\b))/

export const pay =
  '(?:salaires?|salary|salaries|wages?|paies?|payes?|pay|soldes?|paiements?|payments?|versements?|virements?|reglements?|transfers?)'

/**
 * Whether words are the result of another system for a payment that went through. Only under `Statut du paiement`: `livré` and `terminé`
 * may be about the work that is to be paid, and `Training status` or a bare `Status` about anything. There, only words of money and of
 * success are read, unless its other cells tell of payments (`outcome`).
 */
export function isCarriedOut(column: string, words: string, isOutcome = false): boolean {
  if (ofPayment.test(fold(column))) return carriedOut.test(words)
  return isStateColumn(column) && (isOutcome ? mayBeDone(words) : moneySent.test(words))
}

const ofPayment = /pa(?:ie|ye?)ment|transaction|transfer|virement|versement|reglement|payout|disburse|decaisse/
const bareStatus = /^(?:statu[st]|etat|state)$/
/** `Status` alone may be that of anything. */
export const isStateColumn = (heading: string): boolean => bareStatus.test(fold(heading))
const sums = `(?:${pay}|transaction|transferts?|payouts?)`
const onDay = '(?: (?:le |on )?xdate)?$'
const succeeded = 'success|successful|succes|(?:transfere|decaisse|credite)e?s?|disbursed|credited|paid out'
const ended = '(?:reussi|envoye|traite|execute|abouti)e?s?|completed|done|sent'
const carriedOut = new RegExp(`^(?:${sums} )*(?:${succeeded}|${ended})${onDay}|^soldee?s?${onDay}`)
const moneySent = new RegExp(`^(?:${sums} )*(?:${succeeded})${onDay}|^(?:${sums} )+(?:${ended})${onDay}`)
const open = [
  `(?:en )?attente(?: (?:de |du |d )*${pay})?|(?:pending|awaiting|waiting)(?: (?:for )?${pay})?|${pay} pending`,
  '(?:non|not|pas|un|not yet|pas encore) ?(?:(?:paye|regle|verse|vire|solde|envoye|transfere|decaisse|credite)e?s?|paid|sent|settled)|impayee?s?|partially paid',
  '(?:a|to|to be) (?:payer|regler|verser|virer|pay|paid|be paid)|(?:en cours de|processing) ?(?:paiement|payment|reglement|virement)?',
  `(?:${pay} )?(?:failed|failure|echec|echouee?s?|reversed|refunded|initiated)`,
]
const ofPayments = new RegExp(`^(?:${open.join('|')})$|^(?:(?:paye|regle|verse|vire)e?s?|paid)(?: (?:le |on )?xdate)?$`)

/** Whether words under `Statut` show that it is the state of a payment: `En attente`, `Impayé`, `Failed`, `Payé`. */
export const tellsOfPayment = (words: string): boolean => ofPayments.test(words) || moneySent.test(words)

/** Payslips that are only computed are `Done` in Odoo, and a request that an office has checked is `Traité`. */
const wentThrough = new RegExp(`^(?:completed|sent|(?:solde|reussi|abouti|envoye)e?s?)${onDay}`)

/** Whether they may say, under such a heading, that the payment went through. */
export const mayBeDone = (words: string): boolean => moneySent.test(words) || wentThrough.test(words)

const halfYearMs = 183 * 86_400_000

/**
 * Whether a text is a day: today at the latest (`past`), or one that is still to come. Of two readings, the earlier one counts. Without
 * a year (`25 nov.`, `12/11`), it is the nearest such day.
 */
export function dayIn(text: string, now = Date.now()): 'past' | 'to_come' | null {
  // A number of days since 1900 may also be an amount; `20261112` is a day.
  if (!/\d/.test(text) || text.length > 40 || (/^\d+(?:[.,]\d+)?$/.test(text) && !/^20\d{6}$/.test(text))) return null
  const read = readStatementDate(text)
  if (read.kind !== 'not_a_date') return startOf(read) > now ? 'to_come' : 'past'
  const year = new Date(now).getUTCFullYear()
  const isNumbers = /^\d{1,2}[/-]\d{1,2}$/.test(text)
  const named = isNumbers || /\p{L}{3}/u.test(text) ? readStatementDate(`${text}${isNumbers ? '/' : ' '}${year}`) : read
  if (named.kind === 'not_a_date') return null
  const aheadMs = startOf(named) - now
  return aheadMs > 0 && aheadMs < halfYearMs ? 'to_come' : 'past'
}

/** Whether a day with a year was before another one, however it is read. */
export function isSurelyBefore(text: string, dayMs: number): boolean {
  const read = readStatementDate(text)
  if (read.kind === 'not_a_date') return false
  return (read.kind === 'read' ? read.at.fromMs : Math.max(read.dayFirst.fromMs, read.monthFirst.fromMs)) < dayMs
}

const startOf = (read: DateReading): number =>
  read.kind === 'read' ? read.at.fromMs : Math.min(read.dayFirst.fromMs, read.monthFirst.fromMs)
