import type { Ledger } from '../connection/ledger.ts'

/**
 * How many people may approve who are none of these: an account, and a key where the policy lets keys, counts for the person whose it
 * is. Null: there are no accounts, and so any other login may.
 */
export async function countOtherApprovers(
  { pool }: Pick<Ledger, 'pool'>,
  names: readonly (string | null)[],
): Promise<number | null> {
  const { rows } = await pool.query<{ people: number | null }>(
    `with left_out as (
       select coalesce(array_agg(k.look), '{}') as looks
         from unnest($1::text[]) n (name)
        cross join unnest(payrun.known_as(n.name)) k (look)
     )
     select case when exists (select from payrun.accounts where kind = 'account') then (
              select count(distinct coalesce(a.for_account, a.account_no))::int
                from payrun.accounts a, left_out
               where 'approver' = any (a.roles)
                 and payrun.why_no_approver(a.name) is null
                 and not payrun.known_as(a.name) && left_out.looks
            ) end as people`,
    [[...new Set(names)].filter((name) => name !== null)],
  )
  return rows[0]?.people ?? null
}

/** Whoever submitted a batch or has approved it already, by every name and login: none of them approves it. */
export async function readDecidedNames({ pool }: Pick<Ledger, 'pool'>, batchNo: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select n.name
       from payrun.batches b
      cross join unnest(array[b.submitter, b.submitter_login]) n (name)
      where b.batch_no = $1
        and n.name is not null
      union
     select n.name
       from payrun.approvals a
      cross join unnest(array[a.approver, a.login]) n (name)
      where a.batch_no = $1`,
    [batchNo],
  )
  return rows.map(({ name }) => name)
}
