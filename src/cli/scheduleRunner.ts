import { keepSchedules } from '../../jobs/keepSchedules.ts'
import type { Payer } from '../../jobs/payer.ts'
import type { ScheduleRunner, SubmittedRun } from '../../jobs/runSchedule.ts'
import { crashPoint } from '../crashPoint.ts'
import { openChunks } from '../ledger/chunks.ts'
import type { PlannedRun } from '../ledger/scheduleRuns.ts'
import type { Schedule } from '../ledger/schedules.ts'
import type { ChunkQueue } from '../queue/chunkQueue.ts'
import { openScheduleQueue, type ScheduleQueue } from '../queue/scheduleQueue.ts'
import { plural, t } from '../words/t.ts'
import type { Cli } from './cli.ts'
import type { Core } from './openCore.ts'
import type { QueueStore } from './openQueue.ts'
import type { RefusedFile, SubmitOptions } from './submitFile.ts'

/** What a schedule keeps of the options of submit. */
export type ScheduledOptions = Omit<
  SubmitOptions,
  'file' | 'name' | 'period' | 'sandbox' | 'as' | 'startAt' | 'scheduled' | 'report' | 'oneOff'
>

/** The queue of schedules. The sandbox's are run by the sandbox's workers. */
export const schedulesQueue = (sandbox: boolean): string => (sandbox ? 'schedules-sandbox' : 'schedules')

export const openSchedules = (cli: Cli, store: QueueStore, sandbox: boolean): ScheduleQueue =>
  openScheduleQueue(store.backend, schedulesQueue(sandbox), (error) =>
    cli.log.warn('the queue of schedules had trouble', { error }),
  )

/** Run schedules in a worker, of its own kind: the sandbox's or the provider's. */
export const keepWorkerSchedules = (cli: Cli, core: Core, store: QueueStore, { queue, sandbox }: Payer) =>
  keepSchedules(
    createScheduleRunner(cli, core, () => queue),
    () => openSchedules(cli, store, sandbox),
    sandbox,
  )

/** Runs schedules by submitting their files, as `submit` does; `queue` is where workers hear of their batches. */
export function createScheduleRunner(cli: Cli, core: Core, queueOf: (sandbox: boolean) => ChunkQueue): ScheduleRunner {
  // Nobody reads along: what there is to say of a file is in the run's message.
  const quiet = { ...cli, say: () => undefined }
  return {
    ledger: core.ledger,
    log: cli.log,
    submit: (schedule, path, run) => submit(quiet, core, queueOf(schedule.sandbox), schedule, path, run),
  }
}

async function submit(
  cli: Cli,
  core: Core,
  queue: ChunkQueue,
  schedule: Schedule,
  path: string,
  run: PlannedRun,
): Promise<SubmittedRun> {
  // Loaded here: a worker without schedules never reads a file.
  const { submitFile } = await import('./submitFile.ts')
  const submitted = await submitFile(cli, core, {
    ...(schedule.options as ScheduledOptions),
    file: path,
    name: run.inFolder ? `${schedule.name}, ${run.file}` : schedule.name,
    period: run.period,
    report: undefined,
    sandbox: schedule.sandbox,
    as: schedule.submitter,
    scheduled: { run, approvalsNeeded: schedule.approvalsNeeded, login: schedule.submitterLogin },
  })
  if (submitted.kind === 'failed') return { kind: 'failed', code: 'refused', message: submitted.failure.message }
  if (submitted.kind === 'refused')
    return submitted.already === undefined
      ? { kind: 'failed', code: 'refused', message: whyRefused(submitted, path) }
      : { kind: 'already', batchId: submitted.already }
  cli.log.info('a scheduled batch was submitted', { batch: submitted.batchId, schedule: schedule.scheduleNo })
  // Crash window: died before the ring, the batch's chunks are open, and the workers' sweep rings for them.
  crashPoint('before-ring')
  await queue
    .ring(await openChunks(core.ledger, schedule.sandbox, submitted.batchNo))
    .catch((error: unknown) => cli.log.warn("the queue was not rung: the workers' sweep will", { error }))
  return { kind: 'submitted', batchId: submitted.batchId }
}

/** Without the rows' own words, which are people's numbers and names. */
function whyRefused({ message, problemCount, problems }: RefusedFile, path: string): string {
  const codes = [...new Set(problems.map(({ code }) => code))].sort().join(', ')
  if (problemCount === 0) return message ?? t`The file ${path} was refused.`
  return plural(
    problemCount,
    t`${path} was refused: it has ${problemCount} problem (${codes}). payrun validate lists them.`,
    t`${path} was refused: it has ${problemCount} problems (${codes}). payrun validate lists them.`,
  )
}
