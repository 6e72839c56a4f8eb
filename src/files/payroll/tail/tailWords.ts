import { unitsIn } from '../../../payout/money/writtenAmount.ts'
import { withoutAccents } from '../../../payout/typedText.ts'

/** A date, whose digits are not a number. */
export const date = /\b\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\b/g

/** `NB : les montants sont en milliers de FCFA`. */
export const statedUnit =
  /(?:montant|amount|somme|chiffre|figure|salaire|salary)[^.;()]{0,30}?(?<!\p{L})(?:en|in)\s+([^,;.:]{1,40})/giu

const months = 'jan|fev|feb|mar|avr|apr|mai|may|juin|jun|juil|jul|aou|aug|sep|oct|nov|dec'
export const isDate = (text: string): boolean =>
  new RegExp(
    `^(?:[a-z' -]+,? )?(?:le |on |the )?(?:\\d{1,2}(?:er|st|nd|rd|th)? (?:${months})[a-z]*\\.? \\d{4}|\\d{1,4}[/.-]\\d{1,2}[/.-]\\d{1,4})\\.?$`,
  ).test(plain(text))

/** The words before a total. */
export const totalLabel =
  /^(?:(?:le|the|montant|net|grand|sous|sub|general|overall|salaire|masse)(?: ?- ?| )?)*(?:totals?|totaux|subtotals?|soustotal|somme|sum|cumul)\b|^(?:ensemble|net a payer|montant (?:global|general)|masse salariale|a reporter|jumla)\s*[:=]?$/
export const amountBehind = /[:=\s]\s*([\d][\d.,' \u00a0\u202f]*\d(?:\s*\p{L}[\p{L}. ]*)?)$/u
/** The words before a count of rows. */
export const countLabel =
  /^(?:nombre|nbre|nb(?= (?:de|d'|total|agents|beneficiaires|employes|lignes|paiements|virements))|effectif|number of|count|total (?:agents|beneficiaires|employes|employees|people))\b/
/** Words below a table that end it: who signs, who made it, a note. */
export const closing = new RegExp(
  [
    '\\b(?:le|la|the) (?:directeur|directrice|director|comptable|president|presidente|gerant|gerante|caissier|caissiere|drh|daf|dg)\\b',
    '\\b(?:directeur|directrice|director|accountant|comptable|caissier|cashier|tresorier|treasurer|gerant|manager)\\b',
    '\\b(?:signature|signatures|signe|signed|visa|cachet|stamp|certifie|certified|approuve|approved|prepared|verifie|checked|verified)\\b',
    '\\b(?:etabli|prepare|controle|valide|edite|imprime|genere|generated|printed) (?:par|le|by|on)\\b',
    '\\barretee? (?:le|la|a|les)\\b|\\bfait a\\b|\\bfait le\\b|\\bdone at\\b|\\bbon (?:pour|a payer)\\b|\\bpour acquit\\b|\\blu et approuve\\b',
    '\\bressources humaines\\b|\\bhuman resources\\b|\\bla direction\\b|^page \\d|^n\\.? ?b\\.?\\s?[:-]|^nb\\.? (?:les?|la|tou[st]e?s?|the|all)\\b|^(?:note|nota(?: bene)?|date|mention)\\s?:|^fin\\b|^end of',
  ].join('|'),
)
const sumInWords =
  /(somme(?: totale| globale| nette)? de|sum of|total de|total of|\()\s*:?\s*((?:[\p{L}₵€$]{1,5}\.? ?)?\d{1,3}(?:[ .,'\u00a0\u202f]?\d{3})*(?:[.,]\d{1,2})?(?!\d)(?: ?F\.? ?CFA| ?[A-Z]{1,4}\b)?)([\p{L}. ]{0,15}\))?/giu

/** `la somme de 150 000 FCFA`, `the sum of KES 150,000`, and a sum in brackets after the words, but not `(E4)`, `(2 pages)` or `(1)`. */
export const sumsIn = (text: string): string[] =>
  [...text.matchAll(sumInWords)]
    .filter(([, before, sum = '', end]) => before !== '(' || (end !== undefined && isSum(sum)))
    .map(([, , sum = '']) => sum.trim())

function isSum(text: string): boolean {
  const [sign] = /^[\p{L}₵€$]+/u.exec(text) ?? []
  return /\d\D?\d\D?\d/.test(text) && (sign === undefined || unitsIn(sign).currencies.length > 0)
}

/** A text without digits, except those of a date or in a closing sentence. */
export const isWords = (text: string): boolean =>
  !/\d/.test(text.replace(date, '')) || closing.test(plain(text)) || isDate(text)

/** The names of the months in French and English, in the form of `plain`. */
export const monthNames =
  'janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|january|february|march|april|may|june|july|august|september|october|november|december'

/** The form in which these words are compared. */
export const plain = (text: string): string =>
  withoutAccents(text).replace(/[’‘]/g, "'").toLowerCase().replace(/\s+/g, ' ').trim()

/** `12/11`, `12.11.2026` or `11/2026`, but not `1/2` nor `12/12 mois`. */
const day =
  /\b(?!\d[/-]\d\b)(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}[/-]\d{4}|\d{4}[/-]\d{1,2}|(?:[012]?\d|3[01])[/-](?:0?[1-9]|1[0-2]))(?![\d/]| ?(?:j|jours?|days?|h|heures?|hours?|mois|months?)\b)/g

/** `12 novembre 2026`, `12-Nov-26`, `25 nov.`, `Nov 12, 2026`, but not `12 mois` nor `Novembre 2026`. */
const month =
  '(?:janv?(?:ier)?|january|fevr?(?:ier)?|feb(?:ruary)?|mars?|march|avr(?:il)?|apr(?:il)?|mai|may|juin|june?|juil(?:let)?|july?|aout?|aug(?:ust)?|sept?(?:embre|ember)?|oct(?:obre|ober)?|nov(?:embre|ember)?|dec(?:embre|ember)?)'
const dayInWords = new RegExp(
  `\\b\\d{1,2}(?:er|st|nd|rd|th)?[-/. ]+${month}\\b(?:\\.?,?[-/. ]+(?:20)?\\d\\d\\b(?! (?:j|jours?|days?|h|heures?|hours?)\\b))?|\\b${month}\\.? \\d{1,2}(?:st|nd|rd|th)?,? 20\\d\\d\\b`,
  'g',
)

/** `onHold`, `ON_HOLD` and `on hold` are the same words. A date becomes `xdate`. */
export const wordsOf = (text: string): string =>
  withoutDays(plain(text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const withoutDays = (text: string): string =>
  /\d/.test(text) ? text.replace(day, ' xdate ').replace(dayInWords, ' xdate ') : text
