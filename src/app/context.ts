import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Language } from '../words/language.ts'
import type { Sentence } from '../words/sentence.ts'

/** Whether an error says that the database is out of reach, for whoever catches what nobody expected. */
export { isAway } from '../ledger/connection/transaction.ts'

/** What a use case is given of the process that calls it: no terminal, no HTTP, no exit code. */
export interface App {
  config: Config
  log: Log
  /** Of whoever reads what the use case writes. */
  language: Language
  /** Told to whoever waits, while the work goes on; what becomes of the work is what the use case returns. */
  say(told: Sentence): void
}

/**
 * Why a use case ended otherwise than was wished. The command line makes exit codes of them (src/cli/exitCode.ts), the API
 * status codes.
 */
export type Fault =
  /** The wish can't be carried out as it was given, or the configuration is wrong. */
  | 'usage'
  /** The file, or what was expected of it, was refused: nothing was stored, nothing was paid. */
  | 'refused'
  /** The database or the queue can't be reached. */
  | 'unreachable'
  /** The ledger may have gone back in time: nothing is sent from it until somebody has said what happened. */
  | 'fenced'
  /** A bug, or something that nobody could expect. */
  | 'bug'

/** An expected end that isn't the wished one, in one sentence for a person. */
export interface Failure {
  ok: false
  kind: 'failed'
  fault: Fault
  message: Sentence
  /** What belongs to it, a line each: the rows it is about, and what to do. */
  details?: readonly Sentence[]
}

export const failure = (fault: Fault, message: Sentence, details?: readonly Sentence[]): Failure => ({
  ok: false,
  kind: 'failed',
  fault,
  message,
  ...(details && { details }),
})
