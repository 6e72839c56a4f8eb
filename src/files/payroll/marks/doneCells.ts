import { fold, wordsOf } from '../../../payout/typedText.ts'
import { isDoneWord, namesProof, namesSignature, namesSince, namesVaguely } from './doneHeadings.ts'
import { answerIn, dayIn, isNothing, isSurelyBefore, mayBeDone, tellsOfPayment } from './markColumns.ts'

/** What a cell says if the column is about payments: that its row is paid or ticked, or that rows of this column may not be. */
export type Says = 'done' | 'open' | null

export type Reader = (cell: string) => Says

/** How the cells under a heading are read, by what the column is. */
export const readerFor: Readonly<Record<'state' | 'day' | 'receipt' | 'done' | 'tick', (name: string) => Reader>> = {
  state: () => ofState,
  day: () => (cell) => (isNothing(cell) ? 'open' : dayIn(cell) === 'past' ? 'done' : null),
  receipt: (name) => (cell) =>
    saysNo(cell, wordsOf(cell))
      ? 'open'
      : /\d/.test(cell) || answerIn(cell) === 'yes' || namesProof(name)
        ? 'done'
        : null,
  done: doneReader,
  tick: () => (cell) => (isNothing(cell) ? 'open' : !/^\d/.test(cell) && answerIn(cell) === 'yes' ? 'done' : null),
}

function ofState(cell: string): Says {
  if (cell === '') return null
  const words = wordsOf(cell)
  return mayBeDone(words) ? 'done' : tellsOfPayment(words) ? 'open' : null
}

/** Beside `Envoyé` or a cross, any other word is open. Under `Vu` or `Colonne1`, it may be a remark. */
function doneReader(name: string): Reader {
  const [isVague, isSignature, isSince, own] = [namesVaguely(name), namesSignature(name), namesSince(name), fold(name)]
  return (cell) => {
    const words = wordsOf(cell)
    if (saysNo(cell, words)) return 'open'
    if (isSignature || isDone(cell, words, own) || beginsDone(words, isVague ? own : null)) return 'done'
    if (dayIn(cell) === 'past') return isSince && isSurelyBefore(cell, Date.now() - longAgoMs) ? null : 'done'
    const mayBeOpen = /^(?:\p{L}|[^\p{L}\p{N}]+$)(?!.*\d\d)/u.test(cell) && words !== 'ras'
    return mayBeOpen && !isVague ? 'open' : null
  }
}

const notYet =
  /^(?:non|not|pas|a (?:faire|voir|revoir|venir|payer|regler|verser|virer|envoyer|traiter|servir|signer|verifier|confirmer)|to (?:do|be|come|pay|send)|(?:en )?(?:attente|cours)|in progress|pending|waiting|awaiting|outstanding|failed|failure|unsuccessful|incomplete|echec|echouee?|rejetee?|rejected|en suspens)\b/

const saysNo = (cell: string, words: string): boolean =>
  isNothing(cell) || answerIn(cell) === 'no' || notYet.test(words)

/** What an operator calls a payment begins with a letter, if it is no mere number: `MP251112.1234`. */
const receipt = /^\p{L}(?=.*\d)[\p{L}\d./_-]{3,}$/u
const crosses = /^[*+•●👍]+$/u

/** Whether a cell says in so many words, or with a receipt, that it is done. A day may be planned. */
export const saysDone = (cell: string, name: string): boolean => isDone(cell, wordsOf(cell), fold(name))

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
