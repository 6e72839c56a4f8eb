import type { Reported } from '../../../payout/report.ts'
import { fold, monthNames, wordsOf } from '../../../payout/typedText.ts'
import { besideName, hasLeft, isStillPaid, isToCome, isUnsettled, type Said } from './heldWords.ts'
import {
  answerIn,
  byMobile,
  dayIn,
  isCarriedOut,
  type Marking,
  namesExit,
  other,
  otherNames,
  pay,
  regionalPaid,
} from './markColumns.ts'

/** Only the beginning of a remark is read. */
const longestMark = 2_000

const nothing = /^(?:0+(?:[.,]0+)?(?:\s*\p{L}[\p{L}. ]{0,5})?|-+)$/u

type Own = readonly (string | null | undefined)[]

/** A column that may mark its rows. */
export interface Mark {
  name: string
  marking: Marking
  /** Its cells are counts, of people or of days: `1` is no answer then. If nobody has looked, a heading in the plural says so. */
  isCount?: boolean
}

/**
 * @param read what the row of a report says about its payout. If it says that the row was invalid or cancelled, a mark counts too: it
 *   may be the reason
 * @param marks the file's own columns that may mark the row
 * @param own the row's amount and number
 */
export function withMark<M extends Mark>(
  read: Reported | null,
  marks: readonly M[],
  cellOf: (mark: M) => string | null | undefined,
  own: () => Own = () => [],
): Reported | null {
  if (read !== null && !['invalid', 'in_use', 'cancelled'].includes(read.says)) return read
  for (const mark of marks) {
    const marked = readMarked(mark, cellOf(mark) ?? '', own)
    if (marked) return { ...marked, payrunId: read?.payrunId ?? null }
  }
  return read
}

type Place = number | undefined

/** The amount and the number in the kept cells of a row. */
export const ownNumbers = (cells: Own, { index }: { index: { amount?: Place; phone_number?: Place } }): Own =>
  [index.amount, index.phone_number].map((at) => (at === undefined ? null : cells[at]))

/** What the cell of such a column says about its row. Null unless that is "paid" or "not to be paid". */
function readMarked(mark: Mark, cell: string, own: () => Own): Reported | null {
  const value = cell.trim()
  if (value === '') return null
  const said = (mark.marking === 'any' ? null : answered(mark, value)) ?? saidIn(mark.name, value, mark.marking, own)
  return said === null ? null : { payrunId: null, says: said, isSandbox: false, column: mark.name, value }
}

function answered(mark: Mark, value: string): Said | null {
  const { name, marking } = mark
  const isWhy = marking === 'held' && notToPay.test(wordsOf(name))
  if (!isWhy && isCount(value)) mark.isCount = true
  if (marking === 'left' && nothing.test(value)) return 'marked_paid'
  if (/^[01]$/.test(value) && (mark.isCount ?? isPlural(name))) return null
  const answer = answerIn(value)
  if (marking === 'paid') return answer === 'yes' || dayIn(value) === 'past' ? 'marked_paid' : null
  if (marking === 'allowed') return answer === 'no' ? 'marked_not_to_pay' : null
  // Under `Ne pas payer`, a reason says the same as a cross.
  const isHeld = marking === 'held' && (answer === 'yes' || isHeldSince(name, value) || (isWhy && answer !== 'no'))
  return isHeld ? 'marked_not_to_pay' : null
}

const monthMs = 31 * 86_400_000

/** Who left this month may still be paid for it. */
const isHeldSince = (heading: string, day: string): boolean =>
  namesExit(heading) ? dayIn(day, Date.now() - monthMs) === 'past' : dayIn(day) !== null

export const isPlural = (heading: string): boolean => /s\s*\??$/i.test(heading)
/** A number that is neither yes nor no. */
export const isCount = (value: string): boolean => /^\d{1,9}$/.test(value.trim()) && Number(value) > 1

/** Whether the cells of a column are counts: one of them is above 1, or those of `Adultes` and `Enfants` beside its `Décédés` are. */
export function areCounts(
  at: number,
  names: readonly string[],
  rows: readonly { cells: readonly string[] }[],
): boolean {
  const beside = isPlural(names[at] ?? '') ? [at - 1, at + 1].filter((other) => isPlural(names[other] ?? '')) : []
  return rows.some(({ cells }) => [at, ...beside].some((place) => isCount((cells[place] ?? '').slice(0, 10))))
}

function saidIn(column: string, cell: string, marking: Marking, own: () => Own): Said | null {
  if (marking === 'name') return besideName(cell)
  if (marking === 'any') return saidAnywhere(cell.slice(0, longestMark))
  if (reason.test(fold(column))) return besideReason(wordsOf(cell.slice(0, longestMark)))
  const isState = marking === 'status' || marking === 'outcome'
  const read = cell.slice(0, longestMark)
  const parts = read.split(between)
  for (const { words, text, ofOther } of parts.flatMap((part) => sentencesOf(part))) {
    if (notToPay.test(words)) return 'marked_not_to_pay'
    if ((marking === 'allowed' || marking === 'remark') && refused.test(words)) return 'marked_not_to_pay'
    if (ofOther) continue
    if (held.test(words) && !/ non?$/.test(words) && !isLifted(words, wordsOf(read))) return 'marked_not_to_pay'
    // In a column of states, `en attente` only means that the row has not been paid yet.
    if ((marking === 'remark' || marking === 'allowed') && waits.test(words)) return 'marked_not_to_pay'
    if (paid.test(words) && !eachMonth.test(words)) return 'marked_paid'
    if (isState && (isCarriedOut(column, words, marking === 'outcome') || paidBy.test(words))) return 'marked_paid'
    if (marking === 'mode' || aside.test(wordsOf(read))) continue
    if (isUnsettled(words, own()) || (hasLeft(words) && !isBack(text, read))) return 'marked_not_to_pay'
  }
  if (marking !== 'mode' && marking !== 'remark') return null
  const way = marking === 'remark' ? otherWay : programme.test(fold(column)) ? wholeMode : otherMode
  return !byMobile.test(wordsOf(read)) && parts.some((part) => way.test(wordsOf(part))) ? 'marked_other_way' : null
}

/** Who has left is not gone yet, is paid once more, or has come back. */
const isBack = (sentence: string, remark: string): boolean =>
  isToCome(sentence) || isStillPaid(remark) || lifted.test(wordsOf(remark))

/** In a column about anything: what nobody writes about anything else. Nearly all cells go no further than the first line. */
function saidAnywhere(cell: string): Said | null {
  if (!/\b(?:ne (?:pas|plus)|not|don.?t)\b|d[eé]\u0301?j[aà]|already/i.test(cell)) return null
  for (const { words, ofOther } of cell.split(between).flatMap((part) => sentencesOf(part))) {
    if (notToPay.test(words)) return 'marked_not_to_pay'
    if (!ofOther && /\b(?:deja|already)\b/.test(words) && paid.test(words)) return 'marked_paid'
  }
  return null
}

/** A `Motif` is that of the payment, unless it says that there is none. */
function besideReason(words: string): Said | null {
  if (notToPay.test(words) || suspended.test(words)) return 'marked_not_to_pay'
  return paid.test(words) && paidFirst.test(words) ? 'marked_paid' : null
}

const reason = /^(?:motif|raison|reason)s?$/
const suspended =
  /^(?:(?:suspendu|bloque|annule|decede|retenu|exclu)e?s?|suspended|blocked|on ?hold|en attente|stop|doublons?|suspensions? (?:(?:de|du|d|of|the|l|la|le) )*(?:contrats?|contract|salaires?|salary|activites?|fonctions?)|(?:contract|salary) suspension)$/
const paidFirst = /^(?:deja|already|payee?s?|reglee?s?|versee?s?|viree?s?|percue?s?|paid)\b/

/** Whether a remark says that what is held is no longer; of what is held again, only after that. */
const isLifted = (words: string, remark: string): boolean =>
  isOfFamily(words, remark) ||
  inPlace.test(remark) ||
  halfPay.test(remark) ||
  inPart.test(words) ||
  lifted.test(heldAgain.test(words) ? remark.slice(remark.lastIndexOf(words) + words.length) : remark)

/** Separates the sentences of a remark, but not inside a date or a number. */
const between = /[;|()[\]\r\n\t!"«»…]+|\s[-–—]+\s|(?<!\d)[.,]|[.,](?!\d)/u

/** As many as people write in one remark: each is read to its end. */
const mostColons = 8

interface Sentence {
  words: string
  /** As written. */
  text: string
  ofOther: boolean
}

/** The words, and those after a `:`, as in `RH : ne pas payer`. Those before it may be a question: `Payé : non`. */
function sentencesOf(part: string, ofOther = false, colons = mostColons): Sentence[] {
  const at = colons === 0 ? -1 : part.indexOf(':')
  const first = { words: wordsOf(part), text: part, ofOther }
  if (at === -1) return [first]
  return [first, ...sentencesOf(part.slice(at + 1), other.test(wordsOf(part.slice(0, at))), colons - 1)]
}

const also = `le|la|l|les|de|du|des|d|ce|cet|cette|c|the|this|of|for|son|sa|ses|his|her|il|elle|he|she|est|is|ok|oui|yes|vu|mois|month|statut|status|etat|situation|agents?|employee?s?|beneficiaires?|contrats?|contract|dossier|compte|account|ligne|row|attention|urgent|important|nb|rh|hr|merci|priere|please|${monthNames}|20\\d\\d`
/** What may come before the word that counts. `avance versée`, `congés payés` and `ancien numéro bloqué` are about something else. */
const lead = `^(?:(?:${pay}|${also}) )*`
const been = '(?:(?:a|ont) ete |(?:has|have) been |was |were )?'

const done = `(?:(?:payee?|reglee?|versee?|viree?|percue?|paid)s?|${regionalPaid})`
const received = '(?:payer|recu|touche|encaisse|solde|servi|received|settled)e?s?'
/** How or when somebody was paid. `payé par Orange Money`, `payé à 80 %` and `payé 15 jours` only say how a person is usually paid. */
const way = '(?:especes?|liquide|numeraire|cash|cheques?|virements?|caisse|banque|bank|transfer|guichet|main)\\b'
const nth = '\\d{1,2}(?:er|st|nd|rd|th)?'
const when = `xdate|(?:${monthNames}) ${nth}\\b(?! \\d)`
const manner = `(?: (?:le|on|on the) ${nth}$|(?: (?:le|la|on|the|du|of|en|in|par|by|a|au))* (?:${way}|${when}|(?:hier|yesterday|aujourd hui|today|ce jour|ce mois|this month|deja|already|ok|oui|yes|integralement|en totalite|in full|(?:d|par|in) (?:avance|advance)|manuellement|manually)\\b))`
const its = '(?:le|la|son|sa|the|his|her)'
const eachMonth = /\b(?:chaque|each|every)\b/

const brand = '(?:om|momo|mobile money|(?:mtn|moov|orange|airtel)(?: money)?|wave|flooz|mpesa|m pesa)'
/** Under `Émargement`. Among remarks, `payé par Orange Money` only says how a person is usually paid. */
const paidBy = new RegExp(`^${done} (?:(?:par|via|by) )?${brand}$`)
const paid = new RegExp(
  [
    `${lead}${been}${done}(?:$|${manner})`,
    `${lead}(?:a |ont |has |have )?(?:deja|already) (?:ete |been )?(?:${done}|${received})(?:$|${manner}| (?:par|by|via|pour|for|en|in|until|till|jusqu)\\b| ${its} ${pay}\\b)`,
    `${lead}${been}${done} (?:deja|already)\\b|${lead}(?:a |has )?(?:deja|already) (?:eu|had|got) ${its} ${pay}\\b`,
    `${lead}${pay} (?:est |is )?${been}(?:fait|done|made|(?!solde)${received})$`,
    `^settled$|^cash paid$|${lead}${been}${done} (?:(?:par|via|by) )?${brand} (?:le |on )?xdate`,
    `^effectuee?s?$|${lead}${pay} (?:est |is )?(?:deja )?${been}effectuee?s?(?:$|${manner})`,
    `^(?:(?:il|elle|he|she) )?(?:a|has|have) (?:percu|${received}) ${its} ${pay}\\b`,
  ].join('|'),
)

const refused =
  /^(?:rejet(?:er|ee?)|refus(?:er|ee?)|ecart(?:er|ee?)|reject(?:ed)?|refused|denied|declined|defavorable)s?(?:$| (?:par|by) (?:(?:le|la|the) )?(?:daf|dg|drh|rh|hr|direct\p{L}+|finance|manager)\b)/u

const mobile = '(?:mobile|momo|mtn|moov|orange|wave|airtel|flooz|tmoney|mpesa|m pesa)\\b'
/** `ne pas payer en espèces` says how to pay, and `ne pas payer l'avance` what. */
const otherwise = `(?! (?:plus de|more than|(?:2|deux) fois|twice|en double|cash|bonus|overtime)\\b| (?:en|in|par|by|via|au) (?:${way}|${mobile})| (?:l|la|le|les|d|de|the|his|her|son|sa|ses) ${otherNames})`
const notToPay = new RegExp(
  [
    `${lead}(?:a )?ne (?:pas|plus|jamais) (?:l[ea]s? |l )?(?:payer|verser|virer|regler|envoyer)\\b${otherwise}`,
    `${lead}(?:do ?not|don ?t|not ?to ?be|must not be|never) ?(?:pay|paid|send|sent|disburse)\\b${otherwise}`,
    `${lead}ne (?:doi(?:t|vent)|devr(?:a|ont)) (?:pas|plus) etre (?:paye|verse|vire|regle)e?s?\\b(?! le mois prochain)${otherwise}`,
    '^(?:pas de|plus de|no) (?:paiement|payment)$|^(?:usilipe|[aw]a?silipwe)\\b',
  ].join('|'),
)
/** Money that doesn't go to a phone. A `cash transfer` is a programme, which pays by mobile money. */
const hand =
  '(?:especes?|liquide|numeraire|cash(?! (?:transferts?|transfers?|assistance|based|for|voucher|grants?|stipends?|allowances?|incentives?|relief|prizes?|refunds?|advances?|plus|(?:un|in)?condition\\p{L}+|out|points?|agents?))|caisse|guichet|main propre)\\b'
const atBank =
  '(?:cheques?|chq|bank(?:ing|s)?|banques?|bancaires?|rib|iban|\\p{L}+bank|boa|uba|nsia|sgbs?|sgci|sgbci|societe generale|bicici|bicis|bicec|coris|bsic|cbao|bgfi|equity|kcb|absa|crdb|nmb|zenith|atlantique|zanaco|stanbic|fnb|standard chartered|ncba|dfcu|gcb)\\b'
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
const contract = `(?:${pay}|contrats?|contract|activites?|fonctions?)\\b`
/** `suspendu 3 jours` has its days deducted; `bloqué à l'échelon 3` and `blocked number` are about something else. */
const heldOtherwise =
  '(?! \\d+ ?(?:j|jours?|days?)\\b| (?:a|au|sur|at|on) (?:l |la |the )?(?:echelon|indice|grade|niveau|categorie)| (?:number|numero|sim|puce|phone|allowances?|leave|parents?|pere|mere|father|mother|husband|wife|spouse|child|relative|loans?|advances?)\\b)'
const held = new RegExp(
  [
    `${lead}(?:temporairement |provisoirement |a |to be |to |mise? |put )?${been}(?:suspend(?:re|ue?s?|ed)?|bloque(?:r|e?s?)|blocked|gele(?:r|e?s?)|frozen|withheld|on ?hold|en suspens|mise? en attente|decedee?s?|deceased)\\b${heldOtherwise}`,
    // `annulé et remplacé par la ligne 12`, but not `annule et remplace la ligne 3`, nor `annulation de la retenue`
    `${lead}${been}(?:annulee?s?|cancell?ed)\\b(?! leave| (?:la|le|les) (?:lignes?|paiements?|versements?|virements?)|(?: et| and)? (?:remplace|replace)(?:nt|s)?\\b(?! par))`,
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
/** `Intérim de M. KOFFI (suspendu)` */
const inPlace = /^(?:interim|interimaire|remplace(?:ment)?(?! par\b)|remplacante?|replac(?:es|ing|ement))\b/
/** Nor does `Démissionnaire, payé 13 jours` hold a row: somebody who has left is paid for those. */
const aside = new RegExp(`${inPlace.source}|\\b\\d+ ?(?:j|jours?|days?)\\b`)
const heldAgain = /\b(?:de|a) nouveau\b|\bagain\b/
/** `en attente` and `en attente de confirmation`, but not `en attente de paiement` nor `en attente de son diplôme`. */
const waits =
  /^(?:en attente|pending|awaiting|waiting)(?:$| (?:(?:de|d|du|la|l|le|sa|son|of|for|the|his|her) )*(?:confirmation|validation|verification|approbation|approval|accord|decision|autorisation|authori[sz]ation|instructions?|avis|visa|signature|controle|review|direction|dg|drh|rh|hr)\b(?! (?:(?:de|du|d|of|in|au|dans) )*(?:post|poste|grade|job|emploi|employment|appointment|nomination|service)\b))/
