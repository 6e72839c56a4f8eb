import type { RetryLook } from '../ledger/people/lookAtFile.ts'
import { readWarningRules } from '../ledger/policy/accountPolicy.ts'
import { nothingWarned, type Warned } from '../payout/warning.ts'
import type { App } from './context.ts'
import type { Core } from './open/openCore.ts'
import { limitsInUse } from './operatorLimits.ts'
import { blockedBy, needsOneMore, toStore, warnedOfRetry } from './warnings.ts'

/** What was found of rows that are to be tried again. */
export interface Told {
  warned: Warned
  /** The policy asks for one more person because of it. */
  oneMore: boolean
}

/** Looks at what is tried again as `submit` does at a file, by the same policy. `told`: what was found last. */
export async function lookOf(app: App, { ledger }: Core): Promise<{ look: RetryLook; told(): Told }> {
  const limits = limitsInUse(app)
  const rules = await readWarningRules(ledger)
  let told: Told = { warned: nothingWarned, oneMore: false }
  const accept: RetryLook['accept'] = (found) => {
    const warned = warnedOfRetry(app, found, limits)
    const { warnings } = warned
    told = { warned, oneMore: needsOneMore(warnings, rules) }
    const blocked = blockedBy(app, warnings, rules, 'retry')
    return blocked ? { blocked } : { warned: { ...toStore(warnings), compared: [] }, oneMore: told.oneMore }
  }
  return { look: { limits: limits.limits, accept }, told: () => told }
}
