import type { Alert, AlertChannel } from '../src/alerts/alert.ts'
import { alertText } from '../src/alerts/alertText.ts'
import { type DueAlert, markTold, markUntold, takeDueAlerts } from '../src/ledger/alerts.ts'
import { readBatch } from '../src/ledger/batches.ts'
import { readInstallationId } from '../src/ledger/installation.ts'
import type { Ledger } from '../src/ledger/ledger.ts'
import { type BatchTotals, readTotals } from '../src/ledger/status.ts'
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

async function describe(ledger: Ledger, due: DueAlert): Promise<Alert> {
  const alert = {
    id: `${await readInstallationId(ledger)} ${due.subject}`,
    event: due.event,
    at: due.at.toISOString(),
  }
  if (due.event === 'schedule.failed') {
    const { schedule } = due
    return { ...alert, text: alertText({ event: due.event, ...schedule }), batch: null, schedule }
  }
  const [batch, totals] = await Promise.all([readBatch(ledger, due.batchNo), readTotals(ledger, [due.batchNo])])
  const { counts = {}, sums = {} } = totals.get(due.batchNo) ?? {}
  const { id, name, period, state, sandbox, fileRows: rows } = batch
  const { event, reason } = due
  return {
    ...alert,
    text: alertText({ event, reason, batchId: id, name, rows, paid: counts.paid ?? 0 }),
    // As it stands now, not as it stood then: whoever is told late is told what counts.
    batch: { id, name, period, state, reason, sandbox, rows, counts, sums: wireSums(sums) },
    schedule: null,
  }
}

const wireSums = (sums: BatchTotals['sums']): NonNullable<Alert['batch']>['sums'] =>
  Object.fromEntries(
    Object.entries(sums).map(([state, byCurrency]) => [
      state,
      Object.fromEntries(
        Object.entries(byCurrency).map(([currency, sum]) => [currency, formatWireAmount(sum, currency)]),
      ),
    ]),
  )
