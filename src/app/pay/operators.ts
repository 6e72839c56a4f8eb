import { type Hold, listHoldsAndProbes } from '../../ledger/policy/holds.ts'
import { type OperatorHour, readOperatorHours, usualTimes } from '../../ledger/policy/sharedByPayers.ts'
import { listWindows, type OperatorWindow } from '../../ledger/policy/windows.ts'
import { operatorOf, operatorTable } from '../../payout/operators/operator.ts'
import { country as countryNamed, moment, type Sentence, say, type Value } from '../../words/sentence.ts'
import type { App, Failure } from '../context.ts'
import { withCore } from '../open/openCore.ts'

export type { Hold, OperatorHour, OperatorWindow }

interface OperatorsFound {
  ok: true
  /** The table, for programs. */
  operators: OperatorDocument[]
  /** Operators that are on hold or being probed now, by whom and why. */
  holds: Hold[]
  /** Current and future planned maintenance. */
  windows: OperatorWindow[]
}

export type OperatorDocument = ReturnType<typeof operatorTable>[number] & {
  held: boolean
  hold?: ReturnType<typeof holdDocument>
  windows?: ReturnType<typeof windowDocument>[]
}

/** The per-country operator table, and which operators are on hold. */
export const listOperators = (app: App, sandbox: boolean): Promise<OperatorsFound | Failure> =>
  withCore(app, async ({ ledger }) => {
    const holds = await listHoldsAndProbes(ledger, sandbox)
    const windows = await listWindows(ledger, sandbox)
    const holdOf = new Map<string, Hold>(holds.map((hold) => [hold.operator, hold]))
    const operators = operatorTable().map((operator) => {
      const hold = holdOf.get(operator.code)
      const planned = windows.filter((each) => each.operator === operator.code)
      const held = (hold !== undefined && !hold.probed) || planned.some(({ openUntil }) => openUntil !== null)
      return {
        ...operator,
        held,
        ...(hold && { hold: holdDocument(hold) }),
        ...(planned.length > 0 && { windows: planned.map(windowDocument) }),
      }
    })
    return { ok: true, operators, holds, windows }
  })

/** A hold, for programs. `until` is when an automatic hold is probed; null for a manual hold. */
export const holdDocument = ({ operator, manual, reason, since, until, probed, actor, note }: Hold) => ({
  operator,
  by: manual ? actor : null,
  manual,
  reason,
  note,
  since: since.toISOString(),
  until: until?.toISOString() ?? null,
  probed,
})

/** A maintenance window, for programs: `from` and `to` are local times in `time_zone`. */
export const windowDocument = ({
  windowNo,
  from,
  to,
  every,
  timeZone,
  actor,
  note,
  openUntil,
  next,
}: OperatorWindow) => ({
  id: windowNo,
  from,
  to,
  every,
  time_zone: timeZone,
  by: actor,
  note,
  until: openUntil?.toISOString() ?? null,
  next: next?.toISOString() ?? null,
})

/** Planned maintenance of an operator, as a sentence. @param operator the name to use for the operator */
export function windowSentence(
  { from, to, every, timeZone, openUntil, next }: OperatorWindow,
  operator: Sentence | string,
): Sentence {
  if (openUntil !== null) return say('paying.window_is_on', { operator, until: moment(openUntil) })
  if (every === null) return say('paying.window_next', { operator, from, to, timeZone })
  const told = { operator, from, to, timeZone, at: next === null ? '' : moment(next) }
  return every === 'day' ? say('paying.window_next_daily', told) : say('paying.window_next_weekly', told)
}

/** An operator with its current state, for people. */
export interface OperatorLook {
  code: string
  country: Value | null
  /** Null if it is neither on hold nor being probed. */
  hold: Hold | null
  /** Current and future planned maintenance. */
  windows: readonly OperatorWindow[]
  /** Its answers to all workers in the last hour; null if it got no request. */
  hour: OperatorHour | null
  /** The response times in the last hour. */
  times: ReturnType<typeof usualTimes>
}

/** Every operator with its hold and the answers of the last hour, in the order of the table. */
export const watchOperators = (
  app: App,
  sandbox: boolean,
): Promise<{ ok: true; operators: OperatorLook[] } | Failure> =>
  withCore(app, async ({ ledger }) => {
    const [holds, windows, hours] = await Promise.all([
      listHoldsAndProbes(ledger, sandbox),
      listWindows(ledger, sandbox),
      readOperatorHours(ledger, sandbox),
    ])
    const operators = operatorTable().map(({ code }): OperatorLook => {
      const hour = hours.find(({ operator }) => operator === code) ?? null
      const hold = holds.find(({ operator }) => operator === code) ?? null
      const planned = windows.filter(({ operator }) => operator === code)
      const its = operatorOf(code)
      const country = its && countryNamed(its.country)
      return { code, country, hold, windows: planned, hour, times: usualTimes(hour?.took ?? []) }
    })
    return { ok: true, operators }
  })
