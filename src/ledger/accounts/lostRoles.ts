import type { ClientBase } from 'pg'
import type { Ledger } from '../connection/ledger.ts'
import { recordChange } from './trail.ts'

/** The first account, as long as it prepares because nobody else does; null: somebody else does. */
export async function whoPreparesAlone({ pool }: Ledger): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from payrun.accounts where prepares_alone and disabled_at is null',
  )
  return rows[0]?.name ?? null
}

/** Take the role of preparer from the first account and its keys, which only had it while nobody else did. */
export async function endPreparingAlone(
  client: ClientBase,
  { accountNo, name }: { accountNo: number; name: string },
  actor: string,
): Promise<void> {
  const { rows } = await client.query<{ firstNo: number; name: string; roles: string[] }>(
    `update payrun.accounts
        set prepares_alone = false, roles = array_remove(roles, 'preparer')
      where prepares_alone
        and account_no <> $1
      returning account_no as "firstNo", name, roles::text[] as roles`,
    [accountNo],
  )
  for (const { firstNo, name: first, roles } of rows) {
    await recordChange(client, actor, 'account.roles', first, { roles, because: name })
    await takeFromKeys(client, firstNo, ['preparer'], actor)
  }
}

/** Take roles from a person's keys that the person has lost, or never had: otherwise the person would go on by these, or get them unrecorded. */
export async function takeFromKeys(
  client: ClientBase,
  accountNo: number,
  taken: readonly string[],
  actor: string,
): Promise<void> {
  const { rows } = await client.query<{ name: string; from: string[]; roles: string[] }>(
    `update payrun.accounts k
        set roles = coalesce(nullif(left_over.roles, '{}'), '{viewer}')
       from payrun.accounts was
      cross join lateral (
        select array(select r from unnest(was.roles) r where r <> all ($2::payrun.role[])) as roles
      ) left_over
      where k.account_no = was.account_no
        and was.for_account = $1
        and was.disabled_at is null
        and was.roles && $2::payrun.role[]
     returning k.name, was.roles::text[] as "from", k.roles::text[] as roles`,
    [accountNo, taken],
  )
  for (const { name, ...details } of rows) await recordChange(client, actor, 'account.roles', name, details)
}
