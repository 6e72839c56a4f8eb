import type { Payer } from '../../../jobs/payer.ts'
import { keepSchedules, type ScheduleRunner, type TriedRun } from '../../../jobs/runSchedule.ts'
import { crashPoint } from '../../crashPoint.ts'
import type { PlannedRun } from '../../ledger/schedules/scheduleRuns.ts'
import type { Schedule } from '../../ledger/schedules/schedules.ts'
import { type ChunkQueue, openScheduleQueue, type ScheduleQueue } from '../../queue/queues.ts'
import { count, type Sentence, say } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import type { Core } from '../open/openCore.ts'
import { enqueueBatch, type QueueStore } from '../open/openServices.ts'
import type { RefusedFile, SubmitOptions } from '../submit/submission.ts'

/** The options of `submit` that a schedule stores. */
export type ScheduledOptions = Omit<
  SubmitOptions,
  'file' | 'name' | 'period' | 'sandbox' | 'as' | 'startAt' | 'scheduled' | 'report' | 'oneOff'
>

/** The name of the queue of schedules. Only the sandbox's workers run the sandbox's schedules. */
const schedulesQueue = (sandbox: boolean): string => (sandbox ? 'schedules-sandbox' : 'schedules')

export const openSchedules = (app: App, store: QueueStore, sandbox: boolean): ScheduleQueue =>
  openScheduleQueue(store.backend, schedulesQueue(sandbox), (error) =>
    app.log.warn('the queue of schedules had trouble', { error }),
  )

/** Runs schedules in a worker, of the same kind as the worker: the sandbox's or the provider's. */
export const keepWorkerSchedules = (app: App, core: Core, store: QueueStore, { queue, sandbox }: Payer) =>
  keepSchedules(
    createScheduleRunner(app, core, () => queue),
    () => openSchedules(app, store, sandbox),
    sandbox,
  )

/** Runs schedules by submitting their files, like `submit`. `queueOf` returns the queue for their batches. */
export function createScheduleRunner(app: App, core: Core, queueOf: (sandbox: boolean) => ChunkQueue): ScheduleRunner {
  // Nobody watches the progress: the run's message has everything about the file.
  const quiet = { ...app, say: () => undefined }
  return {
    ledger: core.ledger,
    log: app.log,
    submit: (schedule, path, run) => submit(quiet, core, queueOf(schedule.sandbox), schedule, path, run),
  }
}

async function submit(
  app: App,
  core: Core,
  queue: ChunkQueue,
  schedule: Schedule,
  path: string,
  run: PlannedRun,
): Promise<TriedRun> {
  // Loaded only here: a worker without schedules never reads a file.
  const { submitFile } = await import('../submit/submit.ts')
  const submitted = await submitFile(app, core, {
    ...(schedule.options as ScheduledOptions),
    file: path,
    name: run.inFolder ? `${schedule.name}, ${run.file}` : schedule.name,
    period: run.period,
    sandbox: schedule.sandbox,
    as: schedule.submitter,
    scheduled: { run, peopleNeeded: schedule.peopleNeeded, login: schedule.submitterLogin },
  })
  if (submitted.kind === 'failed') return { kind: 'failed', code: 'refused', message: submitted.message }
  if (submitted.kind === 'refused') {
    if (submitted.already === undefined)
      return { kind: 'failed', code: 'refused', message: whyRefused(submitted, path) }
    const { became: kind, ...already } = submitted.already
    return { kind, ...already }
  }
  app.log.info('a scheduled batch was submitted', { batch: submitted.batchId, schedule: schedule.scheduleNo })
  // Crash window: if the process dies before the chunks are enqueued, they are open, and the workers' sweep enqueues them.
  crashPoint('before-enqueue')
  await enqueueBatch(app, core, queue, { sandbox: schedule.sandbox, batchNo: submitted.batchNo })
  return { kind: 'submitted', batchId: submitted.batchId }
}

/**
 * Leaves out the rows' own messages, which contain people's numbers and names, and the first line of a file that is none of payouts:
 * whoever sees the schedule may not see that file.
 */
function whyRefused({ message, problemCount, problems }: RefusedFile, path: string): Sentence {
  const codes = [...new Set(problems.map(({ code }) => code))].sort().join(', ')
  const { fields, field, column } = (message?.args ?? {}) as Record<string, never>
  if (message?.key === 'files.no_column') return say('ledger.no_column', { path, fields: fields! })
  if (message?.key === 'files.no_column_map_names_file')
    return say('ledger.no_mapped_column', { path, column: column!, field: field! })
  if (problemCount === 0) return message ?? say('ledger.file_refused', { path })
  return say('ledger.file_refused_problems', { problems: count(problemCount), path, codes })
}
