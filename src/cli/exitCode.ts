import type { Fault } from '../app/context.ts'
import { t } from './speak.ts'

/** The contract's exit codes. */
export const exitCode = {
  done: 0,
  bug: 1,
  usage: 2,
  refused: 3,
  notAllPaid: 4,
  paused: 5,
  unreachable: 6,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]

/** What the process ends with when a use case ended otherwise than was wished. */
export const exitCodeOf: Readonly<Record<Fault, ExitCode>> = {
  usage: exitCode.usage,
  refused: exitCode.refused,
  unreachable: exitCode.unreachable,
  fenced: exitCode.paused,
  bug: exitCode.bug,
}

/** What a command says by how it ends, as the contract has it. */
export const exitMeanings = (): [code: number, meaning: string][] => [
  [exitCode.done, t('help.done_run_retry_resume_every_payable')],
  [exitCode.bug, t('help.unexpected_error_bug_one_line_where')],
  [exitCode.usage, t('help.usage_configuration_nothing_begun')],
  [exitCode.refused, t('help.file_refused_nothing_paid_nothing_kept')],
  [exitCode.notAllPaid, t('help.settled_but_some_rows_failed_unknown')],
  [exitCode.paused, t('help.paused_reason_printed_resume_goes')],
  [exitCode.unreachable, t('help.database_queue_can_not_reached')],
  [exitCode.interrupted, t('help.interrupted_ctrl_c_batch_can_resumed')],
  [exitCode.terminated, t('help.ended_sigterm_batch_can_resumed')],
]
