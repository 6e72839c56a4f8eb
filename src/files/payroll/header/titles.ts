import { foreignSign } from '../../../payout/money/writtenAmount.ts'
import { say } from '../../../words/sentence.ts'
import { type Refused, refused } from '../row.ts'
import { statedTotals } from '../tail/titleTotals.ts'
import { verdictOn } from '../verdict.ts'
import type { Columns } from './columns.ts'
import { statedUnits, type Title } from './titleWords.ts'

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
