import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeLeftovers } from '../../durableFile.ts'
import { fieldOf } from '../../files/payroll/header/columns.ts'
import { readBatch } from '../../ledger/batches/batches.ts'
import { listPurgeable, type PurgeCandidate, purgeBatch } from '../../ledger/batches/purgeBatch.ts'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import { listWithCustomData, replaceBodies } from '../../ledger/evidence/notifications.ts'
import { withoutCustomData } from '../../provider/notifications/readNotification.ts'
import { say } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'
import { type Core, isForbidden, recordOutbox, withCore } from '../open/openCore.ts'
import { sweepUploads } from '../reconcile/uploads.ts'
import { defaultReportPath, writeSettledReport } from './report.ts'

interface PurgeWish {
  /** `2026-01-31`: batches that were over before that day (UTC). */
  before: string
  /** List what would be purged, and change nothing. */
  dryRun: boolean
}

export interface Purged {
  ok: true
  batches: PurgeCandidate[]
  /** Batches that are not purged, because rows are unresolved or may have been paid, a retry waits for approval, or other batches need them. */
  left: PurgeCandidate[]
  /** Reports outside PAYRUN_HOME, which payrun doesn't touch. */
  otherReports: string[]
  /** The number of notifications whose `custom_data`, which is the merchant's own, was deleted. */
  notifications: number
}

/** New rows are compared with payouts of the last 24 hours, so these are kept. */
const youngestHours = 24

/** Delete the names and phone numbers of batches that ended before a day. */
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
  const gone = new Set<string>()
  purged.left = await listPurgeable(core.ledger, before)
  // A batch that others need is purged after these, if they are purged too.
  for (let leftBefore = Number.POSITIVE_INFINITY; purged.left.length < leftBefore; ) {
    leftBefore = purged.left.length
    const left: PurgeCandidate[] = []
    for (const batch of purged.left) {
      const neededBy = batch.neededBy.filter((id) => !gone.has(id))
      if (batch.open > 0 || batch.waiting > 0 || batch.maybePaid > 0 || neededBy.length > 0) {
        left.push({ ...batch, neededBy })
      } else if (dryRun || (await purgeWithReport(app, core, batch))) {
        gone.add(batch.id)
        purged.batches.push(batch)
        if (batch.reportPath !== null) purged.otherReports.push(batch.reportPath)
      }
      // Otherwise it has been resumed since it was listed, or another purge was faster.
    }
    purged.left = left
  }
  return purged
}

/** The rest of a notification identifies nobody. A notification that is not handled yet is kept unchanged. */
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

/** The database roles of workers and people may not purge (deploy/roles.sql). */
function forbidden(error: unknown): 'forbidden' {
  if (!isForbidden(error)) throw error
  return 'forbidden'
}

/** Fields that are neither names nor phone numbers. Columns with an unknown meaning may hold anything, so they are deleted. */
const keptFields: ReadonlySet<string | null> = new Set(['operator', 'amount', 'reference', 'country', 'currency'])

const columnsToKeep = ({ columns }: PurgeCandidate): number[] =>
  columns.flatMap((name, index) => (keptFields.has(fieldOf(name)) ? [index] : []))

/**
 * Deletes the report first, with temporary files of killed writers, and rewrites it whatever the result of the purge.
 *
 * Crash window: if it dies in between, there is no report, and so no report with names. `payrun report -o` writes one.
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
