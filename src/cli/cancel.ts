import { cancelBatch, readBatch } from '../ledger/batches.ts'
import { plural, t } from '../words/t.ts'
import { batchDocument } from './batchDocument.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { totalsOf } from './status.ts'
import { formatCount } from './terminal/money.ts'
import { batchStateWord } from './terminal/stateWords.ts'
import { withBatch } from './withBatch.ts'

/** Stop a batch for good: its unsent rows are never sent. What was sent stays as it is. */
export function cancel(cli: Cli, name: string): Promise<number> {
  return withBatch(cli, name, async (core, batch) => {
    const cancelled = await cancelBatch(core.ledger, batch.batchNo, cli.config.user)
    const after = await readBatch(core.ledger, batch.batchNo)
    if (cancelled === null) {
      const message = t`Batch ${batch.id} can't be cancelled: it is ${batchStateWord(after.state)} already.`
      return fail(cli, failure(exitCode.usage, message))
    }
    if (cli.json) cli.printJson(batchDocument(after, await totalsOf(core, after)))
    else {
      const { id } = batch
      const { command } = cli.config
      const rows = formatCount(cancelled)
      cli.print(
        plural(
          cancelled,
          t`Batch ${id} is cancelled: ${rows} unsent row will not be sent. Rows in flight still settle; see: ${command} status ${id}`,
          t`Batch ${id} is cancelled: ${rows} unsent rows will not be sent. Rows in flight still settle; see: ${command} status ${id}`,
        ),
      )
    }
    return exitCode.done
  })
}
