import { readStored, say, type Words } from '../../words/sentence.ts'
import type { Ledger } from '../connection/ledger.ts'

/** The provider is out of reach: rows came back unsent, and none has had an answer since. */
export interface Unreachable {
  since: Date
  why: Words
}

/**
 * Whether the provider is out of reach at this moment, by the rows that are tried: those of the first open chunks of the batches that run.
 * It reads at most some thousand rows, whatever the ledger's size.
 *
 * @param batchNo of this batch alone; undefined: of all
 */
export async function readUnreachable(
  { pool }: Ledger,
  sandbox: boolean,
  batchNo?: number,
): Promise<Unreachable | null> {
  const { rows } = await pool.query<{ since: Date; why: unknown }>(unreachableSql, [sandbox, batchNo ?? null])
  const [found] = rows
  if (!found) return null
  // While the only row that was tried is tried again, the ledger doesn't have its message.
  const why = found.why === null ? unknownCause : readStored(found.why)
  return { since: found.since, why }
}

const unknownCause = say('provider.nothing_sent', { cause: say('provider.no_connection_provider_could') })

/**
 * Tried again after a minute at most (docs/design.md, rule 8), and given up after its deadline: what is older is of nobody who
 * tries now. Of what is held nothing is tried, and what a process that stops holds back says nothing of the provider.
 */
const unreachableSql = `
with running as (
  select b.batch_no,
         (select max(v.at) from payrun.batch_events v where v.batch_no = b.batch_no and v.to_state = 'running') as since
    from payrun.batches b
   where b.state = 'running'
     and b.sandbox = $1
     and ($2::int is null or b.batch_no = $2)
   order by b.batch_no
   limit 5
), tried as (
  select payrun.chunk_key(r.batch_no, c.chunk_no) as key
    from running r
   cross join lateral (
     select c.chunk_no
       from payrun.chunks c
      where c.batch_no = r.batch_no
        and c.open
        and not exists (
          select from payrun.operator_holds h where h.operator = c.operator and h.sandbox = $1
        )
      order by c.chunk_no
      limit 8
   ) c
), seen as materialized (
  select p.batch_no, p.line, p.state, p.attempts, p.settled_at, p.error_code, p.error_message
    from payrun.payouts p
   where p.chunk_no is not null
     and payrun.chunk_key(p.batch_no, p.chunk_no) = any (array(select key from tried))
), unsent as (
  select e.at, s.error_message
    from seen s
    join running r using (batch_no)
    join payrun.events e using (batch_no, line)
   where ((s.state = 'pending' and s.error_code = 'not_sent') or (s.state = 'sending' and s.attempts > 1))
     and strpos(coalesce(s.error_message::text, ''), 'provider.request_held_back_last_moment') = 0
     and e.code = 'not_sent'
     and e.at > greatest(r.since, (select max(settled_at) from seen))
)
select min(at) as since,
       (array_agg(error_message order by at desc) filter (where error_message is not null))[1] as why
  from unsent
having max(at) > now() - interval '3 minutes'`
