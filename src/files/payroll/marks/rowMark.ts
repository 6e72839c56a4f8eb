import type { Reported } from '../../../payout/reportColumns.ts'
import { fold } from '../../../payout/typedText.ts'
import { monthNames, wordsOf } from '../tail/tailWords.ts'
import { besideName, type Said } from './nameMark.ts'

/**
 * How a column of a payroll says that a row is paid or must not be paid by mobile money: in words (`status`: `Statut`, `Situation`,
 * `Émargement`; `remark`: `Observations`; `name`: `Jean Ba (suspendu)`; `mode`: `Mode de paiement`), as an answer to its heading (`paid`:
 * `Payé ?`; `held`: `Suspendu`; `allowed`: `À payer ?`), or as what is left to pay (`left`: `Reste à payer`).
 */
export type Marking = 'status' | 'remark' | 'name' | 'mode' | 'paid' | 'held' | 'allowed' | 'left'

const question = '(?:on|ouinon|yn|yesno)?$'
const headings: Readonly<Record<Marking, RegExp>> = {
  paid: new RegExp(
    `^(?:deja|already|is)?(?:(?:payee?|reglee?|versee?|viree?|percue?|paid)s?|(?:salaire|salary|paie|paye|pay|paiement|payment|argent|money)(?:recue?|received))(?:le|at)?${question}|^(?:datepaid|paiddate)$|^(?:paiement|payment)(?:effectue|done|made)$`,
  ),
  held: new RegExp(
    `^(?:(?:suspendue?|bloquee?|annulee?|exclue?|decedee?)s?|suspended|blocked|cancell?ed|excluded|deceased|(?:on)?hold|doublon|duplicate|(?:a)?nepas(?:payer|verser|virer|regler)|donotpay|dontpay|nottopay|nottobepaid)${question}`,
  ),
  allowed: new RegExp(
    `^(?:(?:a|to)?(?:payer|pay|verser|virer|bepaid)|validee?s?|approuvee?s?|approved|actif|active|eligible|autorisee?s?|authori[sz]ed|decision)${question}`,
  ),
  left: /^(?:montant|net)?(?:reste|restant|solde|balance|left|remaining|outstanding)(?:du|due|payable|(?:a|to)(?:payer|percevoir|verser|regler|pay|bepaid))$/,
  mode: /^(?:(?:mode|moyen|methode|method|canal|channel)s?|(?:mode|moyen|type|methode|method|canal|channel|mean|modalite)s?(?:d[eu]|of)?(?:paie|paye|paiement|payment|reglement|versement|virement)s?|(?:paiement|payment|reglement|pay)s?(?:mode|method|type|channel|means)?|(?:banque|bank)momo|momo(?:banque|bank))$/,
  status:
    /statu[st]|^etat|state$|^emargements?$|^situation(?:d[eu])?(?:paiement|payment|reglement)s?$|^situation(?:(?:d[eu])?(?:salaire|paie|paye)|(?:de)?l?(?:agent|employe))?s?$/,
  remark: /^(?:observation|remarque|commentaire|remark|comment)|^(?:obs|note|mention|motif)s?$/,
  name: /^(?:pre)?noms?(?:et?(?:pre)?noms?)?$|^(?:first|last|full|sur)names?$/,
}

/** Whether a heading asks for yes or no: `À payer ?`, `Pay (Y/N)`, `Ne pas payer`; perhaps also `À payer`, if its cells say so. */
export function asksWhetherToPay(heading: string): 'yes' | 'maybe' | 'no' {
  const marking = markingOf(heading)
  if (marking === 'held') return 'yes'
  if (marking !== 'allowed') return 'no'
  return /\?\s*$|\b(?:o|oui|y|yes)\s*[/|]\s*(?:n|no|non)\b/i.test(heading) ? 'yes' : 'maybe'
}

const payDay = /^date(?:d[eu]|of)?(?:paiement|payment|reglement|versement|virement)$|^(?:payment|settlement)date$/

export const namesPayDay = (heading: string): boolean => payDay.test(fold(heading))

/**
 * Whether the cells of the payouts below make it an answer: `À payer` is no amount if they say yes or no, and `Date de paiement` is
 * not the day of the whole payroll if only some have one.
 */
export function isAnswered(heading: string, cells: readonly (string | null | undefined)[]): boolean {
  const filled = cells.map((cell) => (cell ?? '').trim()).filter((cell) => cell !== '')
  if (filled.length === 0) return false
  if (asksWhetherToPay(heading) === 'maybe')
    return filled.every((cell) => !/\d/.test(cell) && (no.test(cell) || yes.test(cell)))
  const isPayDay = namesPayDay(heading) && filled.length < cells.length
  // A day in the first row alone is a merged cell.
  if (filled.length === 1 && (cells[0] ?? '').trim() !== '') return false
  return isPayDay && filled.every((cell) => /\d/.test(cell) && yes.test(cell))
}

/** What is paid, held or cancelled apart from the salary, and other people than the one to pay. */
const otherNames =
  '(?:avances?|acomptes?|primes?|bonus|indemnites?|conges?|retenues?|absences?|prets?|frais|advances?|allowances?|deductions?|leave|loans?|conjointe?|epou[xs]e?|enfants?|spouse|child|children)\\b'
const other = new RegExp(`\\b${otherNames}`)

/** How a column with this heading marks its rows. Null if it is not such a column. */
export function markingOf(heading: string): Marking | null {
  const folded = fold(heading)
  if (other.test(wordsOf(heading))) return null
  return (Object.keys(headings) as Marking[]).find((marking) => headings[marking].test(folded)) ?? null
}

/** Only the beginning of a remark is read. */
const longestMark = 2_000

const no = /^(?:non|no|n|0|faux|false|✗|✘|❌)$/i
const nothing = /^(?:0+(?:[.,]0+)?(?:\s*\p{L}[\p{L}. ]{0,5})?|-+)$/u
const yes = /^(?:oui|yes|o|y|x|ok|1|vrai|true|✓|✔|☑|✅|\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4})$/i

/** A day in digits, today at the latest. */
export const isPastDay = (cell: string): boolean => /\d\D\d/.test(cell) && yes.test(cell) && !isToCome(cell)

/** A day after today, read either way round, is one on which people are to be paid. */
function isToCome(value: string): boolean {
  const [first = 0, month = 0, last = 0] = value.split(/\D/).map(Number)
  const [year, day] = first > 31 ? [first, last] : [last < 100 ? 2000 + last : last, first]
  const earliest = Math.min(Date.UTC(year, month - 1, day), day > 12 ? Infinity : Date.UTC(year, day - 1, month))
  return /\d\D\d/.test(value) && earliest > Date.now()
}

/**
 * @param read what the row of a report says about its payout. If it says that the row was invalid or cancelled, a mark counts too: it
 *   may be the reason
 * @param marks the file's own columns that may mark the row
 */
export function withMark<M extends { name: string; marking: Marking }>(
  read: Reported | null,
  marks: readonly M[],
  cellOf: (mark: M) => string | null | undefined,
): Reported | null {
  if (read !== null && !['invalid', 'in_use', 'cancelled'].includes(read.says)) return read
  for (const mark of marks) {
    const marked = readMarked(mark.name, mark.marking, cellOf(mark) ?? '')
    if (marked) return { ...marked, payrunId: read?.payrunId ?? null }
  }
  return read
}

/** What the cell of such a column says about its row. Null unless that is "paid" or "not to be paid". */
function readMarked(column: string, marking: Marking, cell: string): Reported | null {
  const value = cell.trim()
  if (value === '') return null
  const said = answered(column, marking, value) ?? saidIn(column, value, marking)
  return said === null ? null : { payrunId: null, says: said, isSandbox: false, column, value }
}

function answered(column: string, marking: Marking, value: string): Said | null {
  // A count of people is no answer.
  if (/^[01]$/.test(value) && /s\s*\??$/i.test(column)) return null
  if (marking === 'paid' && yes.test(value) && !isToCome(value)) return 'marked_paid'
  if (marking === 'left' && nothing.test(value)) return 'marked_paid'
  // Under `Ne pas payer`, a reason says the same as a cross.
  const isHeld = marking === 'held' && (yes.test(value) || (notToPay.test(wordsOf(column)) && !no.test(value)))
  return isHeld || (marking === 'allowed' && no.test(value)) ? 'marked_not_to_pay' : null
}

function saidIn(column: string, cell: string, marking: Marking): Said | null {
  if (marking === 'name') return besideName(cell)
  if (reason.test(fold(column))) return besideReason(wordsOf(cell.slice(0, longestMark)))
  const read = cell.slice(0, longestMark)
  const parts = read.split(between)
  for (const { words, ofOther } of parts.flatMap((part) => sentencesOf(part))) {
    if (notToPay.test(words) || (marking === 'allowed' && refused.test(words))) return 'marked_not_to_pay'
    if (ofOther) continue
    if (held.test(words) && !/ non?$/.test(words) && !isLifted(words, wordsOf(read))) return 'marked_not_to_pay'
    // In a column of states, `en attente` only means that the row has not been paid yet.
    if (marking === 'remark' && waits.test(words)) return 'marked_not_to_pay'
    if (paid.test(words) && !eachMonth.test(words)) return 'marked_paid'
    if (marking === 'status' && isCarriedOut(column, words)) return 'marked_paid'
    if (marking === 'status' && hasLeft.test(words)) return 'marked_not_to_pay'
  }
  if (marking !== 'mode' && marking !== 'remark') return null
  const way = marking === 'remark' ? otherWay : programme.test(fold(column)) ? wholeMode : otherMode
  return !byMobile.test(wordsOf(read)) && parts.some((part) => way.test(wordsOf(part))) ? 'marked_other_way' : null
}

/** A `Motif` is that of the payment, unless it says that there is none. */
function besideReason(words: string): Said | null {
  if (notToPay.test(words) || suspended.test(words)) return 'marked_not_to_pay'
  return paid.test(words) && paidFirst.test(words) ? 'marked_paid' : null
}

const reason = /^motifs?$/
const suspended =
  /^(?:(?:suspendu|bloque|annule|decede|retenu|exclu)e?s?|suspended|blocked|on ?hold|en attente|stop|doublons?)$/
const paidFirst = /^(?:deja|already|payee?s?|reglee?s?|versee?s?|viree?s?|percue?s?|paid)\b/

/** Whether a remark says that what is held is no longer; of what is held again, only after that. */
const isLifted = (words: string, remark: string): boolean =>
  isOfFamily(words, remark) ||
  halfPay.test(remark) ||
  inPart.test(words) ||
  lifted.test(heldAgain.test(words) ? remark.slice(remark.lastIndexOf(words) + words.length) : remark)

/** Separates the sentences of a remark, but not inside a date or a number. */
const between = /[;|()[\]\r\n\t!"«»…]+|\s[-–—]+\s|(?<!\d)[.,]|[.,](?!\d)/u

/** As many as people write in one remark: each is read to its end. */
const mostColons = 8

/** The words, and those after a `:`, as in `RH : ne pas payer`. Those before it may be a question: `Payé : non`. */
function sentencesOf(part: string, ofOther = false, colons = mostColons): { words: string; ofOther: boolean }[] {
  const at = colons === 0 ? -1 : part.indexOf(':')
  const first = { words: wordsOf(part), ofOther }
  if (at === -1) return [first]
  return [first, ...sentencesOf(part.slice(at + 1), other.test(wordsOf(part.slice(0, at))), colons - 1)]
}

const pay =
  '(?:salaires?|salary|salaries|wages?|paies?|payes?|pay|soldes?|paiements?|payments?|versements?|virements?|reglements?|transfers?)'
const also = `le|la|l|les|de|du|des|d|ce|cet|cette|c|the|this|of|for|son|sa|ses|his|her|il|elle|he|she|est|is|ok|oui|yes|vu|mois|month|statut|status|etat|situation|agents?|employee?s?|beneficiaires?|contrats?|contract|dossier|compte|account|ligne|row|attention|urgent|important|nb|rh|hr|merci|priere|please|${monthNames}|20\\d\\d`
/** What may come before the word that counts. `avance versée`, `congés payés` and `ancien numéro bloqué` are about something else. */
const lead = `^(?:(?:${pay}|${also}) )*`
const been = '(?:(?:a|ont) ete |(?:has|have) been |was |were )?'

const done = '(?:payee?|reglee?|versee?|viree?|percue?|paid)s?'
const received = '(?:payer|recu|touche|encaisse|solde|servi|received|settled)e?s?'
/** How or when somebody was paid. `payé par Orange Money`, `payé à 80 %` and `payé 15 jours` only say how a person is usually paid. */
const way = '(?:especes?|liquide|numeraire|cash|cheques?|virements?|caisse|banque|bank|transfer|guichet|main)\\b'
const nth = '\\d{1,2}(?:er|st|nd|rd|th)?'
const when = `xdate|${nth} (?:${monthNames})|(?:${monthNames}) ${nth}\\b(?! \\d)`
const manner = `(?: (?:le|on|on the) ${nth}$|(?: (?:le|la|on|the|du|of|en|in|par|by|a|au))* (?:${way}|${when}|(?:hier|yesterday|aujourd hui|today|ce jour|ce mois|this month|deja|already|ok|oui|yes|integralement|en totalite|in full)\\b))`
const its = '(?:le|la|son|sa|the|his|her)'
const eachMonth = /\b(?:chaque|each|every)\b/
const paid = new RegExp(
  [
    `${lead}${been}${done}(?:$|${manner})`,
    `${lead}(?:a |ont |has |have )?(?:deja|already) (?:ete |been )?(?:${done}|${received})(?:$|${manner}| (?:par|by|via|pour|for|en|in)\\b| ${its} ${pay}\\b)`,
    `${lead}${been}${done} (?:deja|already)\\b`,
    `${lead}${pay} (?:est |is )?${been}(?:fait|done|made|(?!solde)${received})$`,
    `^effectuee?s?$|${lead}${pay} (?:est |is )?(?:deja )?${been}effectuee?s?(?:$|${manner})`,
    `^(?:(?:il|elle|he|she) )?(?:a|has|have) (?:percu|${received}) ${its} ${pay}\\b`,
  ].join('|'),
)

/**
 * In the results of other systems. Only under `Statut du paiement`: `livré` and `terminé` may be about the work that is to be paid, and
 * `Training status` or a bare `Status` about anything. There, only words of money and of success are read.
 */
function isCarriedOut(column: string, words: string): boolean {
  const heading = fold(column)
  if (ofPayment.test(heading)) return carriedOut.test(words)
  return bareStatus.test(heading) && moneySent.test(words)
}

const ofPayment = /pa(?:ie|ye?)ment|transaction|transfer|virement|versement|reglement|payout|disburse|decaisse/
const bareStatus = /^(?:statu[st]|etat|state)$/
const sums = `(?:${pay}|transaction|transferts?|payouts?)`
const onDay = '(?: (?:le |on )?xdate)?$'
const succeeded = 'success|successful|succes|(?:transfere|decaisse|credite)e?s?|disbursed|credited|paid out'
const ended = '(?:reussi|envoye|traite|execute|abouti)e?s?|completed|done|sent'
const carriedOut = new RegExp(`^(?:${sums} )*(?:${succeeded}|${ended})${onDay}|^soldee?s?${onDay}`)
const moneySent = new RegExp(`^(?:${sums} )*(?:${succeeded})${onDay}|^(?:${sums} )+(?:${ended})${onDay}`)
const hasLeft =
  /^(?:demissionnaire|demission|licenciee?|sortie?|partie?|inacti(?:f|ve)|terminated|resigned|dismissed|left)s?$/
const refused = /^(?:rejet(?:er|ee?)|refus(?:er|ee?)|ecart(?:er|ee?)|reject(?:ed)?|refused|denied|declined)s?$/

const mobile = '(?:mobile|momo|mtn|moov|orange|wave|airtel|flooz|tmoney|mpesa|m pesa)\\b'
/** `ne pas payer en espèces` says how to pay, and `ne pas payer l'avance` what. */
const otherwise = `(?! (?:plus de|more than|(?:2|deux) fois|twice|en double|cash|bonus|overtime)\\b| (?:en|in|par|by|via|au) (?:${way}|${mobile})| (?:l|la|le|les|d|de|the|his|her|son|sa|ses) ${otherNames})`
const notToPay = new RegExp(
  [
    `${lead}(?:a )?ne (?:pas|plus|jamais) (?:l[ea]s? |l )?(?:payer|verser|virer|regler|envoyer)\\b${otherwise}`,
    `${lead}(?:do ?not|don ?t|not ?to ?be|must not be|never) ?(?:pay|paid|send|sent)\\b${otherwise}`,
    '^(?:pas de|plus de|no) (?:paiement|payment)$',
  ].join('|'),
)
/** Money that doesn't go to a phone. A `cash transfer` is a programme, which pays by mobile money. */
const hand =
  '(?:especes?|liquide|numeraire|cash(?! (?:transferts?|transfers?|assistance|based|for|voucher|grants?|stipends?|allowances?|incentives?|relief|prizes?|refunds?|advances?|plus|(?:un|in)?condition\\p{L}+|out|points?|agents?))|caisse|guichet|main propre)\\b'
const atBank =
  '(?:cheques?|chq|bank(?:ing|s)?|banques?|bancaires?|rib|iban|\\p{L}+bank|boa|uba|nsia|sgbs?|sgci|sgbci|societe generale|bicici|bicis|bicec|coris|bsic|cbao|bgfi|equity|kcb|absa|crdb|nmb|zenith|atlantique)\\b'
/** None of these words is in two lists: a star over one word in two ways would take for ever. */
const joined = `(?:${pay}|${also}|en|in|par|by|via|a|au|to|be|sur|on|mode|moyen)`
const otherMode = new RegExp(
  `^(?:(?:${joined}|retrait|remise) )*(?:${hand}|${atBank}|virements?(?: bancaires?)?$|wire\\b)`,
  'u',
)
/** `Cash plus` is a programme, and `Guichet` a place: under `Type de paiement` or `Canal`, only what says no more than how to pay. */
const programme = /type|canal|channel|modalit/
const wholeMode = new RegExp(
  `^(?:(?:par|en|in|by) )?(?:especes?|cash|cheques?|(?:${joined} )*(?:banks?|banques?|bancaires?)|virements?(?: (?:${joined} )*${atBank})?|bank transfer)$`,
  'u',
)
const toDo = '(?:payer|regler|verser|remettre|paid|payee|payable)'
const otherWay = new RegExp(
  [
    `^(?:(?:${joined}|${toDo}) )+(?<=\\b(?:en|in|par|by|via|a|au|sur|on) (?:(?:la|le|son|his|her|compte) )?)(?:${hand}|${atBank}|virements?\\b)(?! (?:refuse|le mois dernier|last|jusqu|until|before|avant))`,
    `^(?:(?:en|par|in|by) )?(?:especes?|cash|liquide|numeraire|cheque|virement bancaire|bank transfer)(?: (?:uniquement|seulement|only))?$`,
    `^virements? (?:${joined} )*${atBank}$`,
  ].join('|'),
  'u',
)
const byMobile =
  /\b(?:mobiles?|mo ?mo|mm|om|mtn|moov|orange|wave|airtel|flooz|free|expresso|yas|mixx|celtis|t ?money|m ?pesa|telephone|tel|phone|gsm|portable|wallet|electronique)\b/

const contract = `(?:${pay}|contrats?|contract|activites?|fonctions?)\\b`
/** `suspendu 3 jours` has its days deducted; `bloqué à l'échelon 3` and `blocked number` are about something else. */
const heldOtherwise =
  '(?! \\d+ ?(?:j|jours?|days?)\\b| (?:a|au|sur|at|on) (?:l |la |the )?(?:echelon|indice|grade|niveau|categorie)| (?:number|numero|sim|puce|phone|allowances?|leave|parents?|pere|mere|father|mother|husband|wife|spouse|child|relative)\\b)'
const held = new RegExp(
  [
    `${lead}(?:temporairement |provisoirement |a |to be |to |mise? |put )?${been}(?:suspend(?:re|ue?s?|ed)?|bloque(?:r|e?s?)|blocked|gele(?:r|e?s?)|frozen|withheld|on ?hold|en suspens|mise? en attente|decedee?s?|deceased)\\b${heldOtherwise}`,
    // `annulé et remplacé par la ligne 12`, but not `annule et remplace la ligne 3`, nor `annulation de la retenue`
    `${lead}${been}(?:annulee?s?|cancell?ed)\\b(?!(?: et| and)? (?:remplace|replace)(?:nt|s)?\\b(?! par))`,
    `${lead}(?:doublons?|duplicates?)(?:$| (?:de|of|with|avec|ligne|line|row)\\b)`,
    `^(?:non|not|pas) (?:validee?|approuvee?|approved|autorisee?|authori[sz]ed|eligible)s?$`,
    `${lead}(?:a |to be |to )?(?:suspensions?|blocages?|annulations?|cancell?ations?|annuler|cancel|hold|exclue?s?|exclure|excluded?)(?: (?:de|du|d|des|la|le|l|les|of|from|the))*(?:$| xdate| non levee| not lifted| ${contract})`,
    `${lead}${pay} (?:est )?${been}(?:retenu|arrete|stoppe)e?s?\\b(?! (?:a|au|at) (?:la somme|\\d))`,
    `^(?:stop|arret(?:er)?)(?: (?:de|du|des|la|le|les))* ${pay}\\b|^stop$`,
  ].join('|'),
)
/** No longer held: `Suspension du contrat levée`, `suspendu en octobre, repris le 01/11`, `virement annulé, payer par mobile money`. */
const lifted = new RegExp(
  `(?<!\\b(?:non|not|pas|encore|jamais|never|sera|soit|be) )\\b(?:(?:levee?|debloquee?|retablie?|regularisee?|reintegree?)s?|lifted|cleared|released|repris|resumed|reinstated|unblocked|pay(?:er)? (?:par|by|via) ${mobile})\\b`,
)
/** `Half pay (suspension)` */
const halfPay = /\b(?:half (?:pay|salary)|demi (?:solde|salaire|traitement))\b/
const inPart = /\b(?:partiel(?:le)?s?|partiellement|partial(?:ly)?)\b/
/** `Veuve de M. AHO (décédé)`: it is somebody else who died. */
const isOfFamily = (words: string, remark: string): boolean =>
  /\b(?:decede|deceased)/.test(words) && !/\b(?:suspend|bloqu|ne pas|not)/.test(words) && family.test(remark)
const family =
  /\b(?:veuve?|veuf|vve|widow(?:er)?|orphelin(?:e|s|es)?|orphan|heritier(?:e|s|es)?|heirs?|ayants? droits?)\b/
const heldAgain = /\b(?:de|a) nouveau\b|\bagain\b/
/** `en attente` and `en attente de confirmation`, but not `en attente de paiement` nor `en attente de son diplôme`. */
const waits =
  /^(?:en attente|pending|awaiting|waiting)(?:$| (?:(?:de|d|du|la|l|le|sa|son|of|for|the|his|her) )*(?:confirmation|validation|verification|approbation|approval|accord|decision|autorisation|authori[sz]ation|instructions?|avis|visa|signature|controle|review|direction|dg|drh|rh|hr)\b(?! (?:(?:de|du|d|of|in|au|dans) )*(?:post|poste|grade|job|emploi|employment|appointment|nomination|service)\b))/
