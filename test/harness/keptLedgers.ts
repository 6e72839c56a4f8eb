import pg from 'pg'
import { sweepText } from './sessionPool.ts'

/** A database with a ledger that is lent to one test after another, and the connection that empties it. */
export interface KeptLedger {
  name: string
  url: string
  client: pg.Client
  tables: readonly string[]
  /** The rows that the migrations insert, by table. */
  seeds: ReadonlyMap<string, string>
  shape: string
}

/** If a ledger is larger, emptying it takes longer than copying the template. */
const mostBytes = 4_000_000
/** Long for an idle machine. On a busy one, a ledger that isn't free in time is copied again, which costs more. */
const leaveMs = 500

/** Inspects a database that has just been copied from the template. */
export async function keepLedger(name: string, url: string): Promise<KeptLedger> {
  const client = new pg.Client({ connectionString: url, application_name: 'payrun-tests' })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ table: string }>(
    `select format('%I.%I', schemaname, tablename) as table
       from pg_tables
      where schemaname in ('payrun', 'payrun_queue')
        and tablename <> 'migrations'`,
  )
  const tables = rows.map(({ table }) => table)
  const seeds = new Map<string, string>()
  for (const table of tables) {
    const { rows: some } = await client.query<{ seed: string | null }>(
      `select json_agg(t)::text as seed from ${table} t`,
    )
    if (some[0]?.seed) seeds.set(table, some[0].seed)
  }
  return { name, url, client, tables, seeds, shape: await shapeOf(client) }
}

/**
 * Empties a ledger for the next test, as the migrations leave it. A new copy costs ten times as much, and would lose the sessions that know
 * its tables, which are worth even more.
 *
 * @returns false if it can't be lent again: its tables were changed, somebody is still connected, or it has too much data
 */
export async function emptyLedger({ client, tables, seeds, shape }: KeptLedger): Promise<boolean> {
  try {
    if ((await shapeOf(client)) !== shape || (await isLarge(client)) || !(await haveLeft(client))) return false
    const deletes = tables.map((table) => `delete from ${table}`).join(';')
    // No trigger may prevent or record this.
    await client.query(`begin; set local session_replication_role = replica; ${deletes}`)
    for (const [table, seed] of seeds) {
      await client.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [seed],
      )
    }
    await client.query('select setval(seqrelid, seqstart, false) from pg_sequence; commit')
    return true
  } catch {
    return false
  }
}

/** Differs after any change to a table, column, index, function, trigger, right or setting. */
async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>({ name: 'shape', text: shapeSql })
  return rows[0]!.shape
}

/** Without sequences: BullMQ creates one for each queue that numbers its jobs. */
const catalogues = [
  ["(select xmin, * from pg_class where relkind <> 'S') c", 'relnamespace'],
  ['pg_proc', 'pronamespace'],
  ['pg_type', 'typnamespace'],
  ['pg_constraint', 'connamespace'],
  ['pg_namespace', 'oid'],
] as const

/** Temporary tables are ignored. Rows that Postgres changes in place, such as a table's size, keep their transaction id. */
const shapeSql = `
with ours as materialized (
  select oid
    from pg_namespace
   where nspname not like 'pg\\_%'
     and nspname <> 'information_schema'
)
select concat_ws(
  ' ',
  ${catalogues
    .map(
      ([table, namespace]) => `(
    select count(*) || ':' || sum(xmin::text::bigint)
      from ${table}
     where ${namespace} in (select oid from ours)
  )`,
    )
    .join(',\n  ')},
  (
    select count(*) || ':' || sum(a.xmin::text::bigint)
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
     where c.relnamespace in (select oid from ours)
       and c.relkind <> 'S'
  ),
  (select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from pg_trigger where not tgisinternal),
  (
    select count(*)
      from pg_db_role_setting
     where setdatabase = (select oid from pg_database where datname = current_database())
  ),
  (select count(*) from pg_event_trigger),
  (select count(*) from pg_extension)
) as shape`

async function isLarge(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ bytes: string }>({
    name: 'size',
    text: `select sum(pg_table_size(table_name::regclass)) as bytes
       from unnest(array['payrun.payouts', 'payrun.events', 'payrun.batches', 'payrun_queue.job']) table_name
      where to_regclass(table_name) is not null`,
  })
  return Number(rows[0]!.bytes) > mostBytes
}

/**
 * Waits until everybody has left, because connections may just be ending. A client that stays could still work on the next test's rows. A
 * free session is swept, and doesn't count.
 */
async function haveLeft(client: pg.Client): Promise<boolean> {
  const since = performance.now()
  for (;;) {
    const { rowCount } = await client.query({
      name: 'others',
      text: `select
         from pg_stat_activity
        where datname = current_database()
          and backend_type = 'client backend'
          and pid <> pg_backend_pid()
          and not (state = 'idle' and query = $1)`,
      values: [sweepText],
    })
    if (rowCount === 0) return true
    if (performance.now() - since > leaveMs) return false
    await new Promise((wake) => setTimeout(wake, 10))
  }
}
