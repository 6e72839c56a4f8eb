import { createExchange } from '../ledger/exchange.ts'
import { readInstallationId } from '../ledger/installation.ts'
import { replaySpool } from '../ledger/spool.ts'
import { spoolWaiting } from '../ledger/spoolWaiting.ts'
import { atMost } from './atMost.ts'
import type { Cli } from './cli.ts'
import type { Core } from './openCore.ts'

/** A ledger that doesn't take the answers by then is not waited for: pause and cancel must work on it, too. */
const recordMs = 10_000

/**
 * Put the answers that earlier processes of this PAYRUN_HOME kept in the spool into the ledger, before anybody judges a row
 * by what the ledger says: an answer in hand is never thrown away, nor is a row called not paid against it.
 *
 * @returns whether none is left; what is left stays in the spool
 */
export async function recordSpooled(cli: Cli, core: Core): Promise<boolean> {
  const { config, log } = cli
  const waiting = await spoolWaiting(config.home)
  if (waiting.files === 0) return true
  const exchange = createExchange(core.ledger.connection, (error) => log.warn('the ledger had trouble', { error }))
  let done = false
  const recording = replaySpool(config.home, await readInstallationId(core.ledger), {
    settle: (settlement) => exchange.settle(settlement),
    onUnreadable: (path) =>
      log.error("a file in the spool can't be read: it is set aside, look at it", { reason: path }),
  }).then((rows) => {
    done = true
    if (rows > 0) log.warn('answers of an earlier process were recorded', { rows })
  })
  await atMost(recordMs, recording)
  await atMost(2_000, exchange.close())
  if (!done) log.warn('answers of an earlier process are still in the spool: the ledger did not take them')
  return done
}
