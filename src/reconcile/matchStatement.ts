import type { Findings, LineGroup, Matched, MatchInput, SentRow } from '../payout/reconciliation.ts'
import { isNameless, type Statement, type StatementLine } from '../payout/statement.ts'
import { judgeAbsentRows } from './judgeAbsentRows.ts'
import { matchByNumber } from './matchByNumber.ts'
import { matchByReference } from './matchByReference.ts'

/** Why a statement can't be called complete for some row: nothing of it is used. */
export type NotComplete = Exclude<Coverage, { kind: 'covered' }>

export type Judgement = { ok: true; matched: Matched } | { ok: false; refusal: NotComplete }

/**
 * What a statement says of a batch, or why it says nothing: it was called complete, and isn't.
 *
 * @param complete a person says that the statement covers the whole period
 */
export function judgeStatement(
  statement: Statement,
  complete: boolean,
  known: Omit<MatchInput, 'lines' | 'complete'>,
): Judgement {
  const matched = matchStatement({ ...known, lines: statement.lines, complete })
  const absent = matched.resolutions.filter(({ by }) => by === 'absence').map(({ row }) => row)
  const coverage = coverageOf(statement, absent, matched)
  return coverage.kind === 'covered' ? { ok: true, matched } : { ok: false, refusal: coverage }
}

/**
 * Which rows of a batch a provider's statement settles, and how: the whole of the judgement, without a database.
 *
 * By the provider's reference first. Else by number, amount, currency and time, one to one or not at all: a wrong match
 * calls somebody paid who isn't, or has somebody paid twice. Whatever is doubtful is left to a person.
 */
export function matchStatement(input: MatchInput): Matched {
  const found: Findings = {
    resolutions: [],
    discrepancies: [],
    left: [],
    undecided: [],
    agreed: 0,
    notOfBatch: 0,
    nameless: 0,
    listsBatch: false,
    unlisted: [],
    dealtWith: new Set(),
    listed: new Set(),
  }
  const { free, named } = matchByReference(groupLines(input.lines), input, found)
  const unclaimed = matchByNumber(free, named, input, found)
  judgeAbsentRows(unclaimed, input, found)
  if (input.complete) found.unlisted = input.rows.filter((row) => row.state === 'paid' && !found.listed.has(row))
  const { dealtWith: _, listed: __, ...matched } = found
  for (const list of [matched.resolutions, matched.discrepancies, matched.left]) {
    list.sort((one, other) => one.row.line - other.row.line)
  }
  return matched
}

function groupLines(lines: readonly StatementLine[]): LineGroup[] {
  const byReference = new Map<string, LineGroup>()
  const groups: LineGroup[] = []
  for (const line of lines) {
    const group = line.reference === null ? undefined : byReference.get(line.reference)
    if (group) {
      group.lines.push(line)
      group.conflicting ||= !saysTheSame(group.first, line)
      continue
    }
    const made = { first: line, lines: [line], conflicting: false }
    if (line.reference !== null) byReference.set(line.reference, made)
    groups.push(made)
  }
  return groups
}

/** Pages of a statement may overlap: the same line twice is one. */
const saysTheSame = (one: StatementLine, other: StatementLine): boolean =>
  one.meaning === other.meaning &&
  one.amountHundredths === other.amountHundredths &&
  one.currency === other.currency &&
  one.phones.join() === other.phones.join()

/**
 * Clocks differ; and the first and the last payout of a statement may be the very ones that are missing in it. Less at the
 * end: a statement that was made while the batch was being paid lacks its last rows.
 */
const tolerance = { startMs: 2 * 60_000, endMs: 30_000 }

type Coverage =
  | { kind: 'covered' }
  /** All its dates can be read in two ways (03/04/2026): too little to call anybody unpaid. */
  | { kind: 'unclear_dates' }
  /** `row` was sent outside the time that the statement's dates cover. */
  | { kind: 'not_covered'; row: SentRow; fromMs: number; toMs: number }
  /** It has no dates, and no row of the batch: it may be older, or another account's. */
  | { kind: 'not_recognised' }
  /** Paid rows of that time are missing too: a page, or the right account, is not in it. */
  | { kind: 'not_complete'; rows: SentRow[] }

/**
 * Whether it means anything that a statement, said to be complete, doesn't have the rows `absent`: its dates have to cover
 * the time at which they were sent, and no paid row of the time that it covers may be missing (`unlisted`). A statement
 * without dates says nothing about its time: it has to list some row of the batch at least.
 */
export function coverageOf(
  { lines, dateOrder }: Statement,
  absent: readonly SentRow[],
  { unlisted, listsBatch }: Pick<Matched, 'unlisted' | 'listsBatch'>,
): Coverage {
  if (absent.length === 0) return { kind: 'covered' }
  if (dateOrder === 'assumed') return { kind: 'unclear_dates' }
  const [fromMs, toMs] = spanOf(lines)
  const isDated = fromMs <= toMs
  const isOutside = ({ sentAtMs }: SentRow) =>
    isDated && sentAtMs !== null && (sentAtMs < fromMs - tolerance.startMs || sentAtMs > toMs + tolerance.endMs)
  const row = absent.find(isOutside)
  if (row) return { kind: 'not_covered', row, fromMs, toMs }
  const missing = unlisted.filter((each) => !isOutside(each))
  if (missing.length > 0) return { kind: 'not_complete', rows: missing }
  return isDated || listsBatch ? { kind: 'covered' } : { kind: 'not_recognised' }
}

/** From the first date to the last of what was paid, not of totals; the wrong way round when there is none. */
function spanOf(lines: readonly StatementLine[]): [fromMs: number, toMs: number] {
  let fromMs = Number.POSITIVE_INFINITY
  let toMs = Number.NEGATIVE_INFINITY
  for (const line of lines) {
    const { at } = line
    if (at === null || isNameless(line)) continue
    fromMs = Math.min(fromMs, at.fromMs)
    toMs = Math.max(toMs, at.toMs)
  }
  return [fromMs, toMs]
}
