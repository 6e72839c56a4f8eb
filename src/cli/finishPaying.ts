import type { Batch } from '../ledger/batches.ts'
import { type BatchTotals, readTotals } from '../ledger/status.ts'
import { t } from '../words/t.ts'
import { atMost } from './atMost.ts'
import { type BatchDocument, batchDocument, noTotals } from './batchDocument.ts'
import { type Cli, fail } from './cli.ts'
import { type ExitCode, exitCode, failure } from './exitCode.ts'
import type { Core } from './openCore.ts'
import type { Provider } from './openProvider.ts'
import type { QueueStore } from './openQueue.ts'
import { exitCodeOf, type Paid, payForeground } from './payForeground.ts'
import { type BatchSummary, renderSummary } from './terminal/summary.ts'
import { writeSettledReport } from './writeBatchReport.ts'

/** Pay a batch here, then say what became of it: the summary (or document), the report, the exit code. */
export async function payAndTell(
  cli: Cli,
  core: Core,
  store: QueueStore,
  batch: Batch,
  provider: Provider,
  tell: Tell = tellBatch,
): Promise<ExitCode> {
  const paid = await payForeground(cli, core, store, batch, provider)
  if (!paid) {
    const message = t`Batch ${batch.id} is being paid by another payrun command at this moment: see ${cli.config.command} status ${batch.id}`
    fail(cli, failure(exitCode.usage, message))
    return exitCode.usage
  }
  const after = paid.batch
  const totals = await totalsOrNone(core, paid)
  const report = await reportOf(cli, core, paid)
  const rate = paid.seconds > 0 ? paid.rows / paid.seconds : null
  const summary = {
    batchId: after.id,
    name: after.name,
    state: after.state,
    reason: after.reason,
    counts: totals.counts,
    sums: totals.sums,
    asksStatus: cli.config.statusPath !== undefined,
    reportPath: report.path,
    seconds: paid.rows > 0 ? paid.seconds : null,
    rate: paid.rows > 0 ? rate : null,
  }
  await tell(cli, core, { ...batchDocument(after, totals), report: report.path }, summary)
  if (report.message) cli.say(report.message)
  const code = exitCodeOf(paid, totals.counts)
  return report.message && code === exitCode.done ? exitCode.bug : code
}

/** Says what became of a batch that was paid here: the document with --json, else in words. */
export type Tell = (
  cli: Cli,
  core: Core,
  document: BatchDocument & { report: string | null },
  summary: BatchSummary,
) => void | Promise<void>

const tellBatch: Tell = (cli, _core, document, summary) => {
  if (cli.json) cli.printJson(document)
  else cli.print(renderSummary(summary, { command: cli.config.command, width: cli.width, style: cli.style }))
}

/** An interrupted command whose database is away ends all the same, without figures. */
async function totalsOrNone(core: Core, { batch, interrupted }: Paid): Promise<BatchTotals> {
  let totals = noTotals
  const reading = readTotals(core.ledger, [batch.batchNo]).then((read) => {
    totals = read.get(batch.batchNo) ?? noTotals
  })
  await (interrupted ? atMost(2_000, reading) : reading)
  return totals
}

/** The report of a batch that is over: written when it settled, or now (it was cancelled, or its writer died in between). */
async function reportOf(cli: Cli, core: Core, paid: Paid): Promise<{ path: string | null; message?: string }> {
  const { batch } = paid
  if (batch.state !== 'settled' && batch.state !== 'cancelled') return { path: null }
  const written = paid.report ?? (await writeSettledReport(core.ledger, batch, cli.config.home))
  return written.ok ? { path: written.path } : { path: null, message: written.message }
}
