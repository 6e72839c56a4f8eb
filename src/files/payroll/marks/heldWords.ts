import { monthNames, plain, wordsOf } from '../tail/tailWords.ts'
import { lastPay } from '../verdict.ts'
import { dayIn } from './dayIn.ts'

const since = `(?:$| (?:(?:le|la|l|les|de|du|depuis|since|on|en|in|the|our) )*(?:xdate|20\\d\\d|${monthNames}|entreprise|societe|service|poste|company|organi[sz]ation|employment|job)\\b)`
const left = new RegExp(
  [
    `^(?:(?:il|elle|he|she|est|is|a|ete|has|was|been) )*(?:demission(?:naire|ne)?|licencie|radie|sorti|parti|quitte|inacti(?:f|ve)|rompu|resilie|terminated|resigned|dismissed|left|absconded|exited|awol)e?s?${since}`,
    `^(?:contrat|contract) (?:est |is |has )?(?:termine|rompu|resilie|expire|non renouvele|ended|terminated|expired)d?${since}`,
    `^abandon de poste|^mise? a pied(?! (?:\\d|annule))|^n est plus la$|^(?:(?:il|elle) )?ne travaille plus (?:ici|(?:chez|avec|pour) nous)$|^(?:is |he |she )*no longer (?:with us|employed|here)$|^ex (?:agent|employee?)$|^(?:dcd|deces)${since}`,
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
 * The row is not to be paid as it is: `à supprimer`, `numéro erroné`, `à vérifier`, `25000 au lieu de 30000`, `payer en décembre`.
 *
 * @param own the row's amount and number: `payer 150 000` is no correction of a row that pays just that
 */
export function isUnsettled(words: string, own: readonly (string | null | undefined)[] = []): boolean {
  const number = /\d[\d ]*\d/.exec(words)?.[0].replaceAll(' ', '') ?? ''
  if (unsettled.test(words)) return number === '' || !own.some((cell) => isSame(number, cell ?? ''))
  const month = later.exec(words)?.[1]
  return month !== undefined && dayIn(`1 ${month}`) === 'to_come'
}
