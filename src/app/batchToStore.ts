import { basename, resolve } from 'node:path'
import type { PayoutFile } from '../files/payroll/payoutFile.ts'
import type { BatchToStore } from '../ledger/batches/insertBatch.ts'
import { actorOf, loginKept } from './accounts/actor.ts'
import type { App } from './context.ts'
import type { SubmitOptions } from './submission.ts'

/** The batch that a file becomes: what was asked for, by whom. */
export function batchToStore(app: App, options: SubmitOptions, file: Pick<PayoutFile, 'name'>): BatchToStore {
  return {
    name: options.name ?? options.called ?? (options.file === '-' ? standardInput : basename(options.file)),
    period: options.period,
    sandbox: options.sandbox,
    maxUnknown: options.maxUnknown,
    maxRefused: options.maxRefused,
    reportPath: options.report === undefined ? null : resolve(app.config.calledFrom, options.report),
    reportFormat: options.format,
    fileName: file.name,
    ...submitterOf(app, options),
    approvalsNeeded: approvalsNeeded(app, options),
    startAt: options.startAt ?? null,
    hours: options.hours ?? null,
    run: options.scheduled?.run ?? null,
    requestKey: options.requestKey,
  }
}

/** An account vouches for who it is; a login without one may call itself as it likes, and the login is kept, too. */
function submitterOf(app: App, { as, scheduled }: SubmitOptions): Pick<BatchToStore, 'actor' | 'login'> {
  const actor = actorOf(app)
  if (scheduled) return { actor: as?.trim() || actor.name, login: scheduled.login }
  return { actor: actor.account ? actor.name : as?.trim() || actor.name, login: loginKept(actor) }
}

/** As this process, or the schedule, was told: the ledger's policy may ask for more. */
export const approvalsNeeded = ({ config }: App, { scheduled }: SubmitOptions): number =>
  Math.max(config.approvals, scheduled?.approvalsNeeded ?? 1)

/** The name of a batch whose file had none. */
const standardInput = 'stdin'
