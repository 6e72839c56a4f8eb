import type { ReportRow } from '../../src/files/report/row.ts'
import { reportText } from '../../src/files/report/writeReport.ts'
import type { textFormats } from '../../src/payout/report.ts'

type TextFormat = (typeof textFormats)[number]

export async function* inOne(rows: ReportRow[]) {
  yield rows
}

/** @param excel the language of the Excel that it is for */
export async function textOf(
  format: TextFormat,
  columns: string[],
  rows: ReportRow[],
  excel?: 'en' | 'fr',
): Promise<string> {
  let whole = ''
  const language = excel ?? 'en'
  const content = {
    format,
    language,
    columns,
    batch: {},
    totals: {},
    rows: inOne(rows),
    isForExcel: excel !== undefined,
  }
  for await (const piece of reportText(content)) whole += piece
  return whole
}

/**
 * The cells of a CSV text as a spreadsheet sees them that splits it at a delimiter of its own: a quote counts at the start of
 * a cell only, and a line break ends a row wherever no quote is open. Read by hand, knowing nothing of how they were written.
 */
export function cellsOf(csv: string, delimiter: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  let isStart = true
  for (const char of csv) {
    if (isStart && char === '"') isQuoted = true
    else if (isQuoted && char === '"') isQuoted = false
    else if (!isQuoted && (char === delimiter || char === '\n' || char === '\r')) {
      cells.push(cell)
      cell = ''
      isStart = true
      continue
    } else cell += char
    isStart = false
  }
  return [...cells, cell]
}

/** JSON can't have a key twice: there the report numbers the second one, and it isn't what was put in. */
export const distinct = (names: string[], format: TextFormat): string[] =>
  format === 'csv' ? names : [...new Set(names)].filter((name) => !/_\d+$/.test(name))
