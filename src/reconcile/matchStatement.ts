import {
  type Findings,
  fitsAmount,
  type Holder,
  hundredthsOf,
  type LineGroup,
  type Matched,
  type MatchInput,
  mayBePaid,
  numbersOf,
  type SentRow,
  type Statement,
  type StatementLine,
  settlingNothing,
} from '../payout/reconciliation.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import { type Disputed, dispute, disputeNothing } from './disputedLines.ts'
import { holdSummed, isByAbsence } from './holdSummed.ts'
import { addDiscrepancy, addOthers, judgeRow, leaveInDoubt, mayYetBePaid } from './judgeRow.ts'
import { doubtFailed, findUnclaimed, holdRefused, judgeAbsentRows, type MayBeOf } from './judgeUnclaimed.ts'
import { append, matchByNumber } from './matchByNumber.ts'
import { findWithFee, perhapsFees } from './unsaidFees.ts'

/** Why a statement can't be called complete. Then nothing in it is used. */
export type NotComplete = Exclude<Coverage, { kind: 'covered' }>

type Judgement = { ok: true; matched: Matched } | { ok: false; refusal: NotComplete }

/**
 * What a statement says about a batch; or why it isn't used: it was called complete, but isn't.
 *
 * @param complete whether a person says that the statement covers the whole period
 * @param feeTolerance as in `MatchInput`
 */
export function judgeStatement(
  statement: Statement,
  complete: boolean,
  known: Omit<MatchInput, 'lines' | 'complete' | 'feeTolerance'>,
  feeTolerance = 0,
): Judgement {
  if (complete && (statement.accounts?.length ?? 0) > 1)
    return { ok: false, refusal: { kind: 'several_accounts', accounts: statement.accounts ?? [] } }
  const matched = matchStatement({ ...known, lines: statement.lines, complete, feeTolerance })
  const coverage = coverageOf(
    statement,
    matched.resolutions.filter(isByAbsence).map(({ row }) => row),
    matched,
  )
  if (coverage.kind === 'covered') return { ok: true, matched }
  const fee = coverage.kind === 'not_recognised' ? perhapsFees(matched) : null
  return { ok: false, refusal: fee === null ? coverage : { kind: 'perhaps_fees', feeTolerance: fee } }
}

/**
 * Decides which rows of a batch a provider's statement settles, and how, without a database.
 *
 * Lines are matched by the provider's reference first, otherwise by number, amount, currency and time, one to one or not at all: a
 * wrong match would call an unpaid person paid, or pay somebody twice. Anything doubtful is left to a person.
 */
export function matchStatement(input: MatchInput): Matched {
  const found: Findings = {
    resolutions: [],
    discrepancies: [],
    left: [],
    undecided: [],
    agreed: 0,
    notOfBatch: 0,
    others: [],
    nameless: 0,
    recognised: [],
    unlisted: [],
    dealtWith: new Set(),
    listed: new Set(),
    feeTolerance: input.feeTolerance ?? 0,
    complete: input.complete,
  }
  const { free, named, disputed } = matchByReference(groupLines(input.lines), input, found)
  const unclaimed = matchByNumber(free, named, input, found)
  const mayBeOf = findUnclaimed(unclaimed, disputed, found.feeTolerance)
  holdRefused(mayBeOf, found)
  doubtFailed(mayBeOf, input, found)
  judgeAbsentRows(mayBeOf, findWithFee(unclaimed, disputed, input.rows, found), input, found)
  holdSummed(unclaimed, input, found)
  if (input.complete) found.unlisted = findUnlisted(mayBeOf, input, found)
  const ofNumber = new Map(input.rows.map((row) => [row.phone, row]))
  found.others = found.others.map(({ line }) => ({ line, row: rowOf(line, ofNumber) }))
  const { dealtWith: _, listed: __, feeTolerance: ___, complete: ____, ...matched } = found
  for (const list of [matched.resolutions, matched.discrepancies, matched.left]) {
    list.sort((one, other) => one.row.line - other.row.line)
  }
  return matched
}

/** Paid rows that the statement lacks. A line to a row's number with the reference of another payout may be about it, too. */
const findUnlisted = (mayBeOf: MayBeOf, { rows }: MatchInput, { listed, feeTolerance }: Findings): SentRow[] =>
  rows.filter((row) => {
    const isIts = (line: StatementLine) =>
      numbersOf(line).includes(row.phone) && fitsAmount(line, hundredthsOf(row), feeTolerance)
    return row.state === 'paid' && !listed.has(row) && mayBeOf(row, isIts).length === 0
  })

const rowOf = (line: StatementLine, ofNumber: ReadonlyMap<string, SentRow>): SentRow | null =>
  numbersOf(line)
    .map((phone) => ofNumber.get(phone))
    .find((row) => row !== undefined) ?? null

function groupLines(lines: readonly StatementLine[]): LineGroup[] {
  const byReference = new Map<string, LineGroup>()
  const groups: LineGroup[] = []
  for (const line of lines) {
    const group = line.reference === null ? undefined : byReference.get(line.reference)
    if (group) {
      group.lines.push(line)
      continue
    }
    const made = { first: line, lines: [line], conflicting: false }
    if (line.reference !== null) byReference.set(line.reference, made)
    groups.push(made)
  }
  for (const group of groups) if (group.lines.length > 1) judgeGroup(group)
  return groups
}

/** A payout's fee has the same reference, so a line that is called a fee doesn't contradict a larger one. */
function judgeGroup(group: LineGroup): void {
  const payouts = group.lines.filter(({ isFee }) => isFee === undefined)
  const [first = group.first] = payouts
  const isItsFee = (line: StatementLine) => payouts.length > 0 && line.isFee === true && isLess(line, first)
  group.first = first
  group.conflicting = group.lines.some((line) => !isItsFee(line) && !saysTheSame(first, line))
}

/** For a line that is called a fee, number and amount don't prove a payout: it may be the fee of another one. */
const inDoubt = (group: LineGroup): LineGroup => ({
  ...group,
  first: settlingNothing(group.first, 'fee'),
  lines: group.lines.map((line) => settlingNothing(line, 'fee')),
})

const isLess = (fee: StatementLine, { amountHundredths, currency }: StatementLine): boolean =>
  fee.amountHundredths !== null &&
  amountHundredths !== null &&
  fee.amountHundredths < amountHundredths &&
  fee.currency === currency

/** Pages of a statement may overlap: a line that comes twice counts once. */
const saysTheSame = (one: StatementLine, other: StatementLine): boolean =>
  one.meaning === other.meaning &&
  one.amountHundredths === other.amountHundredths &&
  one.currency === other.currency &&
  one.phones.join() === other.phones.join() &&
  one.mentioned?.join() === other.mentioned?.join()

/**
 * Match lines whose reference the ledger knows. A reference that another payout holds settles no other payout, whatever else the line
 * says.
 *
 * @returns `free`: the lines without a known reference; `named`: the rows that were found by their reference
 */
function matchByReference(
  groups: readonly LineGroup[],
  input: MatchInput,
  found: Findings,
): { free: LineGroup[]; named: Set<SentRow>; disputed: Disputed } {
  const holdersOf = findHolders(input)
  const disputed = disputeNothing()
  const shared = new Set(input.rows.map(({ sharedReference }) => sharedReference).filter((each) => each !== undefined))
  const free: LineGroup[] = []
  const own = new Map<SentRow, LineGroup[]>()
  for (const group of groups) {
    const holders = holdersOf(group.first.reference)
    const isOurs = Array.isArray(holders)
    if (isOurs) for (const row of holders) found.listed.add(row)
    if (!isOurs || holders.length > 0) dispute(group, isOurs ? holders : [holders], shared, found, disputed)
    if (!isOurs) addOthers(group.lines, found)
    else if (holders.length === 0) free.push(group.first.isFee === true ? inDoubt(group) : group)
    else if (holders.length > 1) for (const row of holders) leaveInDoubt(row, 'ambiguous', group.lines, found)
    else {
      const row = holders[0]!
      if (isOfLatestAttempt(row, group.first.reference)) append(own, row, group)
      else judgeEarlierAttempt(row, group, found)
    }
  }
  // After the earlier attempts: a discrepancy about one of them keeps its row from being settled.
  for (const [row, its] of own) {
    const [group] = its
    if (its.length === 1 && group) judgeRow(row, group, 'reference', found)
    else leaveInDoubt(row, 'ambiguous', linesOf(its), found)
  }
  return { free, named: new Set(own.keys()), disputed }
}

/** Finds the row that holds a reference, or the rows that only keep it, from an unclear answer or a refusal. */
function findHolders({ rows, owners }: MatchInput): (reference: string | null) => SentRow[] | Holder {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const keepers = Map.groupBy(rows, (row) => row.reference)
  return (reference) => {
    if (reference === null) return []
    const owner = owners.get(reference)
    if (owner === undefined) return keepers.get(reference) ?? []
    if (typeof owner === 'object') return owner
    const row = byLine.get(owner)
    return row ? [row] : []
  }
}

const isOfLatestAttempt = (row: SentRow, reference: string | null): boolean =>
  row.reference === reference || (row.reference === null && !row.retried)

/**
 * Judge lines about an attempt that was refused before the row was retried. They say nothing about the latest attempt. While the
 * earlier one may still be paid, the row is not retried, nor sent if it is waiting.
 */
function judgeEarlierAttempt(row: SentRow, group: LineGroup, found: Findings): void {
  const isUnsent = row.state === 'failed' || row.state === 'pending'
  if (group.lines.some(mayBePaid)) addDiscrepancy(row, 'failed_but_carried_out', group.lines, found)
  else if (isUnsent && group.lines.some(mayYetBePaid))
    addDiscrepancy(row, 'failed_but_maybe_carried_out', group.lines, found)
  else found.agreed += group.lines.length
}

const linesOf = (groups: readonly LineGroup[]) => groups.flatMap(({ lines }) => lines)

/** The number of lines that settle, contradict and confirm nothing, because they could be about several payouts. */
export function unclearLines({ lines }: Pick<Statement, 'lines'>, matched: Matched): number {
  const { resolutions, discrepancies, left, undecided, agreed, notOfBatch, nameless } = matched
  const told = new Set([
    ...resolutions.flatMap(({ statementLine }) => statementLine ?? []),
    ...[...discrepancies, ...left].flatMap((each) => each.lines.map(({ line }) => line)),
    ...undecided.map(({ line }) => line),
  ])
  return Math.max(0, lines.length - told.size - agreed - notOfBatch - nameless)
}
