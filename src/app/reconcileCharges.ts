import { giveUpUnanswered } from '../ledger/evidence/charges.ts'
import { findChargesListed, settleByStatement } from '../ledger/evidence/reconcileCharges.ts'
import type { Statement } from '../payout/reconciliation.ts'
import { matchCharges } from '../reconcile/matchCharges.ts'
import { actorOf } from './accounts/actor.ts'
import { type ChargeDocument, chargeDocument } from './charges.ts'
import type { App, Failure } from './context.ts'
import { withCore } from './open/openCore.ts'
import { type ReconcileWish, type RefusedStatement, withStatement } from './reconcile.ts'

/** What a statement said of payments and collections: as it was read, and each charge as it was before. */
export interface ReconciledCharges {
  kind: 'reconciled_charges'
  statement: Statement
  resolved: { charge: ChargeDocument; to: 'paid' | 'failed'; line: number }[]
  cases: ChargeFound[]
  left: ChargeFound[]
  agreed: number
  others: number
}

export interface ChargeFound {
  charge: ChargeDocument
  /** A `ChargeCase` or a `ChargeLeft` of src/reconcile/matchCharges.ts. */
  why: ReturnType<typeof matchCharges>['cases' | 'left'][number]['why']
  lines: number[]
}

/**
 * Settle what `checkout` and `collect` asked for by the provider's statement: only charges that are under way or unknown.
 *
 * @param wish `sandbox`: the statement is of the sandbox, and only what was asked of it is settled
 */
export const reconcileCharges = (
  app: App,
  wish: ReconcileWish & { sandbox: boolean },
): Promise<ReconciledCharges | RefusedStatement | Failure> =>
  withStatement(
    app,
    wish,
    ({ statement, reading }, remember) =>
      withCore(app, async (core): Promise<ReconciledCharges | Failure> => {
        const { ledger } = core
        if (!wish.dryRun) await giveUpUnanswered(ledger)
        const { lines } = statement
        const listed = await findChargesListed(ledger, [...new Set(lines.flatMap(({ reference }) => reference ?? []))])
        const { sandbox } = wish
        const found = matchCharges({ lines, ...listed, sandbox, feeTolerance: reading.feeTolerance ?? 0 })
        const settled = found.resolutions.map(({ charge, to, line }) => {
          const note = `${statement.name}:${line.line}`
          return { id: charge.id, from: charge.state, to, note }
        })
        const done = wish.dryRun ? null : await settleByStatement(ledger, actorOf(app).name, settled)
        await remember(core)
        const isDone = ({ charge }: (typeof found.resolutions)[number]) => done === null || done.has(charge.id)
        const moved = found.resolutions.filter((each) => !isDone(each))
        const changed = moved.map(({ charge, line }) => ({ charge, why: 'changed' as const, lines: [line] }))
        const told = ({ charge, why, lines: its }: (typeof found)['cases' | 'left'][number]): ChargeFound => ({
          charge: chargeDocument(charge),
          why,
          lines: its.map(({ line }) => line),
        })
        return {
          kind: 'reconciled_charges',
          statement,
          resolved: found.resolutions.filter(isDone).map(({ charge, to, line }) => ({
            charge: chargeDocument(charge),
            to,
            line: line.line,
          })),
          cases: found.cases.map(told),
          left: [...found.left, ...changed].map(told),
          agreed: found.agreed,
          others: found.others,
        }
      }),
    { incoming: true },
  )
