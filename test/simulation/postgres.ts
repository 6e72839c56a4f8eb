import { readFileSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { readMigrations } from '../../src/ledger/connection/server.ts'

/** One Postgres inside of this process, for one simulation after the other. Each statement is over when its call returns. */
export interface SimulatedPostgres {
  /** Whole messages of the wire protocol, up to a Sync or a simple query. `names`: a session's names of prepared statements. */
  execute(unit: Buffer, names?: Map<string, string>): Buffer
  run(sql: string): void
  /** Keep the ledger as it stands now. */
  remember(): void
  /** Put back what was kept last. */
  goBack(): void
  /** As it was when it was made. */
  empty(): void
  close(): Promise<void>
}

/** `cluster`: a file of `saveCluster`. Without one, a cluster is made, which takes 4 s of a processor more than reading it. */
export async function openSimulatedPostgres(cluster?: string): Promise<SimulatedPostgres> {
  const db = await PGlite.create({
    postgresqlconf,
    ...(cluster ? { loadDataDir: new Blob([readFileSync(cluster)]) } : {}),
  })
  await db.exec('create schema payrun')
  await db.exec(
    'create table payrun.migrations (version integer primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())',
  )
  for (const { sql } of readMigrations()) await db.exec(sql)
  await db.exec(floatSql)
  await db.exec(serverSql)
  for (const schema of ['empty', 'past']) await db.exec(await copySql(db, schema))
  await db.exec(`call empty.remember(); set search_path = simulated, pg_catalog, public; set timezone = 'UTC';
    set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
    set enable_mergejoin = off; set jit = off`)
  const plans = createPlans()
  const execute = (unit: Buffer, names = new Map<string, string>()) => {
    const { said, hear } = plans(unit, names)
    // It is over when this returns; execProtocolRawSync would read every answer besides.
    const answer: Buffer[] = []
    void db.execProtocolRawStream(said, { syncToFs: false, onRawData: (bytes) => void answer.push(Buffer.from(bytes)) })
    return hear(Buffer.concat(answer))
  }
  const run = (sql: string) => {
    const answer = execute(simpleQuery(sql))
    if (answer[0] === 0x45) throw new Error(`${sql}: ${answer.toString('latin1')}`)
  }
  // Rows come in the order in which they lie, and are to come in the same one at every replay: so nothing stays of those before.
  // Only where there are some: a statement of a table that was vacuumed is planned anew.
  let times = 0
  const putBack = (schema: string) => {
    times += 1
    const row = split(execute(simpleQuery(writtenSql))).find((each) => each[0] === 0x44)
    const written = row?.toString('utf8', dataRowHead) ?? ''
    run(`call ${schema}.clear()`)
    if (written !== '') run(`vacuum ${written}`)
    if (times % 20 === 0) run(`vacuum ${grownByTemporaryTables}`)
    run(`call ${schema}.go_back()`)
  }
  return {
    execute,
    run,
    remember: () => run('call past.remember()'),
    goBack: () => {
      putBack('past')
      run(
        `select set_config('simulated.lost_bytes', (pg_catalog.pg_current_wal_flush_lsn() - at)::text, false) from past.a_position`,
      )
    },
    empty: () => {
      // The run before may have ended within a transaction.
      run('rollback')
      putBack('empty')
    },
    close: () => db.close(),
  }
}

/** Keeps a cluster in which nothing is yet, for many processes that need one. */
export async function saveCluster(path: string): Promise<void> {
  const db = await PGlite.create({ postgresqlconf })
  writeFileSync(path, Buffer.from(await (await db.dumpDataDir('none')).arrayBuffer()))
  await db.close()
}

/** All of it lies in memory, and nothing there is lost: what a server does against that is left out. */
const postgresqlconf = [
  'full_page_writes = off',
  'wal_level = minimal',
  'max_wal_senders = 0',
  'checkpoint_timeout = 1d',
  'max_wal_size = 128MB',
  'wal_init_zero = off',
  'shared_buffers = 64MB',
  'track_counts = off',
  'track_activities = off',
]

/** So that what is spent is counted; more than all files come to, so that nobody waits for it. */
const floatSql = `insert into payrun.floats (sandbox, currency, set_minor) values (false, 'XOF', 1000000000)`

export const simpleQuery = (sql: string): Buffer => message('Q', [`${sql}\0`])

/**
 * To parse and plan a statement takes longer than to execute it. So each text is prepared once, for all sessions and simulations, under
 * a name of its own; whoever gave it another name, or none, hears nothing of that.
 */
function createPlans() {
  const plans = new Map<string, string>()
  return (unit: Buffer, names: Map<string, string>) => {
    const messages = split(unit)
    const isSimple = messages.length === 1 && /^Q\0...\s*(?:select|with)\b[^;]*$/s.test(unit.toString('latin1'))
    const asked = isSimple
      ? [message('P', [empty, unit.subarray(5), noParameters]), bindNothing, ...execution]
      : messages
    let parsed: string | undefined
    const said = asked.flatMap((each) => {
      const type = String.fromCharCode(each[0]!)
      const isOfStatement = type === 'D' && each[5] === 0x53
      if (type !== 'P' && type !== 'B' && !isOfStatement) return [each]
      const from = type === 'B' ? each.indexOf(0, 5) + 1 : isOfStatement ? 6 : 5
      const to = each.indexOf(0, from)
      const [name, rest] = [each.toString('latin1', from, to), each.subarray(to)]
      if (type === 'P') {
        const text = rest.toString('latin1')
        const known = plans.get(text)
        names.set(name, known ?? `plan ${plans.size}`)
        if (known) return []
        parsed = text
      }
      return [message(type, [each.subarray(5, from), Buffer.from(names.get(name) ?? name), rest])]
    })
    const isSkipped = said.length < asked.length
    return {
      said: Buffer.concat(said),
      hear: (answer: Buffer): Buffer => {
        if (parsed !== undefined && answer[0] === 0x31) plans.set(parsed, `plan ${plans.size}`)
        if (!isSimple) return isSkipped ? Buffer.concat([message('1', []), answer]) : answer
        return Buffer.concat(split(answer).filter((each) => each[0] !== 0x31 && each[0] !== 0x32))
      },
    }
  }
}

function split(unit: Buffer): Buffer[] {
  const messages: Buffer[] = []
  for (let at = 0, end = 0; at < unit.length; at = end) {
    end = at + 1 + unit.readInt32BE(at + 1)
    messages.push(unit.subarray(at, end))
  }
  return messages
}

export function message(type: string, parts: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const head = Buffer.from(`${type}\0\0\0\0`)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const empty = Buffer.alloc(1)
const noParameters = Buffer.alloc(2)
const bindNothing = message('B', [Buffer.alloc(8)])
const execution = [message('D', ['P\0']), message('E', [Buffer.alloc(5)]), message('S', [])]

/**
 * What a server says of itself: here it is one process with one session, and stays the same machine for ever. These come before
 * pg_catalog's, and say what the simulation sets (`set_config('simulated.…')`).
 */
const serverSql = `
create schema simulated;
create function simulated.pg_backend_pid() returns integer language sql
  as $$ select current_setting('simulated.pid')::integer $$;
create view simulated.pg_stat_activity as
  select s.pid, s.backend_start, s.state, s.state_change
    from jsonb_to_recordset(current_setting('simulated.sessions')::jsonb)
      as s(pid integer, backend_start timestamptz, state text, state_change timestamptz);
create function simulated.pg_terminate_backend(pid integer, wait_ms bigint) returns boolean language sql
  as $$ select set_config('simulated.ended', pid::text, false) <> '' $$;
create function simulated.pg_control_system(out system_identifier bigint) language sql
  as $$ select current_setting('simulated.system_id')::bigint $$;
create function simulated.pg_walfile_name(pg_lsn) returns text language sql
  as $$ select lpad(to_hex(current_setting('simulated.timeline')::integer), 8, '0') || '0000000000000001' $$;
create function simulated.pg_current_wal_flush_lsn() returns pg_lsn language sql
  as $$ select pg_catalog.pg_current_wal_flush_lsn() - current_setting('simulated.lost_bytes')::numeric $$;
create function simulated.pg_logical_emit_message(boolean, text, text) returns pg_lsn language sql
  as $$ select pg_catalog.pg_logical_emit_message($1, $2, $3) - current_setting('simulated.lost_bytes')::numeric $$;`

/** Type, length, number of columns, length of the first. */
const dataRowHead = 11

const writtenSql = `
select coalesce(string_agg(c.oid::regclass::text, ', '), '')
  from pg_class c
 where c.relnamespace = 'payrun'::regnamespace
   and c.relkind = 'r'
   and c.relname <> 'migrations'
   and pg_relation_size(c.oid) > 0`

const grownByTemporaryTables = 'pg_class, pg_attribute, pg_type, pg_depend, pg_index'

const tablesOf = async (db: PGlite): Promise<{ name: string; columns: string }[]> =>
  (
    await db.query<{ name: string; columns: string }>(
      `select c.relname as name,
              string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns
         from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'payrun'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
        group by c.relname
        order by c.relname`,
    )
  ).rows

/** A schema with a copy of every table, and the procedures that fill it and put it back. Numbers go back as well. */
async function copySql(db: PGlite, schema: string): Promise<string> {
  const tables = await tablesOf(db)
  const sequences = await db.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'payrun'::regnamespace and c.relkind = 'S'`,
  )
  const each = <Row>(rows: Row[], text: (row: Row) => string) => rows.map(text).join('\n')
  return `
create schema ${schema};
create table ${schema}.a_sequence (name text, last_value bigint, is_called boolean);
create table ${schema}.a_position (at pg_lsn);
${each(tables, ({ name }) => `create table ${schema}.${name} as select * from payrun.${name} where false;`)}
create procedure ${schema}.remember() language plpgsql as $$
begin
  delete from ${schema}.a_position;
  insert into ${schema}.a_position values (pg_catalog.pg_current_wal_flush_lsn());
  delete from ${schema}.a_sequence;
  ${each(sequences.rows, ({ name }) => `insert into ${schema}.a_sequence select '${name}', s.last_value, s.is_called from payrun.${name} s;`)}
  ${each(tables, ({ name }) => `delete from ${schema}.${name}; insert into ${schema}.${name} select * from payrun.${name};`)}
end $$;
create procedure ${schema}.clear() language plpgsql as $$
begin
  set local session_replication_role = replica;
  ${each(tables, ({ name }) => `delete from payrun.${name};`)}
end $$;
create procedure ${schema}.go_back() language plpgsql as $$
begin
  set local session_replication_role = replica;
  ${each(tables, ({ name, columns }) => `insert into payrun.${name} (${columns}) overriding system value select ${columns} from ${schema}.${name};`)}
  perform setval(('payrun.' || s.name)::regclass, s.last_value, s.is_called) from ${schema}.a_sequence s;
end $$;`
}
