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

/** An expected end that isn't the wished one: one sentence for a person, and the code that the process ends with. */
export interface Failure {
  ok: false
  exit: ExitCode
  message: string
}

export const failure = (exit: ExitCode, message: string): Failure => ({ ok: false, exit, message })
