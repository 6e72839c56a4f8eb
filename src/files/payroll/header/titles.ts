import { foreignSign, unitsIn } from '../../../payout/money/writtenAmount.ts'
import { monthNames, plain } from '../../../payout/typedText.ts'
import { say } from '../../../words/sentence.ts'
import { type Refused, refused, type TailLine } from '../row.ts'
import { verdictOn } from '../verdict.ts'
import type { Columns } from './columns.ts'
import { isOfFunds, statedUnits, statementsIn, type Title, type TitleStatement } from './titleWords.ts'

/**
 * Reads the titles above the names of the columns. They may say that the payouts are already paid, or must not be; they may name a
 * unit, which counts as if it were in the heading of the amounts; and totals, which are compared with the rows, like those below.
 */
export function readTitles(lines: readonly Title[], columns: Columns): Refused | null {
  const titles = lines.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.slice(0, longest)) }))
  columns.above = statedTotals(titles)
  return verdictAbove(titles) ?? unitsAbove(titles, columns)
}

/** Only the beginning of a title is read. */
const longest = 2_000

function verdictAbove(titles: readonly Title[]): Refused | null {
  for (const { line, cells } of titles) {
    const verdict = verdictOn(cells)
    if (!verdict) continue
    const of = { line, words: verdict.words }
    switch (verdict.says) {
      case 'paid':
        return refused(say('titles.paid', of), line)
      case 'not_to_pay':
        return refused(say('titles.not_to_pay', of), line)
      case 'some':
        return refused(say('titles.some_not_to_pay', of), line)
    }
  }
  return null
}

function unitsAbove(titles: readonly Title[], columns: Columns): Refused | null {
  for (const { line, unit, isLabelled } of statedUnits(titles)) {
    if (unit.scale !== null) return refused(say('files.title_in_multiples', { line, scale: unit.scale }), line)
    const sign = foreignSign(unit)
    if (sign !== null) return refused(say('files.title_foreign', { line, sign }), line)
    // The heading of the amounts wins, unless the title is about the unit.
    const [currency] = unit.currencies.length === 1 ? unit.currencies : []
    if (currency && (isLabelled || columns.units.every(({ sheet }) => sheet))) columns.units.push({ ...currency, line })
  }
  return null
}

type Stated = Extract<TailLine, { kind: 'total' | 'count' }>

/** The sums and counts of payouts that titles state. They are compared with the rows, like those below a table. */
export function statedTotals(titles: readonly Title[]): Stated[] {
  const own = titles.map(({ line, cells }) => ({ line, cells: cells.filter((cell) => !isOfFunds(cell)) }))
  return statementsIn(own.map(wholeNumbers)).flatMap((statement) => countIn(statement) ?? totalIn(statement) ?? [])
}

/** `Total : 5,000 FCFA` without quotes in a file with commas is two cells. */
function wholeNumbers({ line, cells }: Title): Title {
  const whole: string[] = []
  for (const cell of cells) {
    const before = whole.at(-1) ?? ''
    const isRest = /^\d{3}(?!\d)/.test(cell) && /(?<![\d,])\d{1,3}(?:,\d{3})*$/.test(before)
    if (isRest) whole[whole.length - 1] = `${before},${cell}`
    else whole.push(cell)
  }
  return { line, cells: whole }
}

const people =
  'beneficiaires?|agents?|employes?|personnes?|travailleurs?|ouvriers?|employees?|beneficiaries|people|persons?|workers?|payees?|staff'
const payments =
  'lignes?|paiements?|virements?|transactions?|enregistrements?|rows?|records?|payments?|payouts?|transfers?'
/** Labels of a count of payouts. `Nombre de jours` and `Nombre de pages` count something else, and `Total salaries` is a sum. */
const countLabel = new RegExp(
  `^(?:(?:nombre|nbre|nb|number|count) (?:(?:total|de|d'|des|of|the) ?)*(?:${people}|${payments}|salaries)(?: (?:a payer|payes?|to pay|to be paid|paid))?|total (?:(?:de|d'|des|of) ?)*(?:${people})|effectif(?: (?:total|paye|a payer))?|headcount|beneficiaires|agents|employes|employees|beneficiaries)$`,
)
const countedThing = new RegExp(`^(?:${people}|${payments}|jours?|days?|heures?|hours?|mois|months?|pages?)\\b`)
const someOf = new RegExp(`^(\\d+)(?: (?:${people}|${payments}))?$`)

function countIn({ line, label, values, isWhole }: TitleStatement): Stated | null {
  const name = plain(label)
  const [, before = '', digits] = (isWhole && /^(.*\D)\s(\d{1,7})$/.exec(name)) || []
  if (digits && countLabel.test(before.trim())) return { kind: 'count', line, count: digits }
  const isSumOfPeople = /^(?:total|nombre|number|count|effectif)$/.test(name)
  for (const value of values) {
    const [whole, count] = someOf.exec(plain(value)) ?? []
    if (count && (countLabel.test(name) || (isSumOfPeople && whole !== count))) return { kind: 'count', line, count }
  }
  return null
}

/** All words that the label of the sum of payouts may have: a gross total, or one of deductions, is another sum. */
const ofSums =
  'totals?|totaux|somme|sum|montant|amount|global|globale|general|generale|grand|overall|net|nets|nette|a|payer|verser|virer|regler|pay|payable|payables|be|to|paid|transfer|transferred|salaires?|salaries|wages|paie|paye|payroll|paiements?|virements?|payments?|payouts?|controle|control|du|de|des|la|le|les|of|the|in|en|fcfa|cfa|f|fr|frs|francs?|xof|xaf|kes|ugx|tzs|rwf|zmw|ghs|ksh|fichier|file|lot|batch|mobile|money'
const sumLabel = new RegExp(`^(?:(?:${ofSums})(?: |$))+$`)
const isSum = /\b(?:totals?|totaux|somme|sum|net a payer|montant (?:global|general))\b/
const dates = new RegExp(
  `\\b(?:${monthNames})\\b|\\b(?:19|20)\\d\\d\\b|\\b\\d{1,4}[/.-]\\d{1,2}[/.-]\\d{1,4}\\b|\\bau\\b`,
  'g',
)

const isLabelOfSum = (label: string, hasDate: boolean): boolean => {
  const text = plain(label).replace(/['()]/g, ' ')
  const words = (hasDate ? text.replace(dates, ' ') : text).replace(/\s+/g, ' ').trim()
  return isSum.test(words) && sumLabel.test(words)
}

function totalIn({ line, label, values, beside, isWhole }: TitleStatement): Stated | null {
  const total = (amount: string): Stated => ({ kind: 'total', line, label, amount, isDoubtful: false })
  if (isWhole) {
    const [, before = '', number = ''] = /^(\D*?[\p{L})])\s+((?:\p{Lu}{3}\s|\p{Sc}\s?)?\d.*)$/u.exec(label) ?? []
    const amount = isLabelOfSum(before, false) ? amountIn(number) : null
    // `Total 2026` is the total of a year, and `Total du 1 au 30` of a month.
    if (amount !== null && !/^(?:(?:19|20)\d\d|\d{1,3})$/.test(amount)) return total(amount)
  }
  if (!isLabelOfSum(label, true)) return sumInSentence(label, values, total)
  // `TOTAL;2;4000`: there may be a number of payouts before the sum.
  const amounts = (beside.length > 0 ? beside : values).flatMap((value) => amountIn(value) ?? [])
  const [amount = amountIn(values.at(-1) ?? '')] = amounts.sort((one, other) => digitsIn(other) - digitsIn(one))
  const isNumber = /(?:paiement|virement|payment|payout)s?$/.test(plain(label)) && /^\d{1,3}$/.test(amount ?? '')
  return amount === null || isNumber ? null : total(amount)
}

const digitsIn = (text: string): number => Number(text.replace(/\D/g, ''))

/** `Virement de la somme de 5 000 FCFA`, but not the amount for each person. */
function sumInSentence(label: string, values: readonly string[], total: (amount: string) => Stated): Stated | null {
  const text = [label, ...values.slice(0, 1)].join(' ')
  if (/\b(?:par|per|each|chacun|chaque)\b/i.test(text)) return null
  const [, said = ''] =
    /(?:somme(?: totale| globale)? de|montant total de|sum of|total of|total amount of)\s+(.*)$/iu.exec(text) ?? []
  const amount = amountIn(said)
  return amount !== null && unitsIn(amount).currencies.length > 0 ? total(amount) : null
}

/** The amount and unit at the beginning of a text: `5 000 FCFA` in `5 000 FCFA pour 2 agents`. Null for a share, a date, `12h`. */
function amountIn(text: string): string | null {
  const [, before = '', number = '', after = ''] =
    /^((?:\p{L}{1,4}\.?\s?|\p{Sc}\s?)?)(\d(?:[\d.,'’ \u00a0\u2009\u202f]*\d)?)(.*)$/u.exec(text.normalize('NFKC')) ?? []
  if (number === '' || /^\s*[/%:]/.test(after)) return null
  if (before.trim() !== '' && unitsIn(before).currencies.length === 0) return null
  const words = after.trim().split(/\s+/)
  for (const most of [3, 2, 1]) {
    const unit = words.slice(0, most).join(' ')
    const { currencies, scale, rest } = unitsIn(unit)
    if (unit !== '' && (currencies.length > 0 || scale !== null) && !/[\p{L}\p{N}]/u.test(rest))
      return `${before}${number} ${unit}`
  }
  return /^\p{L}/u.test(after) || countedThing.test(plain(after)) ? null : `${before}${number}`
}
