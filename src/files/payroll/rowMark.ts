import type { Reported } from '../../payout/reportColumns.ts'
import { fold } from '../../payout/typedText.ts'
import { monthNames, plain } from './tailWords.ts'

/**
 * How a column of a payroll says that a row is paid or must not be paid: in words (`status`: `Statut`, `Situation`, `Émargement`;
 * `remark`: `Observations`), or as an answer to its heading (`paid`: `Payé ?`; `held`: `Suspendu`).
 */
export type Marking = 'status' | 'remark' | 'paid' | 'held'

const headings: Readonly<Record<Marking, RegExp>> = {
  paid: /^(?:deja|already|is)?(?:payee?|reglee?|versee?|viree?|percue?|paid)s?(?:on|ouinon|yn|yesno)?$|^(?:paiement|payment)(?:effectue|done|made)$/,
  held: /^(?:suspendue?|suspended|bloquee?|blocked|annulee?|cancell?ed|onhold)s?(?:on|ouinon|yn|yesno)?$/,
  status:
    /statu[st]|^etat|state$|^decision$|^emargements?$|^(?:situation(?:d[eu])?)?(?:paiement|payment|reglement)s?$|^situation(?:(?:d[eu])?(?:salaire|paie|paye)|(?:de)?l?(?:agent|employe))?s?$/,
  remark: /^(?:observation|remarque|commentaire|remark|comment)|^(?:obs|note|mention)s?$/,
}

/** How a column with this heading marks its rows. Null if it is not such a column. */
export function markingOf(heading: string): Marking | null {
  const folded = fold(heading)
  return (Object.keys(headings) as Marking[]).find((marking) => headings[marking].test(folded)) ?? null
}

/** Only the beginning of a remark is read. */
const longestMark = 2_000

const yes = /^(?:oui|yes|o|y|x|ok|1|vrai|true|✓|✔|☑|✅|\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4})$/i

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
  if (read !== null && read.says !== 'invalid' && read.says !== 'cancelled') return read
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
  const said = (marking === 'paid' || marking === 'held') && yes.test(value) ? marking : saidIn(value, marking)
  if (said === null) return null
  const says = said === 'paid' ? 'marked_paid' : 'marked_not_to_pay'
  return { payrunId: null, says, isSandbox: false, column, value }
}

function saidIn(cell: string, marking: Marking): 'paid' | 'held' | null {
  for (const part of cell.slice(0, longestMark).split(between)) {
    const words = wordsOf(part)
    if (notToPay.test(words) || (held.test(words) && !lifted.test(words))) return 'held'
    // In a column of states, `en attente` only means that the row has not been paid yet.
    if (marking === 'remark' && waits.test(words)) return 'held'
    if (paid.test(words) && !eachMonth.test(words)) return 'paid'
  }
  return null
}

/** Separates the sentences of a remark, but not inside a date or a number. */
const between = /[;()[\]\r\n\t!"«»…]+|\s[-–—]+\s|(?<!\d)[.,]|[.,](?!\d)/u

/** `onHold`, `ON_HOLD` and `on hold` are the same words. */
const wordsOf = (text: string): string =>
  plain(text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const pay =
  '(?:salaires?|salary|salaries|wages?|paies?|payes?|pay|soldes?|paiements?|payments?|versements?|virements?|reglements?|transfers?)'
const also = `le|la|l|les|de|du|des|d|ce|cet|cette|c|the|this|of|for|son|sa|ses|his|her|il|elle|he|she|est|is|ok|oui|yes|vu|mois|month|statut|status|etat|situation|agents?|employee?s?|beneficiaires?|contrats?|contract|dossier|compte|account|ligne|row|${monthNames}|20\\d\\d`
/** What may come before the word that counts. `avance versée`, `congés payés` and `ancien numéro bloqué` are about something else. */
const lead = `^(?:(?:${pay}|${also}) )*`
const been = '(?:(?:a|ont) ete |(?:has|have) been |was |were )?'

const done = '(?:payee?|reglee?|versee?|viree?|percue?|effectuee?|paid)s?'
const received = '(?:payer|recu|touche|encaisse|solde|servi|received|settled)e?s?'
/** How or when somebody was paid. `payé par Orange Money`, `payé à l'heure` and `payé 15 jours` only say how a person is usually paid. */
const way =
  '(?:especes?|liquide|numeraire|cash|cheques?|virements?|caisse|banque|bank|transfer|guichet|main)(?: |\\d|$)|\\d(?!\\d* ?(?:j|jours?|days?|h|heures?|hours?)\\b)'
const manner = `(?: (?:le|la|on|du|of|en|in|par|by|a|au))* ?(?:${way}|(?:hier|yesterday|aujourd hui|today|ce jour|ce mois|this month|deja|already|ok|oui|yes|integralement|en totalite|in full)\\b)`
const eachMonth = /\b(?:chaque|each|every)\b/
const paid = new RegExp(
  [
    `${lead}${been}${done}(?:$|${manner})`,
    `${lead}(?:a |ont |has |have )?(?:deja|already) (?:ete |been )?(?:${done}|${received})\\b`,
    `${lead}${been}${done} (?:deja|already)\\b`,
    `${lead}${pay} (?:est |is )?${been}(?:fait|done|made|${received})$`,
    `^(?:(?:il|elle|he|she) )?(?:a|has|have) ${received} (?:le|la|son|sa|the|his|her) ${pay}\\b`,
    `^(?:(?:il|elle|he|she) )?(?:a|has|have) percu (?:le|la|son|sa) ${pay}\\b`,
  ].join('|'),
)

const notToPay =
  /^(?:a |agents? |employes? )?ne (?:pas|plus|jamais) (?:l[ea]s? |l )?(?:payer|verser|virer|regler|envoyer)\b|^(?:do ?not|don ?t|not ?to ?be|must not be|never) ?(?:pay|paid|send|sent)\b|^(?:pas de|plus de|no) (?:paiement|payment)$/
const contract = `(?:${pay}|contrats?|contract|activites?|fonctions?)\\b`
const held = new RegExp(
  [
    `${lead}(?:temporairement |provisoirement |a |to be |to |mise? |put )?${been}(?:suspend(?:re|ue?s?|ed)?|bloque(?:r|e?s?)|blocked|gele(?:r|e?s?)|frozen|withheld|on ?hold|en suspens|mise? en attente|decedee?s?|deceased)\\b`,
    // `annulé et remplacé par la ligne 12`, but not `annule et remplace la ligne 3`, nor `annulation de la retenue`
    `${lead}${been}(?:annulee?s?|cancell?ed)\\b(?!(?: et| and)? (?:remplace|replace)(?:nt|s)?\\b(?! par))`,
    `${lead}(?:a |to be |to )?(?:suspensions?|blocages?|annulations?|cancell?ations?|annuler|cancel|hold|exclue?s?|exclure|excluded?)(?: (?:de|du|d|des|la|le|l|les|of|from|the))*(?:$| \\d| ${contract})`,
    `${lead}${pay} (?:est )?${been}(?:retenu|arrete|stoppe)e?s?\\b`,
    `^(?:stop|arret(?:er)?)(?: (?:de|du|des|la|le|les))* ${pay}\\b|^stop$`,
  ].join('|'),
)
/** No longer held: `Suspension du contrat levée`, `suspendu en octobre puis repris`. */
const lifted = /\b(?:levee?s?|lifted|repris)\b/
/** `en attente`, but not `en attente de paiement`. */
const waits = new RegExp(
  `^(?:en attente|pending|awaiting|waiting)\\b(?!(?: (?:du|de|d|of|for|la|le|son|the))* ${pay}\\b)`,
)
