import { unitsIn } from '../../../payout/money/writtenAmount.ts'
import { fold, wordsOf } from '../../../payout/typedText.ts'
import {
  isDoneWord,
  namesApproval,
  namesBrand,
  namesDate,
  namesProof,
  namesSignature,
  namesSince,
  namesTransfer,
  namesVaguely,
} from './doneHeadings.ts'
import { answerIn, dayIn, isNothing, isSurelyBefore, mayBeDone, tellsOfPayment } from './markColumns.ts'
import { isCount, isPlural } from './rowMark.ts'

/**
 * What a cell says if the column is about payments: that its row is paid or ticked, or that rows of this column may not be. `told`:
 * by whom, how or when, or initials, which may also be a code for why not, or in part. `blank`: it is empty under a heading that may be
 * about anything, and `other` shows that it is, as `approved` does unless other rows wait for approval.
 */
export type Says = 'done' | 'told' | 'open' | 'blank' | 'other' | 'approved' | null

export type Reader = (cell: string) => Says

/** How the cells under a heading are read, by what the column is. */
export const readerFor: Readonly<
  Record<'state' | 'day' | 'receipt' | 'done' | 'tick' | 'trace' | 'note', (name: string) => Reader>
> = {
  state: () => ofState,
  day: (name) =>
    namesDate(name)
      ? ofDate
      : (cell) => (isNothing(cell) ? 'open' : dayIn(cell) === 'past' || time.test(cell) ? 'done' : null),
  receipt: (name) => (cell) =>
    saysNo(cell, wordsOf(cell))
      ? 'open'
      : /\d/.test(cell) || answerIn(cell) === 'yes' || namesProof(name)
        ? 'done'
        : null,
  done: doneReader,
  tick: (name) => {
    const isApproval = namesApproval(name)
    return (cell) => {
      if (isNothing(cell) || (isApproval && saysNo(cell, wordsOf(cell)))) return 'open'
      if (isApproval && (isPerson(cell) || dayIn(cell) === 'past')) return 'done'
      return !/^\d/.test(cell) && answerIn(cell) === 'yes' ? 'done' : null
    }
  },
  trace: (name) => (cell) => ofTrace(cell, name),
  note: () => (cell) => {
    const words = wordsOf(cell)
    return saysNo(cell, words) ? 'open' : noteOfSent.test(words) || longReceipt.test(cell) ? 'done' : null
  },
}

/** `Envoyé`, `Sent on 25 Nov`, `Fait par Awa`, but not `Envoyé en mission`. */
const noteOfSent =
  /^(?:deja |already )?(?:(?:envoye|transfere|effectue)e?s?|fait|sent|done|transferred|processed)(?:$| (?:(?:le |on )?xdate|hier|yesterday|(?:par|by|via) \p{L}+|(?=\p{L}*\d)[\p{L}\d]{8,})$)/u
/** Of M-Pesa, MTN or Orange: longer than a code of anything else, or with letters among the digits, unlike `CDD2026001`. */
const longReceipt = /^(?=[A-Z]+\d+[A-Z])[A-Z\d]{10}$|^[A-Z]{2}\d{6}\.\d{4}/

/** A work may be `En cours`, and a contract `Terminé` beside that; a letter or a number is a code. */
function ofState(cell: string): Says {
  if (isNothing(cell)) return 'blank'
  const words = wordsOf(cell)
  if (mayBeDone(words)) return 'done'
  if (tellsOfPayment(words)) return 'open'
  if (ended.test(words)) return 'told'
  if (/^(?:[\d.,]+|[^\W\dx])$/i.test(cell) || ofWork.test(words)) return 'other'
  if (saysNo(cell, words)) return 'open'
  if (approved.test(words)) return 'approved'
  const isTick = answerIn(cell) === 'yes' || crosses.test(cell) || isDoneWord(words.replaceAll(' ', ''))
  return isTick || beginsDone(words, null) ? 'done' : 'other'
}

const over = '(?:(?:terminee?|cloturee?|complete|remise?|retiree?|touchee?)s?|finished|withdrawn)'
const ended = new RegExp(`^${over}$`)
const ofWork = new RegExp(
  `^(?:(?:${over}|incomplete|outstanding)\\b|(?:en )?cours\\b|in progress|en suspens|not (?:yet )?started|(?:non|pas(?: encore)?) (?:commence|demarre|debute))`,
)

/** `Confirmed` may be a contract. */
const approved =
  /^(?:(?:approuve|valide|autorise|accepte|comptabilise)e?s?|approved|validated|authori[sz]ed|accepted|posted|submitted)$/

const waiting =
  /^(?:draft|brouillon|pending|waiting|awaiting|rejected|rejetee?|refused?|refusee?|(?:en )?attente|(?:a|to be) (?:valid|approu|approv)|(?:non|not|pas(?: encore)?) (?:valid|approu|approv))(?!.* (?:pa(?:ie|y)ment|reglement|virement)$)/

/** `Pending` beside `Approved` */
export const waitsForApproval = (cell: string): boolean => waiting.test(wordsOf(cell))

function ofDate(cell: string): Says {
  if (isNothing(cell)) return 'blank'
  if (saysNo(cell, wordsOf(cell))) return 'open'
  return dayIn(cell) === 'past' && !isSurelyBefore(cell, Date.now() - longAgoMs) ? 'done' : 'other'
}

/** Under `Wave`, a cross or a number only says who is to be paid that way. Under a month, it is that month's. */
function ofTrace(cell: string, name: string): Says {
  const words = wordsOf(cell)
  if (saysNo(cell, words)) return 'open'
  const isBrand = namesBrand(name)
  const isTick = !isBrand && !/^\d/.test(cell) && answerIn(cell) === 'yes'
  const isReceipt = receipt.test(cell) && !(isBrand && ownCode.test(cell))
  const isTold = isReceipt || isDoneWord(words.replaceAll(' ', '')) || beginsDone(words, null)
  if (isTick || isTold || byWhom.test(words) || dayIn(cell) === 'past') return 'done'
  return isBrand ? 'open' : null
}

/** `W-01` of a round, and `OM-014/2026` of an `ordre de mission`. */
const ownCode = /^(?:.{1,5}$|om[-/])/iu

/** Beside `Envoyé` or a cross, any other word is open. Under `Vu` or `Colonne1`, it may be a remark. */
function doneReader(name: string): Reader {
  const [isVague, isSignature, isSince, own] = [namesVaguely(name), namesSignature(name), namesSince(name), fold(name)]
  const isTransfer = namesTransfer(name)
  // `FT` is full-time under `Payroll status`.
  const isState = /statu[st]|^etat/.test(own)
  return (cell) => {
    const words = wordsOf(cell)
    if (saysNo(cell, words)) return 'open'
    if (isSignature || isDone(cell, words, own) || beginsDone(words, isVague ? own : null)) return 'done'
    if (isTransfer ? byWhom.test(words) && !byMeans.test(words) : byWhom.test(words)) return isVague ? 'done' : 'told'
    const isTold =
      (!isState && isPerson(cell)) ||
      how.test(words) ||
      tellsWhen(cell, words) ||
      partly.test(words) ||
      percent.test(cell)
    if (isTold && !isTransfer && !isVague) return 'told'
    if (dayIn(cell) === 'past') return isSince && isSurelyBefore(cell, Date.now() - longAgoMs) ? null : 'done'
    const mayBeOpen = /^(?:\p{L}|[^\p{L}\p{N}]+$)(?!.*\d\d)/u.test(cell) && words !== 'ras'
    return mayBeOpen && !isVague ? 'open' : null
  }
}

const notYet =
  /^(?:non|not|pas|a (?:faire|voir|revoir|venir|payer|regler|verser|virer|envoyer|traiter|servir|signer|verifier|confirmer)|to (?:do|be|come|pay|send)|(?:en )?(?:attente|cours)|in progress|pending|waiting|awaiting|outstanding|draft|brouillon|failed|failure|unsuccessful|incomplete|echec|echouee?|rejetee?|rejected|en suspens)\b/

const saysNo = (cell: string, words: string): boolean =>
  isNothing(cell) || answerIn(cell) === 'no' || notYet.test(words)

/** What an operator calls a payment begins with a letter, if it is no mere number: `MP251112.1234`. */
const receipt = /^\p{L}(?=.*\d)[\p{L}\d./_-]{3,}$/u
/** `par Jean`, `by John` */
const byWhom = /^(?:par|by) \p{L}/u
/** `par MoMo`, `par quinzaine` */
const byMeans =
  /^(?:par|by) (?:l[ea] )?(?:virement|banque|bank|cheque|especes?|cash|caisse|transfer|mobile|mo ?mo|mm|om|mtn|moov|orange|wave|airtel|flooz|t ?money|m ?pesa|tel|phone|mois|month|quinzaine|semaine|week|jour|day|heure|hour|tache|task|piece)/
const initials = /^(?:\p{Lu}\.? ?){2,3}$/u
/** `Awa`, `A. Diop`, `John Otieno` */
const person = /^\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,2}$/u
const noPerson =
  /^(?:n[dc]|ra[sv]|tb[cd])$|^(?:absente?|presente?|conge|leave|actif|active|regular|permanent|temporaire|temporary|casual|contract|contractuel|nouveau|nouvelle|new|(?:month|week|dai|hour)ly|mensuel|hebdomadaire|journalier|horaire)s?\b/
const isPerson = (cell: string): boolean => (initials.test(cell) || person.test(cell)) && !noPerson.test(wordsOf(cell))

/** In a workbook, `50 %` is 0.5, and `100 %` may be 1.0. */
const percent = /^(?:100|[1-9]\d?) ?(?:%|pour ?cent|per ?cent)|^(?:0[.,]\d{1,4}|1[.,]0+)$/i
/** `In payment` of Odoo */
const partly =
  /^(?:en partie|partiel|partial|in part|partly|(?:la )?moitie|half|(?:\d\p{L}* |premier )?acompte)|^(?:in payment|en paiement)$/u
/** `cash`, `via M-Pesa` */
const how =
  /^(?:(?:en|in|par|by|via) )?(?:cash|especes?|banque|bank|virement|cheque|mo ?mo|om|mtn|moov|orange money|wave|airtel|flooz|t ?money|m ?pesa|mobile money)$/
/** `hier`, `25/11 par Awa` */
const when =
  /^(?:hier|yesterday|today|aujourd hui|ce (?:matin|jour|soir)|this (?:morning|afternoon))\b|^xdate (?:par|by) /
const time = /^\d{1,2} ?[:h] ?\d{2}(?::\d{2})?$/

const tellsWhen = (cell: string, words: string): boolean => time.test(cell) || when.test(words)
const crosses = /^[*+•●👍]+$/u

/**
 * Whether a cell that is done says so in so many words, or by whom or when. A day may be planned, and a receipt may be a code of something
 * else under any heading but `Sent` and the like.
 */
export function saysSurely(kind: string, cell: string, name: string): boolean {
  const words = wordsOf(cell)
  if (kind === 'state') return mayBeDone(words)
  if (kind !== 'done') return isDoneWord(words.replaceAll(' ', '')) || noteOfSent.test(words)
  return isDone(cell, words, fold(name)) || (byWhom.test(words) && !byMeans.test(words)) || tellsWhen(cell, words)
}

function isDone(cell: string, words: string, own: string): boolean {
  const folded = words.replaceAll(' ', '')
  return (
    answerIn(cell) === 'yes' ||
    receipt.test(cell) ||
    crosses.test(cell) ||
    (folded !== '' && folded === own) ||
    isDoneWord(folded) ||
    mayBeDone(words)
  )
}

/** `Signé le` and `Date de réception` may have the day on which somebody was hired. */
const longAgoMs = 62 * 86_400_000

/** `Fait le 25`, `ok AJ`, `Envoyé par Awa`; `vu AJ` under `Vu` (`own`), but not `Virement bancaire` under `Virement`. */
function beginsDone(words: string, own: string | null): boolean {
  const [first = '', next] = words.split(' ', 2)
  if (next === undefined || /\b(?:attente|pending|leave)\b/.test(words)) return false
  return /^(?:ok|x)$/.test(first) || first === own || isDoneWord(first)
}

/** Whether a cell may be the amount that was paid: `1500 F`, and under `OK` also `1500 cash`, but not `Reste à verser 1500`. */
export function mayBeSumPaid(cell: string, name: string): boolean {
  const words = wordsOf(unitsIn(cell).rest)
  if (!/\d{2}/.test(cell) || stillToPay.test(words)) return false
  return !namesVaguely(name) || !/\p{L}/u.test(words) || ofMoney.test(words) || words.split(' ').some(isDoneWord)
}

const stillToPay =
  /\b(?:non|pas(?! de reste)|not|(?<!pas de )reste|left|balance|(?:a|to) (?:payer|verser|virer|regler|envoyer|pay|be paid|send))\b/
const ofMoney = /\b(?:ok|x|vue?|cash|especes?|liquide|mo ?mo|om|m ?pesa|wave)\b|verse|regle|(?<!im)paye/

const few = /^\d{1,3}(?:[.,]0{1,2})?$/

/** `Transactions` may be how many the person made, and `Done` how many pieces of work. */
export function hasCounts(kind: string, heading: string, column: () => string[]): boolean {
  if (kind !== 'done' && !(kind === 'receipt' && ofCounts.test(fold(heading)))) return false
  const cells = column()
    .map((cell) => cell.trim())
    .filter((cell) => !/^0*$/.test(cell))
  if (kind === 'receipt') return cells.some(isFew) && cells.every((cell) => few.test(cell))
  // Among ticks, `11` is a slip.
  return cells.some(isFew) && cells.filter(isFew).length * 2 >= cells.length
}

const ofCounts = /^(?:external)?transactions$|^(?:no|num|number)of/

const isFew = (cell: string): boolean => few.test(cell) && isCount(cell.replace(/[.,]0+$/, ''))

/** Under a heading in the plural, `1` is a number of things. */
export const isCounted = (cell: string, kind: string, heading: string, isCount: boolean): boolean =>
  isCount ? few.test(cell) : cell === '1' && (kind === 'done' || kind === 'receipt') && isPlural(heading)
