import { readUnknown, type UnknownOfBatch } from '../ledger/batches/status.ts'
import { type Hold, listHoldsAndProbes } from '../ledger/policy/holds.ts'
import { listRuns } from '../ledger/schedules/scheduleRuns.ts'
import { listSchedules } from '../ledger/schedules/schedules.ts'
import type { Sentence } from '../words/sentence.ts'
import { listWaiting, type Waiting } from './approvals.ts'
import type { BatchDocument } from './batchDocument.ts'
import type { App, Failure } from './context.ts'
import { withCore } from './open/openCore.ts'
import { listPage } from './status.ts'

/** What wants somebody, of everything that payrun does. */
export interface Needed {
  ok: true
  /** What this person can decide on. */
  approvals: Waiting[]
  paused: BatchDocument[]
  unknown: UnknownOfBatch[]
  /** Schedules whose latest run did not submit its file. */
  failedSchedules: { name: string; planned: string; message: Sentence | string | null }[]
  holds: Hold[]
}

const mostListed = 10

export async function listNeeded(app: App, sandbox: boolean): Promise<Needed | Failure> {
  const waiting = await listWaiting(app)
  if (!waiting.ok) return waiting
  const paused = await listPage(app, { state: 'paused', limit: mostListed })
  if (!paused.ok) return paused
  return withCore<Needed>(app, async ({ ledger }) => {
    const runs = await Promise.all(
      (await listSchedules(ledger)).map(async ({ scheduleNo, name }) => {
        const [last] = await listRuns(ledger, scheduleNo, 1)
        return last && last.code !== null ? [{ name, planned: last.planned, message: last.message }] : []
      }),
    )
    return {
      ok: true,
      approvals: waiting.waiting.filter(({ whyNot }) => whyNot === null),
      // One that waits for its time wants nobody.
      paused: paused.page.batches.filter(({ reason }) => reason !== 'scheduled'),
      unknown: await readUnknown(ledger, mostListed),
      failedSchedules: runs.flat(),
      holds: await listHoldsAndProbes(ledger, sandbox),
    }
  })
}
