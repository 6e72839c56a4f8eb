import type { ClientBase } from 'pg'
import type { Ledger } from '../connection/ledger.ts'

/** What there is of accounts and keys to change, and what is taken along; what becomes of it in the trail. */
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
  /** Somebody has taken a batch's report along. */
  | 'report.taken'

export interface Change {
  changeNo: number
  at: Date
  /** Whose account, or login name on the command line. */
  actor: string
  what: ChangeKind
  /** The account, the key, what of the policy, or the batch. */
  subject: string
  details: Record<string, unknown>
}

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

/** The trail of changes, newest first, 50 at a time. */
export async function listChanges({ pool }: Ledger, before: number | null = null, limit = 50): Promise<Change[]> {
  const { rows } = await pool.query<Change>(
    `select change_no::int as "changeNo", at, actor, what, subject, details
       from payrun.changes
      where $1::bigint is null
         or change_no < $1
      order by change_no desc
      limit $2`,
    [before, limit],
  )
  return rows
}
