import {
  isWarningCode,
  type Warning,
  type WarningAction,
  type WarningCode,
  type WarningCounts,
  warningCodes,
} from '../../payout/warning.ts'
import { readSentence, type Sentence, storedJson } from '../../words/sentence.ts'
import { type PolicyChange, recordChange } from '../accounts/changes.ts'
import { inTransaction, type Ledger, type Queryable } from '../connection/ledger.ts'

/** What warnings lead to, where that is more than being told. */
export type WarningRules = ReadonlyMap<WarningCode, Exclude<WarningAction, 'warn'>>

export async function readWarningRules({ pool }: Pick<Ledger, 'pool'>): Promise<WarningRules> {
  const { rows } = await pool.query<{ code: string; action: Exclude<WarningAction, 'warn'> }>(
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
export interface WarningsSeen {
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
