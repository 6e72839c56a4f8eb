import type { PoolClient } from 'pg'
import { moment, readSentence, type Sentence, say } from '../../words/sentence.ts'
import type { Ledger, Queryable } from '../connection/ledger.ts'
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
  /** See `deedsSql`. */
  deeds: number
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
function isMet({ epoch, systemId, timeline, position, commits, deeds }: LedgerFacts, mark: Mark): boolean {
  // A mark from before a recovery is met: a person has said what became of what it saw. One from after a recovery that this ledger has
  // forgotten is not.
  if (mark.epoch !== epoch) return mark.epoch < epoch
  if (mark.workerNo !== null && (commits.get(mark.workerNo) ?? -1) < mark.commits) return false
  if (mark.deeds !== undefined && deeds < mark.deeds) return false
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

interface FactsRow {
  epoch: number
  systemId: string
  timeline: number
  oids: string
  position: string
  deeds: string
  admittedId: string | null
  admittedTimeline: number | null
  admittedOids: string | null
  standbys: string | null
  fencedAt: Date | null
  fencedWhy: unknown
  marked: { workerNo: number; commits: number }[]
  last: { workerNo: number; commits: number }[]
}

/** What the ledger says about itself, as far as these marks need it, in one round trip. */
export async function readFacts(client: Queryable, marks: readonly Mark[]): Promise<LedgerFacts> {
  const workerNos = marks.flatMap(({ workerNo }) => (workerNo === null ? [] : [workerNo]))
  const { rows } = await client.query<FactsRow>(factsSql, [workerNos])
  const row = rows[0]
  if (!row) throw new Error('the ledger has no row about its server')
  const { epoch, systemId, timeline, oids, position, last } = row
  return {
    epoch,
    systemId,
    timeline,
    oids,
    position,
    deeds: Number(row.deeds),
    admitted:
      row.admittedId === null || row.admittedTimeline === null
        ? null
        : {
            systemId: row.admittedId,
            timeline: row.admittedTimeline,
            oids: row.admittedOids,
            synchronousStandbys: row.standbys ?? '',
          },
    fenced:
      row.fencedAt === null
        ? null
        : { at: row.fencedAt, why: readSentence(row.fencedWhy) ?? say('stored.ledger_other_server') },
    commits: new Map(row.marked.map(({ workerNo, commits }) => [workerNo, commits])),
    last,
  }
}

/**
 * How much people and schedules have done: the last numbers of trails that are only added to. It says on any server and timeline whether a
 * ledger lacks a batch, a cancellation, a hold or a change of policy that was acknowledged, as the commits of workers say of payments.
 */
export const deedsSql = `(
  (select coalesce(max(event_no), 0) from payrun.batch_events)
  + (select coalesce(max(change_no), 0) from payrun.changes)
  + (select coalesce(max(event_no), 0) from payrun.operator_events)
)::text`

/**
 * The timeline is taken from the name of the WAL file that is being written: the control file has that of the last checkpoint, which a server
 * that was just promoted has yet to make. The position is what is on disk, which survives a crash of the server.
 */
const factsSql = `
select s.epoch,
       (select c.system_identifier::text from pg_control_system() c) as "systemId",
       ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
       (
         select format('%s/%s', d.oid, 'payrun.server'::regclass::oid)
           from pg_database d
          where d.datname = current_database()
       ) as oids,
       (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as position,
       ${deedsSql} as deeds,
       s.system_id as "admittedId",
       s.timeline as "admittedTimeline",
       s.oids as "admittedOids",
       s.synchronous_standbys as standbys,
       s.fenced_at as "fencedAt",
       s.fenced_why as "fencedWhy",
       coalesce((
         select json_agg(json_build_object('workerNo', w.worker_no, 'commits', w.commits))
           from payrun.workers w
          where w.worker_no = any($1::int[])
       ), '[]') as marked,
       coalesce((
         select json_agg(json_build_object('workerNo', w.worker_no, 'commits', w.commits))
           from payrun.workers w
          where w.swept_at is null
             or w.worker_no = (select max(n.worker_no) from payrun.workers n)
       ), '[]') as last
  from payrun.server s`

/**
 * Answers by which money moved, or may have, for rows that the ledger has forgotten, and which nothing else accounts for: no
 * statement that was loaded has their reference, no row has it, and nobody has looked into them. While there are any, what
 * statements have shown is not everything that was paid. As SQL about `w`.
 *
 * An unknown answer without a reference can't be found on a statement: its line bars the row, if it was carried out.
 */
export const isUnmatched = `(
  w.source = 'answer'
  and not w.set_aside
  and (w.state in ('paid', 'accepted') or w.state = 'unknown' and w.reference is not null)
  and not exists (
    select from payrun.provider_references r
     where r.reference = w.reference)
  and not exists (
    select from payrun.payments_without_row o
     where o.source = 'statement'
       and o.reference = w.reference)
)`

/** What a ledger that went back in time may be missing. */
export interface Gap {
  /** Payments since then may be missing, until a statement is loaded; null: nothing is missing, or a statement has filled the gap. */
  since: Date | null
  /** How many answers no statement accounts for, and the references of the first five, with an ellipsis if there are more. */
  unmatched: number
  references: string[]
}

const gapSql = `
select s.awaiting_statement_since as since,
       s.fenced_why as "fencedWhy",
       u.unmatched,
       u.references
  from payrun.server s
 cross join lateral (
   select count(*)::int as unmatched,
          coalesce(
            (array_agg(coalesce(w.reference, '–') order by w.payment_no))[:6],
            '{}'
          ) as references
     from payrun.payments_without_row w
    where ${isUnmatched}
 ) u`

export const readGap = ({ pool }: Ledger): Promise<Gap> => askGap(pool, gapSql)

async function askGap<Asked extends Gap>(client: Queryable, sql: string): Promise<Asked> {
  const { rows } = await client.query<Asked>(sql)
  const gap = rows[0]!
  return gap.references.length > 5 ? { ...gap, references: [...gap.references.slice(0, 5), '…'] } : gap
}

/**
 * Why no new file is taken by a ledger that went back in time: it may bring what was paid after that point, and the ledger doesn't
 * know of it any more. Undefined where it is whole, or statements have filled the gap.
 */
export async function whyNoSubmission(
  client: PoolClient,
): Promise<{ isFenced: boolean; message: Sentence } | undefined> {
  const { fencedWhy, since, unmatched, references } = await askGap<Gap & { fencedWhy: unknown }>(
    client,
    `${gapSql}\n   for share of s`,
  )
  const why = readSentence(fencedWhy)
  if (why) return { isFenced: true, message: say('stored.submissions_wait_for_fence', { why }) }
  if (unmatched > 0) {
    return { isFenced: false, message: say('stored.submissions_wait_for_answers', { answers: unmatched, references }) }
  }
  if (!since) return undefined
  return { isFenced: false, message: say('stored.submissions_wait_for_statement', { since: moment(since, 'second') }) }
}
