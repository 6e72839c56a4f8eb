import { parseWrittenAmount, unitsIn } from '../../../payout/money/writtenAmount.ts'
import { countryOfOperator, findOperator, suggestOperator } from '../../../payout/operators/operator.ts'
import { readBrand } from '../../../payout/operators/readBrand.ts'
import { isNowhere, parsePhone } from '../../../payout/phone/phone.ts'
import { fold, plain } from '../../../payout/typedText.ts'
import { type Doubt, doubtOf, isRival } from '../field.ts'
import { asksWhetherToPay } from '../marks/markColumns.ts'
import { type Refused, type Row, type RowBatches, refused } from '../row.ts'
import { type Columns, eitherColumn } from './columns.ts'

/** A column that may be meant for a field, as far as its heading tells, and what its cells have shown so far. */
interface Doubtful {
  at: number
  doubt: Doubt
  /** A cell could be paid, or paid to. */
  isPossible: boolean
  /** It would make a difference to a row. */
  differs: boolean
}

/**
 * Refuses a file with another column that may be meant for a field, as soon as its cells could be and differ from those that are read:
 * only a person can decide. A `Solde` that is empty, all zero or in words asks nobody, and neither does a second number that is always
 * the first one. The rows before the difference are given out by then: none of the file is paid.
 */
export async function* askAboutColumns(batches: RowBatches, columns: Columns): RowBatches {
  const doubtful: Doubtful[] = []
  let known = 0
  for (;;) {
    const next = await batches.next()
    if (next.done) return next.value ?? eitherOf(doubtful, columns)
    // In JSON, a column may begin with a later row.
    for (; known < columns.names.length; known += 1) {
      const doubt = doubtIn(columns, columns.names[known] ?? '')
      if (doubt) doubtful.push({ at: known, doubt, isPossible: false, differs: false })
    }
    for (const row of doubtful.length > 0 ? next.value : [])
      if (!row.malformed) for (const each of doubtful) look(each, row, columns)
    yield next.value
    const either = eitherOf(doubtful, columns)
    if (either) return either
  }
}

/** `À payer` is an answer as far as the first rows tell, but amounts may follow. */
function doubtIn({ of, answers }: Columns, name: string): Doubt | null {
  if (of === 'statement') return null
  if (!answers.has(name)) return doubtOf(name)
  return asksWhetherToPay(name) === 'maybe' ? { field: 'amount', against: 'any' } : null
}

function eitherOf(doubtful: readonly Doubtful[], { names, index, map, headerLine }: Columns): Refused | null {
  for (const { at, doubt, isPossible, differs } of doubtful) {
    const own = index[doubt.field]
    if (!isPossible || !differs || own === undefined || own === at || map[doubt.field] !== undefined) continue
    const [one = '', other = ''] = [names[own], names[at]]
    if (isRival(doubt, one, at > own)) return refused(eitherColumn(one, other, doubt.field), headerLine)
  }
  return null
}

function look(seen: Doubtful, row: Row, { index, names }: Columns): void {
  const { doubt, at } = seen
  const cell = (row.cells[at] ?? '').trim()
  const own = (row.cells[index[doubt.field] ?? -1] ?? '').trim()
  if (doubt.field === 'amount') {
    seen.isPossible ||= mayBeAmount(cell) || (isNewer.test(fold(names[at] ?? '')) && inWords.test(plain(cell)))
    // Where it has nothing, perhaps nothing is left to be paid.
    seen.differs ||= !isSameAmount(cell, own)
  } else if (cell !== '' && cell !== own && !seen.differs) {
    const operator = (row.cells[index.operator ?? -1] ?? '').trim()
    const isOther =
      doubt.field === 'operator'
        ? mayBeOperator(cell) && fold(cell) !== fold(own)
        : mayBeNumber(cell, doubt, operator) && !isSameNumber(cell, own)
    seen.isPossible ||= isOther
    seen.differs ||= isOther
  }
}

/**
 * It has digits that could be paid, perhaps with a unit, or begins with them: `100 000 (au lieu de 120 000)`. Words, an identifier
 * (`AV-12`), a date, zero and a number of days could not.
 */
const mayBeAmount = (cell: string): boolean =>
  /[1-9]/.test(cell) &&
  (/^[\d\s.,'’]+$/.test(cell) || isBesideUnit(cell.replace(/\d[\d\s.,'’]*/g, ' ')) || beginsWithAmount(cell))

const longest = 200
const leading = /^([^\d]*)(\d(?:[\d\s.,'’]|-(?=\d{3}(?!\d)))*)(.*)$/su
/** A date, a month or an amount of something else. */
const otherNumber =
  /^(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{4}[/-]\d{1,2}|\d{1,2}[/-]\d{4})(?!\d)|^[\d\s.,]+(?:%|(?:j|jours?|days?|h|heures?|hours?|mois|months?)(?!\p{L}))/iu

function beginsWithAmount(cell: string): boolean {
  const [, before = '', number = ''] = leading.exec(cell.slice(0, longest)) ?? []
  return (
    /[1-9]/.test(number) &&
    number.replace(/\D/g, '').length > 2 &&
    !/[\p{L}/%]/u.test(unitsIn(before).rest) &&
    !otherNumber.test(cell.slice(before.length, longest))
  )
}

/** `Montant corrigé`, under which an amount may also be in words. */
const isNewer = /corrige|revise|rectifie|nouve|valide|correct|\bnew|updated|approuve|approved/
const inWords = /\b(?:cents?|mille|millions?|hundred|thousand)\b/

const isBesideUnit = (text: string): boolean => !/[\p{L}/%-]/u.test(unitsIn(text).rest)

function isSameAmount(cell: string, own: string): boolean {
  if (cell === own) return true
  // Words beside the same amount change nothing.
  const [, before = '', number = '', after = ''] = leading.exec(cell.slice(0, longest)) ?? []
  if (/\p{L}/u.test(after) && !/\d/.test(after) && isSameAmount(`${before}${number}`.trim(), own)) return true
  const [one, other] = [parseWrittenAmount(cell, null), parseWrittenAmount(own, null)]
  return one.ok && other.ok && one.amountMinor === other.amountMinor
}

const mayBeOperator = (cell: string): boolean =>
  readBrand(cell, null, '') !== null || suggestOperator(cell, null) !== null

/** `N° transfert` may be that of a document: then its digits must be a number. Elsewhere, it may be one with a mistake. */
function mayBeNumber(cell: string, { mayBeDocument }: Doubt, operator: string): boolean {
  if (!mayBeDocument) return cell.replace(/\D/g, '').length > 3
  const known = findOperator(operator)
  return known ? parsePhone(cell, countryOfOperator(known).code).ok : !isNowhere(cell)
}

/** With or without the country's code, and what comes before the rest in old numbers of Benin. */
function isSameNumber(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((text) => text.replace(/\D/g, '').replace(/^0+/, ''))
    .sort((first, second) => first.length - second.length)
  return short.length >= 8 && long.endsWith(short)
}
