import { openWorkbook, type Workbook } from '../../src/files/formats/xlsx/openWorkbook.ts'
import { readSheet } from '../../src/files/formats/xlsx/readSheet.ts'
import { contextOf } from '../files/report/workbookReport.ts'

/** The caller must close its `zip`. */
export async function openedBook(path: string): Promise<Workbook> {
  const opened = await openWorkbook(path)
  if (opened.kind === 'broken') throw new Error(opened.reason)
  return opened
}

/** All cells of a sheet, by row. */
export async function sheetCells(path: string, sheet = 0): Promise<Record<number, Record<number, string>>> {
  const book = await openedBook(path)
  const cells: Record<number, Record<number, string>> = {}
  const read = { workbook: book, sheet: book.sheets[sheet]!, context: await contextOf(book) }
  for await (const rows of readSheet(read, 65_536).batches) {
    for (const each of rows) cells[each.line] = Object.fromEntries(each.cells.map((cell) => [cell.column, cell.text]))
  }
  book.zip.close()
  return cells
}
