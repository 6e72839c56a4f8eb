import type { ClientBase } from 'pg'
import type { Ledger } from '../connection/ledger.ts'

/** What there is of accounts, keys, policy and schedules to change, and what is taken along; what becomes of it in the trail. */
export type ChangeKind =
  | 'account.added'
  | 'account.disabled'
  | 'account.roles'
  | 'account.reset'
  | 'account.password'
  | 'account.second_factor'
  | 'account.language'
  | 'key.added'
  | 'key.revoked'
  | 'policy.approvals'
  | 'policy.keys_approve'
  | 'policy.second_factor'
  /** How statements that go by a name are read: readStatementFormat. */
  | 'statement.mapped'
  /** A statement was applied to a batch, which it settles rows of or contradicts. */
  | 'batch.reconciled'
  /** Events were asked for again, for the webhook. */
  | 'events.resent'
  | 'float.set'
  | 'float.added'
  | 'float.budgets'
  | 'policy.warnings'
  | `schedule.${'added' | 'paused' | 'resumed' | 'removed'}`
  /** Somebody has taken a batch's report along. */
  | 'report.taken'
  /** Likewise the trail itself. */
  | 'trail.taken'

/** What somebody did: a change, or an act on a batch, a row or an operator, each kept where it belongs. */
export interface TrailEntry {
  at: Date
  /** Whose account, or login name on the command line. */
  actor: string
  what: ChangeKind | ActKind
  /** The account, the key, what of the policy, the schedule's name, the batch, `BATCH:LINE`, or the operator. */
  subject: string
  details: Record<string, unknown>
  /** Where the page after this entry begins. */
  cursor: string
}

/** What people do with money. */
export type ActKind =
  | `batch.${'submitted' | 'approved' | 'paused' | 'resumed' | 'retried' | 'cancelled' | 'rejected'}`
  | `retry.${'asked' | 'approved' | 'rejected' | 'replaced' | 'withdrawn'}`
  | 'row.resolved'
  /** Submitted, or approved, though there was something to look at. */
  | `warnings.${'submitted' | 'approved' | 'retried'}`
  | `operator.${'held' | 'released' | 'window_planned' | 'window_removed'}`

/** What is looked for; what is left out, or empty, fits all. */
export interface TrailSearch {
  /** A part of the name; capitals don't count. */
  who?: string | undefined
  /** What a kind begins with: `account`, `batch`. */
  what?: string | undefined
  /** Days, both included, as YYYY-MM-DD, in the time zone; IANA's name. */
  from?: string | undefined
  to?: string | undefined
  timeZone?: string | undefined
}

/** What came of a change of the policy. `other_than_seen`: somebody has changed it since it was looked at, and it stays so. */
export type PolicyChange = 'changed' | 'as_before' | 'other_than_seen'

/** A line of the trail, in the transaction of the change that it is about. */
export async function recordChange(
  client: Pick<ClientBase, 'query'>,
  actor: string,
  what: ChangeKind,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  await client.query('insert into payrun.changes (actor, what, subject, details) values ($1, $2, $3, $4)', [
    actor,
    what,
    subject,
    JSON.stringify(details),
  ])
}

/** Who made the latest change of a kind to something; undefined where the trail has none. */
export async function whoChanged({ pool }: Ledger, what: ChangeKind, subject: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ actor: string }>(
    `select actor
       from payrun.changes
      where what = $1
        and subject = $2
      order by change_no desc
      limit 1`,
    [what, subject],
  )
  return rows[0]?.actor
}

/** How statements that go by a name are read, as it was said last; undefined where nobody has said it. */
export async function readStatementFormat({ pool }: Ledger, name: string): Promise<unknown> {
  const { rows } = await pool.query<{ details: unknown }>(
    `select details -> 'to' as details
       from payrun.changes
      where what = 'statement.mapped'
        and subject = $1
      order by change_no desc
      limit 1`,
    [name],
  )
  return rows[0]?.details
}

/** Keep how statements of a name are read, from here on. The trail of changes is where it is kept. */
export const keepStatementFormat = (
  { pool }: Ledger,
  actor: string,
  name: string,
  format: { from: unknown; to: unknown },
): Promise<void> => recordChange(pool, actor, 'statement.mapped', name, { from: format.from ?? null, to: format.to })

/** Of a batch `b`, what whoever submitted it corrected and decided: how much of it. */
const submittedSql = `
  jsonb_strip_nulls(
    jsonb_build_object(
      'duplicates_accepted', b.decided -> 'duplicates', 'rows_left_out', b.decided -> 'leftOut',
      'cells_corrected', nullif(b.corrected -> 'cells', '0'),
      'rows_removed', nullif(b.corrected -> 'rows', '0'), 'sheet', b.decided -> 'sheet',
      'columns', b.decided -> 'columns', 'own_total', b.decided -> 'ownTotal',
      'max_amount', b.decided -> 'maxAmount'))`

/** Each part by itself in the order of time, so that none is read further than one page needs. */
const trailParts = [
  `select at, actor, what, subject, details, 'c' || change_no as key
     from payrun.changes`,
  `select a.at, a.approver as actor, 'batch.approved' as what, b.id as subject,
          jsonb_build_object('note', a.note) as details, 'a' || a.batch_no || ':' || a.nth as key
     from payrun.approvals a
     join payrun.batches b using (batch_no)`,
  `select q.at, q.requester as actor, 'retry.asked' as what, b.id as subject,
          jsonb_build_object('rows', cardinality(q.lines), 'note', q.asked_note) as details, 'q' || q.request_no as key
     from payrun.retry_requests q
     join payrun.batches b using (batch_no)`,
  `select q.decided_at as at, q.decided_by as actor, 'retry.' || q.decision as what, b.id as subject,
          jsonb_build_object('rows', cardinality(q.lines), 'note', q.note) as details, 'd' || q.request_no as key
     from payrun.retry_requests q
     join payrun.batches b using (batch_no)
    where q.decision is not null`,
  `select e.at, e.actor,
          case
            when e.from_state is null then 'batch.submitted'
            when e.to_state = 'cancelled' and e.reason ~ '^rejected(:|$)' then 'batch.rejected'
            when e.to_state = 'cancelled' then 'batch.cancelled'
            when e.to_state = 'paused' then 'batch.paused'
            when e.from_state = 'settled' then 'batch.retried'
            else 'batch.resumed'
          end as what,
          b.id as subject,
          jsonb_build_object('note', e.note)
            || case when e.from_state is null then ${submittedSql} else '{}' end as details,
          'b' || e.event_no as key
     from payrun.batch_events e
     join payrun.batches b using (batch_no)
    where e.actor is not null
      and e.to_state <> 'settled'
      and (e.from_state is distinct from 'awaiting_approval' or e.to_state = 'cancelled')`,
  `select e.at, e.actor, 'row.resolved' as what, b.id || ':' || e.line as subject,
          jsonb_build_object('to', e.to_state) as details, 'r' || e.batch_no || ':' || e.line || ':' || e.seq as key
     from payrun.events e
     join payrun.batches b using (batch_no)
    where e.actor is not null
      and e.from_state in ('unknown', 'accepted')`,
  `select w.at, w.actor, 'warnings.' || w.deed as what, b.id as subject,
          jsonb_build_object('warnings', w.counts) as details, 'w' || w.seen_no as key
     from payrun.warnings_seen w
     join payrun.batches b using (batch_no)
    where w.counts <> '{}'`,
  `select at, actor, 'operator.' || action as what, operator as subject,
          jsonb_build_object('note', note) as details, 'o' || event_no as key
     from payrun.operator_events`,
  `select planned_at as at, actor, 'operator.window_planned' as what, operator as subject,
          jsonb_build_object('note', note, 'window', window_no, 'from', starts, 'to', ends, 'every', every,
                             'time_zone', time_zone) as details,
          'p' || window_no as key
     from payrun.operator_windows`,
  `select removed_at as at, removed_by as actor, 'operator.window_removed' as what, operator as subject,
          jsonb_build_object('window', window_no, 'from', starts, 'to', ends, 'every', every,
                             'time_zone', time_zone) as details,
          'x' || window_no as key
     from payrun.operator_windows
    where removed_at is not null`,
]

/** Made when somebody reads it: most who load this only write. */
const trailSql = (): string => `
select at, actor, what, subject, details, (extract(epoch from at) * 1000000)::bigint || '-' || key as cursor
  from (${trailParts
    .map(
      (part) => `
    (select *
       from (${part}) part
      where ($1::text is null or strpos(lower(actor), lower($1)) > 0)
        and ($2::text is null or starts_with(what, $2 || '.'))
        and ($3::text is null or at >= $3::timestamp at time zone $5)
        and ($4::text is null or at < ($4::timestamp + interval '1 day') at time zone $5)
        and ($6::bigint is null or at <= to_timestamp(0) + $6 * interval '1 microsecond')
        and ($6::bigint is null or at < to_timestamp(0) + $6 * interval '1 microsecond' or key collate "C" < $7)
      order by at desc, key collate "C" desc
      limit $8)`,
    )
    .join(' union all ')}) trail
 order by at desc, key collate "C" desc
 limit $8`

/** What people did, newest first. @param before a cursor: what is older than its entry */
export async function readTrail(
  { pool }: Ledger,
  { who, what, from, to, timeZone = 'UTC' }: TrailSearch,
  before: string | null,
  limit: number,
): Promise<TrailEntry[]> {
  const [, micros = null, key = null] = /^(\d{1,17})-([a-z][\d:]+)$/.exec(before ?? '') ?? []
  const found = await pool.query<TrailEntry>(trailSql(), [
    who || null,
    what || null,
    from || null,
    to || null,
    timeZone,
    micros,
    key,
    limit,
  ])
  return found.rows
}
