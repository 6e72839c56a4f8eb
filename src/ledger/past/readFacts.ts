import { readSentence, say } from '../../words/sentence.ts'
import type { Queryable } from '../connection/ledger.ts'
import type { LedgerFacts } from './judgePast.ts'
import type { Mark } from './mark.ts'

interface FactsRow {
  epoch: number
  systemId: string
  timeline: number
  oids: string
  position: string
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
