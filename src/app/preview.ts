import type { App, Failure } from './context.ts'
import { withCore } from './open/openCore.ts'
import type { SubmitOptions } from './submission.ts'
import { type Looked, lookAtFile, type RefusedFile } from './submit.ts'

/**
 * What `submit` or `run` would store of a file, with what the ledger knows of its rows. Nothing is stored. Give `seen` of the
 * preview to `submit` with the same options, and nothing but what was shown is stored.
 */
export const preview = (app: App, options: SubmitOptions): Promise<Looked | RefusedFile | Failure> =>
  withCore(app, (core) => lookAtFile(app, core, options))
