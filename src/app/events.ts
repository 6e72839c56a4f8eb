import { setTimeout as delay } from 'node:timers/promises'
import { type EventDocument, eventDocument, hasUnnumbered, numberFeed, readFeed } from '../ledger/batches/feed.ts'
import type { Ledger } from '../ledger/connection/ledger.ts'
import type { App, Failure } from './context.ts'
import { withCore } from './open/openCore.ts'
import { pageOf } from './page.ts'

interface EventPage {
  events: EventDocument[]
  /** Where to go on at once; null: these are all, for now. */
  next: number | null
}

/** What happened to batches and rows since event number `after`, in an order that never changes. */
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

/** Numbering is a commit, and paying waits for commits: a process numbers 20 times a second at most, however many ask. */
const leastBetweenMs = 50

const numberings = new WeakMap<Ledger, { free: Promise<unknown>; next: Promise<void> | undefined }>()

/** Whoever comes while one is under way waits for the next one, which sees what they know of. */
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
