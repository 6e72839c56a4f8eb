import type { Ledger, Queryable } from '../connection/ledger.ts'

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

/** What came of a change of the policy. `other_than_seen`: somebody has changed it since it was looked at, and it stays so. */
export type PolicyChange = 'changed' | 'as_before' | 'other_than_seen'

/** A line of the trail, in the transaction of the change that it is about. */
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
