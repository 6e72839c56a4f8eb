import { existsSync } from 'node:fs'
import { fieldOf } from '../intake/columns.ts'
import { readBatch } from '../ledger/batches.ts'
import { sqlStateOf } from '../ledger/faults.ts'
import { listPurgeable, type PurgeCandidate, purgeBatch } from '../ledger/purgeBatch.ts'
import { plural, t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { type Core, openCore } from './openCore.ts'
import { recordSpooled } from './recordSpooled.ts'
import { formatCount } from './terminal/money.ts'
import { printable } from './terminal/printable.ts'
import { rowsText } from './terminal/rowsText.ts'
import { defaultReportPath, writeSettledReport } from './writeBatchReport.ts'

export interface PurgeOptions {
  /** `2026-01-31`: batches that were over before that day (UTC). */
  before: string
  dryRun: boolean
}

/** References, and rows without one, are compared with what was paid in the last 24 hours: these stay. */
const youngestHours = 24

interface Purged {
  batches: PurgeCandidate[]
  /** Batches with rows of which nobody knows yet what became of them. */
  left: PurgeCandidate[]
  /** Reports outside of PAYRUN_HOME, which payrun leaves to their owners. */
  otherReports: string[]
}

/** Blank the names and phone numbers of batches that were over before a day. */
export async function purge(cli: Cli, { before, dryRun }: PurgeOptions): Promise<number> {
  const day = readDay(before)
  if (!day || Date.now() - day.getTime() < youngestHours * 3_600_000) {
    const message = t`--before: "${printable(before)}" is not a day such as 2026-01-31, before yesterday at the latest.`
    return fail(cli, failure(exitCode.usage, message))
  }
  const core = await openCore(cli)
  if (!core.ok) return fail(cli, core)
  try {
    await recordSpooled(cli, core)
    const purged = await purgeAll(cli, core, day, dryRun).catch(forbidden)
    if (purged === 'forbidden') {
      const message = t`The user of DATABASE_URL may not change whom a row pays: call it as the owner of the tables (the migrator).`
      return fail(cli, failure(exitCode.usage, message))
    }
    if (cli.json) cli.printJson(documentOf(before, dryRun, purged))
    else cli.print(linesOf(purged, dryRun).join('\n'))
    return exitCode.done
  } finally {
    await core.close()
  }
}

async function purgeAll(cli: Cli, core: Core, before: Date, dryRun: boolean): Promise<Purged> {
  const purged: Purged = { batches: [], left: [], otherReports: [] }
  for (const batch of await listPurgeable(core.ledger, before)) {
    if (batch.open > 0) purged.left.push(batch)
    else if (dryRun || (await purgeBatch(core.ledger, batch.batchNo, columnsToKeep(batch), cli.config.user))) {
      purged.batches.push(batch)
      if (batch.reportPath !== null) purged.otherReports.push(batch.reportPath)
      else if (!dryRun) await rewriteReport(cli, core, batch)
    }
    // Else it is under way again since it was listed, or another purge has just done it.
  }
  return purged
}

/** Workers have a role that may not do this (deploy/roles.sql). Postgres: insufficient privilege. */
function forbidden(error: unknown): 'forbidden' {
  if (sqlStateOf(error) !== '42501') throw error
  return 'forbidden'
}

/** What payrun knows to be neither a name nor a number. Columns of unknown meaning may hold anything, and go. */
const keptFields: ReadonlySet<string | null> = new Set(['operator', 'amount', 'reference', 'country', 'currency'])

const columnsToKeep = ({ columns }: PurgeCandidate): number[] =>
  columns.flatMap((name, index) => (keptFields.has(fieldOf(name)) ? [index] : []))

/** Crash window: died before this, the old report is still there with its names. `payrun report -o` writes it anew. */
async function rewriteReport({ config, log }: Cli, { ledger }: Core, { batchNo, id }: PurgeCandidate): Promise<void> {
  const batch = await readBatch(ledger, batchNo)
  if (!existsSync(defaultReportPath(config.home, batch))) return
  const written = await writeSettledReport(ledger, batch, config.home)
  if (!written.ok) log.error('a report with names could not be written anew: delete it', { batch: id })
}

const documentOf = (before: string, dryRun: boolean, { batches, left, otherReports }: Purged) => ({
  before,
  dry_run: dryRun,
  purged: batches.map(({ id, name, rows, overAt }) => ({ id, name, rows, over_at: overAt.toISOString() })),
  left: left.map(({ id, name, open }) => ({ id, name, open })),
  other_reports: otherReports,
})

function linesOf({ batches, left, otherReports }: Purged, dryRun: boolean): string[] {
  const lines = batches.map(({ id, name, rows, overAt }) => {
    return `${id}  ${t`${printable(name)}, ${rowsText(rows)}, over since ${overAt.toISOString().slice(0, 10)}`}`
  })
  lines.push(dryRun ? wouldPurge(batches.length) : didPurge(batches.length))
  for (const { id, open } of left)
    lines.push(
      plural(
        open,
        t`Left: batch ${id} has ${formatCount(open)} row that is unknown or accepted. Settle it first.`,
        t`Left: batch ${id} has ${formatCount(open)} rows that are unknown or accepted. Settle them first.`,
      ),
    )
  for (const path of otherReports)
    lines.push(t`This report has names and is not payrun's to change; delete it, or write it anew: ${printable(path)}`)
  return lines
}

const wouldPurge = (batches: number): string =>
  plural(
    batches,
    t`${formatCount(batches)} batch would be purged; nothing was changed.`,
    t`${formatCount(batches)} batches would be purged; nothing was changed.`,
  )

const didPurge = (batches: number): string =>
  plural(
    batches,
    t`${formatCount(batches)} batch purged: names and phone numbers are blank, and can't be brought back.`,
    t`${formatCount(batches)} batches purged: names and phone numbers are blank, and can't be brought back.`,
  )

/** The beginning of a day, in UTC. */
function readDay(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? undefined : day
}
