import type { Post } from '../src/alerts/webhook.ts'
import { eventDocument, hasUnnumbered, numberFeed } from '../src/ledger/batches/feed.ts'
import {
  beginDeliveries,
  type Delivery,
  markNotReceived,
  markReceived,
  takeDelivery,
} from '../src/ledger/batches/webhooks.ts'
import { type Ledger, readInstallationId } from '../src/ledger/connection/ledger.ts'
import type { Log } from '../src/log.ts'

interface EventSender {
  ledger: Ledger
  log: Log
  post: Post
}

/** Seconds until a page is tried again. The last one applies for the rest of the three days, so that a receiver that is back is noticed soon. */
const retrySeconds = [10, 30, 120, 600] as const

/**
 * Post the feed's new events, a page at a time and in order (see `takeDelivery`), each at least once. This never holds up payments: a
 * page that doesn't get through waits in the ledger for its next try, by whichever process comes first.
 *
 * @param stopping no further page is begun
 */
export async function sendEvents(sender: EventSender, stopping?: AbortSignal): Promise<void> {
  const { ledger } = sender
  if (await hasUnnumbered(ledger)) await numberFeed(ledger)
  await beginDeliveries(ledger, process.uptime())
  while (stopping?.aborted !== true) {
    const page = await takeDelivery(ledger)
    if (!page) return
    await send(sender, page)
  }
}

async function send({ ledger, log, post }: EventSender, page: Delivery): Promise<void> {
  const { deliveryNo, firstN, lastN, attempt, events } = page
  const id = `${await readInstallationId(ledger)}_events_${deliveryNo}_${firstN}_${lastN}`
  const told = await post(id, JSON.stringify({ type: 'events', events: events.map(eventDocument) }))
  if (told.kind === 'told') return markReceived(ledger, deliveryNo)
  const waitSeconds = retrySeconds[attempt - 1] ?? retrySeconds.at(-1)!
  const words = { reason: told.why, code: `${firstN}-${lastN}` }
  if ((await markNotReceived(ledger, deliveryNo, told.why, waitSeconds)) === 'given_up')
    log.error('events could not be posted to the webhook, and payrun gave up', words)
  else log.warn('events could not be posted to the webhook yet', { ...words, waitMs: waitSeconds * 1_000 })
}
