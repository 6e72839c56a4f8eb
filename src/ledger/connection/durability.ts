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
                       when 'database' then format('${inReadWrite}', quote_ident(current_database()))
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
