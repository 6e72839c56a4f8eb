import { CsvError, parse } from 'csv-parse/sync'
import { guardFormula } from '../../payout/reportColumns.ts'
import { type Delimiter, delimiterOf } from '../formats/csv/records.ts'
import { readRows } from '../formats/readRows.ts'
import { type CheckedRow, type CheckOptions, type CheckResult, checkFile, type FileCheck } from './checkFile.ts'
import type { Columns, Field } from './columns.ts'
import { type Fix, fixedCells } from './fixRow.ts'
import { type PayoutFile, textChunks } from './payoutFile.ts'
import type { Refused, Row } from './row.ts'

export interface FixedCopy {
  /** The copy's bytes: UTF-8. Worthless when `result` says that the file is refused. */
  pieces: AsyncGenerator<Buffer, void>
  /** What was found of the file itself, once `pieces` has been read to its end. */
  result(): CheckResult
}

const bom = Buffer.from([0xef, 0xbb, 0xbf])

/** Whether a copy, which is UTF-8, has a byte order mark: where the file had one or was no UTF-8, so that Excel reads it right. */
export const needsMark = ({ bomBytes, encoding }: PayoutFile): boolean => bomBytes > 0 || encoding !== 'utf-8'

const quote = 0x22
const cr = 0x0d
const lf = 0x0a

/**
 * The copy of a CSV file with the fixes that are certain (fixRow.ts), and every other byte as it was, but for the encoding:
 * UTF-8, with a byte order mark where the file had one or was no UTF-8, so that Excel reads it right. The file is checked
 * while it is copied: memory stays small whatever its length.
 */
export function fixedCopy(file: PayoutFile, options: CheckOptions, onFix: (fix: Fix) => void): FixedCopy {
  const check = checkFile(file, options)
  let broken: Refused | null = null
  async function* copy(): AsyncGenerator<Buffer, void> {
    broken = yield* withRecords(file, fixedRecords(check, onFix))
  }
  return { pieces: copy(), result: () => broken ?? check.result() }
}

/** What the record that starts on a line has in new cells: the text by the cell's index in the record. */
interface FixedRecord {
  line: number
  cells: ReadonlyMap<number, string>
}

/** In the order of their lines. A report guards its cells against spreadsheets, and its copy is one again. */
async function* fixedRecords(check: FileCheck, onFix: (fix: Fix) => void): AsyncGenerator<FixedRecord, void> {
  for await (const { line, cells } of fixedCells(check, onFix)) {
    const texts = [...cells].map(([place, { text = '', done }]) => {
      done?.()
      return [place, check.layout.isReport ? guardFormula(text) : text] as const
    })
    yield { line, cells: new Map(texts) }
  }
}

/**
 * A CSV file with other texts in some of its cells, and every other byte as it was, but for the encoding, as in `fixedCopy`.
 *
 * @param records in the order of their lines
 * @returns why the copy is worthless, null when it is not
 */
export async function* withRecords(
  file: PayoutFile,
  records: Iterable<FixedRecord> | AsyncIterable<FixedRecord>,
): AsyncGenerator<Buffer, Refused | null> {
  if (needsMark(file)) yield bom
  const chunks = textChunks(file)
  const delimiter = delimiterOf(file)
  const source = { isOver: false, broken: null as Refused | null }
  /** What is not copied yet; it begins on this line. */
  let text: Buffer = Buffer.alloc(0)
  let line = 1
  const copied: Buffer[] = []
  const copy = ({ bytes, lines }: Skipped, pieces = [text.subarray(0, bytes)]) => {
    copied.push(...pieces)
    text = text.subarray(bytes)
    line += lines
  }
  const readOn = async () => {
    const next = await chunks.next()
    if (next.done) Object.assign(source, { isOver: true, broken: next.value })
    else text = Buffer.concat([text, next.value])
  }
  for await (const record of records) {
    for (;;) {
      copy(skipLines(text, record.line - line))
      const changed = line === record.line ? changeRecord(text, delimiter, record.cells, source.isOver) : null
      if (changed) copy(changed.old, changed.pieces)
      // A record that isn't there any more: the file has changed, which the end of its chunks told.
      if (changed || source.isOver) break
      if (copied.length > 0) yield Buffer.concat(copied.splice(0))
      await readOn()
    }
  }
  while (!source.isOver) {
    yield Buffer.concat([...copied.splice(0), text])
    text = Buffer.alloc(0)
    await readOn()
  }
  yield Buffer.concat([...copied, text])
  return source.broken
}

interface Skipped {
  bytes: number
  lines: number
}

/** Goes past so many line breaks, or as many as there are. A CR at the end waits for the LF that may come. */
function skipLines(text: Buffer, most: number): Skipped {
  let bytes = 0
  let lines = 0
  while (lines < most && bytes < text.length) {
    const byte = text[bytes]
    if (byte === cr && bytes + 1 === text.length) break
    bytes += byte === cr && text[bytes + 1] === lf ? 2 : 1
    if (byte === cr || byte === lf) lines++
  }
  return { bytes, lines }
}

/**
 * Other text in some cells of the record that a text begins with. A cell that had quotes has them again; another gets them
 * where it needs them.
 *
 * @returns what was changed and the pieces in its place; null: the text ends before the record's last changed cell is sure to
 */
function changeRecord(
  text: Buffer,
  delimiter: Delimiter,
  cells: ReadonlyMap<number, string>,
  isLast: boolean,
): { old: Skipped; pieces: Buffer[] } | null {
  const ends = cellEnds(text, delimiter)
  const pieces: Buffer[] = []
  let from = 0
  for (const [index, cell] of [...cells].sort(([one], [other]) => one - other)) {
    const end = ends[index]
    if (end === undefined || (end === text.length && !isLast)) return null
    const begin = index === 0 ? 0 : (ends[index - 1] ?? 0) + delimiter.length
    pieces.push(text.subarray(from, begin), Buffer.from(written(cell, delimiter, text[begin] === quote)))
    from = end
  }
  return { old: { bytes: from, lines: skipLines(text.subarray(0, from), Number.POSITIVE_INFINITY).lines }, pieces }
}

/** At which byte each cell of a text's first record ends, by csv-parse. Of a text that is cut off, the last one ends with it or is left out. */
function cellEnds(text: Buffer, delimiter: Delimiter): number[] {
  const ends: number[] = []
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      to: 1,
      cast: (_, { bytes }) => ends.push(bytes),
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
  }
  return ends
}

function written(text: string, delimiter: string, wasQuoted: boolean): string {
  const needsQuotes = wasQuoted || text.includes(delimiter) || /["\r\n]/.test(text)
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}

interface CopyCheck {
  result: CheckResult
  /**
   * Whether the copy has the original's rows on their lines, and all cells are the same but those that may differ: nothing
   * that decides how much is paid may ever be changed.
   */
  isFaithful: boolean
}

/** Checks a fixed copy as if it were to be paid, and holds it against the original row by row. */
export async function checkCopy(
  original: PayoutFile,
  copy: PayoutFile,
  options: CheckOptions,
  mayDiffer: readonly Field[] = ['operator', 'phone_number'],
): Promise<CopyCheck> {
  const check = checkFile(copy, options)
  const source = readRows(original, options.map, options.limits)
  const originals = oneByOne(source.batches)
  let isFaithful = true
  for await (const rows of check.batches) {
    for (const row of rows) {
      const before = await originals.next()
      if (before.done || !isSameRow(before.value, row, mayDiffer, source.columns)) isFaithful = false
    }
  }
  const isOver = (await originals.next()).done === true
  await originals.return()
  const sameNames = source.columns.names.join('\0') === check.columns().join('\0')
  return { result: check.result(), isFaithful: isFaithful && isOver && sameNames }
}

export async function* oneByOne(batches: AsyncGenerator<Row[], unknown>): AsyncGenerator<Row, void> {
  for await (const rows of batches) yield* rows
}

function isSameRow(before: Row, after: CheckedRow, mayDiffer: readonly Field[], { index }: Columns): boolean {
  if (before.line !== after.line || before.cells.length !== after.cells.length) return false
  if (before.malformed) {
    // Which cell is which nobody knows. In a sheet such a row may be one like others, which only a copy that says so may have.
    return mayDiffer.length === 0 || after.problems.some(({ code }) => code === 'malformed')
  }
  return before.cells.every((cell, at) => cell === after.cells[at] || mayDiffer.some((field) => index[field] === at))
}
