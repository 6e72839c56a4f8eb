import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeLeftovers } from '../../durableFile.ts'
import { fieldOf } from '../../files/payroll/header/columns.ts'
import { readBatch } from '../../ledger/batches/batches.ts'
import { listPurgeable, type PurgeCandidate, purgeBatches } from '../../ledger/batches/purgeBatch.ts'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import { listWithCustomData, replaceBodies } from '../../ledger/evidence/notifications.ts'
import { withoutCustomData } from '../../provider/notifications/readNotification.ts'
import { say } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'
import { type Core, isForbidden, recordOutbox, withCore } from '../open/openCore.ts'
import { sweepUploads } from '../reconcile/uploads.ts'
import { defaultReportPath, writeSettledReport } from './reportFile.ts'

interface PurgeWish {
  /** `2026-01-31`: batches that were over before that day (UTC). */
  before: string
  /** List what would be purged, and change nothing. */
  dryRun: boolean
}

export interface Purged {
  ok: true
  batches: PurgeCandidate[]
  /** Batches that are not purged, because rows are unresolved, may have been paid or were called not paid, a retry waits for approval, or other batches need them. */
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
  let left = await listPurgeable(core.ledger, before)
  const changed = new Set<string>()
  for (let next = nextOf(left); next.length > 0; next = nextOf(left)) {
    const gone = new Set(next.map(({ id }) => id))
    left = left.filter(({ id }) => !gone.has(id))
    // Otherwise one of them has been resumed since it was listed, or another purge was faster.
    if (!dryRun && !(await purgeWithReports(app, core, next))) {
      for (const id of gone) changed.add(id)
      continue
    }
    left = left.map((batch) => ({ ...batch, neededBy: batch.neededBy.filter((id) => !gone.has(id)) }))
    purged.batches.push(...next)
    purged.otherReports.push(...next.flatMap(({ reportPath }) => reportPath ?? []))
  }
  if (changed.size === 0) return { ...purged, left }
  const leftToo = (await listPurgeable(core.ledger, before)).filter(({ id }) => changed.has(id))
  return { ...purged, left: [...left, ...leftToo] }
}

/**
 * The next batch that can be purged: one that no other needs, or else a few that only need each other, such as two of which each paid what
 * failed in the other. A batch that others need comes after these, if they are purged too.
 */
function nextOf(left: readonly PurgeCandidate[]): PurgeCandidate[] {
  const free = new Map(left.filter(isFree).map((batch) => [batch.id, batch]))
  const alone = [...free.values()].find(({ neededBy }) => neededBy.length === 0)
  if (alone) return [alone]
  for (const batch of free.values()) {
    const together = new Set([batch.id])
    for (const id of together) for (const other of free.get(id)?.neededBy ?? []) together.add(other)
    const found = [...together].flatMap((id) => free.get(id) ?? [])
    if (found.length === together.size) return found
  }
  return []
}

const isFree = ({ open, waiting, maybePaid, calledNotPaid }: PurgeCandidate): boolean =>
  open + waiting + maybePaid + calledNotPaid === 0

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
 * Deletes the reports first, with temporary files of killed writers, and rewrites those that it deleted, whatever else happens.
 *
 * Crash window: if it dies in between, there is no report, and so no report with names. `payrun report -o` writes one.
 */
async function purgeWithReports(app: App, core: Core, batches: readonly PurgeCandidate[]): Promise<boolean> {
  const { config, log } = app
  await removeLeftovers(join(config.home, 'reports'))
  const reported: PurgeCandidate[] = []
  try {
    for (const batch of batches) {
      if (batch.reportPath !== null) continue
      const path = defaultReportPath(config.home, await readBatch(core.ledger, batch.batchNo))
      if (!existsSync(path)) continue
      await rm(path, { force: true })
      reported.push(batch)
    }
    const wished = batches.map((batch) => ({ batchNo: batch.batchNo, keep: columnsToKeep(batch) }))
    return await purgeBatches(core.ledger, wished, config.user)
  } finally {
    for (const { id, batchNo } of reported) {
      const written = await readBatch(core.ledger, batchNo)
        .then((batch) => writeSettledReport(app, core, batch))
        .catch((error: unknown) => ({ ok: false as const, error }))
      if (!written.ok)
        log.error('a report could not be written anew', {
          batch: id,
          ...('error' in written && { error: written.error }),
        })
    }
  }
}

/** The beginning of a day, in UTC. */
function readDay(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? undefined : day
}
