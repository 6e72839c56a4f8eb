import { createHash } from 'node:crypto'
import { foreignSign } from '../../../payout/money/writtenAmount.ts'
import { clipped } from '../../../payout/typedText.ts'
import { say } from '../../../words/sentence.ts'
import type { Columns } from '../../payroll/header/columns.ts'
import { statedUnits } from '../../payroll/header/titleWords.ts'
import { type Refused, refused, type Unreadable } from '../../payroll/row.ts'
import { verdictIn } from '../../payroll/verdict.ts'
import { brokenWorkbook } from './brokenWorkbook.ts'
import type { SheetSought } from './chooseSheet.ts'
import type { Sheet, Workbook } from './openWorkbook.ts'

export type SheetOpened = { kind: 'sheet'; workbook: Workbook; sheet: Sheet; isFirst: boolean } | Refused | Unreadable

/**
 * Opens a workbook at one of its sheets: the one with this name (in any case), or else the one to pay or to read as a statement, or
 * else the first visible one. A sheet to pay may be refused because of its name. The caller closes the workbook's zip. A name that the
 * workbook doesn't have is a mistake in the command.
 */
export async function openSheet(
  path: string,
  name: string | null,
  wish: SheetSought | null = null,
): Promise<SheetOpened> {
  // Loaded here because most files are not workbooks, and every command pays for what it loads.
  const { openWorkbook } = await import('./openWorkbook.ts')
  const workbook = await openWorkbook(path)
  if (workbook.kind === 'broken') return refused(brokenWorkbook(workbook))
  const first = workbook.sheets.find(({ isHidden }) => !isHidden)
  const wanted = name?.trim().toLowerCase()
  const sheet =
    wanted !== undefined
      ? workbook.sheets.find((each) => each.name.trim().toLowerCase() === wanted)
      : await unnamed(workbook, first, wish)
  const isPaid = wish !== null && !('statement' in wish)
  const found = sheet && isPaid && !('kind' in sheet) ? (sheetNameAgainst(sheet.name, name !== null) ?? sheet) : sheet
  if (found && !('kind' in found)) return { kind: 'sheet', workbook, sheet: found, isFirst: found === first }
  workbook.zip.close()
  if (found) return found
  const names = workbook.sheets.map((each) => `"${clipped(each.name)}"`)
  return {
    kind: 'unreadable',
    message: say('files.workbook_no_sheet_sheets', { name: clipped(name ?? ''), names }),
  }
}

/** The names of a workbook's visible sheets; none if the file is not a workbook. */
export async function listSheets(path: string): Promise<string[]> {
  const { openWorkbook } = await import('./openWorkbook.ts')
  const workbook = await openWorkbook(path)
  if (workbook.kind === 'broken') return []
  workbook.zip.close()
  return workbook.sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
}

async function unnamed(workbook: Workbook, first: Sheet | undefined, wish: SheetSought | null) {
  if (wish === null) return first
  const { chooseSheet, chooseStatementSheet } = await import('./chooseSheet.ts')
  return 'statement' in wish ? chooseStatementSheet(workbook, wish.statement) : chooseSheet(workbook, wish)
}

/**
 * A sheet's digest: the file's own for its first sheet, otherwise one of the file and the sheet's name. Two sheets of one workbook are
 * two payrolls, and each is accepted once.
 */
export const sheetSha256 = (fileSha256: string, sheet: Sheet, isFirst: boolean): string =>
  isFirst ? fileSha256 : createHash('sha256').update(`${fileSha256}\n${sheet.name}`).digest('hex')

const unitsOf = (name: string) => statedUnits([{ line: 1, cells: [name] }]).map(({ unit }) => unit)

/**
 * Why a sheet can't be paid because of its name: its amounts are in another unit (`En milliers`, `EUR`), or it is already paid or must
 * not be paid (`Déjà payé`, `Annulé`). Null otherwise.
 *
 * @param isChosen whether somebody chose the sheet by its name; even so, its amounts are in that unit
 */
function sheetNameAgainst(name: string, isChosen: boolean): Refused | null {
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
