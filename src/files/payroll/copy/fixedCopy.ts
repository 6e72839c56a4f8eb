import { CsvError, parse } from 'csv-parse/sync'
import { guardFormula } from '../../../payout/report.ts'
import { type Delimiter, delimiterOf } from '../../formats/csv/records.ts'
import { readRows } from '../../formats/readRows.ts'
import { type CheckedRow, type CheckOptions, type CheckResult, checkFile, type FileCheck } from '../checkFile.ts'
import type { Columns, Field } from '../header/columns.ts'
import { type PayoutFile, textChunks } from '../payoutFile.ts'
import type { Refused, Row } from '../row.ts'
import { type Fix, fixedCells } from './fixRow.ts'

export interface FixedCopy {
  /** The copy's bytes in UTF-8. Worthless if `result` is a refusal. */
  pieces: AsyncGenerator<Buffer, void>
  /** The check of the file itself, once `pieces` has been read to its end. */
  result(): CheckResult
}

const bom = Buffer.from([0xef, 0xbb, 0xbf])

/** Whether a UTF-8 copy needs a byte order mark for Excel: if the file had one or was not UTF-8. */
export const needsMark = ({ bomBytes, encoding }: PayoutFile): boolean => bomBytes > 0 || encoding !== 'utf-8'

const quote = 0x22
const cr = 0x0d
const lf = 0x0a

/**
 * A copy of a CSV file with the certain fixes (fixRow.ts). Every other byte stays as it was, except for the encoding: UTF-8, with a
 * byte order mark if the file had one or was not UTF-8. The file is checked while it is copied, so that memory stays small.
 */
export function fixedCopy(file: PayoutFile, options: CheckOptions, onFix: (fix: Fix) => void): FixedCopy {
  const check = checkFile(file, options)
  let broken: Refused | null = null
  async function* copy(): AsyncGenerator<Buffer, void> {
    broken = yield* withRecords(file, fixedRecords(check, onFix))
  }
  return { pieces: copy(), result: () => broken ?? check.result() }
}

/** The new cells of the record that starts on a line: their texts by their index in the record. */
interface FixedRecord {
  line: number
  cells: ReadonlyMap<number, string>
}

/** In the order of their lines. A report guards its cells against spreadsheets, and so does its copy. */
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
 * A copy of a CSV file with other texts in some cells. Every other byte stays as it was, except for the encoding (see `fixedCopy`).
 *
 * @param records in the order of their lines
 * @returns why the copy is worthless, or null
 */
export async function* withRecords(
  file: PayoutFile,
  records: Iterable<FixedRecord> | AsyncIterable<FixedRecord>,
): AsyncGenerator<Buffer, Refused | null> {
  if (needsMark(file)) yield bom
  const chunks = textChunks(file)
  const delimiter = delimiterOf(file)
  const source = { isOver: false, broken: null as Refused | null }
  /** The text that hasn't been copied yet. It begins on `line`. */
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
      // If the record is gone, the file has changed, and the end of its chunks has reported that.
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

/** Skips up to `most` line breaks. A CR at the end waits for an LF that may follow. */
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
 * Changes some cells of the first record in a text. A cell that had quotes keeps them; another gets them if it needs them.
 *
 * @returns what was replaced and the new pieces; null if the record's last changed cell may not be complete in the text
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

/** The byte where each cell of a text's first record ends. If the text is cut off, the last cell ends there or is left out. */
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
   * Whether the copy has the original's rows on their lines, and only cells that may differ do: nothing that decides how much is paid
   * may ever change.
   */
  isFaithful: boolean
}

/** Checks a fixed copy as if it were to be paid, and compares it with the original row by row. */
export async function checkCopy(
  original: PayoutFile,
  copy: PayoutFile,
  options: CheckOptions,
  mayDiffer: readonly Field[] = ['operator', 'phone_number'],
): Promise<CopyCheck> {
  const check = checkFile(copy, options)
  const source = readRows(original, options.map, options.limits)
  const originals = withoutLeftOut(oneByOne(source.batches), check)
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

/** Its rows are read no further than the check has come. */
async function* withoutLeftOut(rows: AsyncIterable<Row>, check: FileCheck): AsyncGenerator<Row, void> {
  for await (const row of rows) if (!check.isLeftOut(row.line)) yield row
}

export async function* oneByOne(batches: AsyncGenerator<Row[], unknown>): AsyncGenerator<Row, void> {
  for await (const rows of batches) yield* rows
}

function isSameRow(before: Row, after: CheckedRow, mayDiffer: readonly Field[], { index }: Columns): boolean {
  if (before.line !== after.line || before.cells.length !== after.cells.length) return false
  if (before.malformed) {
    // It isn't known which cell is which. Only a copy in which nothing may differ can have such a row as an ordinary one.
    return mayDiffer.length === 0 || after.problems.some(({ code }) => code === 'malformed')
  }
  return before.cells.every((cell, at) => cell === after.cells[at] || mayDiffer.some((field) => index[field] === at))
}
