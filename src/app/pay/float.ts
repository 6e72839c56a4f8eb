import type { Ledger } from '../../ledger/connection/ledger.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import {
  addToFloat,
  type Budget,
  type BudgetWish,
  type Float,
  type FloatChanged,
  type FloatWish,
  readFloats,
  setBudgets,
  setFloat,
} from '../../ledger/policy/floats.ts'
import { formatWireAmount, parseAmount, parseSum } from '../../payout/money/money.ts'
import { isZone } from '../../payout/times/zonedTime.ts'
import { money, type Sentence, say } from '../../words/sentence.ts'
import { actorOf, forbids } from '../accounts/actor.ts'
import { readCurrency } from '../accounts/policy.ts'
import { type App, type Failure, failure, invalidWish, refused } from '../context.ts'
import { withCore } from '../open/openCore.ts'

export { type Float, floatSeen } from '../../ledger/policy/floats.ts'

interface Floats {
  ok: true
  floats: Float[]
}

/** The spending limits of each currency, in the sandbox or for real payments. */
export const listFloats = (app: App, sandbox: boolean): Promise<Floats | Failure> =>
  withCore(app, async ({ ledger }) => ({ ok: true, floats: await readFloats(ledger, sandbox) }))

/** A change of a float. Amounts are as typed; `none` removes a limit. */
export type FloatChange =
  | { kind: 'set'; amount: string }
  | { kind: 'add'; amount: string }
  | { kind: 'budgets'; daily?: string | undefined; monthly?: string | undefined; timeZone?: string | undefined }

/**
 * Change the spending limits of a currency. `set` counts from now on, regardless of earlier spending. Where workers run, waiting
 * batches continue by themselves.
 *
 * @param seen what the person saw (`floatSeen`): `wrong_state` if somebody has changed it since
 */
export async function changeFloat(
  app: App,
  written: string,
  change: FloatChange,
  sandbox: boolean,
  { seen, requestKey }: { seen?: string | undefined; requestKey?: RequestKey | undefined } = {},
): Promise<Floats | Failure> {
  const forbidden = forbids(app, 'set_float')
  if (forbidden) return forbidden
  const named = readCurrency(written)
  if (!named.ok) return named
  const { currency } = named
  const read = readChange(change, currency)
  if (!read.ok) return read
  const wish: FloatWish = { sandbox, currency, actor: actorOf(app).name, seen, requestKey }
  return withCore(app, async ({ ledger }): Promise<Floats | Failure> => {
    switch (await carryOut(ledger, wish, read)) {
      case 'nothing_set':
        return failure('usage', say('paying.float_nothing_to_add_to', { currency, set: setCommand(app, sandbox) }))
      case 'other_than_seen':
        return refused('wrong_state', say('deskMeanwhile.float_changed', { currency }))
      case 'changed':
        return { ok: true, floats: await readFloats(ledger, sandbox) }
    }
  })
}

function carryOut(ledger: Ledger, wish: FloatWish, read: Extract<Read, { ok: true }>): Promise<FloatChanged> {
  if (read.kind === 'budgets') return setBudgets(ledger, wish, read.wish)
  return read.kind === 'set' ? setFloat(ledger, wish, read.minor) : addToFloat(ledger, wish, read.minor)
}

/** What to type before the currency and the amount. */
export const setCommand = ({ config }: App, sandbox: boolean): string =>
  `${config.command} float set${sandbox ? ' --sandbox' : ''}`

type Read =
  | { ok: true; kind: 'set'; minor: bigint | null }
  | { ok: true; kind: 'add'; minor: bigint }
  | { ok: true; kind: 'budgets'; wish: BudgetWish }

function readChange(change: FloatChange, currency: Parameters<typeof parseSum>[1]): Read | Failure {
  const amount = (field: string, text: string): { ok: true; minor: bigint | null } | Failure => {
    if (text.trim().toLowerCase() === 'none') return { ok: true, minor: null }
    const read = (field === 'add' ? parseAmount : parseSum)(text, currency)
    return read.ok ? { ok: true, minor: read.amountMinor } : invalidWish(field, read.message)
  }
  if (change.kind === 'budgets') {
    const { daily, monthly, timeZone } = change
    if (daily === undefined && monthly === undefined && timeZone === undefined)
      return failure('usage', say('paying.float_which_budget'))
    if (timeZone !== undefined && !isZone(timeZone))
      return failure('usage', say('paying.float_unknown_time_zone', { zone: timeZone }))
    const ofDay = daily === undefined ? undefined : amount('daily', daily)
    if (ofDay && !ofDay.ok) return ofDay
    const ofMonth = monthly === undefined ? undefined : amount('monthly', monthly)
    if (ofMonth && !ofMonth.ok) return ofMonth
    return { ok: true, kind: 'budgets', wish: { daily: ofDay?.minor, monthly: ofMonth?.minor, timeZone } }
  }
  const read = amount(change.kind, change.amount)
  if (!read.ok) return read
  if (change.kind === 'set') return { ok: true, kind: 'set', minor: read.minor }
  return read.minor === null
    ? failure('usage', say('paying.float_add_needs_amount'))
    : { ok: true, kind: 'add', minor: read.minor }
}

/** The budgets, and how much of each is spent. */
export function budgetSentences({ currency, daily, monthly, timeZone }: Float): Sentence[] {
  const told = (of: Budget) => ({
    currency,
    budget: money(of.limit, currency),
    spent: money(of.spent, currency),
    timeZone,
  })
  return [
    ...(daily ? [say('paying.float_daily_line', told(daily))] : []),
    ...(monthly ? [say('paying.float_monthly_line', told(monthly))] : []),
  ]
}

/** As `float --json` prints it. Amounts are strings. */
export const floatDocument = ({
  currency,
  set,
  setAt,
  spent,
  held,
  left,
  daily,
  monthly,
  timeZone,
  waiting,
}: Float) => {
  const text = (minor: bigint | null) => (minor === null ? null : formatWireAmount(minor, currency))
  const budget = (of: Budget | null) =>
    of === null ? null : { budget: text(of.limit), spent: text(of.spent), left: text(of.limit - of.spent) }
  return {
    currency,
    set: text(set),
    spent: text(spent),
    held: text(held),
    left: text(left),
    daily: budget(daily),
    monthly: budget(monthly),
    time_zone: timeZone,
    set_at: setAt.toISOString(),
    waiting,
  }
}
