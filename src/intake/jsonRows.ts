import { TokenType } from '@streamparser/json'
import { t } from '../words/t.ts'
import { type Columns, exampleOf, missingColumns } from './columns.ts'
import { rowsNames } from './fileFormat.ts'
import {
  createJsonTokens,
  createObjectReader,
  createRowMaker,
  isClosing,
  isOpening,
  type JsonToken,
} from './jsonObject.ts'
import type { PayoutFile } from './payoutFile.ts'
import { type Limits, type Refused, type Row, recordTooLong, refused, tooManyRows } from './row.ts'
import { textChunks } from './textChunks.ts'

/** Small, so that a row that is too long is noticed soon. */
const stepBytes = 16 * 1024
const maxDepth = 100

/**
 * Reads a JSON array of objects, or a report of ours (`{batch, totals, rows}`), in batches of rows. `columns` grows as
 * keys are seen. A file that breaks off is refused, with the place.
 */
export async function* readJson(
  file: PayoutFile,
  columns: Columns,
  limits: Limits,
): AsyncGenerator<Row[], Refused | null> {
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
      return elements.problem(written) ?? brokenJson(error, elements.place())
    }
    const batch = elements.take()
    rows += batch.length
    if (rows > limits.rows) return tooManyRows(limits)
    if (batch.length > 0) yield batch
    if (!next.done) continue
    if (rows === 0) return refused(t`The file has no rows: write an array of objects, one for each payout.`)
    return missingColumns(columns, t`Name them in each object.`)
  }
}

/** Finds the rows among the tokens: the elements of the array at the top, or of the array named `rows` in an object. */
function createElements(columns: Columns, limits: Limits) {
  const makeRow = createRowMaker(columns, limits)
  let rows: Row[] = []
  let problem: Refused | null = null
  let depth = 0
  /** Depth inside the array of rows, null while not inside it. */
  let rowsDepth: number | null = null
  let lastText = ''
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
    push(isObject ? makeRow(line, reader.object) : notAnObject(line, columns))
  }
  const addOutside = (token: JsonToken) => {
    if (isOpening(token.type)) {
      depth++
      const isRows = depth === 1 || (depth === 2 && rowsNames[columns.of].has(lastText))
      if (rowsDepth === null && isRows && token.type === TokenType.LEFT_BRACKET) rowsDepth = depth
    } else if (isClosing(token.type)) {
      if (depth === rowsDepth) rowsDepth = null
      depth--
    } else if (depth === 0) {
      problem ??= refused(t`The file is no JSON array: write an array of objects, one for each payout.`)
    } else if (token.type === TokenType.STRING) lastText = token.text
  }
  const addElement = (token: JsonToken) => {
    line++
    start = token.offset
    isObject = token.type === TokenType.LEFT_BRACE
    if (isOpening(token.type)) element = createObjectReader()
    else push(notAnObject(line, columns))
  }
  return {
    add(token: JsonToken) {
      offset = token.offset
      if (element) {
        if (element.add(token)) finish(element, token.offset)
        else if (element.depth() > maxDepth) problem ??= refused(t`Element ${line} is nested too deeply.`, line)
      } else if (depth !== rowsDepth || isClosing(token.type)) addOutside(token)
      else if (token.type !== TokenType.COMMA) addElement(token)
      if (depth > maxDepth) problem ??= refused(t`The file is nested too deeply for a payout file.`)
    },
    take(): Row[] {
      const batch = rows
      rows = []
      return batch
    },
    /** Why to stop. `written` bytes have been read: a row or a single value that goes on for too long is one reason. */
    problem(written: number): Refused | null {
      if (problem) return problem
      if (element && written - start > limits.recordBytes) return tooLong(limits, line)
      return written - offset > 2 * limits.recordBytes + stepBytes ? tooLong(limits, line + 1) : null
    },
    place: () => ({ line, offset, isInside: element !== null }),
  }
}

const notAnObject = (line: number, columns: Columns): Row => ({
  line,
  cells: [],
  malformed: { column: '', value: '', message: t`Element ${line} is no object: write ${exampleOf[columns.of]}.` },
})

const tooLong = (limits: Limits, line: number): Refused => recordTooLong(limits, line, 'element')

function brokenJson(error: unknown, place: { line: number; offset: number; isInside: boolean }): Refused {
  if (!(error instanceof Error)) throw error
  return refused(brokenSentence(place), Math.max(place.line, 1))
}

function brokenSentence({ line, offset, isInside }: { line: number; offset: number; isInside: boolean }): string {
  const byte = Math.max(offset, 0) + 1
  if (line === 0) return t`The file is not whole JSON: it breaks off or goes wrong after byte ${byte}. Export it again.`
  return isInside
    ? t`The file is not whole JSON: it breaks off or goes wrong in element ${line}, after byte ${byte}. Export it again.`
    : t`The file is not whole JSON: it breaks off or goes wrong after element ${line}, after byte ${byte}. Export it again.`
}
