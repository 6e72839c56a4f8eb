import { monthNames, plain, wordsOf } from '../../../payout/typedText.ts'
import { lastPay } from '../verdict.ts'
import { dayIn } from './markColumns.ts'

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

const since = `(?:$| (?:(?:le|la|l|les|de|du|depuis|since|on|en|in|the|our) )*(?:xdate|20\\d\\d|${monthNames}|entreprise|societe|service|poste|company|organi[sz]ation|employment|job)\\b)`
const left = new RegExp(
  [
    `^(?:(?:il|elle|he|she|s|est|is|a|ete|has|was|been) )*(?:demission(?:naire|ne)?|desiste|abandonne|dropped out|licencie|radie|sorti|parti|quitte|inacti(?:f|ve)|rompu|resilie|terminated|resigned|dismissed|left|absconded|exited|awol)e?s?${since}`,
    `^(?:contrat|contract) (?:est |is |has )?(?:termine|rompu|resilie|expire|non renouvele|ended|terminated|expired)d?${since}`,
    `^desistement${since}|^abandon de poste|^mise? a pied(?! (?:\\d|annule))|^n est plus la$|^(?:(?:il|elle) )?ne travaille plus (?:ici|(?:chez|avec|pour) nous)$|^(?:is |he |she )*no longer (?:with us|employed|here)$|^ex (?:agent|employee?)$|^(?:dcd|deces)${since}`,
  ].join('|'),
)

/** `Démissionnaire`, `licencié le 12/10`, `left company`, `DCD`: somebody who is no longer there. `Parti en congé` is. */
export const hasLeft = (words: string): boolean => left.test(words)

const stillThere =
  /(?<!\b(?:non|not|pas|jamais|never|sans|without|no) )\b(?:pro ?rata|prorated|preavis|notice|renouvel\p{L}*|renewed)\b/u

/** Who has left is paid for the last time (`Licencié, solde de tout compte`), works out a notice, or has a new contract. */
export const isStillPaid = (remark: string): boolean => lastPay.test(plain(remark)) || stillThere.test(wordsOf(remark))

const firstDay = new RegExp(
  `\\b\\d{1,4}[/.-]\\d{1,2}(?:[/.-]\\d{2,4})?\\b|\\b(?:\\d{1,2}(?:er)? )?(?:${monthNames})\\b(?: 20\\d\\d)?`,
)

/** `Contrat expire le 31/12/2099`: until then, that person works. */
export function isToCome(sentence: string): boolean {
  const [day = ''] = firstDay.exec(plain(sentence)) ?? []
  // Where both readings are days, these offices write the day first.
  const written = day.replace(/^(\d\d?)[/.-](\d\d?)[/.-](20\d\d)$/, (_, d: string, m: string, y: string) =>
    [y, m.padStart(2, '0'), d.padStart(2, '0')].join('-'),
  )
  return dayIn(/^\d/.test(written) ? written : `1 ${written}`) === 'to_come'
}

const sum = '\\d[\\d ]{2,}'
const unsettled = new RegExp(
  [
    '^(?:pas payer|no pay|dnp|npp|(?:a |to )?(?:supprimer|retirer|delete|remove|void|omit|skip)|supprimee?s?|deleted|voided)$',
    '^(?:differe|reporte|postponed|deferred)e?s?(?:$| (?:a|au|to|until)\\b)|^(?:a |to )?(?:payer|pay|report) (?:au |le )?(?:mois prochain|next month)$',
    '^(?:a (?:verifier|confirmer)|to be (?:confirmed|verified|checked)|tbc|unverified|not verified|non (?:verifie|confirme)e?s?)$',
    '^(?:wrong|incorrect|invalid) (?:number|phone|amount)\\b|^mauvais (?:numero|montant)$|^(?:numero|n|no|tel|telephone|montant) (?:est )?(?:(?:errone|incorrect|inactif|invalide|faux)e?s?|a (?:changer|corriger|verifier|confirmer))$',
    `^changer (?:de |le )?numero|^(?:number|phone) changed to \\d|^(?:nouveau|new) (?:numero|number) \\d[\\d ]{7,}|^${sum} (?:f |fcfa )?(?:au lieu de|instead of) \\d`,
    `^(?:a )?(?:payer|pay) (?:${sum}(?: (?:f|fcfa|cfa|only|seulement|uniquement))*$|(?:sur|au|on|to) (?:le |the )?(?:numero |number )?\\d[\\d ]{7,})`,
    '^(?:a |to |ne )?(?:payer|verser|virer|regler|pay)(?: (?:a|la|sa|the|pour|que|seulement|uniquement|only))* (?:(?:moitie|half)\\b|50(?: (?:pour|per) ?cent)?$)|^(?:only half|(?:seulement|uniquement) la moitie|la moitie seulement)$',
    '^(?:avance |pret )?a (?:deduire|retenir)(?: (?:du|sur le) (?:net|salaire))?$',
  ].join('|'),
)
const later = new RegExp(`^(?:a |to )?(?:payer|pay|be paid) (?:(?:en|in|fin) )+(${monthNames})$`)

/** Whether it is the amount that is paid, or the number, with or without its country. */
function isSame(number: string, cell: string): boolean {
  const digits = cell.replace(/[.,]0{1,2}(?!\d)/, '').replace(/\D/g, '')
  return digits === number || (number.length >= 8 && digits.endsWith(number.slice(-8)))
}

/**
 * The row is not to be paid as it is: `à supprimer`, `numéro erroné`, `à vérifier`, `payer la moitié`, `25000 au lieu de 30000`, `payer en décembre`.
 *
 * @param own the row's amount and number: `payer 150 000` is no correction of a row that pays just that
 */
export function isUnsettled(words: string, own: readonly (string | null | undefined)[] = []): boolean {
  const number = /\d[\d ]*\d/.exec(words)?.[0].replaceAll(' ', '') ?? ''
  if (unsettled.test(words)) return number === '' || !own.some((cell) => isSame(number, cell ?? ''))
  const month = later.exec(words)?.[1]
  return month !== undefined && dayIn(`1 ${month}`) === 'to_come'
}
