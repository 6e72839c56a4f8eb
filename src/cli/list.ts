import { listBatches } from '../ledger/batches.ts'
import { readTotals } from '../ledger/status.ts'
import { t } from '../words/t.ts'
import { batchDocument } from './batchDocument.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode } from './exitCode.ts'
import { openCore } from './openCore.ts'
import { formatCount } from './terminal/money.ts'
import { batchStateWord } from './terminal/stateWords.ts'
import { renderTable } from './terminal/table.ts'

/** All batches, newest first. */
export async function list(cli: Cli): Promise<number> {
  const core = await openCore(cli)
  if (!core.ok) return fail(cli, core)
  try {
    const batches = await listBatches(core.ledger)
    const totals = await readTotals(
      core.ledger,
      batches.map(({ batchNo }) => batchNo),
    )
    const documents = batches.map((batch) => batchDocument(batch, totals.get(batch.batchNo)))
    if (cli.json) cli.printJson({ batches: documents })
    else if (documents.length === 0) cli.print(t`No batches yet. Submit a file: ${cli.config.command} run FILE`)
    else cli.print(batchTable(cli, documents))
    return exitCode.done
  } finally {
    await core.close()
  }
}

function batchTable(cli: Cli, documents: ReturnType<typeof batchDocument>[]): string {
  return renderTable({
    columns: [
      { head: t`Batch`, whole: true },
      { head: t`Name` },
      { head: t`Period` },
      { head: t`State` },
      { head: t`Rows`, align: 'right' },
      { head: t`Paid`, align: 'right' },
      { head: t`Submitted (UTC)` },
    ],
    rows: documents.map((batch) => [
      batch.id,
      batch.name,
      batch.period ?? '',
      batch.reason === null ? batchStateWord(batch.state) : `${batchStateWord(batch.state)} (${batch.reason})`,
      formatCount(batch.file.rows),
      formatCount(batch.counts.paid ?? 0),
      batch.created_at.slice(0, 16).replace('T', ' '),
    ]),
    width: cli.width,
    style: cli.style,
  })
}
