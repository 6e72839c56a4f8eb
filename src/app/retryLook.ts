import type { FoundAgain, RetryLook } from '../ledger/people/lookAtFile.ts'
import { readWarningRules } from '../ledger/people/warnings.ts'
import { formatWireAmount } from '../payout/money/money.ts'
import { limitWarning } from '../payout/operators/operator.ts'
import { nothingWarned, type Warned, type Warnings } from '../payout/warning.ts'
import type { App } from './context.ts'
import type { Core } from './open/openCore.ts'
import { type LimitsInUse, limitsInUse } from './operatorLimits.ts'
import { blockedBy, canonical, joinWarnings, needsOneMore, notesOf, toStore, warningsOf } from './warnings.ts'

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

/** All that is known of failed rows that are to be tried again. */
function warnedOfRetry(app: Pick<App, 'config'>, { people, amounts }: FoundAgain, limits: LimitsInUse): Warned {
  const ofLimits = amounts.flatMap(({ payable, rows, lines }): Warnings[] => {
    const limit = limitWarning(payable, limits.limits)
    const value = formatWireAmount(payable.amountMinor, payable.currency)
    const shown = lines.map((line) => ({ line, column: 'amount', value }))
    return limit ? [{ counts: { [limit.code]: rows }, shown: shown.map((each) => ({ ...each, ...limit })) }] : []
  })
  const warnings = joinWarnings([...ofLimits, warningsOf(people, canonical)])
  return { warnings, compared: [], notes: notesOf(app, limits, warnings, people.notLookedUp) }
}
