import type { FoundAgain, RetryLook } from '../../ledger/people/lookAtFile.ts'
import { readWarningRules } from '../../ledger/policy/policy.ts'
import { formatWireAmount } from '../../payout/money/money.ts'
import { limitWarning } from '../../payout/operators/operator.ts'
import { nothingWarned, type Warned, type Warnings } from '../../payout/warning.ts'
import type { App } from '../context.ts'
import type { Core } from '../open/openCore.ts'
import { type LimitsInUse, limitsInUse } from '../pay/operatorLimits.ts'
import { blockedBy, canonical, joinWarnings, needsOneMore, notesOf, toStore, warningsOf } from '../submit/warnings.ts'

/** The warnings about rows that are to be retried. */
export interface Told {
  warned: Warned
  /** Whether the policy requires one more person because of them. */
  oneMore: boolean
}

/** Checks rows to be retried as `submit` checks a file, with the same policy. `told`: the latest result. */
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

/** Everything known about failed rows that are to be retried. */
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
