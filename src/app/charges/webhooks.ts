import { recordChange } from '../../ledger/accounts/trail.ts'
import { numberFeed } from '../../ledger/batches/feed.ts'
import { type DeliveryState, listDeliveries, resendFeed } from '../../ledger/batches/webhooks.ts'
import { say } from '../../words/sentence.ts'
import { actorOf, forbids } from '../accounts/actor.ts'
import { type App, type Failure, failure } from '../context.ts'
import { withCore } from '../open/openCore.ts'

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

export const stateOf = ({ doneAt, givenUpAt }: DeliveryState): 'received' | 'given_up' | 'waiting' =>
  doneAt ? 'received' : givenUpAt ? 'given_up' : 'waiting'

const withoutWebhook = ({ config: { alerts } }: App): Failure | undefined =>
  alerts.webhook?.events ? undefined : failure('usage', say('webhooks.none_set'))
