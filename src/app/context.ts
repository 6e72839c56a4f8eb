import type { Config } from '../config.ts'
import type { Account, Role } from '../ledger/accounts/accounts.ts'
import type { PayoutEnded, PayoutToStore } from '../ledger/batches/storePayouts.ts'
import type { Ledger, PostgresAddress } from '../ledger/connection/ledger.ts'
import type { Past } from '../ledger/past/keepMark.ts'
import type { Log } from '../log.ts'
import type { Warned } from '../payout/warning.ts'
import type { ProviderClient } from '../provider/client.ts'
import type { Backend } from '../queue/backend.ts'
import type { ChunkQueue } from '../queue/chunkQueue.ts'
import type { Language } from '../words/catalogue.ts'
import type { Sentence } from '../words/sentence.ts'

/** Who asks for something: a login name of the command line, a person's account, or a program's key. */
export interface Actor {
  kind: 'login' | 'account' | 'key'
  /** As the ledger's trails have it: the account's name, or the login name. */
  name: string
  /** The login name of the command line; null at the desk, where nobody has one. */
  login: string | null
  /** Null: a login without an account. */
  account: Account | null
  /** Of a login without an account: all of them. */
  roles: readonly Role[]
}

/** What a use case is given of the process that calls it: no terminal, no HTTP, no exit code. */
export interface App {
  config: Config
  log: Log
  /** Of a process that serves many: the ledger and the queue's store, open already. Left out: each use case opens its own. */
  opened?: Opened | undefined
  /** Of whoever reads what the use case writes. */
  language: Language
  /** Who calls; left out: the login name on the command line (`actorOf`). */
  actor?: Actor | undefined
  /** Tells whoever waits what is going on. What came of it is what the use case returns. */
  say(told: Sentence): void
}

/** What a process that serves many keeps open, for all its use cases. */
interface Opened {
  core: Core
  store: QueueStore
  /** The provider for payments and collections: opened at the first one, and kept open. */
  chargeProvider(): Promise<Provider | Failure>
  /** Stores a payout together with the others that come at this moment, and has it enqueued. */
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
  /** Migrations that were applied as it was opened, by name. */
  migrated: string[]
  /** What a person should know of the server, though it can be used: told when paying begins. */
  warnings: Sentence[]
  /** The ledger's own name: see readInstallationId. */
  installationId: string
  /** Whether the ledger went back in time, as it was found when it was opened and at each new connection. */
  past: Past
  close(): Promise<void>
}

/** The queue's store, reached: payrun's queues can be opened in it. */
export interface QueueStore {
  ok: true
  backend: Backend
  /** Names this ledger in a store that several may share. */
  prefix: string
  /** What a person should know of it, though it can be used: told when paying begins. */
  warnings: Sentence[]
  open(name: string): ChunkQueue
  close(): Promise<void>
}

/**
 * Why a use case failed. The command line turns it into an exit code (src/cli/cli.ts), the API into a status code.
 */
export type Fault =
  /** The request can't be carried out as it was given, or the configuration is wrong. */
  | 'usage'
  /** The file, or what was expected of it, was refused: nothing was stored, nothing was paid. */
  | 'refused'
  /** The database or the queue can't be reached. */
  | 'unreachable'
  /** The ledger may have gone back in time: nothing is sent from it until somebody has said what happened. */
  | 'fenced'
  /** A bug, or something that nobody could expect. */
  | 'bug'

/** An expected failure, in one sentence for a person. */
export interface Failure {
  ok: false
  kind: 'failed'
  fault: Fault
  message: Sentence
  /** More about it, a line each: which rows, and what to do. */
  details?: readonly Sentence[]
  /** For programs, where a caller may do something about it. */
  code?: FailureCode
  /** With `invalid_request`: the field that is wrong, by its name in the API. */
  field?: string
  /** The warnings for which the policy refuses the rows. */
  warned?: Warned
  /** With `too_many_requests`. */
  retryAfterSeconds?: number
}

/** Failures that a program may want to tell apart: the API's codes (docs/api.md). */
export type FailureCode =
  | 'invalid_request'
  | 'not_found'
  | 'wrong_state'
  | 'same_person'
  | 'reference_held'
  | 'nothing_to_retry'
  | 'already_submitted'
  | 'refused'
  | 'unauthorized'
  | 'forbidden'
  | 'too_many_requests'
  /** The configuration lacks something, which only whoever runs payrun can fix. */
  | 'misconfigured'

export const failure = (fault: Fault, message: Sentence, details?: readonly Sentence[]): Failure => ({
  ok: false,
  kind: 'failed',
  fault,
  message,
  ...(details && { details }),
})

/** A request that is wrong in itself, whatever the ledger holds. */
export const invalidWish = (field: string, message: Sentence): Failure => ({
  ...refused('invalid_request', message),
  field,
})

/** A failure with a code of its own: a person who may not, or must sign in, or a thing that isn't there. */
export const refused = (code: FailureCode, message: Sentence, details?: readonly Sentence[]): Failure => ({
  ...failure('usage', message, details),
  code,
})
