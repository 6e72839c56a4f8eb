import type { Alert, AlertChannel } from '../src/alerts/alert.ts'
import { alertText } from '../src/alerts/alertText.ts'
import { type DueAlert, markTold, markUntold, takeDueAlerts } from '../src/ledger/alerts.ts'
import { readBatch } from '../src/ledger/batches.ts'
import { readInstallationId } from '../src/ledger/installation.ts'
import type { Ledger } from '../src/ledger/ledger.ts'
import { readTotals } from '../src/ledger/status.ts'
import type { Log } from '../src/log.ts'
import { formatWireAmount } from '../src/payout/money.ts'

/** Seconds until the next try: after the last of these the alert is given up. */
export const alertRetrySeconds = [10, 30, 120, 600, 1_800, 7_200, 21_600] as const

export interface AlertSender {
  ledger: Ledger
  log: Log
  /** Tells of the sandbox's batches, or of the provider's. */
  sandbox: boolean
  channels: readonly AlertChannel[]
}

/**
 * Tell of everything that is due, on every channel. At least once: see `takeDueAlerts`. Telling never holds up paying: an
 * alert that doesn't get through waits in the ledger for its next try, in whatever process comes first.
 */
export async function sendAlerts(sender: AlertSender): Promise<void> {
  await Promise.all(sender.channels.map((channel) => sendOn(sender, channel)))
}

async function sendOn(sender: AlertSender, channel: AlertChannel): Promise<void> {
  const { ledger, sandbox } = sender
  for (;;) {
    const due = await takeDueAlerts(ledger, channel.name, sandbox)
    if (due.length === 0) return
    for (const each of due) await tell(sender, channel, each)
  }
}

async function tell({ ledger, log }: AlertSender, channel: AlertChannel, due: DueAlert): Promise<void> {
  const told = await channel.tell(await describe(ledger, due))
  if (told.kind === 'told') return markTold(ledger, channel.name, due.subject, null)
  const waitSeconds = told.kind === 'failed' ? alertRetrySeconds[due.attempt - 1] : undefined
  const words = { reason: told.why, code: channel.name }
  if (waitSeconds === undefined) {
    log.error('an alert could not be told, and is given up', words)
    return markTold(ledger, channel.name, due.subject, told.why)
  }
  log.warn('an alert could not be told yet', { ...words, waitMs: waitSeconds * 1_000 })
  return markUntold(ledger, channel.name, due.subject, told.why, waitSeconds)
}

/** The batch as it stands now, not as it stood then: whoever is told late is told what counts. */
async function describe(ledger: Ledger, due: DueAlert): Promise<Alert> {
  const [batch, totals, installation] = await Promise.all([
    readBatch(ledger, due.batchNo),
    readTotals(ledger, [due.batchNo]),
    readInstallationId(ledger),
  ])
  const { counts = {}, sums = {} } = totals.get(due.batchNo) ?? {}
  const wireSums = Object.entries(sums).map(([state, byCurrency]) => [
    state,
    Object.fromEntries(
      Object.entries(byCurrency).map(([currency, sum]) => [currency, formatWireAmount(sum, currency)]),
    ),
  ])
  return {
    id: `${installation} ${due.subject}`,
    event: due.event,
    at: due.at.toISOString(),
    text: alertText({ ...due, batchId: batch.id, name: batch.name, rows: batch.fileRows, paid: counts.paid ?? 0 }),
    batch: {
      id: batch.id,
      name: batch.name,
      period: batch.period,
      state: batch.state,
      reason: due.reason,
      sandbox: batch.sandbox,
      rows: batch.fileRows,
      counts,
      sums: Object.fromEntries(wireSums),
    },
    schedule: null,
  }
}
