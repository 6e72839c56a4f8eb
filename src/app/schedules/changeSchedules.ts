import { stat } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { payoutFiles } from '../../../jobs/findScheduledFiles.ts'
import { type RunResult, runSchedule } from '../../../jobs/runSchedule.ts'
import { findBatch } from '../../ledger/batches/batches.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import { whyClocksDiffer } from '../../ledger/policy/windows.ts'
import {
  addSchedule as addToLedger,
  changeSchedule as changeInLedger,
  findRemoved,
  findSchedule,
  listSchedules,
  type Schedule,
  whoChangedSchedule,
} from '../../ledger/schedules/schedules.ts'
import { parseLimit } from '../../payout/money/money.ts'
import type { BatchState } from '../../payout/state.ts'
import { readHours } from '../../payout/times/hours.ts'
import { everyMinute, periodFormatProblem, planProblem } from '../../payout/times/plannedTimes.ts'
import { isZone } from '../../payout/times/zonedTime.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { actorOf, forbids, loginKept, refuseAs } from '../accounts/actor.ts'
import { documentNow } from '../batches/batchDocument.ts'
import { type App, type Failure, failure, invalidWish } from '../context.ts'
import { type Core, withCore } from '../open/openCore.ts'
import { sharedQueue, withQueueStore } from '../open/openServices.ts'
import { notesOf, withSchedule } from './listSchedules.ts'
import { createScheduleRunner, openSchedules, type ScheduledOptions } from './scheduleRunner.ts'

export type { Schedule }

export interface ScheduleToAdd {
  /** A file or a folder, relative to the caller's folder. */
  path: string
  cron: string
  zone: string
  periodFormat: string | undefined
  name: string
  sandbox: boolean
  /** The submitter of its batches. By default the login name. */
  as: string | undefined
  /** The hours of each day in which it pays, in the time zone `zone`: `08:00-18:00`. By default any. */
  between?: string | undefined
  options: ScheduledOptions
}

export interface Added {
  ok: true
  schedule: Schedule
  /** Whether its path exists on this machine now. */
  isThere: boolean
  notes: Sentence[]
}

/** Schedule a file or a folder: what is there at each planned time is paid then. */
export async function addSchedule(app: App, wish: ScheduleToAdd, requestKey?: RequestKey): Promise<Added | Failure> {
  const forbidden = forbids(app, 'change_schedules')
  if (forbidden) return forbidden
  const [wrong] = Object.entries(scheduleProblems(wish))
  if (wrong) return refusalOf(...wrong)
  const { cron, zone, periodFormat = everyMinute, sandbox, between } = wish
  const name = wish.name.trim()
  const hours = between === undefined ? undefined : readHours(between, zone)
  const options = { ...wish.options, hours: hours?.ok ? hours.hours : undefined }
  return withCore(app, async (core): Promise<Added | Failure> => {
    const taken = await refuseAs(app, core, wish.as)
    if (taken) return taken
    const { config } = app
    const differ = hours?.ok ? await whyClocksDiffer(core.ledger, hours.hours.zone, new Date()) : undefined
    if (differ) return invalidWish('tz', differ)
    const path = resolve(config.calledFrom, wish.path)
    const there = await stat(path).catch(() => undefined)
    if (there && !there.isDirectory() && !payoutFiles.has(extname(path).toLowerCase()))
      return invalidWish('path', say('ledger.no_payout_file', { path, extensions: [...payoutFiles] }))
    const actor = actorOf(app)
    const submitter = actor.account ? actor.name : wish.as?.trim() || actor.name
    const plan = { path, cron: cron.trim().replace(/\s+/g, ' '), zone, periodFormat }
    const who = { submitter, submitterLogin: loginKept(actor), peopleNeeded: config.approvals }
    const scheduleNo = await addToLedger(
      core.ledger,
      { ...plan, ...who, name, sandbox, options },
      { actor: actor.name, requestKey },
    )
    if (scheduleNo === undefined) return failure('usage', say('ledger.name_taken', { name }))
    await restoreSchedulers(app, core, sandbox)
    const schedule = (await findSchedule(core.ledger, String(scheduleNo)))!
    return { ok: true, schedule, isThere: there !== undefined, notes: await notesOf(core.ledger, schedule, undefined) }
  })
}

/** Everything that is wrong with a schedule, by the API's name of the field; empty if it is valid. */
export function scheduleProblems({
  cron,
  zone,
  periodFormat = everyMinute,
  name,
  between,
  options,
}: Pick<ScheduleToAdd, 'cron' | 'zone' | 'periodFormat' | 'name' | 'between' | 'options'>): Record<string, Sentence> {
  // The other fields are checked even if the time zone is wrong.
  const clocks = isZone(zone) ? zone : 'UTC'
  const hours = between === undefined ? undefined : readHours(between, clocks)
  const problems = {
    tz: clocks === zone ? undefined : planProblem({ cron, zone }),
    cron: planProblem({ cron, zone: clocks }),
    period_format: periodProblem(periodFormat),
    name: nameProblem(name.trim()),
    ...amountProblems(options),
    between: hours?.ok === false ? hours.message : undefined,
  }
  return Object.fromEntries(Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, problem]] : [])))
}

function periodProblem(format: string): Sentence | undefined {
  const problem = periodFormatProblem(format)
  return problem ? say('ledger.bad_period_format', { format, problem }) : undefined
}

/** Checked now, because at the planned time a bad amount would refuse the file. */
function amountProblems({ expectTotal, maxAmount }: ScheduledOptions): Record<string, Sentence | undefined> {
  const problem = (text: string | null | undefined): Sentence | undefined => {
    // Whether it is an amount at all doesn't depend on the currency.
    const read = text == null ? undefined : parseLimit(text, 'KES')
    return read && !read.ok ? read.message : undefined
  }
  return { expect_total: problem(expectTotal), max_amount: problem(maxAmount) }
}

/** The message about an amount doesn't say which option it is about, so this adds it. */
function refusalOf(field: string, problem: Sentence): Failure {
  const option = { expect_total: '--expect-total', max_amount: '--max-amount' }[field]
  return invalidWish(field, option === undefined ? problem : say('ledger.bad_amount', { option, problem }))
}

const nameProblem = (name: string): Sentence | undefined =>
  /^\d*$/.test(name) ? say('ledger.name_is_a_number') : undefined

/**
 * `pause`: run none of its times until it is resumed. `resume`: run its times again, from now on. `remove`: never run it again; its runs
 * and batches are kept.
 */
export type ScheduleChange = 'pause' | 'resume' | 'remove'

export interface Changed {
  ok: true
  /** The schedule before the change. */
  schedule: Schedule
  /** False if it was already in that state. */
  changed: boolean
  /** Who made that change earlier, if the trail knows. */
  by: string | null
  /** The schedule after the change, or undefined if it is removed. */
  after: Schedule | undefined
}

export const changeSchedule = async (
  app: App,
  id: string,
  change: ScheduleChange,
  requestKey?: RequestKey,
): Promise<Changed | Failure> =>
  forbids(app, 'change_schedules') ??
  withSchedule<Changed>(app, id, async (core, schedule) => {
    const { scheduleNo } = schedule
    const what = changes[change]
    const changed = await changeInLedger(core.ledger, scheduleNo, what, { actor: actorOf(app).name, requestKey })
    const by = changed ? null : await whoChangedSchedule(core.ledger, scheduleNo, what)
    await restoreSchedulers(app, core, schedule.sandbox)
    return { ok: true, schedule, changed, by, after: await findSchedule(core.ledger, String(scheduleNo)) }
  })

const changes = {
  pause: 'schedule.paused',
  resume: 'schedule.resumed',
  remove: 'schedule.removed',
} as const

/** A schedule as it is now. */
export const lookAtSchedule = (app: App, id: string): Promise<{ ok: true; schedule: Schedule } | Failure> =>
  withSchedule(app, id, async (_, schedule) => ({ ok: true as const, schedule }))

/** The name of a removed schedule, and who removed it, if the trail knows. Undefined if there is none with this number. */
export const lookAtRemoved = (
  app: App,
  id: string,
): Promise<{ ok: true; removed: Awaited<ReturnType<typeof findRemoved>> } | Failure> =>
  withCore(app, async ({ ledger }) => ({ ok: true, removed: await findRemoved(ledger, id) }))

/** What became of a file, and of the batch that was made for its period before. */
type RanFile =
  | Exclude<RanFiles[number], { kind: 'already' }>
  | (Extract<RanFiles[number], { kind: 'already' }> & { state: BatchState; rows: number; paid: number })

type RanFiles = Extract<RunResult, { kind: 'ran' }>['files']

/** The result for each file. */
export interface RanNow extends Omit<Extract<RunResult, { kind: 'ran' }>, 'kind' | 'files'> {
  ok: true
  schedule: Schedule
  files: RanFile[]
}

/** Run a schedule now, for its latest planned time since it was added (which failed or was missed), or for its next one. */
export const runNow = (app: App, id: string, time: 'latest' | 'next'): Promise<RanNow | Failure> =>
  withSchedule<RanNow>(app, id, (core, schedule) =>
    withQueueStore(app, core, async (store): Promise<RanNow | Failure> => {
      const runner = createScheduleRunner(app, core, (sandbox) => store.open(sharedQueue(sandbox)))
      const occasion = { kind: 'by_hand', actor: app.config.user, time } as const
      const result = await runSchedule(runner, schedule.scheduleNo, occasion)
      if (result.kind === 'busy') return failure('usage', say('ledger.run_busy'))
      if (result.kind === 'nothing') return nothingToRun(app, schedule, time)
      const files = await Promise.all(result.files.map((file) => withBatchNow(core, file)))
      return { ok: true, schedule, time: result.time, period: result.period, files }
    }),
  )

async function withBatchNow(core: Core, file: RanFiles[number]): Promise<RanFile> {
  if (file.kind !== 'already') return file
  const found = await findBatch(core.ledger, file.batchId)
  if (found.kind !== 'found') throw new Error(`batch ${file.batchId} has gone from the ledger`)
  const {
    state,
    file: { rows },
    counts,
  } = await documentNow(core, found.batch)
  return { ...file, state, rows, paid: counts.paid ?? 0 }
}

const nothingToRun = ({ config }: App, { scheduleNo }: Schedule, time: 'latest' | 'next'): Failure =>
  failure(
    'usage',
    time === 'next'
      ? say('ledger.no_time_to_run')
      : say('ledger.no_time_since_added', { command: config.command, id: scheduleNo }),
  )

/** Crash window: if the process dies before this, or the queue is away, the ledger has the change, and the workers update the queue. */
async function restoreSchedulers(app: App, core: Core, sandbox: boolean): Promise<void> {
  try {
    const told = await withQueueStore(app, core, async (store) => {
      if (store.backend.asked.isAway()) return { ok: false as const }
      const queue = openSchedules(app, store, sandbox)
      try {
        await queue.restore((await listSchedules(core.ledger, sandbox)).filter(({ pausedAt }) => pausedAt === null))
      } finally {
        await queue.close()
      }
      return { ok: true as const }
    })
    if (!told.ok) app.log.warn('the queue could not be told: workers will find the work in the ledger')
  } catch (error) {
    app.log.warn('the queue could not be told: workers will find the work in the ledger', { error })
  }
}
