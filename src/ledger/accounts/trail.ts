import type { Ledger, Queryable } from '../connection/ledger.ts'

/** What the trail of changes records: changes of accounts, keys, policy, floats and schedules, and what somebody has downloaded. */
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
  /** How statements of a name are read: readStatementFormat. */
  | 'statement.mapped'
  /** A statement was applied to a batch, and settles or contradicts some of its rows. */
  | 'batch.reconciled'
  /** Somebody asked for events to be sent to the webhook again. */
  | 'events.resent'
  | 'float.set'
  | 'float.added'
  | 'float.budgets'
  | 'policy.warnings'
  | `schedule.${'added' | 'paused' | 'resumed' | 'removed'}`
  /** Somebody has downloaded a batch's report. */
  | 'report.taken'
  /** Somebody has downloaded the trail itself. */
  | 'trail.taken'

/** What came of a change of the policy. `other_than_seen`: somebody else has changed it since it was looked at, and it stays as it is. */
export type PolicyChange = 'changed' | 'as_before' | 'other_than_seen'

/** Add a line to the trail, in the transaction of the change. */
export async function recordChange(
  client: Queryable,
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

/** Who made the latest change of a kind to something; undefined if there is none. */
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

/** How statements of a name are read, by the latest change; undefined if nobody has said so. */
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

/** Keep how statements of a name are read from now on: in the trail of changes. */
export const keepStatementFormat = (
  { pool }: Ledger,
  actor: string,
  name: string,
  format: { from: unknown; to: unknown },
): Promise<void> => recordChange(pool, actor, 'statement.mapped', name, { from: format.from ?? null, to: format.to })

/** What somebody did: a change, or an action on a batch, a row or an operator. Each is stored where it belongs. */
export interface TrailEntry {
  at: Date
  /** Whose account, or login name on the command line. */
  actor: string
  what: ChangeKind | ActKind
  /** The account, the key, what of the policy, the schedule's name, the batch, `BATCH:LINE`, or the operator. */
  subject: string
  details: Record<string, unknown>
  /** The name of the batch that it is about. */
  batch: string | null
  /** Where the page after this entry begins. */
  cursor: string
}

/** What people do with batches, rows and operators. */
type ActKind =
  | `batch.${'submitted' | 'approved' | 'paused' | 'resumed' | 'retried' | 'cancelled' | 'rejected'}`
  | `retry.${'asked' | 'approved' | 'rejected' | 'replaced' | 'withdrawn'}`
  | 'row.resolved'
  /** Submitted, approved or retried in spite of warnings. */
  | `warnings.${'submitted' | 'approved' | 'retried'}`
  | `operator.${'held' | 'released' | 'window_planned' | 'window_removed'}`

/** What to look for; whatever is left out or empty matches everything. */
export interface TrailSearch {
  /** A part of the name, whatever the case. */
  who?: string | undefined
  /** A part of the subject, the actor, the note or the batch's name, whatever the case. */
  text?: string | undefined
  /** The codes of operators that this text names: an action on one of them matches, too. */
  operators?: readonly string[] | undefined
  /** What kinds begin with: `account`, `batch`. */
  what?: string | undefined
  /** Days, both included, as YYYY-MM-DD, in the time zone; IANA's name. */
  from?: string | undefined
  to?: string | undefined
  timeZone?: string | undefined
}

/** How much the submitter of a batch `b` corrected and decided. */
const submittedSql = `
  jsonb_strip_nulls(
    jsonb_build_object(
      'duplicates_accepted', b.decided -> 'duplicates', 'rows_left_out', b.decided -> 'leftOut',
      'cells_corrected', nullif(b.corrected -> 'cells', '0'),
      'rows_removed', nullif(b.corrected -> 'rows', '0'), 'sheet', b.decided -> 'sheet',
      'columns', b.decided -> 'columns', 'own_total', b.decided -> 'ownTotal',
      'max_amount', b.decided -> 'maxAmount'))`

/** Each part is sorted by time on its own, so that none is read further than one page needs. */
const trailParts = [
  `select c.at, c.actor, c.what, c.subject, c.details, b.name as batch, 'c' || c.change_no as key
     from payrun.changes c
     left join payrun.batches b
          on b.id = c.subject
          and c.what in ('batch.reconciled', 'report.taken')`,
  `select a.at, a.approver as actor, 'batch.approved' as what, b.id as subject,
          jsonb_build_object('note', a.note) as details, b.name as batch,
          'a' || a.batch_no || ':' || a.nth as key
     from payrun.approvals a
     join payrun.batches b using (batch_no)`,
  `select q.at, q.requester as actor, 'retry.asked' as what, b.id as subject,
          jsonb_build_object('rows', cardinality(q.lines), 'note', q.asked_note) as details,
          b.name as batch, 'q' || q.request_no as key
     from payrun.retry_requests q
     join payrun.batches b using (batch_no)`,
  `select q.decided_at as at, q.decided_by as actor, 'retry.' || q.decision as what,
          b.id as subject,
          jsonb_build_object('rows', cardinality(q.lines), 'note', q.note) as details,
          b.name as batch, 'd' || q.request_no as key
     from payrun.retry_requests q
     join payrun.batches b using (batch_no)
    where q.decision is not null`,
  `select e.at, e.actor,
          case
            when e.from_state is null then 'batch.submitted'
            when e.to_state = 'cancelled' and e.reason ~ '^rejected(:|$)' then 'batch.rejected'
            when e.to_state = 'cancelled' then 'batch.cancelled'
            when e.to_state = 'paused' and e.reason is distinct from 'scheduled'
              then 'batch.paused'
            when e.from_state = 'settled' then 'batch.retried'
            else 'batch.resumed'
          end as what,
          b.id as subject,
          jsonb_build_object('note', e.note)
            || case when e.from_state is null then ${submittedSql} else '{}' end as details,
          b.name as batch, 'b' || e.event_no as key
     from payrun.batch_events e
     join payrun.batches b using (batch_no)
    where e.actor is not null
      and e.to_state <> 'settled'
      and (e.from_state is distinct from 'awaiting_approval' or e.to_state = 'cancelled')`,
  `select e.at, e.actor, 'row.resolved' as what, b.id || ':' || e.line as subject,
          jsonb_build_object('to', e.to_state, 'note', e.note) as details, b.name as batch,
          'r' || e.batch_no || ':' || e.line || ':' || e.seq as key
     from payrun.events e
     join payrun.batches b using (batch_no)
    where e.actor is not null
      and e.from_state in ('unknown', 'accepted')`,
  `select w.at, w.actor, 'warnings.' || w.deed as what, b.id as subject,
          jsonb_build_object('warnings', w.counts) as details, b.name as batch,
          'w' || w.seen_no as key
     from payrun.warnings_seen w
     join payrun.batches b using (batch_no)
    where w.counts <> '{}'`,
  `select at, actor, 'operator.' || action as what, operator as subject,
          jsonb_build_object('note', note) as details, null as batch, 'o' || event_no as key
     from payrun.operator_events`,
  `select planned_at as at, actor, 'operator.window_planned' as what, operator as subject,
          jsonb_build_object('note', note, 'window', window_no, 'from', starts, 'to', ends,
                             'every', every, 'time_zone', time_zone) as details,
          null as batch, 'p' || window_no as key
     from payrun.operator_windows`,
  `select removed_at as at, removed_by as actor, 'operator.window_removed' as what,
          operator as subject,
          jsonb_build_object('window', window_no, 'from', starts, 'to', ends, 'every', every,
                             'time_zone', time_zone) as details,
          null as batch, 'x' || window_no as key
     from payrun.operator_windows
    where removed_at is not null`,
]

/** A row is `BATCH:LINE`, and is called its line in both languages. */
const lineText = `case
            when what = 'row.resolved'
              then regexp_replace(subject, '^.*:(.*)$', 'line \\1 ligne \\1')
          end`

/** Built when somebody reads the trail: most processes only write it. */
const trailSql = (): string => `
select at, actor, what, subject, details, batch,
       (extract(epoch from at) * 1000000)::bigint || '-' || key as cursor
  from (${trailParts
    .map(
      (part) => `
    (select *
       from (${part}) part
      where ($1::text is null or strpos(lower(actor), lower($1)) > 0)
        and ($2::text is null or starts_with(what, $2 || '.'))
        and ($9::text is null
          or strpos(lower(concat_ws(' ', actor, subject, batch, details ->> 'note', ${lineText})), lower($9)) > 0
          or (starts_with(what, 'operator.') and subject = any($10::text[])))
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

/** What people did, newest first. @param before the cursor of an entry: only older ones */
export async function readTrail(
  { pool }: Ledger,
  { who, text, operators = [], what, from, to, timeZone = 'UTC' }: TrailSearch,
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
    text || null,
    operators,
  ])
  return found.rows
}
