import { setTimeout as delay } from 'node:timers/promises'
import { type LedgerGauges, readGauges } from '../../ledger/rows/readGauges.ts'
import { listWorkers, type WorkerSeen } from '../../ledger/rows/workers.ts'
import { listRuns } from '../../ledger/schedules/scheduleRuns.ts'
import { listSchedules, type Schedule } from '../../ledger/schedules/schedules.ts'
import { nextTimes } from '../../payout/times/plannedTimes.ts'
import type { Sentence } from '../../words/sentence.ts'
import { forbids } from '../accounts/actor.ts'
import type { App, Failure } from '../context.ts'
import type { Check } from '../inspect/check.ts'
import { inspectParts } from '../inspect/inspect.ts'
import { type Core, withCore } from '../open/openCore.ts'
import { sharedQueue, withQueueStore } from '../open/openServices.ts'
import { fenceOf } from '../status.ts'
import { readStandstill, type Standstill } from './standstill.ts'

/** The work in the background, as it is at this moment. No name, number, reference or amount. */
export interface WorkLook {
  ok: true
  /** Those that live first; also those that ended within the hour. */
  workers: WorkerSeen[]
  /** Jobs of the queue that workers share; null: it doesn't answer. */
  queue: { jobs: number; waiting: number } | null
  /** Where the queue is. */
  queueOn: 'redis' | 'postgres'
  /** Why nothing is sent from this ledger; null: it is whole. */
  fence: Sentence | null
  gauges: LedgerGauges
  schedules: ScheduledWork[]
  standstill: Standstill
}

/** A schedule's next or due run. */
export interface ScheduledWork {
  name: string
  isPaused: boolean
  /** ISO 8601; null: none comes. */
  next: string | null
  /** Its time has passed so many seconds ago, and nobody has taken it yet; null: it is not due. */
  dueSeconds: number | null
  /** Its latest run did not submit its file. */
  lastFailed: boolean
}

/** No answer of the queue by then counts as none. */
const answerMs = 2_000

/** What is under way, what waits, and who does it. It costs the same whatever the ledger's size. */
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

/** What `doctor` says of the home, the ledger, the queue and the provider. For an administrator: it makes connections of its own. */
export async function checkParts(app: App, sandbox: boolean): Promise<{ ok: true; checks: Check[] } | Failure> {
  const forbidden = forbids(app, 'hold_operators')
  return forbidden ?? { ok: true, checks: await inspectParts(app, sandbox) }
}
