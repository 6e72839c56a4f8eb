import type { PolicyChange } from '../../ledger/accounts/trail.ts'
import {
  type ApprovalRule,
  changeApprovalRule,
  changeSetting,
  changeWarningRule,
  type Policy,
  readPolicy as readLedgerPolicy,
} from '../../ledger/policy/policy.ts'
import { formatWireAmount, parseLimit } from '../../payout/money/money.ts'
import { currenciesOf } from '../../payout/money/writtenAmount.ts'
import { type Currency, isCurrency } from '../../payout/operators/operator.ts'
import type { WarningAction, WarningCode } from '../../payout/warning.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type App, type Failure, failure, refused } from '../context.ts'
import type { Core } from '../open/openCore.ts'
import { actorOf, forbids } from './actor.ts'

export { type Policy, rulesSeen } from '../../ledger/policy/policy.ts'

/** The policy as `policy --json` prints it. Amounts are strings. */
interface PolicyDocument {
  approvals: { people: number; above: string | null; currency: string | null }[]
  keys_approve: boolean
  second_factor: boolean
  /** The action for each warning code. Codes that only inform are absent. */
  warnings: Partial<Record<WarningCode, 'approve' | 'block'>>
}

export interface PolicyChanged {
  ok: true
  changed: boolean
  policy: Policy
}

export const readPolicy = (core: Core): Promise<Policy> => readLedgerPolicy(core.ledger)

/** Whether a checked file is paid or sent for approval. `either`: that depends on what it pays. */
export type NextStep = 'pay' | 'send' | 'either'

export async function nextStepOf({ config }: App, core: Core): Promise<NextStep> {
  const { approvals, warnings } = await readPolicy(core)
  if (config.approvals > 1 || approvals.some(({ above }) => above === null)) return 'send'
  return approvals.length > 0 || [...warnings.values()].includes('approve') ? 'either' : 'pay'
}

/**
 * Set how many people a batch needs, including the submitter: for all batches, or for those above an amount. `people: null` removes the
 * rule. A waiting batch keeps its number of people, or gets a higher one.
 *
 * @param seen `rulesSeen` of what the page showed; `wrong_state` if somebody has changed it since
 */
export async function setApprovals(
  app: App,
  core: Core,
  people: number | null,
  above?: { amount: string; currency: string },
  seen?: string,
): Promise<PolicyChanged | Failure> {
  const refusal = forbids(app, 'change_policy')
  if (refusal) return refusal
  const rule = above && readAbove(above)
  if (rule && !rule.ok) return rule
  return ended(core, await changeApprovalRule(core.ledger, people ?? 1, rule?.above ?? null, actorOf(app).name, seen))
}

const ended = async (core: Core, change: PolicyChange): Promise<PolicyChanged | Failure> =>
  change === 'other_than_seen'
    ? refused('wrong_state', say('deskMeanwhile.policy_changed'))
    : { ok: true, changed: change === 'changed', policy: await readPolicy(core) }

/** Switch a part of the policy on or off: whether keys may approve, or whether everybody needs a second factor. */
export async function setPolicy(
  app: App,
  core: Core,
  setting: 'keys_approve' | 'second_factor',
  on: boolean,
): Promise<PolicyChanged | Failure> {
  const refusal = forbids(app, 'change_policy')
  if (refusal) return refusal
  const changed = await changeSetting(core.ledger, setting, on, actorOf(app).name)
  return { ok: true, changed, policy: await readPolicy(core) }
}

/**
 * Set the action for a warning about a file: inform, require one more person, or refuse the file.
 * @param seen the action that the page showed, as in `setApprovals`
 */
export async function setWarning(
  app: App,
  core: Core,
  code: WarningCode,
  action: WarningAction,
  seen?: WarningAction,
): Promise<PolicyChanged | Failure> {
  const refusal = forbids(app, 'change_policy')
  if (refusal) return refusal
  return ended(core, await changeWarningRule(core.ledger, code, action, actorOf(app).name, seen))
}

export const policyDocument = ({ approvals, keysApprove, secondFactor, warnings }: Policy): PolicyDocument => ({
  approvals: approvals.map(({ people, above }) => ({
    people,
    above: above && formatWireAmount(above.minor, above.currency),
    currency: above?.currency ?? null,
  })),
  keys_approve: keysApprove,
  second_factor: secondFactor,
  warnings: Object.fromEntries(warnings),
})

/** A currency as people type it: a code, or a sign such as `KSh`, as in files. `FCFA` may be one of two. */
export function readCurrency(typed: string): { ok: true; currency: Currency } | Failure {
  const written = typed.trim()
  const code = written.toUpperCase()
  if (isCurrency(code)) return { ok: true, currency: code }
  if (written === '') return failure('usage', say('accounts.currency_missing'))
  const [only, ...others] = [...(currenciesOf(written) ?? [])].filter(isCurrency)
  if (only === undefined)
    return failure('usage', say('accounts.unknown_currency', { currency: written, known: allCurrencies }))
  if (others.length === 0) return { ok: true, currency: only }
  const which = [only, ...others].map((each) => currencyNames[each])
  return failure('usage', say('accounts.currency_of_several', { currency: written, which }))
}

/** The names of currencies, with their codes. */
export const currencyNames: Readonly<Record<Currency, Sentence>> = {
  XOF: say('accounts.currency_xof'),
  XAF: say('accounts.currency_xaf'),
  GHS: say('accounts.currency_ghs'),
  KES: say('accounts.currency_kes'),
  RWF: say('accounts.currency_rwf'),
  TZS: say('accounts.currency_tzs'),
  UGX: say('accounts.currency_ugx'),
  ZMW: say('accounts.currency_zmw'),
}

export const allCurrencies = Object.keys(currencyNames) as Currency[]

/** The amount above which a rule applies, as it was typed. */
export function readAbove({
  amount,
  currency: written,
}: {
  amount: string
  currency: string
}): { ok: true; above: NonNullable<ApprovalRule['above']> } | Failure {
  const named = readCurrency(written)
  if (!named.ok) return named
  const { currency } = named
  if (amount.trim() === '') return failure('usage', say('accounts.amount_missing'))
  const read = parseLimit(amount, currency)
  return read.ok ? { ok: true, above: { currency, minor: read.amountMinor } } : failure('usage', read.message)
}
