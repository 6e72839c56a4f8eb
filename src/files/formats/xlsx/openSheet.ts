import { createHash } from 'node:crypto'
import { clipped } from '../../../payout/typedText.ts'
import { say } from '../../../words/sentence.ts'
import { type Refused, refused, type Unreadable } from '../../payroll/row.ts'
import { brokenWorkbook } from './brokenWorkbook.ts'
import type { SheetSought } from './chooseSheet.ts'
import type { Sheet, Workbook } from './openWorkbook.ts'

export type SheetOpened = { kind: 'sheet'; workbook: Workbook; sheet: Sheet; isFirst: boolean } | Refused | Unreadable

/**
 * Opens a workbook at one of its sheets: the one of this name (any case), else the one that is meant to be paid or read as a statement, else
 * the first that can be seen. One that is to be paid may be refused for what it is called. Whoever opens it closes the workbook's zip. A name
 * that the workbook does not have is a mistake in the command.
 */
export async function openSheet(
  path: string,
  name: string | null,
  wish: SheetSought | null = null,
): Promise<SheetOpened> {
  // Loaded here, since most files are no workbooks and every command pays for what it loads.
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
  const found = sheet && isPaid && !('kind' in sheet) ? await asNamed(sheet, name !== null) : sheet
  if (found && !('kind' in found)) return { kind: 'sheet', workbook, sheet: found, isFirst: found === first }
  workbook.zip.close()
  if (found) return found
  const names = workbook.sheets.map((each) => `"${clipped(each.name)}"`)
  return {
    kind: 'unreadable',
    message: say('files.workbook_no_sheet_sheets', { name: clipped(name ?? ''), names }),
  }
}

/** The names of a workbook's sheets that can be seen; none of a file that is no workbook. */
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

async function asNamed(sheet: Sheet, isChosen: boolean): Promise<Sheet | Refused> {
  return (await import('./sheetName.ts')).sheetNameAgainst(sheet.name, isChosen) ?? sheet
}

/**
 * What stands for a sheet where a file's digest is kept: the file's own for its first sheet, else one of both. Two sheets
 * of one workbook are two payrolls, and each is taken once.
 */
export const sheetSha256 = (fileSha256: string, sheet: Sheet, isFirst: boolean): string =>
  isFirst ? fileSha256 : createHash('sha256').update(`${fileSha256}\n${sheet.name}`).digest('hex')
