import type { Broken, BrokenReason } from '../spreadsheet/broken.ts'
import { t } from '../words/t.ts'

/** Why a workbook can't be read, and what to do, in a sentence. */
export const brokenWorkbook = ({ reason }: Broken): string => sentencesOf()[reason]

const sentencesOf = (): Readonly<Record<BrokenReason, string>> => ({
  zip: t`The workbook is damaged or was cut off on its way: open it in Excel, save it again as .xlsx, and give that file.`,
  encrypted: t`The workbook is protected with a password: open it in Excel, take the password away (File, Info, Protect Workbook), and save it.`,
  bomb: t`The workbook would unpack to far more than it seems to hold: it is not read. Copy the rows into a new workbook.`,
  no_workbook: t`This is an archive without a workbook in it: give the .xlsx file, or a CSV file.`,
  ods: t`This is an OpenDocument spreadsheet (.ods): save it as .xlsx or CSV and give that file.`,
  xlsb: t`This is a binary workbook (.xlsb): save it as .xlsx or CSV and give that file.`,
  xml: t`The workbook is damaged inside: open it in Excel, save it again as .xlsx, and give that file.`,
  doctype: t`The workbook has definitions in it that no spreadsheet program writes: copy the rows into a new workbook.`,
  too_long: t`A text in the workbook is longer than 64 KiB, more than a cell holds: copy the rows into a new workbook.`,
  no_sheet: t`The workbook has no sheet that can be seen: show the sheet that is to be paid, or name it with --sheet.`,
  order: t`The rows or cells of the sheet are out of order: open it in Excel, save it again as .xlsx, and give that file.`,
})
