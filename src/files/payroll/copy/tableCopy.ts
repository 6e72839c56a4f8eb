import { stringify } from 'csv-stringify/sync'
import { guardFormula, isReportWith, reportColumnOf } from '../../../payout/report.ts'
import { fold } from '../../../payout/typedText.ts'
import type { Sentence } from '../../../words/sentence.ts'
import { readRows } from '../../formats/readRows.ts'
import { type ColumnMap, type Columns, type Field, requiredFields } from '../header/columns.ts'
import type { PayoutFile } from '../payoutFile.ts'
import { entryNames, type Refused, type Row } from '../row.ts'
import { oneByOne } from './fixedCopy.ts'

/** Whether cells of a file can be changed while everything else stays as it is. */
export const isTable = ({ format }: Pick<PayoutFile, 'format'>): boolean => format === 'csv' || format === 'xlsx'

/**
 * The rows of a file whose cells can't be changed (JSON, NDJSON, pain.001) as a CSV file, with each value as it is, including a
 * report's own columns. A malformed row stays malformed: it has a cell beyond the columns that says why (`tell`). Nothing is certain
 * before `compareTable` has compared the two.
 *
 * @returns `dayAsked`: the day on which the file asks to be paid. Refused if the file itself is, which may have been cut short.
 */
export async function tableCopy(
  file: PayoutFile,
  map: ColumnMap,
  tell: (why: Sentence) => string,
): Promise<{ kind: 'table'; pieces: AsyncGenerator<Buffer, void>; dayAsked: string | null } | Refused> {
  const names = new Set<string>()
  const read = readRows(file, map)
  for (;;) {
    const next = await read.batches.next()
    if (next.done && next.value) return next.value
    if (next.done) break
    for (const row of next.value) for (const name of writtenIn(row, read.columns).keys()) names.add(name)
  }
  const day = read.columns.notes.find(({ key }) => key === 'files.pain_asks_for_day')?.args['day']
  return {
    kind: 'table',
    pieces: records(file, map, [...names], tell),
    dayAsked: typeof day === 'string' ? day : null,
  }
}

async function* records(
  file: PayoutFile,
  map: ColumnMap,
  names: readonly string[],
  tell: (why: Sentence) => string,
): AsyncGenerator<Buffer, void> {
  const taken = new Set(names.map(fold))
  const entryName = entryNames.find((name) => !taken.has(fold(name))) ?? entryNames[0]
  const isReport = isReportWith(new Set(names.map(reportColumnOf)))
  const cell = (text: string) => (isReport ? guardFormula(text) : text)
  yield Buffer.from(stringify([[...names.map(cell), entryName]]))
  const { columns, batches } = readRows(file, map)
  for await (const rows of batches) {
    const cells = rows.map((row) => {
      const written = writtenIn(row, columns)
      const why = whyStill(row, columns)
      return [
        ...names.map((name) => cell(written.get(name) ?? '')),
        String(row.line),
        ...(why === null ? [] : [cell(tell(why))]),
      ]
    })
    yield Buffer.from(stringify(cells))
  }
}

const writtenIn = ({ written, cells }: Row, { names }: Columns): ReadonlyMap<string, string | null> =>
  written ?? new Map(names.map((name, at) => [name, cells[at] ?? '']))

/** Why a malformed row must be malformed in the table, too. Null if it only lacks a required cell, which the table shows anyway. */
function whyStill({ malformed, cells }: Row, { index, names }: Columns): Sentence | null {
  if (!malformed) return null
  const lacks = (field: Field) => names[index[field] ?? -1] === malformed.column && !cells[index[field] ?? -1]
  return requiredFields.some(lacks) ? null : malformed.message
}

/**
 * Compares a table with the file that it was made from: it must have the same rows in the same order with the same cells. No row may be
 * payable only in the table, or say something else about its payout.
 *
 * @param lines of the file
 * @returns the table's lines for these lines; null if the two differ
 */
export async function compareTable(
  file: PayoutFile,
  table: PayoutFile,
  map: ColumnMap,
  lines: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number> | null> {
  const before = readRows(file, map)
  const after = readRows(table, map)
  const places = new Map<number, number>()
  const copies = oneByOne(after.batches)
  try {
    for await (const row of oneByOne(before.batches)) {
      const next = await copies.next()
      if (next.done || !isSame(row, next.value, before.columns, after.columns)) return null
      if (lines.has(row.line)) places.set(row.line, next.value.line)
    }
    const isOver = (await copies.next()).done === true
    return isOver && before.columns.names.join('\0') === after.columns.names.slice(0, -1).join('\0') ? places : null
  } finally {
    await copies.return()
  }
}

function isSame(before: Row, after: Row, columns: Columns, { names }: Columns): boolean {
  const own = names.slice(0, -1)
  const isPayable = whyStill(before, columns) !== null && !after.malformed
  const { says, payrunId } = before.reported ?? {}
  const saysOther = says !== after.reported?.says || payrunId !== after.reported?.payrunId
  return (
    !isPayable &&
    !saysOther &&
    after.cells[own.length] === String(before.line) &&
    own.every((_, at) => (before.cells[at] ?? '') === (after.cells[at] ?? ''))
  )
}
