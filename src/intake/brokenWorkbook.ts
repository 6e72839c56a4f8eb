import type { Broken, BrokenReason } from '../spreadsheet/broken.ts'

/** Why a workbook can't be read, and what to do, in a sentence. */
export const brokenWorkbook = ({ reason }: Broken): string => sentences[reason]

const sentences: Readonly<Record<BrokenReason, string>> = {
  zip: 'The workbook is damaged or was cut off on its way: open it in Excel, save it again as .xlsx, and give that file.',
  encrypted:
    'The workbook is protected with a password: open it in Excel, take the password away (File, Info, Protect Workbook), and save it.',
  bomb: 'The workbook would unpack to far more than it seems to hold: it is not read. Copy the rows into a new workbook.',
  no_workbook: 'This is an archive without a workbook in it: give the .xlsx file, or a CSV file.',
  ods: 'This is an OpenDocument spreadsheet (.ods): save it as .xlsx or CSV and give that file.',
  xlsb: 'This is a binary workbook (.xlsb): save it as .xlsx or CSV and give that file.',
  xml: 'The workbook is damaged inside: open it in Excel, save it again as .xlsx, and give that file.',
  doctype: 'The workbook has definitions in it that no spreadsheet program writes: copy the rows into a new workbook.',
  too_long: 'A text in the workbook is longer than 64 KiB, more than a cell holds: copy the rows into a new workbook.',
  no_sheet: 'The workbook has no sheet that can be seen: show the sheet that is to be paid, or name it with --sheet.',
  order:
    'The rows or cells of the sheet are out of order: open it in Excel, save it again as .xlsx, and give that file.',
}
