import { type Hold, listHoldsAndProbes } from '../ledger/policy/holds.ts'
import { operatorTable } from '../payout/operators/operator.ts'
import type { App, Failure } from './context.ts'
import { openCore } from './open/openCore.ts'

export type { Hold }

export interface OperatorsFound {
  ok: true
  /** The table, as machines are told of it. */
  operators: OperatorDocument[]
  /** Held or being probed at this moment, by whom and why. */
  holds: Hold[]
}

export type OperatorDocument = ReturnType<typeof operatorTable>[number] & {
  held: boolean
  hold?: ReturnType<typeof holdDocument>
}

/** The per-country operator table, and what of it is held. */
export async function listOperators(app: App, sandbox: boolean): Promise<OperatorsFound | Failure> {
  const core = await openCore(app)
  if (!core.ok) return core
  try {
    const holds = await listHoldsAndProbes(core.ledger, sandbox)
    const holdOf = new Map<string, Hold>(holds.map((hold) => [hold.operator, hold]))
    const operators = operatorTable().map((operator) => {
      const hold = holdOf.get(operator.code)
      const held = hold !== undefined && !hold.probed
      return { ...operator, held, ...(hold && { hold: holdDocument(hold) }) }
    })
    return { ok: true, operators, holds }
  } finally {
    await core.close()
  }
}

/** A hold as machines are told of it. `until` is when an automatic hold is probed; null for one by hand. */
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
