import { hash } from 'node:crypto'
import type { StatementColumns } from '../../files/statement/statementColumns.ts'
import { type Charge, giveUpUnanswered } from '../../ledger/evidence/charges.ts'
import { reconcileListed } from '../../ledger/evidence/reconcileCharges.ts'
import { mayBePaid, type Statement } from '../../payout/reconciliation.ts'
import { chargeSentence } from '../../reconcile/findingSentence.ts'
import { type MatchedCharges, matchCharges } from '../../reconcile/matchCharges.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { actorOf } from '../accounts/actor.ts'
import { type ChargeDocument, chargeDocument } from '../charges/charges.ts'
import type { App, Failure } from '../context.ts'
import { withCore } from '../open/openCore.ts'
import { type ReconcileWish, type RefusedStatement, withStatement } from './reconcile.ts'
import { refusePayroll } from './refusePayroll.ts'

/** The result of reconciling payments and collections: the statement as read, and each charge as it was before. */
export interface ReconciledCharges {
  kind: 'reconciled_charges'
  statement: Statement
  columns: StatementColumns
  resolved: { charge: ChargeDocument; to: 'paid' | 'failed'; line: number }[]
  cases: ChargeFound[]
  left: ChargeFound[]
  agreed: number
  others: number
  /** A hash of what it settles and contradicts, to compare what a person was shown with what would be done. */
  seen: string
}

type Matched = MatchedCharges<Charge>

export interface ChargeFound {
  charge: ChargeDocument
  why: Matched['cases' | 'left'][number]['why']
  /** The reason as a sentence, which depends on what the line says. */
  message: Sentence
  lines: number[]
}

/**
 * Settle charges of `checkout` and `collect` by the provider's statement, if they are under way or unknown. Contradicting evidence is
 * stored with its charge.
 *
 * @param wish `sandbox`: the statement is the sandbox's, and only charges of the sandbox are settled
 */
export const reconcileCharges = (
  app: App,
  wish: ReconcileWish & { sandbox: boolean },
): Promise<ReconciledCharges | RefusedStatement | Failure> =>
  withStatement(
    app,
    wish,
    ({ statement, columns, reading }, remember) =>
      withCore(app, async (core): Promise<ReconciledCharges | RefusedStatement | Failure> => {
        const { ledger } = core
        const { dryRun, sandbox, requestKey } = wish
        const payroll = await refusePayroll(core, statement)
        if (payroll) return payroll
        if (!dryRun) await giveUpUnanswered(ledger)
        const { lines, sha256 } = statement
        const { name } = statement
        const references = [...new Set(lines.flatMap(({ reference }) => reference ?? []))]
        const asked = { references, statement: sha256.slice(0, 12), dryRun, actor: actorOf(app).name, requestKey }
        const judged = await reconcileListed(ledger, asked, (listed) => {
          const found = matchCharges({ lines, ...listed, sandbox, feeTolerance: reading.feeTolerance ?? 0 })
          const seen = seenOf(found)
          return wish.seen !== undefined && wish.seen !== seen ? null : { found, seen, ...keptOf(found, name) }
        })
        if (judged === null)
          return { kind: 'refused', file: name, problems: [], message: say('deskPayins.statement_changed') }
        await remember(core)
        const { found, seen } = judged
        return { kind: 'reconciled_charges', statement, columns, ...toldOf(found), seen }
      }),
    { incoming: true },
  )

const keptOf = ({ resolutions, cases }: Matched, name: string) => ({
  settles: resolutions.map(({ charge, to, line }) => ({ id: charge.id, to, note: `${name}:${line.line}` })),
  contradicts: cases.map(({ charge, why, lines }) => {
    const paying = lines.find(mayBePaid)
    return { id: charge.id, kind: why, saysPaid: paying !== undefined, line: (paying ?? lines[0])?.line ?? 0 }
  }),
})

function toldOf({ resolutions, cases, left, agreed, others }: Matched) {
  const told = ({ charge, why, lines }: Matched['cases' | 'left'][number]): ChargeFound => ({
    charge: chargeDocument(charge),
    why,
    message: chargeSentence(why, lines[0]),
    lines: lines.map(({ line }) => line),
  })
  return {
    resolved: resolutions.map(({ charge, to, line }) => ({ charge: chargeDocument(charge), to, line: line.line })),
    cases: cases.map(told),
    left: left.map(told),
    agreed,
    others,
  }
}

function seenOf({ resolutions, cases }: Matched): string {
  const settles = resolutions.map(({ charge, to }) => [charge.id, charge.state, to])
  const contradicts = cases.map(({ charge, why }) => [charge.id, charge.state, why])
  return hash('sha256', JSON.stringify([settles, contradicts]), 'hex').slice(0, 32)
}
