import type { OperatorCode } from '../payout/operator.ts'
import type { Ledger } from './ledger.ts'

export interface Hold {
  operator: OperatorCode
  /** By a person, who alone ends it. */
  manual: boolean
  reason: string
  since: Date
  /** When an automatic hold is probed; null for one by hand. */
  until: Date | null
  /** Its time is over, and no clear answer has come yet: half-open, one row at a time. */
  probed: boolean
  /** Who holds it by hand, and their note. */
  actor: string | null
  note: string | null
}

const columns = `h.operator, h.manual, h.reason, h.since, h.until, coalesce(h.until <= now(), false) as probed, h.actor, h.note`

/** Operators that nothing is sent to at this moment, and those that are being probed. */
export async function listHoldsAndProbes(ledger: Ledger, sandbox: boolean): Promise<Hold[]> {
  const { rows } = await ledger.pool.query<Hold>(
    `select ${columns} from payrun.operator_holds h where h.sandbox = $1 order by h.operator`,
    [sandbox],
  )
  return rows
}

/** Operators that nothing is sent to at this moment. */
export const listHolds = async (ledger: Ledger, sandbox: boolean): Promise<Hold[]> =>
  (await listHoldsAndProbes(ledger, sandbox)).filter(({ probed }) => !probed)

/** Holds and probes of operators that a batch has still to pay to. */
export async function listHoldsOfBatch(ledger: Ledger, batchNo: number): Promise<Hold[]> {
  const { rows } = await ledger.pool.query<Hold>(
    `select ${columns} from payrun.operator_holds h join payrun.batches b on b.sandbox = h.sandbox
      where b.batch_no = $1 and exists (
        select from payrun.chunks c where c.batch_no = b.batch_no and c.open and c.operator = h.operator) order by h.operator`,
    [batchNo],
  )
  return rows
}

/** Hold an operator for a while. A hold by hand is left as it is. */
export async function holdOperator(
  ledger: Ledger,
  sandbox: boolean,
  operator: OperatorCode,
  reason: string,
  forMs: number,
): Promise<void> {
  await ledger.pool.query(
    `insert into payrun.operator_holds (operator, sandbox, manual, reason, until)
     values ($1, $2, false, $3, now() + make_interval(secs => $4))
     on conflict (operator, sandbox) do update set reason = excluded.reason, until = greatest(operator_holds.until, excluded.until)
      where not operator_holds.manual`,
    [operator, sandbox, reason, forMs / 1000],
  )
}

/** The operator answers again, or a person says to go on: automatic holds end. Holds by hand stay. */
export async function releaseOperators(ledger: Ledger, sandbox: boolean, operators: readonly string[]): Promise<void> {
  await ledger.pool.query(
    `delete from payrun.operator_holds where operator = any($1) and sandbox = $2 and not manual`,
    [operators, sandbox],
  )
}
