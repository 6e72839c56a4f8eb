import { join, resolve } from 'node:path'
import type { StatementProblem } from '../intake/checkStatementRow.ts'
import { openPayoutFile } from '../intake/payoutFile.ts'
import { readStatement } from '../intake/readStatement.ts'
import type { StatementColumns } from '../intake/statementColumns.ts'
import type { Batch } from '../ledger/batches.ts'
import { type Reconciled, reconcile as reconcileRows } from '../ledger/reconcile.ts'
import type { Statement } from '../payout/statement.ts'
import { plural, t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import type { Core } from './openCore.ts'
import { reconciliationDocument } from './reconciliationDocument.ts'
import { refreshReport } from './refreshReport.ts'
import { statementMeaning } from './statementMeaning.ts'
import { formatCount } from './terminal/money.ts'
import { renderProblems } from './terminal/problems.ts'
import { renderReconciliation } from './terminal/reconciliation.ts'
import { withBatch } from './withBatch.ts'

export interface ReconcileOptions {
  /** A path, or `-`. */
  statement: string
  complete: boolean
  dryRun: boolean
}

/** Settle a batch's unknown and accepted rows by the provider's statement. */
export async function reconcile(cli: Cli, name: string, options: ReconcileOptions): Promise<number> {
  const path = options.statement === '-' ? '-' : resolve(cli.config.calledFrom, options.statement)
  const spoolDir = join(cli.config.home, 'incoming')
  const opened = await openPayoutFile({ path, stdin: process.stdin, spoolDir, of: 'statement' })
  if (opened.kind === 'unreadable') return fail(cli, failure(exitCode.usage, opened.message))
  if (opened.kind === 'refused') return tellRefused(cli, options.statement, [], opened.message)
  try {
    const read = await readStatement(opened.file, statementMeaning)
    if (read.kind === 'problems') return tellRefused(cli, options.statement, read.problems, null)
    if (read.kind === 'refused') return tellRefused(cli, options.statement, [], read.message)
    const judge = (core: Core, batch: Batch) => settle(cli, core, batch, options, read.statement, read.columns)
    return await withBatch(cli, name, judge, { judges: !options.dryRun })
  } finally {
    await opened.file.close()
  }
}

async function settle(
  cli: Cli,
  core: Core,
  batch: Batch,
  { statement: given, complete, dryRun }: ReconcileOptions,
  statement: Statement,
  columns: StatementColumns,
): Promise<number> {
  const wish = { batchNo: batch.batchNo, statement, complete, dryRun, actor: cli.config.user }
  const reconciled = await reconcileRows(core.ledger, wish)
  if (reconciled.kind !== 'reconciled') return tellRefused(cli, statement.name, [], notComplete(cli, batch, reconciled))
  const { matched } = reconciled
  const report =
    dryRun || matched.resolutions.length === 0 ? { path: null } : await refreshReport(cli, core, batch.batchNo)
  const told = { batch, given, statement, columns, matched, complete, dryRun, reportPath: report.path }
  if (cli.json) cli.printJson(reconciliationDocument(told))
  else cli.print(renderReconciliation(told, { command: cli.config.command, width: cli.width, style: cli.style }))
  if ('message' in report && report.message !== undefined) {
    cli.say(report.message)
    return exitCode.bug
  }
  return matched.left.length === 0 && matched.cases.length === 0 ? exitCode.done : exitCode.notAllPaid
}

/** Nothing of it was used. */
function tellRefused(cli: Cli, file: string, problems: readonly StatementProblem[], message: string | null): number {
  if (cli.json) cli.printJson({ file, problems, ...(message === null ? {} : { message }) })
  const name = file === '-' ? t`standard input` : file
  if (!cli.json && problems.length > 0)
    cli.print(renderProblems(problems, { file: name, maySkip: false, style: cli.style }))
  if (message !== null) cli.say(message)
  else cli.say(t`Nothing was changed.`)
  return exitCode.refused
}

function notComplete(cli: Cli, batch: Batch, reconciled: Exclude<Reconciled, { kind: 'reconciled' }>): string {
  const instead = t`Nothing was changed. Without --complete the rows that it lists are settled; ${cli.config.command} resolve ${batch.id} settles single rows.`
  return `${whyNotComplete(reconciled)} ${instead}`
}

function whyNotComplete(reconciled: Exclude<Reconciled, { kind: 'reconciled' }>): string {
  if (reconciled.kind === 'unclear_dates')
    return t`With --complete the statement's dates have to be certain, and all of them can be read day first or month first: write them as 2026-11-21.`
  if (reconciled.kind === 'not_recognised')
    return t`A statement without dates can be called complete only when it lists some row of the batch: this one lists none, so it may have been made before the batch was paid, or be another account's. Get one with dates.`
  if (reconciled.kind === 'not_complete') {
    const line = reconciled.rows[0]?.line ?? ''
    const count = formatCount(reconciled.rows.length)
    return plural(
      reconciled.rows.length,
      t`The statement is not complete: ${count} paid row is not in it either, the first on line ${line} of the batch. A page may be missing, or it is another account's.`,
      t`The statement is not complete: ${count} paid rows are not in it either, the first on line ${line} of the batch. A page may be missing, or it is another account's.`,
    )
  }
  const { row, fromMs, toMs } = reconciled
  const [from, to] = [timeOf(fromMs), timeOf(toMs)]
  return row.sentAtMs === null
    ? t`The statement doesn't cover the whole time: its dates go from ${from} to ${to}, and line ${row.line} of the batch may lie outside. Get one that goes further.`
    : t`The statement doesn't cover the whole time: line ${row.line} of the batch was sent at ${timeOf(row.sentAtMs)}, and the statement's dates go from ${from} to ${to}. Get one that goes further.`
}

const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
