import { foreignSign } from '../../../payout/money/writtenAmount.ts'
import { say } from '../../../words/sentence.ts'
import type { Columns } from '../../payroll/header/columns.ts'
import { statedUnits } from '../../payroll/header/titleWords.ts'
import { type Refused, refused } from '../../payroll/row.ts'
import { verdictIn } from '../../payroll/verdict.ts'

const unitsOf = (name: string) => statedUnits([{ line: 1, cells: [name] }]).map(({ unit }) => unit)

/**
 * Why a sheet can't be paid because of its name: its amounts are in another unit (`En milliers`, `EUR`), or it is already paid or must
 * not be paid (`Déjà payé`, `Annulé`). Null otherwise.
 *
 * @param isChosen whether somebody chose the sheet by its name; even so, its amounts are in that unit
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

/** A currency in the sheet's name (`Paie KES`) must be that of its rows. */
export function addUnitsOfSheet(columns: Columns, sheet: string): void {
  for (const { currencies } of unitsOf(sheet)) {
    const [currency] = currencies.length === 1 ? currencies : []
    if (currency) columns.units.push({ ...currency, sheet })
  }
}
