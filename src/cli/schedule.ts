import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runSchedule } from '../../jobs/runSchedule.ts'
import { listRuns } from '../ledger/scheduleRuns.ts'
import {
  addSchedule,
  findSchedule,
  listSchedules,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
  type Schedule,
} from '../ledger/schedules.ts'
import { parseLimit } from '../payout/money.ts'
import { everyMinute, periodFormatProblem } from '../payout/periodFormat.ts'
import { planProblem } from '../payout/plannedTimes.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { type Core, openCore } from './openCore.ts'
import { openQueueStore, type QueueStore, sharedQueue } from './openQueue.ts'
import { nextLines, runDocument, runTable, scheduleDocument, scheduleText } from './scheduleDocument.ts'
import { createScheduleRunner, openSchedules, type ScheduledOptions } from './scheduleRunner.ts'

export interface AddOptions {
  path: string
  cron: string
  zone: string
  periodFormat: string | undefined
  name: string
  sandbox: boolean
  as: string | undefined
  options: ScheduledOptions
}

/** Plan a file or a folder: what stands there at each planned time is paid then. */
export async function addToSchedules(cli: Cli, wish: AddOptions): Promise<number> {
  const { cron, zone, periodFormat = everyMinute, sandbox, options } = wish
  const name = wish.name.trim()
  const problem =
    planProblem({ cron, zone }) ?? periodProblem(periodFormat) ?? nameProblem(name) ?? amountProblem(options)
  if (problem !== undefined) return fail(cli, failure(exitCode.usage, problem))
  return withCore(cli, async (core) => {
    const path = resolve(cli.config.calledFrom, wish.path)
    const submitter = wish.as?.trim() || cli.config.user
    const plan = { path, cron: cron.trim().replace(/\s+/g, ' '), zone, periodFormat }
    const who = { submitter, submitterLogin: cli.config.user, approvalsNeeded: cli.config.approvals }
    const scheduleNo = await addSchedule(core.ledger, { ...plan, ...who, name, sandbox, options })
    if (scheduleNo === undefined) {
      const message = t`There is a schedule named "${name}" already: choose another name, or remove that one.`
      return fail(cli, failure(exitCode.usage, message))
    }
    await restoreSchedulers(cli, core, sandbox)
    const schedule = (await findSchedule(core.ledger, String(scheduleNo)))!
    if (cli.json) cli.printJson(scheduleDocument(schedule, []))
    else {
      cli.print(String(scheduleNo))
      const there = await stat(path).catch(() => undefined)
      if (!there)
        cli.say(t`There is nothing at ${path} yet. It is looked for at each planned time, on the worker's machine.`)
      const after = t`What became of each: ${`${cli.config.command} schedule runs ${scheduleNo}`}`
      cli.say([t`Workers pay ${path} at these times (${zone}):`, ...nextLines(schedule), after].join('\n'))
    }
    return exitCode.done
  })
}

/** Every schedule with its next five times and its latest run. */
export const listAllSchedules = (cli: Cli): Promise<number> =>
  withCore(cli, async (core) => {
    const schedules = await listSchedules(core.ledger)
    const withRuns = await Promise.all(
      schedules.map(async (schedule) => ({ schedule, runs: await listRuns(core.ledger, schedule.scheduleNo, 1) })),
    )
    if (cli.json) cli.printJson({ schedules: withRuns.map(({ schedule, runs }) => scheduleDocument(schedule, runs)) })
    else if (withRuns.length === 0)
      cli.print(
        t`No schedules yet. Add one: ${cli.config.command} schedule add FILE --cron "0 8 1 * *" --tz Africa/Abidjan --name NAME`,
      )
    else cli.print(withRuns.map(({ schedule, runs }) => scheduleText(schedule, runs[0])).join('\n\n'))
    return exitCode.done
  })

/** What became of a schedule's planned times, latest first. */
export const listScheduleRuns = (cli: Cli, id: string): Promise<number> =>
  withSchedule(cli, id, async (core, schedule) => {
    const runs = await listRuns(core.ledger, schedule.scheduleNo)
    if (cli.json) cli.printJson({ schedule: schedule.scheduleNo, name: schedule.name, runs: runs.map(runDocument) })
    else cli.print(runs.length === 0 ? t`It has not run yet.` : runTable(runs, cli))
    return exitCode.done
  })

/**
 * Run a schedule now, for its latest planned time since it was added (whose run failed, or was missed), or for its next one.
 * Ends with 3 when the file is missing or refused.
 */
export const runScheduleNow = (cli: Cli, id: string, time: 'latest' | 'next'): Promise<number> =>
  withSchedule(cli, id, (core, schedule) =>
    withStore(cli, core, async (store) => {
      const runner = createScheduleRunner(cli, core, (sandbox) => store.open(sharedQueue(sandbox)))
      const result = await runSchedule(runner, schedule.scheduleNo, { kind: 'by_hand', actor: cli.config.user, time })
      if (result.kind === 'busy') {
        const message = t`A worker runs this schedule at this moment: look at its runs in a moment.`
        return fail(cli, failure(exitCode.usage, message))
      }
      if (result.kind === 'nothing') return fail(cli, failure(exitCode.usage, nothingToRun(cli, schedule, time)))
      const { period, files } = result
      if (cli.json) cli.printJson({ planned_at: result.time.at.toISOString(), period, files })
      else {
        cli.say(t`Run for ${result.time.wall.replace('T', ' ')} (${schedule.zone}), period ${period}.`)
        if (files.length === 0) cli.print(t`The folder has no new file.`)
        for (const file of files) cli.print(fileLine(file))
      }
      return files.some(({ kind }) => kind === 'failed') ? exitCode.refused : exitCode.done
    }),
  )

function nothingToRun({ config }: Cli, { scheduleNo }: Schedule, time: 'latest' | 'next'): string {
  if (time === 'next') return t`This schedule has no planned time to be run for.`
  return t`No planned time of this schedule has come since it was added. For the coming one, early: ${config.command} schedule run ${scheduleNo} --next. For one before: ${config.command} submit FILE --period PERIOD`
}

type FileRun = Extract<Awaited<ReturnType<typeof runSchedule>>, { kind: 'ran' }>['files'][number]

function fileLine(run: FileRun): string {
  switch (run.kind) {
    case 'submitted':
      return t`${run.file}: batch ${run.batchId}`
    case 'already':
      return t`${run.file}: paid for already, by batch ${run.batchId}`
    case 'failed':
      return t`${run.file}: ${run.message}`
  }
}

/** Run none of its times until it is resumed. */
export const pauseOneSchedule = (cli: Cli, id: string): Promise<number> =>
  change(cli, id, async (core, { scheduleNo, name }) =>
    (await pauseSchedule(core.ledger, scheduleNo))
      ? t`Schedule ${scheduleNo} (${name}) is paused. Its batches go on.`
      : t`Schedule ${scheduleNo} (${name}) was paused already.`,
  )

/** Run its times again, from now on. */
export const resumeOneSchedule = (cli: Cli, id: string): Promise<number> =>
  change(cli, id, async (core, { scheduleNo, name }) =>
    (await resumeSchedule(core.ledger, scheduleNo))
      ? t`Schedule ${scheduleNo} (${name}) goes on. Times that passed meanwhile are not run; schedule run does so by hand.`
      : t`Schedule ${scheduleNo} (${name}) was not paused.`,
  )

/** Never run it again. Its runs and batches are kept. */
export const removeOneSchedule = (cli: Cli, id: string): Promise<number> =>
  change(cli, id, async (core, { scheduleNo, name }) => {
    await removeSchedule(core.ledger, scheduleNo)
    return t`Schedule ${scheduleNo} (${name}) is removed. Its batches are as they were.`
  })

const change = (cli: Cli, id: string, act: (core: Core, schedule: Schedule) => Promise<string>): Promise<number> =>
  withSchedule(cli, id, async (core, schedule) => {
    const sentence = await act(core, schedule)
    await restoreSchedulers(cli, core, schedule.sandbox)
    const after = await findSchedule(core.ledger, String(schedule.scheduleNo))
    if (cli.json) cli.printJson(after ? scheduleDocument(after, []) : { id: schedule.scheduleNo, state: 'removed' })
    else cli.print(sentence)
    return exitCode.done
  })

/** Crash window: died before this, or with the queue away, the ledger has the change, and the workers restore the rest. */
async function restoreSchedulers(cli: Cli, core: Core, sandbox: boolean): Promise<void> {
  const told = await withStore(cli, core, async (store) => {
    const queue = openSchedules(cli, store, sandbox)
    try {
      await queue.restore((await listSchedules(core.ledger, sandbox)).filter(({ pausedAt }) => pausedAt === null))
      return exitCode.done
    } catch (error) {
      cli.log.warn('the queue was not told: workers look into the ledger', { error })
      return exitCode.done
    } finally {
      await queue.close()
    }
  })
  if (told !== exitCode.done) cli.log.warn('the queue was not told: workers look into the ledger')
}

async function withCore(cli: Cli, act: (core: Core) => Promise<number>): Promise<number> {
  const core = await openCore(cli)
  if (!core.ok) return fail(cli, core)
  try {
    return await act(core)
  } finally {
    await core.close()
  }
}

async function withStore(cli: Cli, core: Core, act: (store: QueueStore) => Promise<number>): Promise<number> {
  const store = await openQueueStore(cli, core)
  if (!store.ok) return fail(cli, store)
  try {
    return await act(store)
  } finally {
    await store.close()
  }
}

const withSchedule = (
  cli: Cli,
  id: string,
  act: (core: Core, schedule: Schedule) => Promise<number>,
): Promise<number> =>
  withCore(cli, async (core) => {
    const schedule = await findSchedule(core.ledger, id)
    if (schedule) return act(core, schedule)
    const message = t`There is no schedule "${id}". ${cli.config.command} schedule list shows all of them.`
    return fail(cli, failure(exitCode.usage, message))
  })

function periodProblem(format: string): string | undefined {
  const problem = periodFormatProblem(format)
  return problem && `${t`"${format}" can't be the format of periods.`} ${problem}`
}

/** Said now: at the planned time it would turn the file away. */
function amountProblem({ expectTotal, maxAmount }: ScheduledOptions): string | undefined {
  const given = { '--expect-total': expectTotal, '--max-amount': maxAmount }
  for (const [option, text] of Object.entries(given)) {
    // Whether it is an amount at all doesn't depend on the currency.
    const read = text == null ? undefined : parseLimit(text, 'KES')
    if (read && !read.ok) return `${option}: ${read.message}`
  }
  return undefined
}

const nameProblem = (name: string): string | undefined =>
  /^\d*$/.test(name) ? t`Give the schedule a name (--name) that is not a number: numbers are ids.` : undefined
