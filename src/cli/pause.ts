import { moveBatch, readBatch } from '../ledger/batches.ts'
import { t } from '../words/t.ts'
import { batchDocument } from './batchDocument.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { totalsOf } from './status.ts'
import { batchStateWord } from './terminal/stateWords.ts'
import { withBatch } from './withBatch.ts'

/** Stop sending a batch's unsent rows. Rows in flight settle. Pausing a paused batch changes nothing and is fine. */
export function pause(cli: Cli, name: string): Promise<number> {
  return withBatch(cli, name, async (core, batch) => {
    const move = { to: 'paused', reason: 'person', actor: cli.config.user } as const
    // One that waits for its time is paused already; paused by a person it no longer starts by itself.
    const from = batch.reason === 'scheduled' ? (['running', 'paused'] as const) : (['running'] as const)
    const moved = await moveBatch(core.ledger, batch.batchNo, from, move)
    const after = await readBatch(core.ledger, batch.batchNo)
    if (after.state !== 'paused') {
      return fail(
        cli,
        failure(exitCode.usage, t`Batch ${batch.id} can't be paused: it is ${batchStateWord(after.state)}.`),
      )
    }
    if (cli.json) cli.printJson(batchDocument(after, await totalsOf(core, after)))
    else
      cli.print(
        moved
          ? t`Batch ${batch.id} is paused. Go on with: ${cli.config.command} resume ${batch.id}`
          : t`Batch ${batch.id} was paused already. Go on with: ${cli.config.command} resume ${batch.id}`,
      )
    return exitCode.done
  })
}
