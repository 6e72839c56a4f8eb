import {
  amountsOf,
  type Findings,
  hundredthsOf,
  isNameless,
  isOpen,
  type LineGroup,
  type MatchInput,
  mayBePaid,
  numbersOf,
  type SentRow,
  type StatementLine,
} from '../payout/reconciliation.ts'
import { addDiscrepancy, addOthers, judgeRow, leaveInDoubt, linesToTell } from './judgeRow.ts'

/**
 * How far a line's time may be from the claim of its row: clocks differ, and a payout may be carried out later (or recorded in a time
 * zone some hours to the east). For a row that a recovery put in doubt, it counts from the whole time when it may have been sent.
 */
const matchWindow = { beforeMs: 10 * 60_000, afterMs: 48 * 3_600_000 }

/** A line that has no match by reference, and the payouts that it may be about. */
interface Candidate {
  group: LineGroup
  /** Payouts to that number, of that amount, about that time, without a line of their own. */
  sent: SentRow[]
  /** Rows whose refused attempt it may be about: retried ones of any time, and refused ones of about that time. */
  earlier: SentRow[]
}

/**
 * Match by number, amount, currency and time, one to one or not at all: of all payouts in the ledger, the line may be about only one,
 * and that payout may have only one such line. A refused payout doesn't compete for a line that says "carried out", but does for any
 * other line.
 *
 * @returns the lines that belong to no payout for certain
 */
export function matchByNumber(
  free: readonly LineGroup[],
  named: ReadonlySet<SentRow>,
  input: MatchInput,
  found: Findings,
): LineGroup[] {
  const candidates = findCandidates(free, named, input, found)
  const groupsOfRow = new Map<SentRow, LineGroup[]>()
  for (const { group, sent } of candidates) for (const row of sent) append(groupsOfRow, row, group)
  const mine = new Set(input.rows)
  const told = new Set<SentRow>()
  const unclaimed = new Set(candidates.filter((each) => !decide(each, mine, groupsOfRow, told, found)))
  // A line whose owner is not certain may be about a refused payout.
  const hasOwner = findOwners(groupsOfRow)
  const groupsOfRefused = new Map<SentRow, LineGroup[]>()
  for (const each of candidates) {
    const { group, sent, earlier } = each
    const refused = sent.length === 0 ? [] : earlier.filter((row) => row.state === 'failed' && mine.has(row))
    if (refused.length === 0 || (!unclaimed.has(each) && hasOwner(each))) continue
    for (const row of refused) append(groupsOfRefused, row, group)
  }
  for (const [row, groups] of groupsOfRefused) leaveInDoubt(row, 'ambiguous', linesToTell(groups), found)
  return [...unclaimed].map(({ group }) => group)
}

/**
 * Whether there are enough payouts for a line and the others that say "paid". A payout with a reference of its own is not listed under
 * another one. Lines that may be about the same payouts share one answer.
 */
function findOwners(groupsOfRow: ReadonlyMap<SentRow, readonly LineGroup[]>): (candidate: Candidate) => boolean {
  const places = new Map([...groupsOfRow.keys()].map((row, place) => [row, place]))
  const answers = new Map<string, boolean>()
  return ({ group: { first }, sent }) => {
    const owners = sent.filter(({ reference }) => reference === null || first.reference === null)
    const key = owners.map((row) => places.get(row)).join()
    const answer = answers.get(key) ?? areEnough(owners, groupsOfRow)
    answers.set(key, answer)
    return answer
  }
}

function areEnough(owners: readonly SentRow[], groupsOfRow: ReadonlyMap<SentRow, readonly LineGroup[]>): boolean {
  const paying = new Set<LineGroup>()
  for (const row of owners)
    for (const group of groupsOfRow.get(row) ?? []) {
      if (!paying.has(group) && group.lines.some(mayBePaid)) paying.add(group)
      if (paying.size > owners.length) return false
    }
  return owners.length > 0
}

/** @returns whether the line's owner is certain, in this batch or in another one */
function decide(
  { group, sent, earlier }: Candidate,
  mine: ReadonlySet<SentRow>,
  groupsOfRow: ReadonlyMap<SentRow, LineGroup[]>,
  told: Set<SentRow>,
  found: Findings,
): boolean {
  const { first, lines } = group
  const ours = sent.filter((row) => mine.has(row))
  if (ours.length === 0) {
    const refused = first.meaning === 'carried_out' && sent.length === 0 ? earlier.filter((row) => mine.has(row)) : []
    for (const row of refused) addDiscrepancy(row, 'failed_but_carried_out', lines, found)
    if (isNameless(first)) found.nameless += lines.length
    else if (refused.length === 0) addOthers(lines, found)
    return sent.length > 0
  }
  // Several lines may be about a row: it is left once, with all of them.
  const leave = (why: 'ambiguous' | 'undated' | 'other_reference' | 'earlier_attempt', row: SentRow) => {
    if (!told.has(row)) leaveInDoubt(row, why, linesToTell(groupsOfRow.get(row) ?? [group]), found)
    told.add(row)
  }
  const [row] = ours
  if (!row || sent.length > 1 || group.conflicting || (groupsOfRow.get(row)?.length ?? 0) > 1) {
    for (const each of ours) leave('ambiguous', each)
    return false
  }
  // A person may have resolved it as paid with another reference: "not paid" contradicts that, too.
  const contradicts = row.state === 'paid' && first.meaning === 'not_carried_out'
  if (row.reference !== null && first.reference !== null && !contradicts) {
    // The row has a reference of its own, which the statement doesn't list.
    if (!isOpen(row)) addOthers(lines, found)
    leave('other_reference', row)
    return false
  }
  if (first.at === null) {
    leave('undated', row)
    return false
  }
  if (first.meaning !== 'carried_out' && earlier.length > 0) {
    leave(earlier.every((each) => each === row) ? 'earlier_attempt' : 'ambiguous', row)
    return false
  }
  judgeRow(row, group, 'number', found)
  return true
}

function findCandidates(
  free: readonly LineGroup[],
  named: ReadonlySet<SentRow>,
  { rows, others, lines, feeTolerance = 0 }: MatchInput,
  found: Findings,
): Candidate[] {
  const listed = new Set(lines.map(({ reference }) => reference).filter((reference) => reference !== null))
  const byNumber = groupByNumber([...rows, ...others])
  const isOther = new Set(others)
  const hasOwnLine = (row: SentRow) =>
    named.has(row) || (isOther.has(row) && row.reference !== null && listed.has(row.reference))
  const candidates: Candidate[] = []
  for (const group of free) {
    const alike = likeness(group, byNumber, feeTolerance)
    for (const row of alike) found.listed.add(row)
    if (alike.some((row) => isOther.has(row) && row.reference !== null && row.reference === group.first.reference)) {
      addOthers(group.lines, found)
      continue
    }
    const mayBeSent = sentStates[group.first.meaning === 'carried_out' && !group.conflicting ? 'carriedOut' : 'other']
    const near = alike.filter((row) => !hasOwnLine(row) && group.lines.some((line) => isNear(line, row)))
    const sent = near.filter(({ state }) => mayBeSent.has(state))
    const earlier = alike.filter((row) => row.retried || (near.includes(row) && !sent.includes(row)))
    candidates.push({ group, sent, earlier })
  }
  return candidates
}

/** Add items to the list under a key of a map. */
export function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, ...items: readonly Item[]): void {
  const list = lists.get(key)
  if (list) list.push(...items)
  else lists.set(key, [...items])
}

/** The states of payouts that a line may be about, by what it says. */
const sentStates = {
  carriedOut: new Set(['sending', 'accepted', 'unknown', 'paid']),
  other: new Set(['sending', 'accepted', 'unknown', 'paid', 'failed']),
}

/** Rows by their number, and then by their amount in hundredths. */
type ByNumber = ReadonlyMap<string, ReadonlyMap<bigint, SentRow[]>>

const groupByNumber = (rows: readonly SentRow[]): ByNumber =>
  new Map([...Map.groupBy(rows, ({ phone }) => phone)].map(([phone, its]) => [phone, Map.groupBy(its, hundredthsOf)]))

/** The payouts with the line's number, amount and currency. */
function likeness({ first, lines }: LineGroup, byNumber: ByNumber, feeTolerance: number): SentRow[] {
  const alike = new Set<SentRow>()
  for (const line of lines) {
    // A payout's fee is not a payout itself.
    if (line.isFee === true && first.isFee === undefined) continue
    for (const phone of numbersOf(line)) {
      const byAmount = byNumber.get(phone)
      if (!byAmount) continue
      for (const row of rowsBetween(byAmount, amountsOf(line, feeTolerance))) {
        if (line.currency === null || line.currency === row.currency) alike.add(row)
      }
    }
  }
  return [...alike]
}

function* rowsBetween(
  byAmount: ReadonlyMap<bigint, SentRow[]>,
  amounts: readonly { from: bigint; to: bigint }[],
): Generator<SentRow, void> {
  for (const { from, to } of amounts) {
    if (from === to) yield* byAmount.get(from) ?? []
    else for (const [hundredths, rows] of byAmount) if (from <= hundredths && hundredths <= to) yield* rows
  }
}

export function isNear({ at }: StatementLine, row: SentRow): boolean {
  const { sentAtMs } = row
  if (sentAtMs === null) return false
  return at === null || (at.toMs >= sentAtMs - matchWindow.beforeMs && at.fromMs <= nearUntilMs(row))
}

/** A line that begins later is not near. */
export const nearUntilMs = ({ sentAtMs, sentUntilMs }: SentRow): number =>
  (sentUntilMs ?? sentAtMs ?? Number.NEGATIVE_INFINITY) + matchWindow.afterMs
