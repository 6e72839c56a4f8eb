import type { Holder, Matched, SentRow, Statement, StatementLine } from '../../../src/payout/reconciliation.ts'
import { coverageOf } from '../../../src/reconcile/coverage.ts'
import { matchStatement } from '../../../src/reconcile/matchStatement.ts'
import { batchNamed, type Model, type RowName, rowOf } from './model.ts'

/** A line of a provider's statement that names a reference, and nothing else to know the payout by. */
export interface StatementWish {
  reference: string
  meaning: 'carried_out' | 'not_carried_out' | 'under_way'
}

const sha256 = 'f'.repeat(64)
/** How the statement is named in events. */
export const statementWords = `statement ${sha256.slice(0, 12)}`

export function statementOf(lines: readonly StatementWish[], prefix = ''): Statement {
  const none = { phones: [], amountHundredths: null, currency: null, at: null }
  return {
    name: 'march.csv',
    sha256,
    dateOrder: 'certain',
    lines: lines.map(({ reference, meaning }, index): StatementLine => {
      return { ...none, line: index + 2, reference: prefix + reference, meaning, status: meaning }
    }),
  }
}

/**
 * What a statement says of the batch as the model has it, by the judgement that is pure and has tests of its own: here it
 * only matters that the ledger hands in what it holds, and does what comes out.
 *
 * @param references who held which when they were looked up
 */
export function judge(
  model: Model,
  { batch, lines: wished, complete }: { batch: number; lines: readonly StatementWish[]; complete: boolean },
  references: Model['references'],
): Matched | string {
  const statement = statementOf(wished)
  const rows = Object.keys(batchNamed(model, batch).rows).map((line) => `${batch}/${line}`)
  const owners = new Map(
    Object.entries(references).map(([reference, owner]) => [reference, ownerIn(model, owner, batch)] as const),
  )
  const sent = rows.filter((name) => rowOf(model, name).attempts > 0).map((name) => sentRow(model, name))
  const matched = matchStatement({ lines: statement.lines, rows: sent, others: [], owners, complete })
  const absent = matched.resolutions.filter(({ by }) => by === 'absence').map(({ row }) => row)
  const coverage = coverageOf(statement, absent, matched)
  return coverage.kind === 'covered' ? matched : coverage.kind
}

function ownerIn(model: Model, owner: RowName, batch: number): number | Holder {
  const [ownersBatch, line] = owner.split('/').map(Number)
  return ownersBatch === batch && line !== undefined ? line : sentRow(model, owner)
}

/** All at one time, long after the beginning of the count: a payout that was never sent is no sign of that time. */
const sentMs = Date.UTC(2026, 10, 27)

function sentRow(model: Model, name: RowName): SentRow {
  const { operator, amountMinor, state, events, providerReference, isSent } = rowOf(model, name)
  const [batchNo = 0, line = 0] = name.split('/').map(Number)
  const holder = providerReference === null ? undefined : model.references[providerReference]
  const isShared = providerReference !== null && holder !== undefined && holder !== name
  return {
    batchNo,
    line,
    state,
    operator,
    phone: '2290197000001',
    amountMinor,
    currency: 'XOF',
    sentAtMs: isSent ? sentMs : null,
    reference: isShared ? null : providerReference,
    ...(isShared && { sharedReference: providerReference }),
    retried: events.some(({ from }) => from === 'failed'),
  }
}
