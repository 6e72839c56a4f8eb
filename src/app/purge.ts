import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeLeftovers } from '../durableFile.ts'
import { fieldOf } from '../files/payroll/columns.ts'
import { readBatch } from '../ledger/batches/batches.ts'
import { listPurgeable, type PurgeCandidate, purgeBatch } from '../ledger/batches/purgeBatch.ts'
import type { Ledger } from '../ledger/connection/ledger.ts'
import { listWithCustomData, replaceBodies } from '../ledger/evidence/notifications.ts'
import { withoutCustomData } from '../provider/notifications/readNotification.ts'
import { say } from '../words/sentence.ts'
import { type App, type Failure, failure } from './context.ts'
import { type Core, isForbidden, recordOutbox, withCore } from './open/openCore.ts'
import { defaultReportPath, writeSettledReport } from './report.ts'
import { sweepUploads } from './uploads.ts'

interface PurgeWish {
  /** `2026-01-31`: batches that were over before that day (UTC). */
  before: string
  /** Say what would be purged, and change nothing. */
  dryRun: boolean
}

export interface Purged {
  ok: true
  batches: PurgeCandidate[]
  /** Batches with rows of which nobody knows yet what became of them, or whose retry waits for an approval. */
  left: PurgeCandidate[]
  /** Reports outside of PAYRUN_HOME, which payrun leaves to their owners. */
  otherReports: string[]
  /** Notifications whose `custom_data`, the merchant's own, went. */
  notifications: number
}

/** References, and rows without one, are compared with what was paid in the last 24 hours: these stay. */
const youngestHours = 24

/** Blank the names and phone numbers of batches that were over before a day. */
export async function purge(app: App, { before, dryRun }: PurgeWish): Promise<Purged | Failure> {
  const day = readDay(before)
  if (!day || Date.now() - day.getTime() < youngestHours * 3_600_000) {
    return failure('usage', say('commands.purge_before_what', { before }))
  }
  return withCore<Purged | Failure>(app, async (core) => {
    await recordOutbox(app, core)
    const purged = await purgeAll(app, core, day, dryRun).catch(forbidden)
    return purged === 'forbidden' ? failure('usage', say('commands.purge_forbidden')) : purged
  })
}

async function purgeAll(app: App, core: Core, before: Date, dryRun: boolean): Promise<Purged> {
  const purged: Purged = { ok: true, batches: [], left: [], otherReports: [], notifications: 0 }
  purged.notifications = await purgeNotifications(core.ledger, before, dryRun)
  if (!dryRun) await sweepUploads(app)
  for (const batch of await listPurgeable(core.ledger, before)) {
    if (batch.open > 0 || batch.waiting > 0) purged.left.push(batch)
    else if (dryRun || (await purgeWithReport(app, core, batch))) {
      purged.batches.push(batch)
      if (batch.reportPath !== null) purged.otherReports.push(batch.reportPath)
    }
    // Else it is under way again since it was listed, or another purge has just done it.
  }
  return purged
}

/** The rest of a notification identifies nobody. One that is not handled yet is left whole. */
async function purgeNotifications(ledger: Ledger, before: Date, dryRun: boolean): Promise<number> {
  let purged = 0
  for (let after = ''; ; ) {
    const found = await listWithCustomData(ledger, before, after)
    const last = found.at(-1)
    if (!last) return purged
    after = last.key
    const changed = found
      .map(({ key, body }) => ({ key, was: body, body: withoutCustomData(body) }))
      .filter(({ was, body }) => was !== body)
    if (!dryRun) await replaceBodies(ledger, changed)
    purged += changed.length
  }
}

/** Workers and people have roles that may not do this (deploy/roles.sql). */
function forbidden(error: unknown): 'forbidden' {
  if (!isForbidden(error)) throw error
  return 'forbidden'
}

/** What payrun knows to be neither a name nor a number. Columns of unknown meaning may hold anything, and go. */
const keptFields: ReadonlySet<string | null> = new Set(['operator', 'amount', 'reference', 'country', 'currency'])

const columnsToKeep = ({ columns }: PurgeCandidate): number[] =>
  columns.flatMap((name, index) => (keptFields.has(fieldOf(name)) ? [index] : []))

/**
 * The report goes first, with what killed writers left beside it, and is written anew whatever came of the purge.
 *
 * Crash window: died between, there is no report, and no names in one. `payrun report -o` writes it.
 */
async function purgeWithReport(app: App, core: Core, batch: PurgeCandidate): Promise<boolean> {
  const { config, log } = app
  const path =
    batch.reportPath === null ? defaultReportPath(config.home, await readBatch(core.ledger, batch.batchNo)) : null
  await removeLeftovers(join(config.home, 'reports'))
  const hadReport = path !== null && existsSync(path)
  if (hadReport) await rm(path, { force: true })
  try {
    return await purgeBatch(core.ledger, batch.batchNo, columnsToKeep(batch), config.user)
  } finally {
    if (hadReport) {
      const written = await writeSettledReport(app, core, await readBatch(core.ledger, batch.batchNo))
      if (!written.ok) log.error('a report could not be written anew', { batch: batch.id })
    }
  }
}

/** The beginning of a day, in UTC. */
function readDay(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? undefined : day
}
