import type { Summary } from '../files/payroll/checkFile.ts'
import type { Stored } from '../ledger/batches/storeBatch.ts'
import type { Problem } from '../payout/problem.ts'
import { moment, type Sentence, say } from '../words/sentence.ts'
import type { App } from './context.ts'
import type { SubmitOptions } from './submitOptions.ts'

/** The file was turned away: nothing of it is stored. `summary` when it could be read to its end. */
export interface RefusedFile {
  kind: 'refused'
  file: string
  message: Sentence | null
  problems: readonly Problem[]
  problemCount: number
  summary: Summary | undefined
  /** The batch that the planned time of a schedule has made before. */
  already?: string
}

type StoredBefore = Extract<Stored, { kind: 'already_run' | 'same_file' }>

/** The planned time of a schedule, or the very bytes, made a batch before. */
export function storedBefore(
  { config: { command } }: App,
  { file, period, scheduled }: SubmitOptions,
  stored: StoredBefore,
  summary: Summary | undefined,
): RefusedFile {
  const { batchId: id } = stored
  if (stored.kind === 'already_run') {
    const message = say('commands.planned_time_run_already_batch_see', { batchId: id, command })
    return { ...refusal(file, message, summary), already: id }
  }
  const when = moment(stored.createdAt)
  // What a folder has had is refused in any period.
  const message =
    period === null || scheduled?.run.inFolder
      ? say('commands.very_file_already_submitted_batch_utc', { id, when, command })
      : say('commands.very_file_already_submitted_period_batch', { period, id, when, command })
  return refusal(file, message, summary)
}

export const refusal = (file: string, message: Sentence, summary?: Summary): RefusedFile => ({
  kind: 'refused',
  file,
  message,
  problems: [],
  problemCount: 0,
  summary,
})
