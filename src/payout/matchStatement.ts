import { judgeAbsentRows } from './judgeAbsentRows.ts'
import { matchByNumber } from './matchByNumber.ts'
import { matchByReference } from './matchByReference.ts'
import type { Findings, LineGroup, Matched, MatchInput } from './reconciliation.ts'
import type { StatementLine } from './statement.ts'

/**
 * Which rows of a batch a provider's statement settles, and how: the whole of the judgement, without a database.
 *
 * By the provider's reference first. Else by number, amount, currency and time, one to one or not at all: a wrong match
 * calls somebody paid who isn't, or has somebody paid twice. Whatever is doubtful is left to a person.
 */
export function matchStatement(input: MatchInput): Matched {
  const found: Findings = {
    resolutions: [],
    cases: [],
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
  for (const list of [matched.resolutions, matched.cases, matched.left]) {
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
