import type { OperatorCode } from '../payout/operator.ts'
import type { Ledger } from './ledger.ts'

export interface Hold {
  operator: OperatorCode
  manual: boolean
  reason: string
  since: Date
  until: Date | null
}

/** Operators that nothing is sent to at this moment. */
export async function listHolds(ledger: Ledger, sandbox: boolean): Promise<Hold[]> {
  const { rows } = await ledger.pool.query<Hold>(
    `select operator, manual, reason, since, until from payrun.operator_holds
      where sandbox = $1 and (until is null or until > now()) order by operator`,
    [sandbox],
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
