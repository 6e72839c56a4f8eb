import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { replaceFile } from '../durableFile.ts'
import { limitColumns, readLimits, shippedLimits } from '../files/payroll/operatorLimits.ts'
import { formatWireAmount } from '../payout/money/money.ts'
import type { LimitTable } from '../payout/operators/limits.ts'
import { operatorTable } from '../payout/operators/operator.ts'
import { type Sentence, say } from '../words/sentence.ts'
import { type App, type Failure, failure } from './context.ts'

export type { LimitTable } from '../payout/operators/limits.ts'

export interface LimitsInUse {
  limits: LimitTable
  /** The file that they are from. */
  path: string
  /** They come with payrun: no file of one's own was found. */
  isShipped: boolean
  /** Why there are none; null: they could be read. */
  trouble: Sentence | null
}

/** The operators' limits: PAYRUN_LIMITS, or limits.csv in PAYRUN_HOME, else the list that comes with payrun. */
export function limitsInUse({ config }: Pick<App, 'config'>): LimitsInUse {
  const own = join(config.home, 'limits.csv')
  const path = config.limits ?? (existsSync(own) ? own : shippedLimits)
  const read = readLimits(path)
  const isShipped = path === shippedLimits
  if (read.ok) return { limits: read.limits, path, isShipped, trouble: null }
  return { limits: new Map(), path, isShipped, trouble: say('warnings.limits_unreadable', { why: read.message }) }
}

export type LimitsDocument = ReturnType<typeof limitsDocument>

/** As `operators limits --json` prints them: every operator of the table, amounts as text, null where nothing is known. */
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

/** Write the limits in use as a file that people edit. What is there already is never written over. */
export async function writeLimits(
  { config }: Pick<App, 'config'>,
  found: LimitsInUse,
  output: string,
): Promise<{ ok: true; path: string } | Failure> {
  const path = resolve(config.calledFrom, output)
  if (existsSync(path)) return failure('usage', say('warnings.limits_there_already', { path: output }))
  const records = limitsDocument(found).limits.map((each) => limitColumns.map((column) => each[column] ?? ''))
  const written = await replaceFile({ path, what: 'template', pieces: [stringify([[...limitColumns], ...records])] })
  return written.ok ? { ok: true, path: written.path } : failure('usage', written.message)
}
