import { wordsOf } from '../tail/tailWords.ts'
import { hasLeft, isUnsettled } from './heldWords.ts'

export type Said = 'marked_paid' | 'marked_not_to_pay' | 'marked_other_way'

/** What is said beside a name. What may be part of one (`Paye`, `Gelé`) says nothing. */
export function besideName(cell: string): Said | null {
  const name = cell.slice(0, longest)
  if (!maybeBesideName.test(name)) return null
  const words = wordsOf(name)
  if (notToPay.test(words)) return 'marked_not_to_pay'
  const at = words.search(held)
  if (at !== -1 && !payee.test(words) && !relative.test(words.slice(0, at))) return 'marked_not_to_pay'
  if (paid.test(words)) return 'marked_paid'
  for (const [, inside, after] of name.matchAll(aside)) {
    const alone = wordsOf(inside ?? after ?? '')
    if (paidAlone.test(alone)) return 'marked_paid'
    const isHeld = heldAlone.test(alone) || hasLeft(alone) || isUnsettled(alone)
    if (isHeld && !relative.test(words) && !payee.test(words)) return 'marked_not_to_pay'
    if (otherWayAlone.test(alone)) return 'marked_other_way'
  }
  return null
}

/** Only the beginning is read. No name is longer. */
const longest = 200

/** Nearly all names are nothing but a name, and go no further. */
const maybeBesideName =
  /[([]|\s[-–—]\s|ne (?:pas|plus|jam)|not|don.?t|suspend|bloqu|block|annul|cancel|hold|d[eé]\u0301?c[eé]|d[eé]\u0301?j|already/i
const notToPay =
  /\b(?:ne (?:pas|plus|jamais) (?:l[ea]s? |l )?(?:payer|verser|virer|regler)|(?:do not|don t) pay|not to be paid)\b/
const held = /\b(?:(?:suspendue?|bloquee?|annulee?)s?|suspended|blocked|cancell?ed|on hold|decedee?s?|deceased)\b/
const paid = /\b(?:deja (?:paye|regle|verse|percu|recu)e?s?|already (?:paid|received))\b/

/** What stands in brackets or after a dash. */
const aside = /[([]([^)\]]*)[)\]]?|\s[-–—]\s+([^([]*)$/gu
const paidAlone = /^(?:paid|(?:paye|regle|vire)e?s?)(?: (?:le |on )?xdate)?$/
const heldAlone = /^(?:hold|doublons?|duplicate)$/
const otherWayAlone = /^(?:cash|especes?|cheque)$/

/** Somebody is paid in the place of a dead or suspended person: `Tuteur de Zoé (père décédé)`, `Estate of J. Otieno (deceased)`. */
const payee =
  /\b(?:estate|successions?|nok|next of kin|guardian|tuteurs?|tutrices?|famille|family|representante?s?|heritier(?:e|s|es)?|heirs?|ayants? droits?|beneficiary|mandataire|veuve?|veuf|vve|widow(?:er)?|orphelin(?:e|s|es)?|orphan)\b/
const relative =
  /\b(?:p c|pour|for|s o|d o|w o|c o|feue?|late|remplace(?:e|nte?)?|remplacante?|replac(?:es|ing|ed)|pere|mere|mari|epou(?:x|se)|femme|parents?|conjointe?|father|mother|husband|wife|son of|daughter of)\b/
