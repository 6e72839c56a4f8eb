import { setTimeout as delay } from 'node:timers/promises'
import { type AlertSender, sendAlerts } from './sendAlerts.ts'

/** How long a stop waits for an alert that is on its way, and for the last ones where they are to be told before the end. */
const underWayMs = 2_000
const lastRoundMs = 10_000

export interface Alerting {
  /** @param last tell of what is due at this moment first: nobody may be there to do it later */
  stop(last: boolean): Promise<void>
}

/** Tell of what is due again and again, until stopped. */
export function keepAlerting(sender: AlertSender, everyMs = 5_000): Alerting {
  let under: Promise<void> | undefined
  const round = (): Promise<void> => {
    under ??= sendAlerts(sender)
      .catch((error: unknown) => sender.log.warn('alerts could not be looked for', { error }))
      .finally(() => {
        under = undefined
      })
    return under
  }
  void round()
  const timer = setInterval(round, everyMs)
  return {
    stop: async (last) => {
      clearInterval(timer)
      const rounds = last ? Promise.resolve(under).then(round) : under
      await Promise.race([rounds, delay(last ? lastRoundMs : underWayMs, undefined, { ref: false })])
      for (const channel of sender.channels) channel.close()
    },
  }
}
