import { monthNames } from '../tail/tailWords.ts'
import { dayIn } from './dayIn.ts'

const since = `(?:$| (?:(?:le|la|l|les|de|du|depuis|since|on|en|in|the|our) )*(?:xdate|20\\d\\d|${monthNames}|entreprise|societe|service|poste|company|organi[sz]ation|job)\\b)`
const left = new RegExp(
  [
    `^(?:(?:il|elle|he|she|est|is|a|ete|has|was|been) )*(?:demission(?:naire|ne)?|licencie|radie|sorti|parti|quitte|inacti(?:f|ve)|rompu|resilie|terminated|resigned|dismissed|left|absconded|exited|awol)e?s?${since}`,
    `^(?:contrat|contract) (?:est |is |has )?(?:termine|rompu|resilie|expire|non renouvele|ended|terminated|expired)d?${since}`,
    `^abandon de poste|^mise? a pied(?! \\d)|^n est plus la$|^ex (?:agent|employee?)$|^(?:dcd|deces)${since}`,
  ].join('|'),
)

/** `Démissionnaire`, `licencié le 12/10`, `left company`, `DCD`: somebody who is no longer there. `Parti en congé` is. */
export const hasLeft = (words: string): boolean => left.test(words)

const sum = '\\d[\\d ]{2,}'
const unsettled = new RegExp(
  [
    '^(?:pas payer|no pay|dnp|npp|(?:a |to )?(?:supprimer|retirer|delete|remove|void|omit|skip)|supprimee?s?|deleted|voided)$',
    '^(?:differe|reporte|postponed|deferred)e?s?(?:$| (?:a|au|to|until)\\b)|^(?:a |to )?(?:payer|pay|report) (?:au |le )?(?:mois prochain|next month)$',
    '^(?:a (?:verifier|confirmer)|to be (?:confirmed|verified|checked)|tbc|unverified|not verified|non (?:verifie|confirme)e?s?)$',
    '^(?:wrong|incorrect|invalid) (?:number|phone|amount)\\b|^(?:numero|n|no|tel|telephone|montant) (?:est )?(?:(?:errone|incorrect|inactif|invalide|faux)e?s?|a (?:changer|corriger|verifier|confirmer))$',
    `^changer (?:de |le )?numero|^(?:number|phone) changed to \\d|^${sum} (?:f |fcfa )?(?:au lieu de|instead of) \\d`,
    `^(?:a )?(?:payer|pay) (?:${sum}(?: (?:f|fcfa|cfa|only|seulement|uniquement))*$|(?:sur|on|to) (?:le |the )?(?:numero |number )?\\d[\\d ]{7,})`,
    '^(?:avance |pret )?a (?:deduire|retenir)(?: (?:du|sur le) (?:net|salaire))?$',
  ].join('|'),
)
const later = new RegExp(`^(?:a |to )?(?:payer|pay|be paid) (?:(?:en|in|fin) )+(${monthNames})$`)

/** The row is not to be paid as it is: `à supprimer`, `numéro erroné`, `à vérifier`, `25000 au lieu de 30000`, `payer en décembre`. */
export function isUnsettled(words: string): boolean {
  if (unsettled.test(words)) return true
  const month = later.exec(words)?.[1]
  return month !== undefined && dayIn(`1 ${month}`) === 'to_come'
}
