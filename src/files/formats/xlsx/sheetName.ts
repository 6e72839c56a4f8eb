import { foreignSign } from '../../../payout/money/writtenAmount.ts'
import { say } from '../../../words/sentence.ts'
import type { Columns } from '../../payroll/columns.ts'
import { type Refused, refused } from '../../payroll/row.ts'
import { statedUnits } from '../../payroll/titleWords.ts'
import { verdictIn } from '../../payroll/verdict.ts'

const unitsOf = (name: string) => statedUnits([{ line: 1, cells: [name] }]).map(({ unit }) => unit)

/**
 * Why a sheet is not paid for its name's sake: the amounts are in another unit (`En milliers`, `EUR`), or it is paid already or not to
 * be (`Déjà payé`, `Annulé`). Null where it says neither.
 *
 * @param isChosen somebody named the sheet, and knows what it is called; its amounts are in that unit all the same
 */
export function sheetNameAgainst(name: string, isChosen: boolean): Refused | null {
  for (const unit of unitsOf(name)) {
    if (unit.scale !== null) return refused(say('titles.sheet_in_multiples', { name, scale: unit.scale }))
    const sign = foreignSign(unit)
    if (sign !== null) return refused(say('titles.sheet_foreign', { name, sign }))
  }
  const verdict = isChosen ? null : verdictIn(name)
  if (!verdict) return null
  const of = { name, option: `--sheet "${name}"` }
  return refused(verdict.says === 'paid' ? say('titles.sheet_paid', of) : say('titles.sheet_not_to_pay', of))
}

/** A currency in the sheet's name (`Paie KES`) has to be that of its rows. */
export function addUnitsOfSheet(columns: Columns, sheet: string): void {
  for (const { currencies } of unitsOf(sheet)) {
    const [currency] = currencies.length === 1 ? currencies : []
    if (currency) columns.units.push({ ...currency, sheet })
  }
}
