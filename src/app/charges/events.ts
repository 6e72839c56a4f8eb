import { setTimeout as delay } from 'node:timers/promises'
import { type EventDocument, eventDocument, hasUnnumbered, numberFeed, readFeed } from '../../ledger/batches/feed.ts'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import type { App, Failure } from '../context.ts'
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
