import { type Batch, findBatch } from '../ledger/batches.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, type Failure, failure } from './exitCode.ts'
import { type Core, openCore } from './openCore.ts'
import { recordSpooled } from './recordSpooled.ts'

/** Open the ledger, record what the spool has for it, find the batch that was named, do something with it, close the
 * ledger. `judges`: it says what became of rows, which nobody may do while answers are still in the spool. */
export async function withBatch(
  cli: Cli,
  name: string,
  act: (core: Core, batch: Batch) => Promise<number>,
  { judges = false }: { judges?: boolean } = {},
): Promise<number> {
  const core = await openCore(cli)
  if (!core.ok) return fail(cli, core)
  try {
    const recorded = await recordSpooled(cli, core)
    if (judges && !recorded) {
      const message = t`Answers of an earlier process are still in the spool, and the ledger did not take them: rows can't be judged without them. Try again, and see ${cli.config.command} doctor.`
      return fail(cli, failure(exitCode.unreachable, message))
    }
    const found = await requireBatch(core.ledger, name)
    return found.ok ? await act(core, found.batch) : fail(cli, found)
  } finally {
    await core.close()
  }
}

async function requireBatch(ledger: Ledger, name: string): Promise<{ ok: true; batch: Batch } | Failure> {
  const found = await findBatch(ledger, name)
  if (found.kind === 'found') return { ok: true, batch: found.batch }
  if (found.kind === 'several') {
    return failure(
      exitCode.usage,
      t`Several batches begin with "${name}": ${found.ids.join(', ')}. Give more of the id.`,
    )
  }
  if (name === 'last') return failure(exitCode.usage, t`There is no batch yet.`)
  return failure(exitCode.usage, t`There is no batch "${name}". The command list shows all of them.`)
}
