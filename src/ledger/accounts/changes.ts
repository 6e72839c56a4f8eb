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
