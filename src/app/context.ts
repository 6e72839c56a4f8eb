import type { Config } from '../config.ts'
import type { Account, Role } from '../ledger/accounts/accounts.ts'
import type { Ledger, PostgresAddress } from '../ledger/connection/ledger.ts'
import type { PayoutEnded, PayoutToStore } from '../ledger/intake/storePayouts.ts'
import type { Past } from '../ledger/past/keepMark.ts'
import type { Log } from '../log.ts'
import type { Warned } from '../payout/warning.ts'
import type { ProviderClient } from '../provider/client.ts'
import type { Backend, ChunkQueue } from '../queue/queues.ts'
import type { Language } from '../words/catalogue.ts'
import type { Sentence } from '../words/sentence.ts'

/** The caller: a login name on the command line, a person's account, or a program's key. */
export interface Actor {
  kind: 'login' | 'account' | 'key'
  /** The name in the audit trails: the account's name, or the login name. */
  name: string
  /** The login name of the command line; null at the desk, where nobody has one. */
  login: string | null
  /** Null for a login without an account. */
  account: Account | null
  /** A login without an account has all of them. */
  roles: readonly Role[]
}

/** What a use case gets from its process: no terminal, no HTTP, no exit code. */
export interface App {
  config: Config
  log: Log
  /** The open ledger and queue store of a process that serves many. By default each use case opens its own. */
  opened?: Opened | undefined
  /** The language of the reader. */
  language: Language
  /** The caller. By default the login name on the command line (`actorOf`). */
  actor?: Actor | undefined
  /** Reports progress to the person who waits. The outcome is what the use case returns. */
  say(told: Sentence): void
}

/** What a process that serves many keeps open for all its use cases. */
interface Opened {
  core: Core
  store: QueueStore
  /** The provider for payments and collections, opened on first use and kept open. */
  chargeProvider(): Promise<Provider | Failure>
  /** Stores a payout in a group commit with others that arrive now, and enqueues it. */
  storePayout(payout: PayoutToStore): Promise<PayoutEnded>
}

/** The provider, or the sandbox standing in for it in this process. */
export interface Provider {
  ok: true
  client: ProviderClient
  sandbox: boolean
  close(): Promise<void>
}

/** The ledger, ready for use. */
export interface Core {
  ok: true
  ledger: Ledger
  address: PostgresAddress
  /** The names of migrations that were applied when it was opened. */
  migrated: string[]
  /** Warnings about a usable server, shown when paying begins. */
  warnings: Sentence[]
  /** The ledger's own id: see readInstallationId. */
  installationId: string
  /** Whether the ledger went back in time, checked when it is opened and at each new connection. */
  past: Past
  close(): Promise<void>
}

/** The queue's store, once it can be reached: payrun's queues can be opened in it. */
export interface QueueStore {
  ok: true
  backend: Backend
  /** Identifies this ledger in a store that several may share. */
  prefix: string
  /** Warnings about a usable store, shown when paying begins. */
  warnings: Sentence[]
  open(name: string): ChunkQueue
  close(): Promise<void>
}

/**
 * Why a use case failed. The command line turns it into an exit code (src/cli/cli.ts), the API into a status code.
 */
export type Fault =
  /** The request can't be carried out as given, or the configuration is wrong. */
  | 'usage'
  /** The file was refused, or is not what was expected: nothing was stored or paid. */
  | 'refused'
  /** The database or the queue can't be reached. */
  | 'unreachable'
  /** The ledger may have gone back in time: nothing is sent from it until somebody has said what happened. */
  | 'fenced'
  /** A bug, or something unforeseen. */
  | 'bug'

/** An expected failure, in one sentence for a person. */
export interface Failure {
  ok: false
  kind: 'failed'
  fault: Fault
  message: Sentence
  /** More about it, a line each: which rows, and what to do. */
  details?: readonly Sentence[]
  /** For programs, if a caller can do something about it. */
  code?: FailureCode
  /** With `invalid_request`: the field that is wrong, by its name in the API. */
  field?: string
  /** The warnings because of which the policy refuses the rows. */
  warned?: Warned
  /** With `too_many_requests`. */
  retryAfterSeconds?: number
}

/** Failures that a program may want to tell apart: the API's codes (docs/api.md). */
type FailureCode =
  | 'invalid_request'
  | 'not_found'
  | 'wrong_state'
  | 'same_person'
  | 'reference_held'
  | 'nothing_to_retry'
  | 'already_submitted'
  | 'refused'
  | 'unreadable_file'
  | 'unauthorized'
  | 'forbidden'
  | 'too_many_requests'
  /** The configuration lacks something. Only the person who runs payrun can fix it. */
  | 'misconfigured'

export const failure = (fault: Fault, message: Sentence, details?: readonly Sentence[]): Failure => ({
  ok: false,
  kind: 'failed',
  fault,
  message,
  ...(details && { details }),
})

/** A request that is invalid in itself, whatever is in the ledger. */
export const invalidWish = (field: string, message: Sentence): Failure => ({
  ...refused('invalid_request', message),
  field,
})

/** A failure with its own code: forbidden, not signed in, or not found. */
export const refused = (code: FailureCode, message: Sentence, details?: readonly Sentence[]): Failure => ({
  ...failure('usage', message, details),
  code,
})
