import { setTimeout as delay } from 'node:timers/promises'
import { type Alert, type AlertChannel, alertText } from '../src/alerts/alert.ts'
import { beginAlerts, type DueAlert, markTold, markUntold, takeDueAlerts } from '../src/ledger/batches/alerts.ts'
import { readBatch } from '../src/ledger/batches/batches.ts'
import { readTotals, wireSums } from '../src/ledger/batches/totals.ts'
import { type Ledger, readInstallationId } from '../src/ledger/connection/ledger.ts'
import type { Log } from '../src/log.ts'
import { pauseReasons } from '../src/payout/outcome.ts'
import { keepRounds } from '../src/process.ts'
import type { Language } from '../src/words/catalogue.ts'

const halfADay = 43_200
/** Seconds until the next try. After the last one, three days later, the alert is given up. */
export const alertRetrySeconds = [
  ...[10, 30, 120, 600, 1_800, 7_200, 14_400, 21_600],
  ...[halfADay, halfADay, halfADay, halfADay, halfADay],
] as const

interface AlertSender {
  ledger: Ledger
  log: Log
  /** Whether the alerts are about the sandbox's batches or the provider's. */
  sandbox: boolean
  /** The language of the sentences. */
  language: Language
  channels: readonly AlertChannel[]
}

/**
 * Send every alert that is due, on every channel, at least once (see `takeDueAlerts`). This never holds up payments: an alert that
 * doesn't get through waits in the ledger for its next try, by whichever process comes first.
 */
export async function sendAlerts(sender: AlertSender): Promise<void> {
  await Promise.all(sender.channels.map((channel) => sendOn(sender, channel)))
}

async function sendOn(sender: AlertSender, channel: AlertChannel): Promise<void> {
  const { ledger, sandbox } = sender
  await beginAlerts(ledger, channel.name, process.uptime())
  for (;;) {
    const due = await takeDueAlerts(ledger, channel.name, sandbox)
    if (due.length === 0) return
    for (const each of due) await tell(sender, channel, each)
  }
}

async function tell({ ledger, log, language }: AlertSender, channel: AlertChannel, due: DueAlert): Promise<void> {
  const told = await channel.tell(await describe(ledger, due, language))
  if (told.kind === 'told') return markTold(ledger, channel.name, due.subject, null)
  const waitSeconds = told.kind === 'failed' ? alertRetrySeconds[due.attempt - 1] : undefined
  const words = { reason: told.why, code: channel.name }
  if (waitSeconds === undefined) {
    log.error('an alert could not be sent, and payrun gave up', words)
    return markTold(ledger, channel.name, due.subject, told.why)
  }
  log.warn('an alert could not be sent yet', { ...words, waitMs: waitSeconds * 1_000 })
  return markUntold(ledger, channel.name, due.subject, told.why, waitSeconds)
}

async function describe(ledger: Ledger, due: DueAlert, language: Language): Promise<Alert> {
  const alert = {
    id: `${await readInstallationId(ledger)} ${due.subject}`,
    event: due.event,
    at: due.at.toISOString(),
  }
  if (due.event === 'ledger.fenced') {
    const { event, why } = due
    return { ...alert, text: alertText({ event, why }, language), batch: null, schedule: null }
  }
  if (due.event === 'schedule.failed') {
    const { event, schedule, inFolder } = due
    return { ...alert, text: alertText({ event, inFolder, ...schedule }, language), batch: null, schedule }
  }
  const [batch, totals] = await Promise.all([readBatch(ledger, due.batchNo), readTotals(ledger, [due.batchNo])])
  const { counts = {}, sums = {} } = totals.get(due.batchNo) ?? {}
  const { id, name, period, state, sandbox, fileRows: rows } = batch
  const { event, reason } = due
  const known = pauseReasons.find((each) => each === reason) ?? null
  // The provider's words, without names and numbers, if the batch is still in the pause that the alert is about.
  const says = batch.reason === reason ? batch.reasonSays : null
  return {
    ...alert,
    text: alertText({ event, reason: known, says, sandbox, batchId: id, name, rows, paid: counts.paid ?? 0 }, language),
    // The batch as it is now, not as it was then: an alert that comes late should say what counts.
    batch: { id, name, period, state, reason, reason_says: says, sandbox, rows, counts, sums: wireSums(sums) },
    schedule: null,
  }
}

/** How long a stop waits for alerts on their way, and for a last round of alerts. */
const underWayMs = 2_000
const lastRoundMs = 10_000
const everyMs = 5_000

export interface Telling {
  /** @param last send what is due first: nobody may be there to do it later */
  stop(last: boolean): Promise<void>
}

/** Keep sending what is due until stopped. `tell` begins nothing more once its signal is aborted. */
export function keepTelling(log: Log, tell: (stopping: AbortSignal) => Promise<void>): Telling {
  const stopping = new AbortController()
  const round = () =>
    tell(stopping.signal).catch((error: unknown) => log.warn('payrun could not check for alerts', { error }))
  const rounds = keepRounds(everyMs, round)
  void rounds.once()
  return {
    stop: async (last) => {
      if (!last) stopping.abort()
      const ended = last ? rounds.stop().then(rounds.once) : rounds.stop()
      await Promise.race([ended, delay(last ? lastRoundMs : underWayMs, undefined, { ref: false })])
      stopping.abort()
    },
  }
}
