import { TokenType } from '@streamparser/json'
import { t } from '../words/t.ts'
import { type Columns, exampleOf, missingColumns } from './columns.ts'
import { createJsonTokens, createObjectReader, createRowMaker, type JsonObject } from './jsonObject.ts'
import type { PayoutFile } from './payoutFile.ts'
import { type Limits, type Refused, type Row, recordTooLong, refused, tooManyRows } from './row.ts'
import { textChunks } from './textChunks.ts'

/**
 * Reads NDJSON: one JSON object on each line, blank lines do not count. A line that is no object is a malformed row; it
 * can't swallow what follows.
 */
export async function* readNdjson(
  file: PayoutFile,
  columns: Columns,
  limits: Limits,
): AsyncGenerator<Row[], Refused | null> {
  const makeRow = createRowMaker(columns, limits)
  const readObject = createLineReader()
  let rest: Buffer = Buffer.alloc(0)
  let line = 0
  let rows = 0
  const chunks = textChunks(file)
  for (;;) {
    const next = await chunks.next()
    if (next.done && next.value) return next.value
    const bytes = next.done ? Buffer.concat([rest, Buffer.from('\n')]) : Buffer.concat([rest, next.value])
    const batch: Row[] = []
    let at = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, at)) {
      const record = bytes.subarray(at, end)
      line++
      at = end + 1
      if (record.length > limits.recordBytes) return recordTooLong(limits, line, 'line')
      if (record.toString().trim() === '') continue
      const object = readObject(record)
      const row = object ? makeRow(line, object) : notAnObject(line, record, columns)
      if ('kind' in row) return row
      batch.push(row)
    }
    rest = bytes.subarray(at)
    if (rest.length > limits.recordBytes) return recordTooLong(limits, line + 1, 'line')
    rows += batch.length
    if (rows > limits.rows) return tooManyRows(limits)
    if (batch.length > 0) yield batch
    if (!next.done) continue
    if (rows === 0) return refused(t`The file has no rows: write one JSON object on each line.`)
    return missingColumns(columns, t`Name them in each object.`)
  }
}

/** One reader for all lines, since making one costs more than a line; a fresh one after a line that went wrong. */
function createLineReader() {
  let reader = createObjectReader()
  let state: 'before' | 'inside' | 'after' | 'wrong' = 'before'
  const create = () =>
    createJsonTokens('many', (token) => {
      if (state === 'before') state = token.type === TokenType.LEFT_BRACE ? 'inside' : 'wrong'
      else if (state !== 'inside') state = 'wrong'
      else if (reader.add(token)) state = 'after'
    })
  let tokens = create()
  const stateNow = () => state
  /** The object on the line, null when the line is anything but one whole object. */
  return (line: Buffer): JsonObject | null => {
    reader = createObjectReader()
    state = 'before'
    try {
      tokens.write(line)
      // A number or a word is only known to be over when something follows it.
      tokens.write(lineEnd)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      state = 'wrong'
    }
    if (stateNow() === 'after') return reader.object
    tokens = create()
    return null
  }
}

const lineEnd = Buffer.from('\n')

const notAnObject = (line: number, bytes: Buffer, columns: Columns): Row => ({
  line,
  cells: [],
  malformed: {
    column: '',
    value: bytes.toString('utf8', 0, 400).toWellFormed().replaceAll('\0', '\ufffd'),
    message: t`Line ${line} is not a whole JSON object: write ${exampleOf[columns.of]} on one line.`,
  },
})
