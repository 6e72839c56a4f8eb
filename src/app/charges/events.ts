import { setTimeout as delay } from 'node:timers/promises'
import { recordChange } from '../../ledger/accounts/trail.ts'
import { type EventDocument, eventDocument, hasUnnumbered, numberFeed, readFeed } from '../../ledger/batches/feed.ts'
import { type DeliveryState, listDeliveries, resendFeed } from '../../ledger/batches/webhooks.ts'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import { say } from '../../words/sentence.ts'
import { actorOf, forbids } from '../accounts/actor.ts'
import { type App, type Failure, failure } from '../context.ts'
import { withCore } from '../open/openCore.ts'
import { pageOf } from '../page.ts'

interface EventPage {
  events: EventDocument[]
  /** Where the next page starts; null if there are no more for now. */
  next: number | null
}

/** The events of batches and rows after number `after`, in an order that never changes. */
export const listEvents = (
  app: App,
  { after, limit }: { after: number; limit: number },
): Promise<{ ok: true; page: EventPage } | Failure> =>
  withCore(app, async ({ ledger }) => {
    let found = await readFeed(ledger, after, limit + 1)
    if (found.length <= limit && (await hasUnnumbered(ledger))) {
      await numberedByNow(ledger)
      found = await readFeed(ledger, after, limit + 1)
    }
    const { page, last } = pageOf(found, limit)
    return { ok: true, page: { events: page.map(eventDocument), next: last?.n ?? null } }
  })

/** Numbering needs a commit, and commits slow down paying: a process numbers at most 20 times a second, however many ask. */
const leastBetweenMs = 50

const numberings = new WeakMap<Ledger, { free: Promise<unknown>; next: Promise<void> | undefined }>()

/** A call during a numbering waits for the next one, which includes everything the caller knows of. */
function numberedByNow(ledger: Ledger): Promise<void> {
  const numbering = numberings.get(ledger) ?? { free: Promise.resolve(), next: undefined }
  numberings.set(ledger, numbering)
  numbering.next ??= numbering.free.then(() => {
    numbering.next = undefined
    const numbered = numberFeed(ledger)
    numbering.free = Promise.allSettled([numbered, delay(leastBetweenMs, undefined, { ref: false })])
    return numbered
  })
  return numbering.next
}

interface Resent {
  ok: true
  events: number
  /** The number of posts that contain them. */
  posts: number
}

/**
 * Post events to the webhook again, including old ones. Workers send them before new events.
 *
 * @param after the number of the event before the first one
 * @param until the number of the last event; by default all that have happened
 */
export async function resendEvents(
  app: App,
  { after, until }: { after: number; until: number | undefined },
): Promise<Resent | Failure> {
  const refusal = forbids(app, 'resend_events') ?? withoutWebhook(app)
  if (refusal) return refusal
  if (until !== undefined && until <= after)
    return failure('usage', say('webhooks.until_after', { after: String(after) }))
  return withCore(app, async ({ ledger }) => {
    await numberFeed(ledger)
    const subject = until === undefined ? `${after + 1}-` : `${after + 1}-${until}`
    await recordChange(ledger.pool, actorOf(app).name, 'events.resent', subject, {})
    return { ok: true, ...(await resendFeed(ledger, after, until ?? null)) }
  })
}

/** Posts that are waiting, were given up, or were received recently: the latest 50, newest first. */
export async function showDeliveries(app: App): Promise<{ ok: true; deliveries: DeliveryState[] } | Failure> {
  const refusal = withoutWebhook(app)
  if (refusal) return refusal
  return withCore(app, async ({ ledger }) => ({ ok: true, deliveries: await listDeliveries(ledger, 50) }))
}

/** A page of events, as `webhook list --json` prints it. Times are ISO 8601, UTC. */
export const deliveryDocument = (delivery: DeliveryState) => ({
  first_n: delivery.firstN,
  last_n: delivery.lastN,
  state: stateOf(delivery),
  resent: delivery.resent,
  attempts: delivery.attempts,
  next_at: delivery.nextAt?.toISOString() ?? null,
  done_at: (delivery.doneAt ?? delivery.givenUpAt)?.toISOString() ?? null,
  trouble: delivery.trouble,
})

const stateOf = ({ doneAt, givenUpAt }: DeliveryState): 'received' | 'given_up' | 'waiting' =>
  doneAt ? 'received' : givenUpAt ? 'given_up' : 'waiting'

const withoutWebhook = ({ config: { alerts } }: App): Failure | undefined =>
  alerts.webhook?.events ? undefined : failure('usage', say('webhooks.none_set'))
