import { type Sentence, say } from '../../words/sentence.ts'
import type { Mark } from './mark.ts'

/** What a ledger says about where it is and how far it has come. */
export interface LedgerFacts {
  epoch: number
  systemId: string
  timeline: number
  /** Of the database, and of the ledger's table in it. */
  oids: string
  /** The write-ahead position, in bytes. */
  position: string
  /** Where it was admitted last; null for a ledger that no payrun has opened yet. No `oids`: by a payrun that didn't record them. */
  admitted: { systemId: string; timeline: number; oids: string | null; synchronousStandbys: string } | null
  fenced: { at: Date; why: Sentence } | null
  /** Group commits of the workers that the marks name. A worker that is missing here is not in the ledger. */
  commits: ReadonlyMap<number, number>
  /** Workers whose lease has not ended, and the newest of all: they may have committed last. */
  last: readonly { workerNo: number; commits: number }[]
}

export type Verdict =
  /** It has everything that was seen of it. `moved`: it is not where it was last recorded to be. */
  | { kind: 'whole'; moved: boolean }
  /** It moved, and seems to have lost nothing: it is whole if every worker says the same. */
  | { kind: 'ask_workers'; otherwise: Sentence }
  /** It lacks something that was seen of it, or nothing shows that it lacks nothing. */
  | { kind: 'fence'; why: Sentence }
  | { kind: 'fenced'; at: Date; why: Sentence }

/**
 * Whether a ledger has everything that was ever seen of it (docs/design.md, rule 12).
 *
 * @param marks all that can be read from here
 * @param allMarks every process that pays from this ledger keeps its mark where these were read: a shared Redis, or the
 *   PAYRUN_HOME of an embedded ledger
 */
export function judgePast(facts: LedgerFacts, marks: readonly Mark[], allMarks: boolean): Verdict {
  // A ledger that was fenced because nothing showed that it was whole, such as by a process without marks, may be shown not to be.
  if (!(facts.fenced && showsLoss(facts.fenced.why)) && !marks.every((mark) => isMet(facts, mark)))
    return { kind: 'fence', why: say('stored.ledger_behind_its_mark') }
  if (facts.fenced) return { kind: 'fenced', ...facts.fenced }
  if (marks.some(({ isCopy, epoch }) => isCopy && epoch >= facts.epoch))
    return { kind: 'fence', why: say('stored.ledger_marks_are_copies') }
  const { admitted } = facts
  if (admitted === null) return { kind: 'whole', moved: true }
  if (admitted.systemId === facts.systemId) {
    // A copy, or a dump that was put back. Marks don't help: they fit a copy as it was when it was made, and the original may still pay.
    if (admitted.oids !== null && admitted.oids !== facts.oids)
      return { kind: 'fence', why: say('stored.ledger_other_database') }
    if (admitted.timeline === facts.timeline) return { kind: 'whole', moved: admitted.oids === null }
  }
  if (allMarks && isCurrent(facts, marks)) return { kind: 'whole', moved: true }
  if (admitted.systemId !== facts.systemId) return { kind: 'fence', why: say('stored.ledger_other_server') }
  const why = say('stored.ledger_other_timeline', { before: admitted.timeline, now: facts.timeline })
  return wasSynchronous(admitted.synchronousStandbys, marks)
    ? { kind: 'ask_workers', otherwise: why }
    : { kind: 'fence', why }
}

/** Whether a ledger was fenced because a mark shows that it lacks commits, and not only because nothing shows that it has all of them. */
export const showsLoss = ({ key }: Sentence): boolean => key === 'stored.ledger_behind_its_mark'

/** Whether the ledger has what the mark has seen. */
export function isMet({ epoch, systemId, timeline, position, commits }: LedgerFacts, mark: Mark): boolean {
  // A mark from before a recovery is met: a person has said what became of what it saw. One from after a recovery that this ledger has
  // forgotten is not.
  if (mark.epoch !== epoch) return mark.epoch < epoch
  if (mark.workerNo !== null && (commits.get(mark.workerNo) ?? -1) < mark.commits) return false
  const comparable = mark.systemId === systemId && mark.timeline === timeline && mark.position !== null
  return !comparable || BigInt(position) >= BigInt(mark.position ?? 0)
}

/** Whether each worker that may have committed last has a mark with exactly as many commits: then nothing after it was acted upon. */
function isCurrent({ last }: LedgerFacts, marks: readonly Mark[]): boolean {
  const seen = new Map<number, number>()
  for (const { workerNo, commits } of marks)
    if (workerNo !== null) seen.set(workerNo, Math.max(commits, seen.get(workerNo) ?? 0))
  return last.length > 0 && last.every(({ workerNo, commits }) => seen.get(workerNo) === commits)
}

/**
 * Each commit waited for every synchronous standby, so whichever was promoted has it. If commits waited for only some of the named standbys, or
 * for any, one that lacks a commit may have been promoted. A backup that is restored into a timeline of its own looks the same: so the marks
 * that can be read here have to be met, and every worker is asked for its own.
 */
const wasSynchronous = (standbys: string, marks: readonly Mark[]): boolean =>
  synchronousNames(standbys) !== null && marks.length > 0

/**
 * The standbys of `synchronous_standby_names` that each commit waits for; null where it waits for none, or not for all of those
 * named: `a`, `FIRST 2 (a, b)`, `ANY 2 (a, b)`, `2 (a, b)` wait for all; `a, b` for the first alone.
 */
export function synchronousNames(setting: string): string[] | null {
  const listed = /^\s*(?:(?:(?:FIRST|ANY)\s+)?(\d+)\s*\((.*)\)|(.+))\s*$/is.exec(setting)
  if (!listed) return null
  const names = (listed[2] ?? listed[3] ?? '').split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  const waitsFor = listed[1] === undefined ? 1 : Number(listed[1])
  return names.length === waitsFor && !names.includes('*') && !names.includes('') ? names : null
}
