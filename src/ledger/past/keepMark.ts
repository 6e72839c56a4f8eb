import { ownIdentity } from '../../process.ts'
import { readSentence, type Sentence, say, storedJson } from '../../words/sentence.ts'
import type { Queryable } from '../connection/ledger.ts'
import { judgePast, type LedgerFacts, type Verdict } from './judgePast.ts'
import { type Mark, type MarkPlace, openWriter } from './mark.ts'

/** A process's own mark, and those of all others: what a ledger is judged by whenever a connection to it is made. */
export interface Past {
  /** This process claims under this number from now on. */
  registered(workerNo: number): void
  /** Judge the ledger at the other end of a new connection, before anything is claimed over it. */
  admit(client: Queryable): Promise<Admitted>
  /**
   * The ledger has made so many group commits for a worker. Nothing that rests on them may be sent before this ends: it is kept
   * outside of the ledger then. Mostly that is at once, and nothing is returned.
   */
  keep(workerNo: number, commits: number): undefined | Promise<void>
  /** From the heartbeat, and as a command ends: judge, and keep how far the ledger has come by now. */
  keepPosition(client: Queryable): Promise<Admitted>
  /** A mark could not be kept, and is tried again: nothing more may be claimed until it is. */
  isLate(): boolean
  /** How the ledger was found last. */
  last(): Admitted | undefined
  /** From now on marks are kept in this place, too: every process that pays from the ledger has it. */
  share(place: MarkPlace): void
}

interface PastPlaces {
  /** Files of PAYRUN_HOME. */
  files: MarkPlace
  /** The ledger is embedded: whoever pays from it has this PAYRUN_HOME. */
  onlyHere: boolean
  /** Marks that are shared, for a process that has not opened their place; null when they can't be read at this moment. */
  elsewhere?: (() => Promise<Mark[] | null>) | undefined
  onTrouble(error: unknown): void
  /** The ledger was found otherwise than before. */
  onChange(found: Admitted): void
}

export function openPast({ files, onlyHere, elsewhere, onTrouble, onChange }: PastPlaces): Past {
  const writer = openWriter(files, onTrouble)
  let own: Mark | undefined
  let ownNo: number | null = null
  let last: Admitted | undefined

  const judge = async (client: Queryable): Promise<Admitted> => {
    const shared = writer.shared()
    const places = shared ? [files, shared] : [files]
    const read = async () => [...(own ? [own] : []), ...(await Promise.all(places.map((each) => each.read()))).flat()]
    const all = onlyHere || shared !== undefined
    const marks = { read, here: () => files.read(), all, elsewhere: shared ? undefined : elsewhere }
    const found = await admit(client, marks, ownNo ?? undefined)
    const before = last?.kind ?? 'whole'
    last = found
    if (found.kind !== before) onChange(found)
    return found
  }
  const write = (mark: Mark): undefined | Promise<void> => {
    own = mark
    return writer.write(mark)
  }

  return {
    registered: (workerNo) => {
      ownNo = workerNo
      if (last?.kind !== 'whole') return
      const { epoch, systemId, timeline } = last
      void write({ epoch, systemId, timeline, position: null, workerNo, commits: 0 })
    },
    admit: judge,
    keep: (workerNo, commits) => {
      // Another's: its answers came from the outbox, or it is the number that this process had before.
      if (workerNo !== ownNo || last?.kind !== 'whole') return undefined
      const { epoch, systemId, timeline } = last
      if (own?.epoch === epoch && own.workerNo === workerNo && own.commits >= commits) return undefined
      // The write-ahead position moves with the heartbeat: the commits say it more exactly.
      const position = own?.systemId === systemId && own.timeline === timeline ? own.position : null
      return write({ epoch, systemId, timeline, position, workerNo, commits })
    },
    keepPosition: async (client) => {
      const admitted = await judge(client)
      if (admitted.kind !== 'whole') return admitted
      const { epoch, systemId, timeline } = admitted
      const position = await commitHere(client)
      // Of before a recovery they are what the ledger has lost: said to be of after it, they would fence it again.
      const commits = own?.epoch === epoch && own.workerNo === ownNo ? own.commits : 0
      // Not waited for: the heartbeat does not stop because Redis is away.
      void write({ epoch, systemId, timeline, position, workerNo: ownNo, commits })
      files.sync()
      return admitted
    },
    isLate: writer.isLate,
    last: () => last,
    share: writer.share,
  }
}

/** Where marks are read, and whether those are all that there are (see judgePast). */
interface Marks {
  read(): Promise<Mark[]>
  /** Those in files of PAYRUN_HOME: of them a process that dies leaves the newest. */
  here(): Promise<Mark[]>
  all: boolean
  /** More of them, and then all: asked for where what is here is not enough to tell. Null: they can't be read at this moment. */
  elsewhere?: (() => Promise<Mark[] | null>) | undefined
}

type WholeLedger = Pick<LedgerFacts, 'epoch' | 'systemId' | 'timeline' | 'position'>

type Admitted =
  | ({ kind: 'whole' } & WholeLedger)
  /** On another server or timeline: its workers are asked whether they miss anything. Nothing is claimed meanwhile. */
  | { kind: 'asking' }
  /** Nothing may be claimed until somebody has said what happened (`payrun recover`). */
  | { kind: 'fenced'; at: Date; why: Sentence }

/**
 * Ask whether a ledger went back in time, over a connection that is new or was made anew: a failover, a restore and a copy all
 * break the connections there were. One that did, or may have, is fenced, for everybody.
 *
 * Safe to do anywhere, any number of times: the first to fence it has the say, and only `recover` ends it.
 */
async function admit(client: Queryable, marks: Marks, workerNo?: number): Promise<Admitted> {
  const seen = await marks.read()
  const facts = await readFacts(client, seen)
  const verdict = judgePast(facts, seen, marks.all)
  const isSure = verdict.kind === 'whole' || verdict.kind === 'fenced' || !marks.elsewhere
  if (isSure) return settleOn(client, facts, verdict, marks, workerNo)
  const more = await marks.elsewhere?.()
  if (!more) return { kind: 'asking' }
  const all = [...seen, ...more]
  const again = await readFacts(client, all)
  return settleOn(client, again, judgePast(again, all, true), marks, workerNo)
}

async function settleOn(
  client: Queryable,
  facts: LedgerFacts,
  verdict: Verdict,
  marks: Marks,
  workerNo?: number,
): Promise<Admitted> {
  const { epoch, systemId, timeline, position } = facts
  switch (verdict.kind) {
    case 'fenced':
      return verdict
    case 'fence':
      return fence(client, verdict.why)
    case 'ask_workers': {
      const asked = await client.query<{ state: 'asking' | 'agreed' | 'overdue' }>(askSql, [
        `${systemId}/${timeline}`,
        workerNo ?? null,
        objectSeconds,
        answerSeconds,
        (await marks.here()).flatMap((mark) => (mark.epoch === epoch && mark.workerNo !== null ? [mark.workerNo] : [])),
        ownIdentity().bootId,
      ])
      const state = asked.rows[0]?.state ?? 'asking'
      if (state === 'asking') return { kind: 'asking' }
      if (state === 'overdue') return fence(client, verdict.otherwise)
      await client.query(movedSql, [systemId, timeline])
      return { kind: 'whole', epoch, systemId, timeline, position }
    }
    case 'whole':
      if (verdict.moved) await client.query(movedSql, [systemId, timeline])
      return { kind: 'whole', epoch, systemId, timeline, position }
  }
}

/**
 * Commit something, and say where it stands in the write-ahead log. Once that is answered, all before it is on the disk in whole
 * records. What is flushed at any other moment may end within a record, and a crash takes the ledger back to the record's beginning.
 */
async function commitHere(client: Queryable): Promise<string> {
  const { rows } = await client.query<{ position: string }>(
    `select (pg_logical_emit_message(true, 'payrun', '') - '0/0'::pg_lsn)::text as position`,
  )
  return rows[0]?.position ?? '0'
}

async function fence(client: Queryable, why: Sentence): Promise<Admitted> {
  const { rows } = await client.query<{ at: Date; why: unknown }>(fenceSql, [storedJson(why)])
  return { kind: 'fenced', at: rows[0]?.at ?? new Date(), why: readSentence(rows[0]?.why) ?? why }
}

/**
 * After a failover every worker connects again within seconds, and looks whether the ledger has its mark. So long, one that misses
 * something may object, even if the ledger has never heard of it.
 */
const objectSeconds = 15
/**
 * A worker that the ledger knows of and that has said nothing by then may have seen what was lost. One that is dead, too: a backup that
 * is restored, or a standby that no commit had waited for, looks like a failover that lost nothing, and its mark may be the only
 * one that shows it. Where it died on this machine, which runs since, its mark lies here as it was before its last send, and is met.
 */
const answerSeconds = 90

/** This worker agrees, and what the others have said. The row of the server is updated to be locked: one after the other. */
const askSql = `
with agreed as (
  update payrun.workers
     set confirmed = $1
   where worker_no = $2
), moved as (
  update payrun.server
     set moved_at = coalesce(moved_at, now())
  returning moved_at
)
select case
         when m.moved_at > now() - make_interval(secs => $3) then 'asking'
         when not exists (
           select from payrun.workers w
            where w.started_at < m.moved_at
              and (w.ended_at is null or w.ended_at > m.moved_at)
              and w.confirmed is distinct from $1
              and w.worker_no is distinct from $2
              and not (w.ended_at is not null and w.worker_no = any($5) and w.boot_id = nullif($6, 'unknown'))
         ) then 'agreed'
         when m.moved_at > now() - make_interval(secs => $4) then 'asking'
         else 'overdue'
       end as state
  from moved m`

const fenceSql = `
update payrun.server
   set fenced_at = coalesce(fenced_at, now()),
       moved_at = null,
       fenced_why = coalesce(fenced_why, $1::jsonb)
returning fenced_at as at, fenced_why as why`

const movedSql = `
update payrun.server
   set system_id = $1, timeline = $2, moved_at = null
 where fenced_at is null`

interface FactsRow {
  epoch: number
  systemId: string
  timeline: number
  position: string
  admittedId: string | null
  admittedTimeline: number | null
  standbys: string | null
  fencedAt: Date | null
  fencedWhy: unknown
  marked: { workerNo: number; commits: number }[]
  last: { workerNo: number; commits: number }[]
}

/** What the ledger says of itself, as far as these marks need it. One round trip. */
export async function readFacts(client: Queryable, marks: readonly Mark[]): Promise<LedgerFacts> {
  const workerNos = marks.flatMap(({ workerNo }) => (workerNo === null ? [] : [workerNo]))
  const { rows } = await client.query<FactsRow>(factsSql, [workerNos])
  const row = rows[0]
  if (!row) throw new Error('the ledger has no row about its server')
  const { epoch, systemId, timeline, position, last } = row
  return {
    epoch,
    systemId,
    timeline,
    position,
    admitted:
      row.admittedId === null || row.admittedTimeline === null
        ? null
        : { systemId: row.admittedId, timeline: row.admittedTimeline, synchronousStandbys: row.standbys ?? '' },
    fenced:
      row.fencedAt === null
        ? null
        : { at: row.fencedAt, why: readSentence(row.fencedWhy) ?? say('stored.ledger_other_server') },
    commits: new Map(row.marked.map(({ workerNo, commits }) => [workerNo, commits])),
    last,
  }
}

/**
 * The timeline stands in the name of the file that is written to now: the control file has that of the last checkpoint, which a
 * server that was just promoted has still to make. The position is what is on the disk, which a crash of the server keeps.
 */
const factsSql = `
select s.epoch,
       (select c.system_identifier::text from pg_control_system() c) as "systemId",
       ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
       (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as position,
            s.system_id as "admittedId",
       s.timeline as "admittedTimeline",
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
