import { createExchange } from '../ledger/exchange.ts'
import { readInstallationId } from '../ledger/installation.ts'
import { replaySpool } from '../ledger/spool.ts'
import { spoolWaiting } from '../ledger/spoolWaiting.ts'
import type { Cli } from './cli.ts'
import type { Core } from './openCore.ts'

/**
 * Put the answers that earlier processes of this PAYRUN_HOME kept in the spool into the ledger, before anybody judges a row
 * by what the ledger says: an answer in hand is never thrown away, nor is a row called not paid against it.
 */
export async function recordSpooled(cli: Cli, core: Core): Promise<void> {
  const { config, log } = cli
  const waiting = await spoolWaiting(config.home)
  if (waiting.files === 0) return
  const exchange = createExchange(core.ledger.connection, (error) => log.warn('the ledger had trouble', { error }))
  try {
    const replayed = await replaySpool(config.home, await readInstallationId(core.ledger), {
      settle: (settlement) => exchange.settle(settlement),
      onUnreadable: (path) => log.error(`${path} in the spool can't be read: it is set aside, look at it`),
    })
    if (replayed > 0) log.warn('answers of an earlier process were recorded', { rows: replayed })
  } finally {
    await exchange.close()
  }
}
