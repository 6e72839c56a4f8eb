import { hasAmounts, type StatementField } from '../../files/statement/statementColumns.ts'
import { clipped } from '../../payout/typedText.ts'
import { discrepancySentence, leftSentence } from '../../reconcile/findingSentence.ts'
import { unclearLines } from '../../reconcile/matchStatement.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { ChargeDocument } from '../charges/charges.ts'
import type { ReconciledAll, Reconciliation } from './reconcile.ts'
import type { ChargeFound, ReconciledCharges } from './reconcileCharges.ts'

/**
 * The output of `reconcile --json` for one batch. `line` is a line of the batch, `statement_line` one of the statement. There are no phone
 * numbers or names. A discrepancy is a `case`, as in 0.1.0, because scripts read it.
 */
export function reconciliationDocument({
  batch,
  statement,
  columns,
  matched,
  ...rest
}: Reconciliation & { complete: boolean; dryRun: boolean }) {
  const { resolutions, left, discrepancies, undecided, agreed, notOfBatch, nameless } = matched
  const found = ({ row, lines }: Reconciliation['matched']['left' | 'discrepancies'][number]) => ({
    line: row.line,
    state: row.state,
    statement_lines: lines.map(({ line }) => line),
  })
  return {
    batch: batch.id,
    statement: statementDocument({ statement, columns }),
    complete: rest.complete,
    dry_run: rest.dryRun,
    resolved: resolutions.map(({ row, to, reference, by, statementLine }) => ({
      line: row.line,
      from: row.state,
      to,
      provider_reference: reference,
      by,
      statement_line: statementLine,
    })),
    left: left.map((each) => ({
      ...found(each),
      reason: each.why === 'discrepancy' ? 'case' : each.why,
      message: leftSentence(each),
    })),
    cases: discrepancies.map((each) => ({ ...found(each), kind: each.kind, message: discrepancySentence(each) })),
    undecided: undecided.map(({ line, status, settlesNothing }) => ({
      statement_line: line,
      status,
      reason: settlesNothing ?? ('status' as const),
    })),
    agreed,
    not_of_batch: notOfBatch,
    unclear: unclearLines(statement, matched),
    ignored: nameless,
    report: rest.report.path,
  }
}

/** The output of `reconcile --all --json`: the same for each batch, and the batches for which nothing was used. */
export const reconciledAllDocument = (
  all: ReconciledAll,
  { complete, dryRun }: { complete: boolean; dryRun: boolean },
) => ({
  statement: statementDocument(all),
  complete,
  dry_run: dryRun,
  batches: all.batches.map((each) => reconciliationDocument({ ...each, complete, dryRun })),
  refused: all.refused.map(({ batch, message }) => ({ batch: batch.id, message })),
  sandbox_batches_left_out: all.ofSandbox,
})

function statementDocument({ statement, columns }: Pick<Reconciliation, 'statement' | 'columns'>) {
  const places = Object.entries(columns.index).map(([field, at]) => [field, columns.names[at] ?? null])
  return { name: statement.name, lines: statement.lines.length, columns: Object.fromEntries(places) }
}

/** The output of `payins reconcile --json`: what a statement says about payments and collections. */
export const chargeReconciliationDocument = (
  { statement, resolved, cases, left, agreed, others }: ReconciledCharges,
  dryRun: boolean,
) => ({
  statement: { name: statement.name, sha256: statement.sha256, lines: statement.lines.length },
  dry_run: dryRun,
  resolved: resolved.map(({ charge, to, line }) => ({
    ...namesOf(charge),
    from: charge.state,
    to,
    statement_line: line,
  })),
  cases: cases.map(chargeFound),
  left: left.map(chargeFound),
  agreed,
  others,
})

const namesOf = ({ id, kind, reference, provider_reference }: ChargeDocument) => ({
  id,
  kind,
  reference,
  provider_reference,
})

const chargeFound = ({ charge, why, message, lines }: ChargeFound) => ({
  ...namesOf(charge),
  state: charge.state,
  why,
  message,
  statement_lines: lines,
})

const mostTold = 10

/**
 * The fields that may be in a column whose name payrun doesn't know. Null if there are none, or if the lines settled or agreed with
 * rows and nothing was left.
 */
export function unreadColumns({
  columns: { index, names },
  statement: { lines },
  matched: { left, recognised },
}: Pick<Reconciliation, 'columns' | 'statement' | 'matched'>): Sentence | null {
  if (left.length === 0 && recognised.length > 0) return null
  const hasNumbers = lines.some(({ phones, mentioned }) => phones.length > 0 || mentioned !== undefined)
  const fields: StatementField[] = []
  if (index.reference === undefined) fields.push('reference')
  if (index.phone === undefined && !hasNumbers) fields.push('phone')
  if (!hasAmounts({ index })) fields.push('amount')
  if (index.date === undefined) fields.push('date')
  const used = new Set(Object.values(index))
  const unread = names.filter((name, at) => name !== '' && !used.has(at))
  const [field] = fields
  if (field === undefined || unread.length === 0) return null
  const columns = unread.slice(0, mostTold).map((name) => clipped(name))
  return say('summary.columns_missing', { fields, columns, field })
}
