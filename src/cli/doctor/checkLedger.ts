import {
  fsyncRefusal,
  fullPageWritesWarning,
  readClockAheadMs,
  readServer,
  recoveryRefusal,
  type ServerFacts,
  synchronousCommitRefusal,
  versionRefusal,
} from '../../ledger/durability.ts'
import { type Ledger, openLedger } from '../../ledger/ledger.ts'
import { type Edition, readEdition } from '../../ledger/migrate.ts'
import { t } from '../../words/t.ts'
import { atMost } from '../atMost.ts'
import type { Cli } from '../cli.ts'
import { findPlace, unreachableMessage } from '../openCore.ts'
import { type Check, ok, outOfReach, refusedBy, warning } from './check.ts'

const names = {
  ledger: 'ledger',
  recovery: 'ledger: primary',
  fsync: 'ledger: fsync',
  commit: 'ledger: synchronous_commit',
  pages: 'ledger: full_page_writes',
  checksums: 'ledger: data checksums',
  schema: 'ledger: schema',
  clock: 'ledger: clock',
}

/** The ledger's server, its settings and its schema. Nothing is changed; an embedded server is started. */
export async function checkLedger(cli: Cli): Promise<Check[]> {
  const place = await findPlace(cli)
  if (!place.ok) return unreached(place.message)
  const ledger = openLedger(place.address, () => undefined)
  try {
    const facts = await readServer(ledger)
    return [
      ...checkServer(facts, cli.config.databaseUrl !== undefined),
      await checkSchema(ledger),
      checkClock(await readClockAheadMs(ledger)),
    ]
  } catch (error) {
    return unreached(unreachableMessage(error, cli.config.databaseUrl !== undefined))
  } finally {
    await atMost(3_000, ledger.close())
    await place.release()
  }
}

function unreached(message: string): Check[] {
  const { ledger, ...others } = names
  return [
    outOfReach(ledger, message),
    ...Object.values(others).map((name) => warning(name, t`not checked: the ledger was not reached`)),
  ]
}

function checkServer(facts: ServerFacts, byUrl: boolean): Check[] {
  const pages = fullPageWritesWarning(facts)
  const commit = synchronousCommitRefusal(facts)
  const byDefault = facts.synchronousCommitDefault
  return [
    refusedBy(
      names.ledger,
      versionRefusal(facts),
      byUrl ? t`Postgres ${facts.version} answers` : t`embedded Postgres ${facts.version} answers`,
    ),
    refusedBy(names.recovery, recoveryRefusal(facts), t`it takes writes`),
    refusedBy(names.fsync, fsyncRefusal(facts), 'on'),
    refusedBy(
      names.commit,
      commit,
      byDefault === 'on'
        ? 'on'
        : t`on in payrun's sessions, which set it themselves; ${byDefault} by the server's default`,
    ),
    pages === undefined ? ok(names.pages, 'on') : warning(names.pages, pages),
    ok(
      names.checksums,
      facts.dataChecksums === 'on' ? 'on' : t`off: a disk that spoils a page would not be noticed at once`,
    ),
  ]
}

async function checkSchema(ledger: Ledger): Promise<Check> {
  const edition = await readEdition(ledger.pool)
  return refusedBy(names.schema, schemaRefusal(edition), schemaDetail(edition))
}

function schemaRefusal({ kind, version }: Edition): string | undefined {
  if (kind === 'newer')
    return t`The ledger is at version ${version}, which this payrun doesn't know: use a newer payrun.`
  if (kind !== 'other') return undefined
  return t`The ledger was made by another edition of payrun: use that one, or another database or PAYRUN_HOME.`
}

function schemaDetail({ kind, version }: Edition): string {
  if (kind === 'none') return t`there is none yet: the first command makes it`
  return kind === 'older'
    ? t`version ${version}: the next command brings it up to date`
    : t`version ${version}, up to date`
}

/** Leases go by the database's clock alone; but BullMQ's Postgres backend compares its locks with the caller's. */
function checkClock(aheadMs: number): Check {
  const seconds = Math.round(Math.abs(aheadMs) / 100) / 10
  if (seconds < 2) return ok(names.clock, t`agrees with this machine`)
  return warning(
    names.clock,
    aheadMs > 0
      ? t`The database is ${seconds} s ahead of this machine: set both by a time service (NTP).`
      : t`The database is ${seconds} s behind this machine: set both by a time service (NTP).`,
  )
}
