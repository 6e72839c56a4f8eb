import { checkDurability } from '../ledger/durability.ts'
import { attachEmbeddedPostgres } from '../ledger/embedded/attach.ts'
import { sqlStateOf } from '../ledger/faults.ts'
import { type Ledger, openLedger, type PostgresAddress } from '../ledger/ledger.ts'
import { migrate, schemaErrorCode } from '../ledger/migrate.ts'
import { describeError } from '../log.ts'
import { t } from '../words/t.ts'
import { atMost } from './atMost.ts'
import type { Cli } from './cli.ts'
import { exitCode, type Failure, failure } from './exitCode.ts'

/** The ledger, ready for use. */
export interface Core {
  ok: true
  ledger: Ledger
  address: PostgresAddress
  /** Migrations that were applied as it was opened, by name. */
  migrated: string[]
  /** What a person should know of the server, though it can be used: told when paying begins. */
  warnings: string[]
  close(): Promise<void>
}

/** Open the ledger: DATABASE_URL, or the embedded server of PAYRUN_HOME; its safety checked, its schema brought up to date. */
export async function openCore(cli: Cli): Promise<Core | Failure> {
  const { config, log } = cli
  const place = await findPlace(cli)
  if (!place.ok) return place
  const ledger = openLedger(place.address, (error) => log.warn("the ledger's connection had trouble", { error }))
  const close = async () => {
    await atMost(3_000, ledger.close())
    await place.release()
  }
  try {
    const durability = await checkDurability(ledger)
    if (!durability.ok) {
      await close()
      return failure(exitCode.usage, durability.message)
    }
    const migrated = await migrate(ledger.pool)
    return { ok: true, ledger, address: place.address, migrated, warnings: durability.warnings, close }
  } catch (error) {
    await close()
    if (error instanceof Error && 'code' in error && error.code === schemaErrorCode) {
      return failure(exitCode.usage, error.message)
    }
    return failure(exitCode.unreachable, unreachableMessage(error, config.databaseUrl !== undefined))
  }
}

export type Place = { ok: true; address: PostgresAddress; release(): Promise<void> } | Failure

/** Where the ledger is, its server running. */
export async function findPlace({ config, log }: Cli): Promise<Place> {
  if (config.databaseUrl !== undefined) {
    return { ok: true, address: { connectionString: config.databaseUrl }, release: async () => undefined }
  }
  const attached = await attachEmbeddedPostgres({ home: config.home, onNotice: (sentence) => log.warn(sentence) })
  if (!attached.ok) return failure(exitCode.unreachable, attached.message)
  return { ok: true, address: attached.connection, release: attached.release }
}

/** Why the ledger can't be opened, in a sentence without the address. */
export function unreachableMessage(error: unknown, byUrl: boolean): string {
  const where = byUrl ? t`the Postgres of DATABASE_URL` : t`the embedded Postgres`
  const state = sqlStateOf(error)
  if (state === '28P01' || state === '28000')
    return t`Cannot sign in to ${where}: check the user and password in DATABASE_URL.`
  if (state === '3D000') return t`The database that DATABASE_URL names doesn't exist: create it first (createdb).`
  if (state === '42501')
    return t`The user of DATABASE_URL may not use payrun's tables, or not create them: call payrun migrate as their owner, who may create in the database.`
  const why = describeError(error)
  return byUrl
    ? t`Cannot reach ${where} (${why}). Check that it is running and that DATABASE_URL is right.`
    : t`Cannot reach ${where} (${why}). Check that it is running.`
}
