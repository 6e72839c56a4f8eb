import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CsvError, parse } from 'csv-parse/sync'
import { replaceFile } from '../../durableFile.ts'
import { formatWireAmount, parseAmount } from '../../payout/money/money.ts'
import {
  countryOfOperator,
  findOperator,
  type LimitTable,
  type Operator,
  type OperatorCode,
  type OperatorLimits,
  operatorTable,
} from '../../payout/operators/operator.ts'
import { fold } from '../../payout/typedText.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'

export type { LimitTable } from '../../payout/operators/operator.ts'

export interface LimitsInUse {
  limits: LimitTable
  /** The file they come from. */
  path: string
  /** True for the list that comes with payrun, if no other file was found. */
  isShipped: boolean
  /** Why they can't be read; null if they can. */
  trouble: Sentence | null
}

/** The operators' limits from PAYRUN_LIMITS, else from limits.csv in PAYRUN_HOME, else from the list that comes with payrun. */
export function limitsInUse({ config }: Pick<App, 'config'>): LimitsInUse {
  const own = join(config.home, 'limits.csv')
  const path = config.limits ?? (existsSync(own) ? own : shippedLimits)
  const read = readLimits(path)
  const isShipped = path === shippedLimits
  if (read.ok) return { limits: read.limits, path, isShipped, trouble: null }
  return { limits: new Map(), path, isShipped, trouble: say('warnings.limits_unreadable', { why: read.message }) }
}

export type LimitsDocument = ReturnType<typeof limitsDocument>

/** As `operators limits --json` prints them: every operator, amounts as strings, null if unknown. */
export const limitsDocument = ({ limits, path, isShipped }: LimitsInUse) => ({
  file: isShipped ? null : path,
  limits: operatorTable().map(({ code, currency }) => {
    const of = [...limits.values()].find(({ operator }) => operator === code)
    const amount = (minor: bigint | null | undefined) => (minor == null ? null : formatWireAmount(minor, currency))
    return {
      operator: code,
      currency,
      least: amount(of?.least),
      most: amount(of?.most),
      multiple_of: amount(of?.multipleOf),
      most_a_day_to_one_number: amount(of?.mostADay),
      source: of?.source ?? '',
      as_of: of?.asOf ?? '',
      checked: of?.checked ?? '',
    }
  }),
})

/** Write the limits in use to a file for people to edit. An existing file is never overwritten. */
export async function writeLimits(
  { config }: Pick<App, 'config'>,
  found: LimitsInUse,
  output: string,
): Promise<{ ok: true; path: string } | Failure> {
  const path = resolve(config.calledFrom, output)
  if (existsSync(path)) return failure('usage', say('warnings.limits_there_already', { path: output }))
  const records = limitsDocument(found).limits.map((each) => limitColumns.map((column) => each[column] ?? ''))
  const { stringify } = await import('csv-stringify/sync')
  const written = await replaceFile({ path, what: 'template', pieces: [stringify([[...limitColumns], ...records])] })
  return written.ok ? { ok: true, path: written.path } : failure('usage', written.message)
}

/** The list that comes with payrun: publicly known limits, none of them checked. */
const shippedLimits = fileURLToPath(new URL('../../payout/operators/limits.csv', import.meta.url))

/** payrun writes them in this order, and reads them in any order. `checked` and others may be missing. */
const limitColumns = [
  'operator',
  'least',
  'most',
  'multiple_of',
  'most_a_day_to_one_number',
  'source',
  'as_of',
  'checked',
] as const

type Column = (typeof limitColumns)[number]

type LimitsRead = { ok: true; limits: LimitTable } | { ok: false; message: Sentence }

/**
 * Read a table of operators' limits: CSV with `,` or `;`, as a spreadsheet saves it. An empty cell means an unknown limit. An
 * operator that is missing has no known limits.
 *
 * @returns on failure, the reason and the line
 */
export function readLimits(path: string): LimitsRead {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return { ok: false, message: say('warnings.limits_no_file', { path, why }) }
  }
  let records: string[][]
  try {
    const delimiter = text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ','
    records = parse(text, { bom: true, delimiter, relax_column_count: true, trim: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { ok: false, message: say('warnings.limits_no_file', { path, why: error.code }) }
  }
  return readRecords(path, records)
}

function readRecords(path: string, [head = [], ...records]: string[][]): LimitsRead {
  const at = new Map(limitColumns.map((column) => [column, head.findIndex((name) => fold(name) === fold(column))]))
  if (at.get('operator') === -1)
    return { ok: false, message: say('warnings.limits_columns', { path, columns: limitColumns.join(', ') }) }
  const limits = new Map<OperatorCode, OperatorLimits>()
  for (const [index, record] of records.entries()) {
    const cell = (column: Column): string => record[at.get(column) ?? -1] ?? ''
    const line = index + 2
    const code = cell('operator')
    if (record.every((each) => each === '')) continue
    const operator = findOperator(code)
    if (!operator) return { ok: false, message: say('warnings.limits_no_operator', { path, line, code }) }
    if (limits.has(operator.code)) return { ok: false, message: say('warnings.limits_twice', { path, line, code }) }
    const read = readLine(operator, cell)
    if ('column' in read) {
      const { currency } = countryOfOperator(operator)
      return { ok: false, message: say('warnings.limits_bad_amount', { path, line, column: read.column, currency }) }
    }
    limits.set(operator.code, read)
  }
  return { ok: true, limits }
}

function readLine(operator: Operator, cell: (column: Column) => string): OperatorLimits | { column: Column } {
  const { currency } = countryOfOperator(operator)
  const amounts: (bigint | null)[] = []
  for (const column of ['least', 'most', 'multiple_of', 'most_a_day_to_one_number'] as const) {
    const text = cell(column)
    const read = text === '' ? null : parseAmount(text, currency)
    if (read && !read.ok) return { column }
    amounts.push(read?.amountMinor ?? null)
  }
  const [least = null, most = null, multipleOf = null, mostADay = null] = amounts
  const said = { source: cell('source'), asOf: cell('as_of'), checked: cell('checked') }
  return { operator: operator.code, least, most, multipleOf, mostADay, ...said }
}
