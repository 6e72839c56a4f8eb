import { TokenType } from '@streamparser/json'
import { type Sentence, say } from '../../../words/sentence.ts'
import { type Columns, exampleOf, missingColumns } from '../../payroll/header/columns.ts'
import { type PayoutFile, rowsNames, textChunks } from '../../payroll/payoutFile.ts'
import {
  type Limits,
  type Refused,
  type Row,
  type RowBatches,
  recordTooLong,
  refused,
  tooManyRows,
} from '../../payroll/row.ts'
import { createBesideRows } from './besideRows.ts'
import {
  createJsonTokens,
  createObjectReader,
  createRowMaker,
  isClosing,
  isOpening,
  type JsonObject,
  type JsonToken,
  storable,
} from './jsonObject.ts'

/** Small, so that a row that is too long is noticed early. */
const stepBytes = 16 * 1024
const maxDepth = 100

/**
 * Reads a JSON array of objects, or a report of payrun (`{batch, totals, rows}`), in batches of rows. `columns` grows with new keys.
 * A file that is cut short is refused, with the place.
 */
export async function* readJson(file: PayoutFile, columns: Columns, limits: Limits): RowBatches {
  const elements = createElements(columns, limits)
  const tokens = createJsonTokens('one', elements.add)
  let rows = 0
  let written = 0
  const chunks = textChunks(file)
  for (;;) {
    const next = await chunks.next()
    if (next.done && next.value) return next.value
    try {
      if (next.done) tokens.end()
      else {
        for (let at = 0; at < next.value.length; at += stepBytes) {
          const step = next.value.subarray(at, at + stepBytes)
          tokens.write(step)
          written += step.length
          const problem = elements.problem(written)
          if (problem) return problem
        }
      }
    } catch (error) {
      const problem = elements.problem(written)
      if (problem) return problem
      const broken = brokenJson(error, elements.place())
      const whole = elements.take()
      if (whole.length > 0 && !missingColumns(columns, say('files.name_each_object'))) yield whole
      return { ...broken, breaksOff: true }
    }
    const batch = elements.take()
    rows += batch.length
    if (rows > limits.rows) return tooManyRows(limits)
    if (batch.length > 0) yield batch
    if (!next.done) continue
    if (rows === 0) return refused(noRows(elements.otherArray()))
    const beside = elements.besideRows()
    if (beside) return beside
    return missingColumns(columns, say('files.name_each_object'))
  }
}

/** Finds the rows among the tokens: the elements of the outermost array, or of the array named `rows` in an object. */
function createElements(columns: Columns, limits: Limits) {
  const makeRow = createRowMaker(columns, limits)
  const beside = columns.of === 'payouts' ? createBesideRows(columns) : null
  const rows: Row[] = []
  let problem: Refused | null = null
  let depth = 0
  /** The depth of the array of rows; null outside it. */
  let rowsDepth: number | null = null
  let lastText = ''
  let otherArray: string | null = null
  let line = 0
  let start = 0
  let offset = 0
  let element: ReturnType<typeof createObjectReader> | null = null
  let isObject = false

  const push = (row: Row | Refused) => {
    if ('kind' in row) problem ??= row
    else rows.push(row)
  }
  const finish = (reader: ReturnType<typeof createObjectReader>, end: number) => {
    element = null
    if (end - start >= limits.recordBytes) problem ??= tooLong(limits, line)
    push(isObject ? makeRow(line, reader.object) : notAnObject(line, '[…]', columns))
  }
  const addOutside = (token: JsonToken) => {
    beside?.add(token)
    if (isOpening(token.type)) {
      depth++
      const isRows = depth === 1 || (depth === 2 && rowsNames[columns.of].has(lastText))
      const isArray = token.type === TokenType.LEFT_BRACKET
      if (isArray && isRows && rowsDepth === null) rowsDepth = depth
      else if (isArray) otherArray ??= storable(lastText.slice(0, 60))
    } else if (isClosing(token.type)) {
      if (depth === rowsDepth) rowsDepth = null
      depth--
    } else if (depth === 0) {
      problem ??= refused(say('files.file_no_json_array_write_array'))
    } else if (token.type === TokenType.STRING) lastText = token.text
  }
  const addElement = (token: JsonToken) => {
    line++
    start = token.offset
    isObject = token.type === TokenType.LEFT_BRACE
    if (isOpening(token.type)) element = createObjectReader()
    else push(notAnObject(line, token.text, columns))
  }
  return {
    add(token: JsonToken) {
      offset = token.offset
      if (element) {
        if (element.add(token)) finish(element, token.offset)
        else if (element.depth() > maxDepth) problem ??= refused(say('files.element_nested_too_deeply', { line }), line)
      } else if (depth !== rowsDepth || isClosing(token.type)) addOutside(token)
      else if (token.type !== TokenType.COMMA) addElement(token)
      if (depth > maxDepth) problem ??= refused(say('files.file_nested_too_deeply_payout_file'))
    },
    take: () => rows.splice(0),
    /** Why to stop after `written` bytes, for example because a row or a value is too long. */
    problem(written: number): Refused | null {
      if (problem) return problem
      if (element && written - start > limits.recordBytes) return tooLong(limits, line)
      return written - offset > 2 * limits.recordBytes + stepBytes ? tooLong(limits, line + 1) : null
    },
    otherArray: () => otherArray,
    place: () => ({ line, offset, isInside: element !== null }),
    /** Why the document can't be paid because of what it has beside its rows. */
    besideRows: () => beside?.problem() ?? null,
  }
}

const noRows = (otherArray: string | null): Sentence =>
  otherArray === null
    ? say('files.file_no_rows_write_array_objects')
    : say('beside.rows_under_other_name', { name: otherArray })

const malformed = (line: number, value: string, message: Sentence): Row => ({
  line,
  cells: [],
  malformed: { column: '', value, message },
})

const notAnObject = (line: number, text: string, { of }: Columns): Row =>
  malformed(
    line,
    storable(text.slice(0, 400)),
    say('payout.element_no_object_write', { line, exampleOf: exampleOf[of] }),
  )

const tooLong = (limits: Limits, line: number): Refused => recordTooLong(limits, line, 'element')

function brokenJson(error: unknown, place: { line: number; offset: number; isInside: boolean }): Refused {
  if (!(error instanceof Error)) throw error
  const { line, offset, isInside } = place
  const byte = Math.max(offset, 0) + 1
  if (line === 0) return refused(say('files.file_not_whole_json_breaks_off', { byte }), 1)
  return isInside
    ? refused(say('files.file_not_whole_json_breaks_off_goes_wrong', { line, byte }), line)
    : refused(say('files.file_not_whole_json_breaks_off_goes_wrong_after_element', { line, byte }), line)
}

/**
 * Reads NDJSON: one JSON object on each line; blank lines don't count. A line that isn't an object is a malformed row, and can't
 * affect the lines after it.
 */
export async function* readNdjson(file: PayoutFile, columns: Columns, limits: Limits): RowBatches {
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
      const row = object ? makeRow(line, object) : notAnObjectLine(line, record, columns)
      if ('kind' in row) return row
      batch.push(row)
    }
    rest = bytes.subarray(at)
    if (rest.length > limits.recordBytes) return recordTooLong(limits, line + 1, 'line')
    rows += batch.length
    if (rows > limits.rows) return tooManyRows(limits)
    if (batch.length > 0) yield batch
    if (!next.done) continue
    if (rows === 0) return refused(say('files.file_no_rows_write_one_json'))
    return missingColumns(columns, say('files.name_each_object'))
  }
}

/** One reader for all lines, because creating one costs more than reading a line. After a bad line it is replaced. */
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
  /** The object on the line; null if the line is not exactly one whole object. */
  return (line: Buffer): JsonObject | null => {
    reader = createObjectReader()
    state = 'before'
    try {
      tokens.write(line)
      // A number or a word ends only when something follows it.
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

const notAnObjectLine = (line: number, bytes: Buffer, { of }: Columns): Row =>
  malformed(
    line,
    storable(bytes.toString('utf8', 0, 400)),
    say('payout.line_not_whole_json_object_write', { line, exampleOf: exampleOf[of] }),
  )
