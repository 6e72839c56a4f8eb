import type { StatementColumns } from '../intake/statementColumns.ts'
import type { Batch } from '../ledger/batches.ts'
import type { Matched } from '../payout/reconciliation.ts'
import type { Statement } from '../payout/statement.ts'
import { caseSentence, leftSentence } from './terminal/reconciliationWords.ts'

/** What there is to tell of a statement that was compared with a batch. */
export interface Reconciliation {
  batch: Batch
  /** The statement as it was named on the command line. */
  given: string
  statement: Statement
  columns: StatementColumns
  matched: Matched
  complete: boolean
  dryRun: boolean
  /** Where the report was written anew; null when it wasn't. */
  reportPath: string | null
}

/** `reconcile --json`. Lines of the batch are `line`, lines of the statement `statement_line`. No phone number or name. */
export function reconciliationDocument({ batch, statement, columns, matched, ...rest }: Reconciliation) {
  const { resolutions, left, cases, undecided, agreed, notOfBatch, nameless } = matched
  const places = Object.entries(columns.index).map(([field, at]) => [field, columns.names[at] ?? null])
  return {
    batch: batch.id,
    statement: { name: statement.name, lines: statement.lines.length, columns: Object.fromEntries(places) },
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
      line: each.row.line,
      state: each.row.state,
      reason: each.why,
      statement_lines: each.lines.map(({ line }) => line),
      message: leftSentence(each),
    })),
    cases: cases.map((each) => ({
      line: each.row.line,
      state: each.row.state,
      kind: each.kind,
      statement_lines: each.lines.map(({ line }) => line),
      message: caseSentence(each),
    })),
    undecided: undecided.map(({ line, status }) => ({ statement_line: line, status })),
    agreed,
    not_of_batch: notOfBatch,
    ignored: nameless,
    report: rest.reportPath,
  }
}
