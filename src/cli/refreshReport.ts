import { readBatch } from '../ledger/batches.ts'
import type { Cli } from './cli.ts'
import type { Core } from './openCore.ts'
import { writeSettledReport } from './writeBatchReport.ts'

export interface Refreshed {
  /** Where the report is; null when the batch has none yet, or it couldn't be written. */
  path: string | null
  /** Why it couldn't be written. */
  message?: string
}

/**
 * A row of a batch that is over has changed: its report is written anew, where it is. A batch that is still under way
 * writes it when it settles.
 *
 * Crash window: died before this, the ledger has the change and the report file hasn't. `payrun report` writes it anew.
 */
export async function refreshReport(cli: Cli, core: Core, batchNo: number): Promise<Refreshed> {
  const batch = await readBatch(core.ledger, batchNo)
  if (batch.state !== 'settled' && batch.state !== 'cancelled') return { path: null }
  const written = await writeSettledReport(core.ledger, batch, cli.config.home)
  return written.ok ? { path: written.path } : { path: null, message: written.message }
}
