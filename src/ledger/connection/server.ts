import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Pool, PoolClient } from 'pg'
import { SaidError } from '../../words/render.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { Ledger } from './ledger.ts'

/** What a Postgres says about itself that the ledger relies on. */
export interface ServerFacts {
  /** As in `18.4`. */
  version: string
  major: number
  fsync: string
  /** In our own sessions, which set it; and the server's default. */
  synchronousCommit: string
  synchronousCommitDefault: string
  fullPageWrites: string
  dataChecksums: string
  inRecovery: boolean
  /** If somebody has made it read-only: the statement that undoes this; '' where it isn't set for the database. Null: it takes writes. */
  readOnly: string | null
}

type Durability = { ok: true; warnings: Sentence[] } | { ok: false; message: Sentence }

/** The oldest Postgres that the ledger's SQL runs on. */
const oldestServer = 14

/** Whoever undoes it is read-only, too, and so has to begin like this. */
const inReadWrite = 'BEGIN READ WRITE; ALTER DATABASE %s SET default_transaction_read_only = off; COMMIT;'

/** Ask a server over one of the ledger's own sessions. Writes nothing, so that a standby can be asked, too. */
export async function readServer(ledger: Ledger): Promise<ServerFacts> {
  const { rows } = await ledger.pool.query<ServerFacts>(
    `select current_setting('server_version') as version,
            current_setting('server_version_num')::int / 10000 as major,
            current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as "synchronousCommit",
            (
              select reset_val
                from pg_settings
               where name = 'synchronous_commit'
            ) as "synchronousCommitDefault",
            current_setting('full_page_writes') as "fullPageWrites",
            current_setting('data_checksums') as "dataChecksums",
            pg_is_in_recovery() as "inRecovery",
            (
              -- of a role it is meant so: one that only looks (deploy/roles.sql)
              select case source
                       when 'database'
                         then format('${inReadWrite}', quote_ident(current_database()))
                       else ''
                     end
                from pg_settings
               where name = 'default_transaction_read_only'
                 and setting = 'on'
                 and source not in ('user', 'database user')
            ) as "readOnly"`,
  )
  return rows[0]!
}

/** Refuse a server that could forget a commit that it answered, or that takes no writes (docs/design.md, rule 11). */
export async function checkDurability(ledger: Ledger): Promise<Durability> {
  const facts = await readServer(ledger)
  for (const refusal of [versionRefusal, readOnlyRefusal, fsyncRefusal, synchronousCommitRefusal]) {
    const message = refusal(facts)
    if (message !== undefined) return { ok: false, message }
  }
  const warning = fullPageWritesWarning(facts)
  return { ok: true, warnings: warning === undefined ? [] : [warning] }
}

export const versionRefusal = ({ major, version }: ServerFacts): Sentence | undefined =>
  major < oldestServer
    ? say('ledger.ledgers_postgres_version_payrun_needs_newer', { version, oldestServer })
    : undefined

/**
 * A standby, a server that replays a backup, or a database that somebody has made read-only: whatever it holds, it can't record that a row is
 * about to be sent.
 */
export function readOnlyRefusal({ inRecovery, readOnly }: ServerFacts): Sentence | undefined {
  if (inRecovery) return say('ledger.database_url_names_standby_takes_no')
  if (readOnly === null) return undefined
  return readOnly === '' ? say('ledger.read_only_by_settings') : say('ledger.read_only', { statement: readOnly })
}

export const fsyncRefusal = ({ fsync }: ServerFacts): Sentence | undefined =>
  fsync === 'on' ? undefined : say('ledger.ledgers_postgres_runs_fsync_off_could')

/** Each of our sessions turns it on, so another value means that the setting got lost on the way to the server. */
export const synchronousCommitRefusal = ({ synchronousCommit }: ServerFacts): Sentence | undefined =>
  synchronousCommit === 'on'
    ? undefined
    : say('ledger.payruns_sessions_set_synchronous_commit_server', { synchronousCommit })

/**
 * Not refused, since it is right on file systems that write a whole page or nothing (ZFS). Anywhere else, a crash of the machine can leave a
 * half-written page, which Postgres can't repair.
 */
export const fullPageWritesWarning = ({ fullPageWrites }: ServerFacts): Sentence | undefined =>
  fullPageWrites === 'on' ? undefined : say('ledger.ledgers_postgres_runs_full_page_writes')

/** How far the database's clock is ahead of this machine's, in milliseconds, give or take half the time of one query. */
export async function readClockAheadMs(ledger: Ledger): Promise<number> {
  const asked = Date.now()
  const { rows } = await ledger.pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float as ms',
  )
  return Math.round(rows[0]!.ms - (asked + Date.now()) / 2)
}

interface Migration {
  version: number
  name: string
  sql: string
  sha256: string
}

/** Any constant: every payrun that starts on this database takes the same lock. Spells "payr". */
const migrationLock = 0x70617972

/**
 * The first migration of 0.1.0. Its messages are texts in the language of whoever paid, which can't be turned into sentences any more. From
 * 0.2.0 on, migrations are append-only: a released one is never edited, and new ones bring a ledger up to date.
 */
const firstOf010 = '8a5bd2bd27b4be936d343fd420788dd38cbcf88a1063458555dbc173de39a81f'

const migrationsFolder = new URL('../migrations/', import.meta.url)

/**
 * Bring the ledger's schema up to date: the numbered files of `migrations/`, in order, each once, all in one
 * transaction under an advisory lock, so that any number of commands may start at once.
 *
 * @returns the names of those that were applied now
 * @throws when a file that was applied has been edited since, or the database is newer than this payrun.
 */
export async function migrate(pool: Pool): Promise<string[]> {
  const migrations = readMigrations()
  const client = await pool.connect()
  try {
    const before = await appliedMigrations(client)
    if (isUpToDate(migrations, before)) return []
    refuse010(before)
    // Checked here, too: below, a user without the right to create tables would fail with that instead.
    refuseNewer(migrations, before)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    const applied = await applyPending(client, migrations)
    await client.query('commit')
    return applied
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** How a ledger's schema compares to the one that this payrun makes. */
export interface Edition {
  kind: 'none' | 'current' | 'older' | 'newer' | 'other'
  /** 0 when there is none yet. */
  version: number
}

/** Compare the schema without changing it. `other`: a migration was applied with another text than ours. */
export async function readEdition(pool: Pool): Promise<Edition> {
  const migrations = readMigrations()
  const client = await pool.connect()
  try {
    const applied = await appliedMigrations(client)
    const version = Math.max(0, ...applied.keys())
    const newest = migrations.at(-1)?.version ?? 0
    const isOther = migrations.some((each) => applied.has(each.version) && applied.get(each.version) !== each.sha256)
    if (applied.size === 0) return { kind: 'none', version }
    if (version > newest) return { kind: 'newer', version }
    if (isOther) return { kind: 'other', version }
    return { kind: isUpToDate(migrations, applied) ? 'current' : 'older', version }
  } finally {
    client.release()
  }
}

let known: Migration[] | undefined

/** Read once per process: files that are replaced later belong to another edition than the one that runs. */
export const readMigrations = (): Migration[] => {
  known ??= readFolder()
  return known
}

/** Synchronously: every command reads them, and with promises so many small files take four times as long. */
function readFolder(): Migration[] {
  const names = readdirSync(migrationsFolder).filter((name) => /^\d{4}_\w+\.sql$/.test(name))
  return names.sort().map((name) => {
    const sql = readFileSync(new URL(name, migrationsFolder), 'utf8')
    return { version: Number(name.slice(0, 4)), name, sql, sha256: hash('sha256', sql) }
  })
}

/** What was applied, as sha256 by version; empty when the ledger has no schema yet. */
async function appliedMigrations(client: PoolClient): Promise<Map<number, string>> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('payrun.migrations') is not null as there`,
  )
  if (!rows[0]?.there) return new Map()
  const applied = await client.query<{ version: number; sha256: string }>(
    'select version, sha256 from payrun.migrations',
  )
  return new Map(applied.rows.map(({ version, sha256 }) => [version, sha256]))
}

/** Whether exactly these files were applied, so that a usual start takes no lock. */
const isUpToDate = (migrations: Migration[], applied: Map<number, string>): boolean =>
  applied.size === migrations.length && migrations.every(({ version, sha256 }) => applied.get(version) === sha256)

async function applyPending(client: PoolClient, migrations: Migration[]): Promise<string[]> {
  const now: string[] = []
  await client.query('create schema if not exists payrun')
  await client.query(`
    create table if not exists payrun.migrations (
      version integer primary key, name text not null, sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  const applied = await appliedMigrations(client)
  refuse010(applied)
  refuseNewer(migrations, applied)
  for (const migration of migrations) {
    const sha256 = applied.get(migration.version)
    if (sha256 === migration.sha256) continue
    if (sha256 !== undefined)
      throw schemaError(say('ledger.ledger_made_another_edition_use_payrun', { name: migration.name }))
    await client.query(migration.sql)
    await client.query(
      `insert into payrun.migrations (version, name, sha256)
       values ($1, $2, $3)`,
      [migration.version, migration.name, migration.sha256],
    )
    now.push(migration.name)
  }
  return now
}

function refuse010(applied: Map<number, string>): void {
  if (applied.get(1) === firstOf010) throw schemaError(say('ledger.made_by_0_1_0'))
}

function refuseNewer(migrations: Migration[], applied: Map<number, string>): void {
  const newest = migrations.at(-1)?.version ?? 0
  for (const version of applied.keys()) {
    if (version > newest) throw schemaError(say('ledger.ledger_version_payrun_knows_use_newer', { version, newest }))
  }
}

/** The code of errors about a ledger that can be reached, but that this payrun can't use. */
export const schemaErrorCode = 'PAYRUN_SCHEMA'

const schemaError = (said: Sentence): SaidError => Object.assign(new SaidError(said), { code: schemaErrorCode })
