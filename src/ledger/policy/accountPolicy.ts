import { createHash } from 'node:crypto'
import { type PolicyChange, recordChange } from '../accounts/changes.ts'
import { inTransaction, type Ledger, type Queryable } from '../connection/ledger.ts'
import { readWarningRules, type WarningRules } from '../people/warnings.ts'

/** How many people a batch needs, its submitter among them. */
export interface ApprovalRule {
  people: number
  /** Only batches with more than this of a currency, in minor units; null: all batches. */
  above: { currency: string; minor: bigint } | null
}

/** The ledger's policy, which applies to everybody, however a process is configured. */
export interface Policy {
  approvals: ApprovalRule[]
  /** Everybody needs a second factor. */
  secondFactor: boolean
  /** Keys with the role approve, too. */
  keysApprove: boolean
  /** What warnings lead to, if that is more than being shown. */
  warnings: WarningRules
}

export async function readPolicy({ pool }: Ledger): Promise<Policy> {
  const { rows: settings } = await pool.query<{ secondFactor: boolean; keysApprove: boolean }>(
    'select second_factor as "secondFactor", keys_approve as "keysApprove" from payrun.policy',
  )
  return { approvals: await readRules(pool), ...settings[0]!, warnings: await readWarningRules({ pool }) }
}

async function readRules(client: Queryable): Promise<ApprovalRule[]> {
  const { rows } = await client.query<{ people: number; currency: string | null; minor: string | null }>(
    `select people, currency, above_minor::text as minor
       from payrun.approval_rules
      where people > 1
      order by currency nulls first, above_minor`,
  )
  return rows.map(({ people, currency, minor }) => ({
    people,
    above: currency === null || minor === null ? null : { currency, minor: BigInt(minor) },
  }))
}

/** A fingerprint of all rules: whoever changes one says with it which rules they have seen. */
export const rulesSeen = (rules: readonly ApprovalRule[]): string =>
  createHash('sha256')
    .update(rules.map(({ people, above }) => `${people} ${above?.currency} ${above?.minor}`).join())
    .digest('base64url')
    .slice(0, 16)

/** How many people a batch with these sums (minor units by currency) needs. */
export async function peopleNeeded(client: Queryable, totals: ReadonlyMap<string, bigint>): Promise<number> {
  const { rows } = await client.query<{ people: number }>('select payrun.people_needed($1) as people', [
    JSON.stringify(Object.fromEntries([...totals].map(([currency, minor]) => [currency, minor.toString()]))),
  ])
  return rows[0]!.people
}

/** Set a rule, or remove it (`people: 1`). @param seen `rulesSeen` of the rules that were looked at; left out: change it in any case */
export function changeApprovalRule(
  ledger: Ledger,
  people: number,
  above: ApprovalRule['above'],
  actor: string,
  seen?: string,
): Promise<PolicyChange> {
  return inTransaction<PolicyChange>(ledger, async (client) => {
    const of = [above?.currency ?? null, above?.minor.toString() ?? null]
    await client.query('lock table payrun.approval_rules in share row exclusive mode')
    if (seen !== undefined && seen !== rulesSeen(await readRules(client)))
      return { commit: false, value: 'other_than_seen' }
    const { rows } = await client.query<{ people: number }>(
      `select people
         from payrun.approval_rules
        where currency is not distinct from $1
          and above_minor is not distinct from $2::numeric`,
      of,
    )
    const before = rows[0]?.people ?? 1
    if (before === people) return { commit: false, value: 'as_before' }
    await client.query(
      `insert into payrun.approval_rules (currency, above_minor, people)
       values ($1, $2, $3)
       on conflict (coalesce(currency, ''), coalesce(above_minor, 0)) do update set people = excluded.people`,
      [...of, people],
    )
    const subject = above === null ? 'approvals' : `approvals ${above.currency} ${above.minor}`
    await recordChange(client, actor, 'policy.approvals', subject, { from: before, to: people })
    return { commit: true, value: 'changed' }
  })
}

/** @returns whether anything has changed */
export function changeSetting(
  ledger: Ledger,
  setting: 'keys_approve' | 'second_factor',
  on: boolean,
  actor: string,
): Promise<boolean> {
  return inTransaction(ledger, async (client) => {
    const { rowCount } = await client.query(`update payrun.policy set ${setting} = $1 where ${setting} <> $1`, [on])
    if (rowCount === 0) return { commit: false, value: false }
    await recordChange(client, actor, `policy.${setting}`, setting, { from: !on, to: on })
    return { commit: true, value: true }
  })
}
