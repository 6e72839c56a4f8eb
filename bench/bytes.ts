import pg from 'pg'
import { startOwnPostgres } from '../test/harness/ownPostgres.ts'
import { type Figure, figure } from './figure.ts'
import type { Place } from './place.ts'

const rows = 100_000

/** What a paid row leaves: tables and indexes of the ledger, the queue, and the write-ahead log on the way. */
export async function measureBytes(place: Place): Promise<Figure[]> {
  const postgres = await startOwnPostgres()
  const stub = await place.serve('stub.ts')
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const env = { DATABASE_URL: postgres.url, PAYRUN_PROVIDER_URL: stub.url }
  // A first small batch makes the schema, so that only rows are counted.
  place.payrun(['run', await place.payroll(200), '--period', 'first'], env)
  const before = await sizes(client)
  place.payrun(['run', await place.payroll(rows), '--period', 'second', '--allow-duplicates'], env)
  const after = await sizes(client)
  await client.end()
  stub.close()
  await postgres.remove()
  const perRow = (name: keyof typeof after) => [(after[name] - before[name]) / rows]
  return [
    figure('tables and indexes, per paid row', 'bytes', perRow('ledger'), '≤ 1024'),
    figure('queue on Postgres, per paid row', 'bytes', perRow('queue'), '≤ 20'),
    figure('write-ahead log, per paid row', 'bytes', perRow('wal')),
  ]
}

/** Of the ledger's schema, of everything else that is no system table (BullMQ's), and of the log. */
async function sizes(client: pg.Client): Promise<{ ledger: number; queue: number; wal: number }> {
  const { rows: found } = await client.query<{ ledger: string; queue: string; wal: string }>(
    `select coalesce(sum(pg_total_relation_size(c.oid)) filter (where n.nspname = 'payrun'), 0) as ledger,
            coalesce(sum(pg_total_relation_size(c.oid)) filter (where n.nspname <> 'payrun'), 0) as queue,
            pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  )
  const { ledger, queue, wal } = found[0]!
  return { ledger: Number(ledger), queue: Number(queue), wal: Number(wal) }
}
