import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { openPayoutFile } from '../files/payroll/payoutFile.ts'
import type { StatementProblem } from '../files/statement/checkStatementRow.ts'
import { readStatement } from '../files/statement/readStatement.ts'
import type { StatementColumns } from '../files/statement/statementColumns.ts'
import type { Batch } from '../ledger/batches/batches.ts'
import { reconcile as reconcileRows } from '../ledger/evidence/reconcile.ts'
import type { Matched, Statement } from '../payout/reconciliation.ts'
import { discrepancySentence, leftSentence } from '../reconcile/findingSentence.ts'
import { judgeStatement, type NotComplete } from '../reconcile/matchStatement.ts'
import { count, moment, type Sentence, say } from '../words/sentence.ts'
import { actorOf, forbids } from './accounts/actor.ts'
import { type App, type Failure, failure } from './context.ts'
import { type Core, withBatch } from './open/openCore.ts'
import { type Refreshed, refreshReport } from './report.ts'
import { statementMeaning } from './statementMeaning.ts'

export { discrepancySentence, leftSentence } from '../reconcile/findingSentence.ts'

export interface ReconcileWish {
  /** The statement: a path, or `-` for `stdin`. */
  statement: string
  /** What people call it, where the path doesn't say so. */
  called?: string | undefined
  stdin: Readable
  /** It covers the whole period: what isn't in it was not paid. */
  complete: boolean
  /** Say what would be done, and do nothing. */
  dryRun: boolean
}

/** What a statement said of a batch. */
export interface Reconciliation {
  kind: 'reconciled'
  batch: Batch
  statement: Statement
  columns: StatementColumns
  matched: Matched
  report: Refreshed
}

/** Nothing of the statement was used. */
export interface RefusedStatement {
  kind: 'refused'
  /** What the statement is called. */
  file: string
  problems: StatementProblem[]
  /** Null: the problems say why. */
  message: Sentence | null
}

export type Reconciled = Reconciliation | RefusedStatement | Failure

/** Settle a batch's unknown and accepted rows by the provider's statement. */
export async function reconcile(app: App, name: string, wish: ReconcileWish): Promise<Reconciled> {
  const forbidden = wish.dryRun ? undefined : forbids(app, 'reconcile')
  if (forbidden) return forbidden
  const { calledFrom, home } = app.config
  const path = wish.statement === '-' ? '-' : resolve(calledFrom, wish.statement)
  const opened = await openPayoutFile({ path, stdin: wish.stdin, incomingDir: join(home, 'incoming'), of: 'statement' })
  if (opened.kind === 'unreadable') return failure('usage', opened.message)
  if (opened.kind === 'refused') return refusal(wish.called ?? wish.statement, opened.message)
  try {
    const read = await readStatement(opened.file, statementMeaning)
    if (read.kind === 'problems') return refusal(wish.called ?? wish.statement, null, read.problems)
    if (read.kind === 'refused') return refusal(wish.called ?? wish.statement, read.message)
    const settle = (core: Core, batch: Batch) => settleBatch(app, core, batch, wish, read.statement, read.columns)
    return await withBatch(app, name, settle, { judges: !wish.dryRun })
  } finally {
    await opened.file.close()
  }
}

async function settleBatch(
  app: App,
  core: Core,
  batch: Batch,
  { complete, dryRun }: ReconcileWish,
  statement: Statement,
  columns: StatementColumns,
): Promise<Reconciliation | RefusedStatement> {
  const reconciled = await reconcileRows(
    core.ledger,
    { batchNo: batch.batchNo, statement, complete, dryRun, actor: actorOf(app).name },
    (known) => judgeStatement(statement, complete, known),
  )
  if (reconciled.kind === 'refused') {
    return refusal(statement.name, notComplete(reconciled.refusal, batch, app.config.command))
  }
  const { matched } = reconciled
  const isChanged = !dryRun && matched.resolutions.length > 0
  const report = isChanged ? await refreshReport(app, core, batch.batchNo) : { path: null }
  return { kind: 'reconciled', batch, statement, columns, matched, report }
}

const refusal = (file: string, message: Sentence | null, problems: StatementProblem[] = []): RefusedStatement => ({
  kind: 'refused',
  file,
  problems,
  message,
})

const notComplete = (refusal: NotComplete, { id }: Batch, command: string): Sentence =>
  say('terminal.not_complete', { why: whyNotComplete(refusal), id, command })

function whyNotComplete(refusal: NotComplete): Sentence {
  switch (refusal.kind) {
    case 'unclear_dates':
      return say('terminal.dates_unclear')
    case 'not_recognised':
      return say('terminal.lists_nothing_undated')
    case 'not_complete':
      return say('terminal.paid_rows_missing', {
        rows: count(refusal.rows.length),
        line: refusal.rows[0]?.line ?? '',
      })
    case 'not_covered': {
      const { row, fromMs, toMs } = refusal
      const span = { line: row.line, from: moment(new Date(fromMs), 'second'), to: moment(new Date(toMs), 'second') }
      return row.sentAtMs === null
        ? say('terminal.time_maybe_not_covered', span)
        : say('terminal.time_not_covered', { ...span, sent: moment(new Date(row.sentAtMs), 'second') })
    }
  }
}

/**
 * `reconcile --json`. Lines of the batch are `line`, lines of the statement `statement_line`. No phone number or name.
 * A discrepancy is a `case` there, as it was in 0.1.0: scripts read it.
 */
export function reconciliationDocument({
  batch,
  statement,
  columns,
  matched,
  ...rest
}: Reconciliation & { complete: boolean; dryRun: boolean }) {
  const { resolutions, left, discrepancies, undecided, agreed, notOfBatch, nameless } = matched
  const places = Object.entries(columns.index).map(([field, at]) => [field, columns.names[at] ?? null])
  const found = ({ row, lines }: Reconciliation['matched']['left' | 'discrepancies'][number]) => ({
    line: row.line,
    state: row.state,
    statement_lines: lines.map(({ line }) => line),
  })
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
      ...found(each),
      reason: each.why === 'discrepancy' ? 'case' : each.why,
      message: leftSentence(each),
    })),
    cases: discrepancies.map((each) => ({ ...found(each), kind: each.kind, message: discrepancySentence(each) })),
    undecided: undecided.map(({ line, status }) => ({ statement_line: line, status })),
    agreed,
    not_of_batch: notOfBatch,
    ignored: nameless,
    report: rest.report.path,
  }
}
