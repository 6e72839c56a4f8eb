import { ownIdentity } from '../../process.ts'
import { readSentence, type Sentence, storedJson } from '../../words/sentence.ts'
import type { Queryable } from '../connection/ledger.ts'
import { deedsSql, judgePast, type LedgerFacts, readFacts, showsLoss, type Verdict } from './judgePast.ts'
import { type Mark, type MarkPlace, openWriter } from './mark.ts'

/** A process's own mark and those of all others, by which a ledger is judged whenever a connection to it is made. */
export interface Past {
  /** This process claims under this number from now on. */
  registered(workerNo: number): void
  /** Judge the ledger behind a new connection, before anything is claimed over it. */
  admit(client: Queryable): Promise<Admitted>
  /**
   * Mark that the ledger has made so many group commits for a worker. Nothing that rests on them may be sent before this resolves: then it is
   * kept outside of the ledger. Usually that is done at once, and nothing is returned.
   */
  keep(workerNo: number, commits: number): undefined | Promise<void>
  /** For the heartbeat and the end of a command: judge the ledger, and mark how far it has come. */
  keepPosition(client: Queryable): Promise<Admitted>
  /**
   * Since when a mark could not be written, on the monotonic clock; undefined if the newest is kept. It is tried again, and nothing may be
   * claimed until it is written.
   */
  lateSinceMs(): number | undefined
  /** The latest judgement. */
  last(): Admitted | undefined
  /** From now on, also keep marks in this place, which every process that pays from the ledger uses. */
  share(place: MarkPlace): void
}

interface PastPlaces {
  /** Files of PAYRUN_HOME. */
  files: MarkPlace
  /** The ledger is embedded: every process that pays from it has this PAYRUN_HOME. */
  onlyHere: boolean
  /** Reads shared marks, for a process that has not opened their place; null if they can't be read at this moment. */
  elsewhere?: (() => Promise<Mark[] | null>) | undefined
  onTrouble(error: unknown): void
  /** The judgement has changed. */
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
      // Another worker's: its answers came from the outbox, or it is this process's earlier number.
      if (workerNo !== ownNo || last?.kind !== 'whole') return undefined
      const { epoch, systemId, timeline } = last
      if (own?.epoch === epoch && own.workerNo === workerNo && own.commits >= commits) return undefined
      // The write-ahead position moves with the heartbeat: the commits are more exact. One from before a recovery is of what was lost.
      const position =
        own?.epoch === epoch && own.systemId === systemId && own.timeline === timeline ? own.position : null
      const deeds = own?.epoch === epoch ? own.deeds : undefined
      return write({ epoch, systemId, timeline, position, workerNo, commits, deeds })
    },
    keepPosition: async (client) => {
      const admitted = await judge(client)
      if (admitted.kind !== 'whole') return admitted
      const { epoch, systemId, timeline } = admitted
      const here = await commitHere(client)
      // Commits from before a recovery are those that the ledger has lost: marked as later ones, they would fence it again.
      const commits = own?.epoch === epoch && own.workerNo === ownNo ? own.commits : 0
      // Not waited for: the heartbeat goes on while Redis is away.
      void write({ epoch, systemId, timeline, ...here, workerNo: ownNo, commits })
      files.sync()
      return admitted
    },
    lateSinceMs: writer.lateSinceMs,
    last: () => last,
    share: writer.share,
  }
}

/** Where marks are read, and whether those are all marks that there are (see judgePast). */
interface Marks {
  read(): Promise<Mark[]>
  /** Those in files of PAYRUN_HOME, where a process that dies leaves its newest. */
  here(): Promise<Mark[]>
  all: boolean
  /** All the others, read only if those here are not enough to judge by. Null: they can't be read at this moment. */
  elsewhere?: (() => Promise<Mark[] | null>) | undefined
}

type WholeLedger = Pick<LedgerFacts, 'epoch' | 'systemId' | 'timeline' | 'position'>

type Admitted =
  | ({ kind: 'whole' } & WholeLedger)
  /** It is on another server or timeline, and its workers are asked whether they miss anything. Nothing is claimed meanwhile. */
  | { kind: 'asking' }
  /** Nothing may be claimed until somebody has said what happened (`payrun recover`). */
  | Fenced

/** `unread`: marks elsewhere, which might show that commits are missing, couldn't be read. */
type Fenced = { kind: 'fenced'; at: Date; why: Sentence; unread?: true }

/**
 * Find out over a new connection whether a ledger went back in time: a failover, a restore and a copy all break the connections that there
 * were. A ledger that did, or may have, is fenced for everybody.
 *
 * Safe to do anywhere, any number of times: only `recover` ends a fence. Its first reason stays, unless a mark shows that commits are missing.
 */
async function admit(client: Queryable, marks: Marks, workerNo?: number): Promise<Admitted> {
  const seen = await marks.read()
  const facts = await readFacts(client, seen)
  const verdict = judgePast(facts, seen, marks.all)
  const isSure = verdict.kind === 'whole' || (verdict.kind === 'fenced' && showsLoss(verdict.why)) || !marks.elsewhere
  if (isSure) return settleOn(client, facts, verdict, marks, workerNo)
  const more = await marks.elsewhere?.()
  if (!more) return verdict.kind === 'fenced' ? { ...verdict, unread: true } : { kind: 'asking' }
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
  const { epoch, systemId, timeline, oids, position } = facts
  switch (verdict.kind) {
    case 'fenced':
      return verdict
    case 'fence':
      return fence(client, verdict.why, epoch)
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
      if (state === 'overdue') return fence(client, verdict.otherwise, epoch)
      await client.query(movedSql, [systemId, timeline, oids])
      return { kind: 'whole', epoch, systemId, timeline, position }
    }
    case 'whole':
      if (verdict.moved) await client.query(movedSql, [systemId, timeline, oids])
      return { kind: 'whole', epoch, systemId, timeline, position }
  }
}

/**
 * Commit something, and return its position in the write-ahead log. Once that is answered, everything before it is on disk in whole records. The
 * position of the last flush at any other moment may be within a record, and a crash takes the ledger back to where that record begins.
 */
async function commitHere(client: Queryable): Promise<{ position: string; deeds: number }> {
  const { rows } = await client.query<{ position: string; deeds: string }>(
    `select (pg_logical_emit_message(true, 'payrun', '') - '0/0'::pg_lsn)::text as position,
            ${deedsSql} as deeds`,
  )
  return { position: rows[0]?.position ?? '0', deeds: Number(rows[0]?.deeds ?? 0) }
}

async function fence(client: Queryable, why: Sentence, epoch: number): Promise<Admitted> {
  const { rows } = await client.query<{ at: Date; why: unknown }>(fenceSql, [storedJson(why), showsLoss(why), epoch])
  const [fenced] = rows
  // Somebody has recovered it since it was judged.
  if (!fenced) return { kind: 'asking' }
  return { kind: 'fenced', at: fenced.at, why: readSentence(fenced.why) ?? why }
}

/**
 * After a failover, every worker connects again within seconds and checks its mark. For so long, a worker that misses something may object, even
 * one that the ledger doesn't know.
 */
const objectSeconds = 15
/**
 * A worker that the ledger knows and that has said nothing by then may have seen what was lost. That goes for dead workers, too: a restored
 * backup, or a standby that no commit waited for, looks like a failover that lost nothing, and a dead worker's mark may be the only one that
 * shows it. If the worker died on this machine, which has been up since, its mark is here as it was before its last send, and it is met.
 */
const answerSeconds = 90

/** Record that this worker agrees, and read what the others have said. The server's row is updated to lock it: one after the other. */
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
              and not (
                w.ended_at is not null
                and w.worker_no = any($5)
                and w.boot_id = nullif($6, 'unknown')
              )
         ) then 'agreed'
         when m.moved_at > now() - make_interval(secs => $4) then 'asking'
         else 'overdue'
       end as state
  from moved m`

const fenceSql = `
update payrun.server
   set fenced_at = coalesce(fenced_at, now()),
       moved_at = null,
       fenced_why = case when $2 then $1::jsonb else coalesce(fenced_why, $1::jsonb) end
 where epoch = $3
returning fenced_at as at, fenced_why as why`

const movedSql = `
update payrun.server
   set system_id = $1, timeline = $2, oids = $3, moved_at = null
 where fenced_at is null`
