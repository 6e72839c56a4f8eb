import { createHash } from 'node:crypto'
import {
  isWarningCode,
  type Warning,
  type WarningAction,
  type WarningCode,
  type WarningCounts,
  warningCodes,
} from '../../payout/warning.ts'
import { readSentence, type Sentence, storedJson } from '../../words/sentence.ts'
import { type PolicyChange, recordChange } from '../accounts/trail.ts'
import { inTransaction, type Ledger, type Queryable, sqlStateOf } from '../connection/ledger.ts'

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
  return { approvals: await readRules(pool), ...settings[0]!, warnings: await readWarningRules(pool) }
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
export async function peopleByPolicy(client: Queryable, totals: ReadonlyMap<string, bigint>): Promise<number> {
  const { rows } = await client.query<{ people: number }>('select payrun.people_needed($1) as people', [
    JSON.stringify(Object.fromEntries([...totals].map(([currency, minor]) => [currency, minor.toString()]))),
  ])
  return rows[0]!.people
}

/** How many people a batch needs for which its submitter and the policy ask for so many, and a warning perhaps for one more. */
export const peopleInAll = (submitter: number, policy: number, oneMore: boolean): number =>
  Math.min(mostPeople, Math.max(submitter, policy) + (oneMore ? 1 : 0))

/** As the table of batches has it. */
const mostPeople = 9

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
       on conflict (coalesce(currency, ''), coalesce(above_minor, 0)) do update
          set people = excluded.people`,
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
    const { rowCount } = await client.query(
      `update payrun.policy
          set ${setting} = $1
        where ${setting} <> $1`,
      [on],
    )
    if (rowCount === 0) return { commit: false, value: false }
    await recordChange(client, actor, `policy.${setting}`, setting, { from: !on, to: on })
    return { commit: true, value: true }
  })
}

/** A batch came in with fewer people than the policy asks for by its commit (payrun.judge_people): it was made stricter after it was read. */
export const isPolicyStricter = (error: unknown): boolean => sqlStateOf(error) === 'PA006'

/** What warnings lead to, where that is more than being told. */
export type WarningRules = ReadonlyMap<WarningCode, Exclude<WarningAction, 'warn'>>

export async function readWarningRules(client: Queryable): Promise<WarningRules> {
  const { rows } = await client.query<{ code: string; action: Exclude<WarningAction, 'warn'> }>(
    `select code, action
       from payrun.warning_rules
      where action <> 'warn'
      order by code`,
  )
  // A newer payrun may know of other warnings.
  return new Map(rows.flatMap(({ code, action }) => (isWarningCode(code) ? [[code, action] as const] : [])))
}

/** Set what a warning leads to. @param seen what it led to when it was looked at; left out: whatever it does */
export function changeWarningRule(
  ledger: Ledger,
  code: WarningCode,
  action: WarningAction,
  actor: string,
  seen?: WarningAction,
): Promise<PolicyChange> {
  return inTransaction<PolicyChange>(ledger, async (client) => {
    await client.query('lock table payrun.warning_rules in share row exclusive mode')
    const { rows } = await client.query<{ action: WarningAction }>(
      'select action from payrun.warning_rules where code = $1',
      [code],
    )
    const before = rows[0]?.action ?? 'warn'
    if (seen !== undefined && before !== seen) return { commit: false, value: 'other_than_seen' }
    if (before === action) return { commit: false, value: 'as_before' }
    await client.query(
      `insert into payrun.warning_rules (code, action)
       values ($1, $2)
       on conflict (code) do update set action = excluded.action`,
      [code, action],
    )
    await recordChange(client, actor, 'policy.warnings', code, { from: before, to: action })
    return { commit: true, value: 'changed' }
  })
}

/** What somebody was shown of a batch before they let it through. */
export interface WarnedOf {
  counts: WarningCounts
  /** The first of each code, for whoever approves; empty once the batch is purged. */
  shown: readonly Warning[]
  /** The file beside the one of the last period. */
  compared: readonly Sentence[]
}

/** Somebody let a batch through, with these warnings. */
interface WarningsSeen {
  batchNo: number
  deed: 'submitted' | 'approved' | 'retried'
  actor: string
  warned: WarnedOf
}

/** Record who let batches through, with which warnings, in the transaction in which they do. */
export async function recordWarnings(client: Queryable, seen: readonly WarningsSeen[]): Promise<void> {
  if (seen.length === 0) return
  await client.query(
    `insert into payrun.warnings_seen (batch_no, deed, actor, counts, shown)
     select w.batch_no, w.deed, w.actor, w.counts, w.shown->0
       from unnest($1::int[], $2::text[], $3::text[], $4::jsonb[], $5::jsonb[])
            as w (batch_no, deed, actor, counts, shown)
      order by w.batch_no`,
    [
      seen.map(({ batchNo }) => batchNo),
      seen.map(({ deed }) => deed),
      seen.map(({ actor }) => actor),
      seen.map(({ warned }) => JSON.stringify(warned.counts)),
      seen.map(({ deed, warned }) => (deed === 'submitted' ? shownJson(warned) : null)),
    ],
  )
}

/** What whoever submitted a batch was warned of; null: of nothing. */
export async function readWarned(client: Queryable, batchNo: number): Promise<WarnedOf | null> {
  const { rows } = await client.query<{ counts: WarningCounts; shown: Stored | null }>(
    `select counts, shown
       from payrun.warnings_seen
      where batch_no = $1
        and deed = 'submitted'
      order by seen_no
      limit 1`,
    [batchNo],
  )
  const [found] = rows
  if (!found) return null
  const { warnings = [], compared = [] } = found.shown ?? {}
  return {
    counts: inOrder(found.counts),
    shown: warnings.flatMap((each) => {
      const message = readSentence(each.message)
      return message === null ? [] : [{ ...each, message }]
    }),
    compared: compared.map(readSentence).filter((sentence) => sentence !== null),
  }
}

const shownJson = ({ shown, compared }: WarnedOf): string => storedJson([{ warnings: shown, compared }])

interface Stored {
  warnings?: (Omit<Warning, 'message'> & { message: unknown })[]
  compared?: unknown[]
}

const inOrder = (counts: WarningCounts): WarningCounts =>
  Object.fromEntries(warningCodes.flatMap((code) => (counts[code] === undefined ? [] : [[code, counts[code]]])))
