import { unitsIn } from '../../../payout/money/writtenAmount.ts'
import {
  clipped,
  isLongNumber,
  monthNames,
  plain,
  withoutAccents,
  withoutDates,
  wordsOf,
} from '../../../payout/typedText.ts'
import type { Columns, Field } from '../header/columns.ts'
import { type Mark, withMark } from '../marks/rowMark.ts'
import type { Row, TailLine } from '../row.ts'

/** No line below a table is longer, and a file with a million long notes must be read in reasonable time. */
export const longestBelow = 2_000

/**
 * Reads a line below the table, or a total between the payouts. It may state their number and their sum.
 *
 * @param isBelow whether there is a total or a signature above it: then any words will do
 * @returns nothing if it may be an incomplete payout
 */
export function readBelow(row: Row, columns: Columns, isBelow: boolean): TailLine[] {
  const { line, cells, malformed, beyond } = row
  // Lines written by hand may be too short or too long. Any other malformed row is reported as a problem.
  if (malformed && beyond === undefined) return []
  if (cells.some((each) => (each?.length ?? 0) > longestBelow)) return []
  const cell = (field: Field): string => (cells[columns.index[field] ?? -1] ?? '').trim()
  const texts = textsIn(row)
  const amount = cell('amount')
  const isTotal = (text: string) => text !== amount && totalLabel.test(plain(text))
  const isCount = (text: string) => countLabel.test(plain(text))
  const isLabel = (text: string) => isTotal(text) || isCount(text)
  const isFree = (text: string) => text === '' || isLabel(text) || (isWords(text) && isBelow)
  const phone = cell('phone_number')
  // In the column of the numbers, there may be how many there are.
  const isApart = isFree(cell('operator')) && (isFree(phone) || /^\d{1,4}$/.test(phone)) && isFree(cell('reference'))
  const isDoubtful = row.doubts?.some(({ field }) => field === 'amount') ?? false
  const label = texts.find(isTotal)
  const counts = countIn(texts, amount, isLabel, line)
  if (label !== undefined && isApart) {
    const written = amount === '' || !/\d/.test(amount) ? (amountBehind.exec(label)?.[1] ?? '') : amount
    return [...counts, { kind: 'total', line, label: clipped(label), amount: written, isDoubtful }]
  }
  const [counted] = counts
  if (counted) {
    const isOther = amount !== '' && amount !== counted.count && !isCount(amount)
    return isOther ? [counted, { kind: 'total', line, label: '', amount, isDoubtful }] : [counted]
  }
  return readWords(texts, [cell('reference'), amount], line, isBelow)
}

/** `Effectif : 2`, or `Effectif` with a number in another cell, and nothing else but a sum and its label. */
function countIn(
  texts: readonly string[],
  amount: string,
  isLabel: (text: string) => boolean,
  line: number,
): Extract<TailLine, { kind: 'count' }>[] {
  const label = texts.find((each) => countLabel.test(plain(each)))
  if (label === undefined) return []
  const rest = texts.filter((each) => each !== label && !isLabel(each))
  if (!rest.every((each) => each === amount || /^\d+$/.test(each))) return []
  // `Effectif novembre 2026` has a year, and no number.
  const [, own] = /^(\d+) /.exec(label) ?? /(?:[:=]\s*|\s(?!(?:19|20)\d\d\b))(\d+)(?:\s+\p{L}+)?\s*$/u.exec(label) ?? []
  const count = own ?? rest.find((each) => each !== amount) ?? rest.find((each) => /^\d+$/.test(each))
  return count === undefined ? [] : [{ kind: 'count', line, count }]
}

function readWords(texts: readonly string[], own: readonly string[], line: number, isBelow: boolean): TailLine[] {
  const whole = texts.join(' ')
  const isSigned = closing.test(plain(whole)) || /^[\W_]+$/u.test(whole.replace(/\p{L}/gu, 'x')) || isDate(whole)
  const units = [...whole.matchAll(statedUnit)].map(([, unit = '']) => unitsIn(unit))
  const isOfUnits = units.some(({ scale, currencies }) => scale !== null || currencies.length > 0)
  if (!isSigned && !isOfUnits && !isBelow) return []
  // `4;AHO Zoé;Comptable` is a person.
  if (!isBelow && texts.length > 1 && /^\d{1,6}$/.test(texts[0] ?? '')) return []
  // With a reference or an amount of its own, it is a payout that lacks its number.
  if (own.some((text) => text !== '' && !isWords(text))) return []
  if (texts.some((text) => isLongNumber(text) && !closing.test(plain(text)))) return []
  return [{ kind: 'words', line, text: clipped(whole, 80), sums: sumsIn(whole), units }]
}

/** What its cells hold, and what is right of them. */
export const textsIn = ({ cells, beyond = '' }: Row): string[] =>
  [...cells.map((each) => (each ?? '').trim()), beyond].filter((each) => each !== '')

/** `NB : les montants sont en milliers de FCFA`. */
const statedUnit =
  /(?:montant|amount|somme|chiffre|figure|salaire|salary)[^.;()]{0,30}?(?<!\p{L})(?:en|in)\s+([^,;.:]{1,40})/giu

const months = 'jan|fev|feb|mar|avr|apr|mai|may|juin|jun|juil|jul|aou|aug|sep|oct|nov|dec'
export const isDate = (text: string): boolean =>
  new RegExp(
    `^(?:[a-z' -]+,? )?(?:le |on |the )?(?:\\d{1,2}(?:er|st|nd|rd|th)? (?:${months})[a-z]*\\.? \\d{4}|\\d{1,4}[/.-]\\d{1,2}[/.-]\\d{1,4})\\.?$`,
  ).test(plain(text))

/** The words before a total, also spaced out (`T O T A L`) and cut short (`S/T`). */
export const totalLabel =
  /^(?:(?:le|the|montant|net|a payer|grand|sous|sub|s ?\/|general|overall|salaire|masse)(?: ?- ?| )?)*(?:t ?o ?t ?a ?l ?s?|totaux|subtotals?|soustotal|somme|sum|cumul|s ?\/ ?t)\b|^(?:ensemble|net a payer|montant (?:global|general)|masse salariale|a reporter|jumla(?: kuu)?|igiteranyo|tot\.?|ttl|st|[σ∑])\s*[:=]?$/
export const isSubtotal = (label: string): boolean => /^(?:sous|sub|s ?\/|st\b)/.test(plain(label))
const amountBehind = /[:=\s]\s*([\d][\d.,' \u00a0\u202f]*\d(?:\s*\p{L}[\p{L}. ]*)?)$/u
/** The words before a count of rows. */
const countLabel =
  /^(?:nombre|nbre|nb(?= (?:de|d'|total|agents|beneficiaires|employes|lignes|paiements|virements))|effectif|number of|count|total (?:agents|beneficiaires|employes|employees|people))\b|^\d+ (?:lignes?|rows?|records?|enregistrements?|beneficiaires?|beneficiaries)$/
/** Words below a table that end it: who signs, who made it, a note. */
const closing = new RegExp(
  [
    '\\b(?:le|la|the) (?:directeur|directrice|director|comptable|president|presidente|gerant|gerante|caissier|caissiere|drh|daf|dg)\\b',
    '\\b(?:directeur|directrice|director|accountant|comptable|caissier|cashier|tresorier|treasurer|gerant|manager)\\b',
    '\\b(?:signature|signatures|signe|signed|visa|cachet|stamp|certifie|certified|approuve|approved|prepared|verifie|checked|verified)\\b',
    '\\b(?:etabli|prepare|controle|valide|edite|imprime|genere|generated|printed) (?:par|le|by|on)\\b',
    '\\barretee? (?:le|la|a|les)\\b|\\bfait a\\b|\\bfait le\\b|\\bdone at\\b|\\bbon (?:pour|a payer)\\b|\\bpour acquit\\b|\\blu et approuve\\b',
    "\\barretee? au\\b|^soit (?:au total|la somme|un (?:total|montant))\\b|\\bs'eleve a\\b|\\bcertify\\b|\\bon behalf of\\b",
    '\\b(?:ordonnat(?:eur|rice)|officer)\\b|\\bchef (?:de |du |de la )?(?:service|division|bureau|personnel)\\b|_{4,}|\\.{6,}',
    '^(?:ampliations?|copies?|cc|sources?|mode de (?:reglement|paiement)|payment (?:method|mode)) ?:|^(?:confidentiel(?:le)?|confidential|merci|thank you)[ .!]*$',
    '\\bressources humaines\\b|\\bhuman resources\\b|\\bla direction\\b|^page \\d|^n\\.? ?b\\.?\\s?[:-]|^nb\\.? (?:les?|la|tou[st]e?s?|the|all)\\b|^(?:note|nota(?: bene)?|date|mention)\\s?:|^[^a-z0-9]*(?:fin\\b|end of)',
  ].join('|'),
)
const sumInWords =
  /(somme(?: totale| globale| nette)? de|s['’][ée]l[èe]ve [àa]|sum of|total de|total of|\()\s*:?\s*((?:[\p{L}₵€$]{1,5}\.? ?)?\d{1,3}(?:[ .,'\u00a0\u202f]?\d{3})*(?:[.,]\d{1,2})?(?!\d)(?: ?F\.? ?CFA| ?[A-Z]{1,4}\b)?)([\p{L}. ]{0,15}\))?/giu

/** `la somme de 150 000 FCFA`, `the sum of KES 150,000`, and a sum in brackets after the words, but not `(E4)`, `(2 pages)` or `(1)`. */
const sumsIn = (text: string): string[] =>
  [...text.matchAll(sumInWords)]
    .filter(([, before, sum = '', end]) => before !== '(' || (end !== undefined && isSum(sum)))
    .map(([, , sum = '']) => sum.trim())

function isSum(text: string): boolean {
  const [sign] = /^[\p{L}₵€$]+/u.exec(text) ?? []
  return /\d\D?\d\D?\d/.test(text) && (sign === undefined || unitsIn(sign).currencies.length > 0)
}

/** A text without digits, except those of a date or in a closing sentence. */
const isWords = (text: string): boolean => !/\d/.test(withoutDates(text)) || closing.test(plain(text)) || isDate(text)

/**
 * Whether the only cell of a row is the heading of the rows below it: words under no field that a payout needs, which begin or end as a
 * department does and say nothing about paying. Any other words may be a person, or what is to become of the rows.
 */
export function isHeading({ cells }: Row, { index, nameAt }: Columns): boolean {
  const at = cells.findIndex((cell) => (cell ?? '').trim() !== '')
  const text = (cells[at] ?? '').trim()
  if (text.length > longestHeading) return false
  if (!/^\D*\p{L}\D*$/u.test(text) || [index.operator, index.phone_number, index.amount].includes(at)) return false
  if (!isNeutral(text) || over.test(wordsOf(text))) return false
  return department.test(plain(text)) || isPlace(text, at, nameAt)
}

/**
 * Whether a heading is the name of a place: `Commune de Kétou`. With any more words it may say what becomes of the rows, and under names,
 * `Ecole Saint Michel` may be a payee.
 */
function isPlace(text: string, at: number, nameAt: readonly number[]): boolean {
  const [whole, noun = ''] = place.exec(withoutAccents(text)) ?? []
  const isUnderName = nameAt.includes(at)
  if (whole === undefined || !(isUnderName ? neverPayee.test(noun) : at === 0)) return false
  return !apart.test(wordsOf(text))
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

const marks: readonly Mark[] = [
  { name: '', marking: 'status' },
  { name: '', marking: 'remark' },
  { name: '', marking: 'mode' },
  { name: '', marking: 'name' },
]

/** What may be said about paying, or not: in a heading, one such word is enough. */
const about = new RegExp(
  [
    '\\b(?:payer|payee?|paiement|payment|regle[re]?|reglee|reglement|verse[re]?|versee|versement|vire[re]?|viree|virement|solde[re]?|percu|recu|touche|impaye)e?s?\\b',
    '\\b(?:paid|unpaid|pay|payable|settled|received|disbursed|sent|transfers?|transferred|wire|mandats?|remis|remettre)\\b',
    '\\b(?:cash|especes?|liquide|numeraire|guichet|cheques?|checks?|chq|banks?|banques?|bancaires?|rib|iban|post(?:e|al|ale|aux)?|moneygram|western union|manuellement|manually)\\b',
    '\\b(?:ne|pas|not|no|dont|never|jamais|sans|without|hors|sauf|except(?:e|es|ion|ions)?|stop|if|only|uniquement|seulement)\\b',
    '\\bnon\\b(?! (?:enseignant|permanent|titulaire|cadre|medical|soignant|teaching|academic|technical)(?:e|s|es|aux)?\\b)',
    '\\b(?:avant|apres(?! vente)|before|after|until|till|jusqu|plus tard|later|prochaine?s?|next|deja|already|ex|anciens?|anciennes?|former)\\b',
    '\\b(?:suspen|bloqu|blocked|blocage|annul|cancel|gele|frozen|withh|retenu|retenir|retain|held\\b|hold\\b|attente|attend(?!ants?\\b)|pending|await|waiting|doublon|duplicat)',
    '\\b(?:refus|rejet|reject|declin|denied|exclu|retir|remov|supprim|delet|ignor|skip|absen|conges?\\b|leave\\b|malad(?!ies?\\b)|sick|retrait|retired|deces|decede|deceased|dead\\b)',
    '\\b(?:demission|licenci|radie|sortis?\\b|sortants?\\b|partis?\\b|partants?\\b|departs\\b|quitt|left\\b|resign|terminat|dismiss|inacti|fin de contrat|expire|abandon)',
    '\\b(?:verifi|verify|check|confirm|valid|approuv|approv(?!isionn)|autoris|authori(?!t(?:y|ies)\\b)|eligib|ineligib|sign(?:e|es|ed|er)?\\b|visa\\b|reporte|postpon|differe|delay|litig|disput|contest|reclam|erreur|error|erron|wrong|avances?\\b|advances?\\b)',
    '\\ba (?:\\p{L}+(?:er|ir|re)|part)\\b|\\bto \\p{L}+|\\b(?:voir|see|attention|nb|notes?|remarques?|remarks?)\\b',
  ].join('|'),
  'u',
)

/** What is done already, or given up: `Sites traités`. */
const over =
  /\b(?:(?:servi|traite|effectue|execute|termine|cloture|fini)e?s?|closed|completed|finished|done|(?:en )?greve|(?:on )?strike|dissoute?s?|fictifs?|fictives?|fantomes?|ghosts?)\b/
/** In capitals, such words look like names. */
const apart = new RegExp(
  `\\b(?:ok|faite?s?|fermee?s?|arret\\p{L}*|stopp\\p{L}*|interromp\\p{L}*|pause|veille|panne|tests?|exemples?|examples?|autres?|others?|derniere?s?|last|mois|months?|charge|nature|listes?|lists?|fichiers?|files?|bordereaux?|memoire|info|fyi|deposits?|sociale?s?|part|${monthNames})\\b`,
  'u',
)

const placeNouns = 'chantiers?|antennes?|brigades?|villages?|communes?|quartiers?|arrondissements?'
const neverPayee = new RegExp(`^(?:${placeNouns}|securite|security)$`, 'i')
const kindOfPlace =
  '(?:primaire|secondaire|technique|moderne|publique|prive|principal|municipal|general|central|regional|communal|medical|commercial)e?s?|maternelles?|publics?|generaux|centraux|regionaux|medicaux|commerciaux|nord|sud|est|ouest|north|south|east|west|primary|secondary|public|private'
/** After the noun, only names with a capital, and words after `de`: `Centre de santé de Calavi`. */
const place = new RegExp(
  `^(?:(?:[Ll][ae]s?|[Tt]he) |[Ll]['’])?((?i:${placeNouns}|magasins?|entrepots?|warehouses?|boutiques?|stations?|ecoles?|schools?|lycees?|colleges?|facultes?|hopita(?:l|ux)|hospitals?|cliniques?|centres?|centers?)(?=$| )|(?i:securite|security)$)(?: (?:(?:de (?:la |l['’])?|du |des |d['’]|of (?:the )?)?(?:\\p{Lu}[\\p{L}.'’-]*)|(?:de (?:la |l['’])?|du |des |d['’]|of (?:the )?)\\p{Ll}+|(?:${kindOfPlace})))*$`,
  'u',
)

const group =
  'personnel|staff|agents|ouvriers|workers|employes|employees|cadres|chauffeurs|drivers|gardiens|guards|enseignants|teachers|infirmiers|nurses|stagiaires|consultants|journaliers'
const kindOfGroup =
  "permanente?s?|contractuel(?:le)?s?|contract|temporaires?|temporary|casual|occasionnel(?:le)?s?|administrati(?:f|fs|ve|ves)|techniques?|technical|enseignante?s?|teaching|soignante?s?|medica(?:l|ux)|(?:de )?nuit|(?:de )?jour|night|day|d'appui|d appui|support"
/** A department or a group of people: `Service financier`, `LOGISTIQUE`, `Lagos office`, `Personnel non enseignant`. */
const department = new RegExp(
  [
    "^(?:(?:la|le|les|l'|the) ?)?(?:(?:sous-?)?directions?|services?|departements?|departments?|dept|sections?|unites?|units?|bureaux?|agences?|sites?|equipes?|divisions?|cellules?|poles?|ateliers?|usines?|zones?|regions?|districts?|projets?|projects?|programmes?|programs?|categories|categorie|category|groupes?|groups?|branches|branch|office|team|administration|comptabilite|accounting|finances?|logistique|logistics|informatique|maintenance|production|marketing|secretariat|siege|head ?quarters|ressources humaines|human resources|operations)\\b",
    '^(?:[^\\s,;:()/-]+ ){1,2}(?:department|dept|section|unit|office|team|branch|division)\\.?$',
    `^(?:${group})(?: (?:non[ -]?)?(?:${kindOfGroup}))*$`,
  ].join('|'),
)
