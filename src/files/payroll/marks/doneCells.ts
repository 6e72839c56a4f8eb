import { fold, wordsOf } from '../../../payout/typedText.ts'
import {
  answerIn,
  dayIn,
  isDoneWord,
  isNothing,
  mayBeDone,
  namesProof,
  namesSignature,
  namesSince,
  namesVaguely,
  tellsOfPayment,
} from './markColumns.ts'

/** What a cell says if the column is about payments: that its row is paid or ticked, or that rows of this column may not be. */
export type Says = 'done' | 'open' | null

type Reader = (cell: string, name: string) => Says

export const readers = {
  state: ofState,
  day: (cell) => (isNothing(cell) ? 'open' : dayIn(cell) === 'past' ? 'done' : null),
  receipt: (cell, name) =>
    saysNo(cell) ? 'open' : /\d/.test(cell) || answerIn(cell) === 'yes' || namesProof(name) ? 'done' : null,
  done: ofDone,
  tick: (cell) => (isNothing(cell) ? 'open' : !/^\d/.test(cell) && answerIn(cell) === 'yes' ? 'done' : null),
} as const satisfies Record<string, Reader>

function ofState(cell: string): Says {
  if (cell === '') return null
  const words = wordsOf(cell)
  return mayBeDone(words) ? 'done' : tellsOfPayment(words) ? 'open' : null
}

/** Beside `Envoyé` or a cross, any other word is open. Under `Vu` or `Colonne1`, it may be a remark. */
function ofDone(cell: string, name: string): Says {
  if (saysNo(cell)) return 'open'
  if (isDone(cell, name)) return 'done'
  const mayBeOpen = /^(?:\p{L}|[^\p{L}\p{N}]+$)(?!.*\d\d)/u.test(cell) && fold(cell) !== 'ras'
  return mayBeOpen && !namesVaguely(name) ? 'open' : null
}

const notYet =
  /^(?:non|not|pas|ko|nok|a (?:faire|voir|revoir|venir|payer|regler|verser|virer|envoyer|traiter|servir|signer|verifier|confirmer)|to (?:do|be|come|pay|send)|(?:en )?(?:attente|cours)|in progress|pending|waiting|awaiting|outstanding|failed|failure|unsuccessful|incomplete|echec|echouee?|rejetee?|rejected|en suspens)\b/

const saysNo = (cell: string): boolean => isNothing(cell) || answerIn(cell) === 'no' || notYet.test(wordsOf(cell))

/** What an operator calls a payment begins with a letter, if it is no mere number: `MP251112.1234`. */
const receipt = /^\p{L}(?=.*\d)[\p{L}\d./_-]{3,}$/u

/** Whether a cell says in so many words, or with a receipt, that it is done. A day may be planned. */
export const saysDone = (cell: string, name: string): boolean =>
  answerIn(cell) === 'yes' ||
  receipt.test(cell) ||
  fold(cell) === fold(name) ||
  isDoneWord(cell) ||
  mayBeDone(wordsOf(cell))

const longAgoMs = 62 * 86_400_000

/** `Signé le` and `Date de réception` may have the day on which somebody was hired. */
const isDone = (cell: string, name: string): boolean =>
  saysDone(cell, name) ||
  (dayIn(cell) === 'past' && !(namesSince(name) && dayIn(cell, Date.now() - longAgoMs) === 'past')) ||
  namesSignature(name) ||
  beginsDone(cell, name)

/** `Fait le 25`, `ok AJ`, `Envoyé par Awa`; `vu AJ` under `Vu`, but not `Virement bancaire` under `Virement`. */
function beginsDone(cell: string, name: string): boolean {
  const [first = '', ...rest] = wordsOf(cell).split(' ')
  const isWord = /^(?:ok|x|fait|done)$/.test(first) || isDoneWord(first)
  return rest.length > 0 && (isWord || (first === fold(name) && namesVaguely(name))) && !/attente|pending/.test(cell)
}
