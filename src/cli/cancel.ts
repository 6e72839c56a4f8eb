import { cancelBatch, readBatch } from '../ledger/batches.ts'
import { batchDocument } from './batchDocument.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { totalsOf } from './status.ts'
import { formatCount } from './terminal/money.ts'
import { withBatch } from './withBatch.ts'

/** Stop a batch for good: its unsent rows are never sent. What was sent stays as it is. */
export function cancel(cli: Cli, name: string): Promise<number> {
  return withBatch(cli, name, async (core, batch) => {
    const cancelled = await cancelBatch(core.ledger, batch.batchNo, cli.config.user)
    const after = await readBatch(core.ledger, batch.batchNo)
    if (cancelled === null) {
      const message = `Batch ${batch.id} can't be cancelled: it is ${after.state} already.`
      return fail(cli, failure(exitCode.usage, message))
    }
    if (cli.json) cli.printJson(batchDocument(after, await totalsOf(core, after)))
    else {
      const rows = `${formatCount(cancelled)} unsent ${cancelled === 1 ? 'row' : 'rows'}`
      cli.print(
        `Batch ${batch.id} is cancelled: ${rows} will not be sent. Rows in flight still settle; see: ${cli.config.command} status ${batch.id}`,
      )
    }
    return exitCode.done
  })
}
