import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { quote } from '../../../payout/typedText.ts'
import { say } from '../../../words/sentence.ts'
import type { Columns } from '../../payroll/header/columns.ts'
import type { PayoutFile } from '../../payroll/payoutFile.ts'
import { fileChanged, type Limits, type Refused, type RowBatches, refused } from '../../payroll/row.ts'
import { brokenWorkbook } from './brokenWorkbook.ts'
import { addUnitsOfSheet, openSheet, type SheetOpened, sheetSha256 } from './openSheet.ts'
import type { Sheet } from './openWorkbook.ts'

/**
 * Reads a sheet of an .xlsx workbook in batches of rows while it is unpacked.
 *
 * @returns why the file is refused, or null at its end
 */
export async function* readXlsx(file: PayoutFile, columns: Columns, limits: Limits): RowBatches {
  const opened = await openSheet(file.path, file.sheetName)
  if (opened.kind === 'unreadable') return refused(opened.message)
  if (opened.kind === 'refused') return opened
  const { workbook, sheet } = opened
  try {
    const [{ readCellContext }, { readTable }] = await Promise.all([
      import('./readSheet.ts'),
      import('./sheetTable.ts'),
    ])
    const context = await readCellContext(workbook)
    if ('kind' in context) return refused(brokenWorkbook(context))
    if (columns.of === 'payouts') addUnitsOfSheet(columns, sheet.name)
    const failure = yield* readTable({ workbook, sheet, context }, columns, limits, file.hidden)
    if (failure) return withHiddenSheets(failure, columns, opened)
    noteSheets(columns, opened)
    return (await digestOf(file, opened)) === file.sha256 ? null : fileChanged()
  } finally {
    workbook.zip.close()
  }
}

type Opened = Extract<SheetOpened, { kind: 'sheet' }>

const mostNamed = 20

function noteSheets(columns: Columns, { workbook: { sheets }, sheet }: Opened): void {
  const others = sheets.filter((each) => !each.isHidden && each !== sheet).map((each) => quote(each.name))
  const visible = others.length + (sheet.isHidden ? 0 : 1)
  const shown = others.length > mostNamed ? [...others.slice(0, mostNamed), '…'] : others
  if (visible > 1)
    columns.notes.push(say('files.workbook_sheets_read_others_not_sheet', { visible, name: sheet.name, others: shown }))
  const hidden = hiddenBeside({ sheets, sheet })
  if (hidden.length > 0) columns.notes.push(say('files.workbook_hidden_sheets_not_read', { hidden }))
}

const hiddenBeside = ({ sheets, sheet }: { sheets: readonly Sheet[]; sheet: Sheet }): string[] =>
  sheets.filter((each) => each.isHidden && each !== sheet).map(({ name }) => `"${name}"`)

/** With these problems the sheet has no payouts, but a hidden one may have them. */
const lacksPayouts = new Set([
  'files.no_column',
  'files.no_column_no_names',
  'files.sheet_no_rows_nothing_pay_sheet',
  'files.file_no_rows_nothing_pay',
])

function withHiddenSheets(failure: Refused, { of }: Columns, { workbook: { sheets }, sheet }: Opened): Refused {
  const hidden = hiddenBeside({ sheets, sheet })
  const { message } = failure
  if (of !== 'payouts' || hidden.length === 0 || !lacksPayouts.has(message.key)) return failure
  return { ...failure, message: say('titles.perhaps_hidden_sheet', { message, hidden }) }
}

/** A workbook isn't read from end to end, so its bytes are read once more for the digest. */
async function digestOf(file: PayoutFile, { sheet, isFirst }: Opened): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file.path), hash)
  return sheetSha256(hash.digest('hex'), sheet, isFirst)
}
