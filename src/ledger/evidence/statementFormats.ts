import { recordChange } from '../accounts/changes.ts'
import type { Ledger } from '../connection/ledger.ts'

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
