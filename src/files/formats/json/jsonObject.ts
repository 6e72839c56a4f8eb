import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import {
  isReportColumn,
  isReportWith,
  type ReportColumn,
  type Reported,
  type ReportedCells,
  readReported,
  reportColumns,
  reportColumnsOf,
} from '../../../payout/report.ts'
import { say } from '../../../words/sentence.ts'
import { addColumn, type Columns } from '../../payroll/header/columns.ts'
import { chooseAmongTwins } from '../../payroll/header/doubtfulColumns.ts'
import { markingIn } from '../../payroll/header/header.ts'
import { isAnswered } from '../../payroll/marks/markColumns.ts'
import { type Mark, ownNumbers, withMark } from '../../payroll/marks/rowMark.ts'
import { type Limits, type Refused, type Row, tooManyColumns } from '../../payroll/row.ts'

/** A token of a JSON text. A number keeps its literal, so that 150.50 stays 150.50. */
export interface JsonToken {
  type: TokenType
  text: string
  /** Byte of the text on which the token starts. */
  offset: number
}

/** Keeps the literal of the number that was just read: amounts never become JavaScript numbers. */
class LiteralTokenizer extends Tokenizer {
  literal = ''

  protected override parseNumber(literal: string): number {
    this.literal = literal
    return 0
  }
}

/**
 * A strict JSON reader: it calls `onToken` for each token and keeps nothing of the document. `write` and `end` throw if the text is
 * not JSON or stops too early.
 *
 * @param documents `one`, or `many` in a row
 */
export function createJsonTokens(documents: 'one' | 'many', onToken: (token: JsonToken) => void) {
  const separator = documents === 'many' ? { separator: '' } : {}
  const tokenizer = new LiteralTokenizer(separator)
  // Checks the grammar. With this path it keeps only the row being read, in [rows] as in {rows: [rows]}.
  const grammar = new TokenParser({ paths: ['$.*.*'], keepStack: false, ...separator })
  grammar.onValue = () => {}
  grammar.onEnd = () => {
    if (!tokenizer.isEnded) tokenizer.end()
  }
  tokenizer.onEnd = () => {
    if (!grammar.isEnded) grammar.end()
  }
  tokenizer.onToken = (parsed) => {
    grammar.write(parsed)
    const text = parsed.token === TokenType.NUMBER ? tokenizer.literal : String(parsed.value)
    onToken({ type: parsed.token, text, offset: parsed.offset })
  }
  return {
    write: (chunk: Buffer) => tokenizer.write(chunk),
    end: () => {
      if (!tokenizer.isEnded) tokenizer.end()
    },
  }
}

export interface JsonObject {
  entries: Map<string, string | null>
  /** The keys whose values are numbers. */
  numbers?: ReadonlySet<string>
  /** A key that the object has twice; null if there is none. */
  repeatedKey: string | null
}

/**
 * Builds one object from its tokens, starting after its `{` (or after the `[` of an element that is an array, whose content nobody
 * needs). `add` returns true for the token that closes it.
 */
export function createObjectReader() {
  const numbers = new Set<string>()
  const object: JsonObject = { entries: new Map(), numbers, repeatedKey: null }
  let depth = 1
  let key: string | null = null
  let nested = ''

  const take = (value: string | null) => {
    if (key === null) return
    if (object.entries.has(key)) object.repeatedKey ??= key
    object.entries.set(key, value)
    key = null
  }
  const addNested = (token: JsonToken) => {
    nested += token.type === TokenType.STRING ? JSON.stringify(token.text) : token.text
    if (isOpening(token.type)) depth++
    if (isClosing(token.type) && --depth === 1) take(nested)
  }
  const add = (token: JsonToken): boolean => {
    if (depth > 1) addNested(token)
    else if (isOpening(token.type)) {
      depth++
      nested = token.text
    } else if (isClosing(token.type)) return true
    else if (token.type === TokenType.NULL) take(null)
    else if (token.type !== TokenType.COMMA && token.type !== TokenType.COLON) {
      if (key === null) key = token.text
      else {
        if (token.type === TokenType.NUMBER) numbers.add(key)
        take(token.text)
      }
    }
    return false
  }
  return { add, object, depth: () => depth }
}

export const isOpening = (type: TokenType): boolean => type === TokenType.LEFT_BRACE || type === TokenType.LEFT_BRACKET

export const isClosing = (type: TokenType): boolean =>
  type === TokenType.RIGHT_BRACE || type === TokenType.RIGHT_BRACKET

/** Turns objects into rows. New keys become columns. */
export function createRowMaker(columns: Columns, limits: Limits) {
  const indexes = new Map<string, number>()
  const reported = new Map<string, ReportColumn | null>()
  let isReport = false
  const findReported = (entries: JsonObject['entries']) => {
    for (const key of entries.keys()) reported.set(key, null)
    const mayBe = (key: string) => columns.of === 'payouts' && isReportColumn(key)
    const names = [...reported.keys()].map((key) => (mayBe(key) ? key : ''))
    const found = reportColumnsOf(names)
    isReport = isReportWith(new Set(found))
    for (const [at, key] of [...reported.keys()].entries()) reported.set(key, found[at] ?? null)
  }
  const marks: Mark[] = []
  return (line: number, { entries, numbers, repeatedKey }: JsonObject): Row | Refused => {
    const row: Row = { line, cells: [], written: entries }
    for (const key of entries.keys()) {
      if (indexes.has(key)) continue
      findReported(entries)
      break
    }
    const isAdded = (key: string) => isReport && Boolean(reported.get(key))
    const { roles, why } = columns.isSettled ? noRoles : rolesIn(entries, columns, isAdded)
    if (why) return { ...why, line }
    for (const [key, value] of entries) {
      let index = indexes.get(key)
      if (index === undefined) {
        if (columns.of === 'payouts' && isAnswered(key, [value])) columns.answers.add(key)
        const added = isAdded(key) ? -1 : addColumn(columns, key, roles.get(indexes.size))
        if (typeof added !== 'number') return { kind: 'refused', message: added.message, line }
        index = added
        indexes.set(key, index)
        const marking = columns.of === 'payouts' ? markingIn(columns, key) : null
        if (marking) marks.push({ name: key, marking })
        // A report of the widest file also has the report's columns, and can be submitted again.
        const most = limits.columns + reportColumns.length
        if (columns.names.length > limits.columns || indexes.size > most) return tooManyColumns(limits)
      }
      const text = value === null ? null : storable(value)
      if (value?.includes('\0')) {
        row.malformed = {
          column: key,
          value: text ?? '',
          message: say('payout.value_nul_character_type_again'),
        }
      }
      if (index === -1) continue
      while (row.cells.length < index) row.cells.push(null)
      row.cells[index] = text
      if (index === columns.index.amount && numbers?.has(key)) row.isAmountNumber = true
    }
    columns.isSettled = true
    const own = isReport ? marks.filter(({ name }) => reported.get(name) === null) : marks
    const read = withMark(
      isReport ? reportedIn(entries, reported) : null,
      own,
      ({ name }) => entries.get(name),
      () => ownNumbers(row.cells, columns),
    )
    if (read) row.reported = read
    if (repeatedKey !== null) {
      const message = say('payout.object_twice_keep_one', { repeatedKey: repeatedKey.slice(0, 40) })
      row.malformed = { column: repeatedKey, value: entries.get(repeatedKey) ?? '', message }
    }
    return row
  }
}

const noRoles: ReturnType<typeof chooseAmongTwins> = { roles: new Map(), why: null }

/** The columns of the first object that aren't meant for the field that their names stand for. */
function rolesIn(entries: JsonObject['entries'], columns: Columns, isAdded: (key: string) => boolean) {
  for (const [key, value] of entries) if (columns.of === 'payouts' && isAnswered(key, [value])) columns.answers.add(key)
  const names = [...entries.keys()].map((name, at) => ({ name, at })).filter(({ name }) => !isAdded(name))
  return chooseAmongTwins(columns, names, [{ cells: [...entries.values()] }])
}

function reportedIn(entries: JsonObject['entries'], names: ReadonlyMap<string, ReportColumn | null>): Reported | null {
  const own: ReportedCells = {}
  for (const [key, value] of entries) {
    const name = names.get(key)
    if (name) own[name] = value ?? ''
  }
  return readReported(own)
}

/** Replaces what a database can't store: NUL, and halves of characters (`"\ud800"`). */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
