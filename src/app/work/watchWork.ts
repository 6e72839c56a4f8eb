import { setTimeout as delay } from 'node:timers/promises'
import { type LedgerGauges, readGauges } from '../../ledger/rows/readGauges.ts'
import { listWorkers, type WorkerSeen } from '../../ledger/rows/workers.ts'
import { listRuns } from '../../ledger/schedules/scheduleRuns.ts'
import { listSchedules, type Schedule } from '../../ledger/schedules/schedules.ts'
import { nextTimes } from '../../payout/times/plannedTimes.ts'
import type { Sentence } from '../../words/sentence.ts'
import { forbids } from '../accounts/actor.ts'
import { fenceOf } from '../batches/status.ts'
import type { App, Failure } from '../context.ts'
import type { Check } from '../inspect/check.ts'
import { inspectParts } from '../inspect/inspect.ts'
import { type Core, withCore } from '../open/openCore.ts'
import { sharedQueue, withQueueStore } from '../open/openServices.ts'
import { readStandstill, type Standstill } from './standstill.ts'

/** The current work in the background, without names, numbers, references or amounts. */
export interface WorkLook {
  ok: true
  /** Living workers first, then those that ended within the last hour. */
  workers: WorkerSeen[]
  /** The jobs in the queue that workers share, or null if it doesn't answer. */
  queue: { jobs: number; waiting: number } | null
  /** Where the queue is. */
  queueOn: 'redis' | 'postgres'
  /** Why nothing is sent from this ledger, or null. */
  fence: Sentence | null
  gauges: LedgerGauges
  schedules: ScheduledWork[]
  standstill: Standstill
}

/** A schedule's next or due run. */
export interface ScheduledWork {
  name: string
  isPaused: boolean
  /** ISO 8601, or null if there is none. */
  next: string | null
  /** For how many seconds it has been due without a worker taking it, or null if it isn't due. */
  dueSeconds: number | null
  /** Whether its latest run failed to submit its file. */
  lastFailed: boolean
}

/** If the queue takes longer, it counts as not answering. */
const answerMs = 2_000

/** What is in progress, what is waiting, and which workers there are. Its cost doesn't depend on the ledger's size. */
export const watchWork = (app: App, sandbox: boolean): Promise<WorkLook | Failure> =>
  withCore(app, async (core): Promise<WorkLook> => {
    const { ledger } = core
    const [workers, gauges, schedules, queue, standstill] = await Promise.all([
      listWorkers(ledger),
      readGauges(ledger, sandbox),
      readSchedules(core, sandbox),
      readQueue(app, core, sandbox),
      readStandstill(core, sandbox),
    ])
    const queueOn = app.config.redisUrl === undefined ? 'postgres' : 'redis'
    const fence = fenceOf(core)?.why ?? null
    return { ok: true, workers, queue, queueOn, fence, gauges, schedules, standstill }
  })

async function readSchedules({ ledger }: Core, sandbox: boolean): Promise<ScheduledWork[]> {
  const schedules = (await listSchedules(ledger)).filter((each) => each.sandbox === sandbox)
  return Promise.all(
    schedules.map(async (schedule) => {
      const [last] = await listRuns(ledger, schedule.scheduleNo, 1)
      return { ...dueOf(schedule), lastFailed: last !== undefined && last.code !== null }
    }),
  )
}

function dueOf(schedule: Schedule): Omit<ScheduledWork, 'lastFailed'> {
  const { name, pausedAt, now, handledUntil } = schedule
  const isPaused = pausedAt !== null
  const [next] = isPaused ? [] : nextTimes(schedule, handledUntil, 1)
  const overMs = next ? now.getTime() - next.at.getTime() : -1
  const dueSeconds = overMs >= 0 ? Math.floor(overMs / 1000) : null
  return { name, isPaused, next: next?.at.toISOString() ?? null, dueSeconds }
}

async function readQueue(app: App, core: Core, sandbox: boolean): Promise<WorkLook['queue']> {
  const counted = withQueueStore(app, core, async (store) => {
    if (!(await store.backend.asked.isThere())) return undefined
    const queue = store.open(sharedQueue(sandbox))
    return { ok: true as const, jobs: await queue.count(), waiting: await queue.waiting() }
  }).catch(() => undefined)
  const answer = await Promise.race([counted, delay(answerMs, undefined, { ref: false })])
  return answer?.ok ? { jobs: answer.jobs, waiting: answer.waiting } : null
}

/**
 * What `doctor` says about the home, the ledger, the queue and the provider. Only for administrators, because it opens its own connections.
 */
export async function checkParts(app: App, sandbox: boolean): Promise<{ ok: true; checks: Check[] } | Failure> {
  const forbidden = forbids(app, 'hold_operators')
  return forbidden ?? { ok: true, checks: await inspectParts(app, sandbox) }
}
