import type { PoolClient } from 'pg'
import type { PauseReason } from '../payout/outcome.ts'
import type { BatchState } from '../payout/state.ts'
import type { BatchToStore, FileFacts } from './storeBatch.ts'

/** Put the row of a batch whose payouts are staged into the ledger. @returns its number */
export async function insertBatch(
  client: PoolClient,
  id: string,
  batch: BatchToStore,
  facts: FileFacts,
): Promise<number> {
  const { rows } = await client.query<{ batch_no: number }>(
    `insert into payrun.batches (id, name, period, sandbox, file_name, file_sha256, file_rows, file_columns, max_unknown, report_path, report_format,
       submitter, submitter_login, approvals_needed, start_at, state, reason, invalid_totals)
     values ($1, $2, $3, $4, $5, $6, (select count(*) from staging), $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, ${invalidTotals}) returning batch_no`,
    [
      id,
      batch.name,
      batch.period,
      batch.sandbox,
      batch.fileName,
      facts.sha256,
      JSON.stringify(facts.columns),
      batch.maxUnknown,
      batch.reportPath,
      batch.reportFormat,
      batch.actor,
      batch.login ?? batch.actor,
      batch.approvalsNeeded ?? 1,
      batch.startAt ?? null,
      ...stateAtBirth(batch),
    ],
  )
  return rows[0]!.batch_no
}

const invalidTotals = `(
  select array_agg(('invalid', t.currency, t.rows, t.minor)::payrun.total)
    from (select currency, count(*)::int as rows, sum(amount_minor) as minor from staging where state = 'invalid' group by currency) t)`

/** Whoever is to approve it comes first; then it waits for its time. With neither, it runs at once. */
function stateAtBirth({ approvalsNeeded = 1, startAt }: BatchToStore): [BatchState, PauseReason | null] {
  if (approvalsNeeded > 1) return ['awaiting_approval', null]
  return startAt ? ['paused', 'scheduled'] : ['running', null]
}
