import { plain, wordsOf } from '../../../payout/typedText.ts'
import type { Columns } from '../header/columns.ts'
import { withMark } from '../marks/rowMark.ts'
import type { Row } from '../row.ts'
import { totalLabel } from './lineBelow.ts'

/**
 * Whether the only cell of a row is the heading of the rows below it: words under no field that a payout needs, which say nothing about
 * paying. A name and nothing else is an incomplete payout: where there may be names, it must begin or end as a department does.
 */
export function isHeading({ cells }: Row, { index, nameAt }: Columns): boolean {
  const at = cells.findIndex((cell) => (cell ?? '').trim() !== '')
  const text = (cells[at] ?? '').trim()
  if (text.length > longestHeading) return false
  if (!/^\D*\p{L}\D*$/u.test(text) || [index.operator, index.phone_number, index.amount].includes(at)) return false
  if (!isNeutral(text)) return false
  return (at === 0 && nameAt.length > 0 && !nameAt.includes(at)) || department.test(plain(text))
}

const longestHeading = 80

/** Whether the label of a subtotal says nothing about its rows but whose they are. `Sous-total à payer` is what there is to pay. */
export const isNeutralTotal = (label: string): boolean =>
  isNeutral(
    plain(label)
      .replace(totalLabel, '')
      .replace(/^ ?(?:(?:net|general) )?a payer(?=$| ?[:=])/, ''),
  )

/** Whether rows that a text stands above or below may be paid like any others. */
function isNeutral(text: string): boolean {
  const words = wordsOf(text)
  return !about.test(words) && withMark(null, marks, () => text) === null
}

const marks = (['status', 'remark', 'mode', 'name'] as const).map((marking) => ({ name: '', marking }))

/** What may be said about paying, or not: in a heading, one such word is enough. */
const about = new RegExp(
  [
    '\\b(?:payer|payee?|paiement|payment|regle[re]?|reglee|reglement|verse[re]?|versee|versement|vire[re]?|viree|virement|solde[re]?|percu|recu|touche|impaye)e?s?\\b',
    '\\b(?:paid|unpaid|pay|payable|settled|received|disbursed|sent|transfers?|transferred|wire|mandats?|remis|remettre)\\b',
    '\\b(?:cash|especes?|liquide|numeraire|guichet|cheques?|checks?|chq|banks?|banques?|bancaires?|rib|iban|manuellement|manually)\\b',
    '\\b(?:ne|pas|not|no|dont|never|jamais|sans|without|hors|sauf|except(?:e|es|ion|ions)?|stop|if|only|uniquement|seulement)\\b',
    '\\bnon\\b(?! (?:enseignant|permanent|titulaire|cadre|medical|soignant|teaching|academic|technical)(?:e|s|es|aux)?\\b)',
    '\\b(?:avant|apres|before|after|until|till|jusqu|plus tard|later|prochaine?s?|next|deja|already|ex|anciens?|anciennes?|former)\\b',
    '\\b(?:suspen|bloqu|blocked|blocage|annul|cancel|gele|frozen|withh|retenu|retenir|retain|held\\b|hold\\b|attente|attend|pending|await|waiting|doublon|duplicat)',
    '\\b(?:refus|rejet|reject|declin|denied|exclu|retir|remov|supprim|delet|ignor|skip|absen|conges?\\b|leave\\b|malad|sick|retrait|retired|deces|decede|deceased|dead\\b)',
    '\\b(?:demission|licenci|radie|sortis?\\b|sortants?\\b|partis?\\b|partants?\\b|departs\\b|quitt|left\\b|resign|terminat|dismiss|inacti|fin de contrat|expire|abandon)',
    '\\b(?:verifi|verify|check|confirm|valid|approuv|approv|autoris|authori|eligib|ineligib|sign(?:e|es|ed|er)?\\b|visa\\b|reporte|postpon|differe|delay|litig|disput|contest|reclam|erreur|error|erron|wrong|avances?\\b|advances?\\b)',
    '\\ba (?:\\p{L}+(?:er|ir|re)|part)\\b|\\bto \\p{L}+|\\b(?:voir|see|attention|nb|notes?|remarques?|remarks?)\\b',
  ].join('|'),
  'u',
)

/** A department or a group of people: `Service financier`, `LOGISTIQUE`, `Lagos office`. */
const department = new RegExp(
  [
    "^(?:(?:la|le|les|l'|the) ?)?(?:(?:sous-?)?directions?|services?|departements?|departments?|dept|sections?|unites?|units?|bureaux?|agences?|sites?|equipes?|divisions?|cellules?|poles?|ateliers?|usines?|zones?|regions?|districts?|projets?|projects?|programmes?|programs?|categories|categorie|category|groupes?|groups?|branches|branch|office|team|staff|personnel|agents|ouvriers|employes|employees|cadres|chauffeurs|gardiens|enseignants|stagiaires|consultants|journaliers|workers|teachers|drivers|guards|nurses|administration|comptabilite|accounting|finances?|logistique|logistics|informatique|maintenance|production|marketing|secretariat|siege|head ?quarters|ressources humaines|human resources|operations)\\b",
    '^(?:[^\\s,;:()/-]+ ){1,2}(?:department|dept|section|unit|office|team|branch|division|staff|workers)\\.?$',
  ].join('|'),
)
