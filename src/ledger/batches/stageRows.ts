import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { copyLine, type RowToStore } from './insertBatch.ts'

/**
 * What is known of its columns decides between plans only: a sample of 3,000 rows says as much as one of 30,000. Intakes come one
 * after the other, and few people look at a file at one moment, so that each may take memory to sort and group in, and for 100,000
 * rows that are read twenty times; a session that had temporary tables before, as a pooler may give one, keeps what it has for those.
 */
const stagingSql = `set local default_statistics_target = 10; set local work_mem = '32MB';
do $$ begin perform set_config('temp_buffers', '64MB', false); exception when others then null; end $$;
create temp table staging (
  line integer not null, chunk_no integer, state payrun.payout_state not null,
  operator text, phone text, currency text, amount_minor bigint, name text, reference text,
  payout_key uuid, form_first uuid, form_last uuid, payrun_id text, says text, problems jsonb, cells json not null) on commit drop`

/**
 * Put rows where they are checked against the ledger, until the transaction ends.
 *
 * @param chunkOf the number of the chunk that the next row of an operator is in
 * @returns whether a row has a `payrun_id`
 */
export async function stageRows(
  client: PoolClient,
  rows: AsyncIterable<readonly RowToStore[]> | readonly (readonly RowToStore[])[],
  chunkOf: (operator: string) => number,
): Promise<{ hasReported: boolean }> {
  await client.query(stagingSql)
  const copy = client.query(copyFrom('copy staging from stdin'))
  let hasReported = false
  // The server may end the COPY, or the connection break, while the next rows are still being read.
  let broken: Error | undefined
  copy.on('error', (error: Error) => {
    broken = error
  })
  try {
    for await (const group of rows) {
      if (broken) throw broken
      hasReported ||= group.some(({ reported }) => reported?.payrunId != null)
      const lines = group.map((row) => copyLine(row, row.payable && chunkOf(row.payable.operator)))
      if (lines.length > 0 && !copy.write(lines.join(''))) await once(copy, 'drain')
    }
  } catch (error) {
    if (broken) throw broken
    // The file could not be read to its end. End the COPY first: a connection in the middle of one can't even roll back.
    copy.destroy(error instanceof Error ? error : new Error(String(error)))
    await finished(copy).catch(() => undefined)
    throw error
  }
  if (broken) throw broken
  copy.end()
  await finished(copy)
  return { hasReported }
}
