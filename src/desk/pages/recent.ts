import type { Desk } from '../api/call.ts'

/** How old a state may be that watchers see. */
export const recentMs = 1_000

/** Something that each desk has one of, made when it is first needed. */
export function ofEachDesk<Made>(make: (desk: Desk) => Made): (desk: Desk) => Made {
  const made = new WeakMap<Desk, Made>()
  return (desk) => {
    const found = made.get(desk) ?? make(desk)
    made.set(desk, found)
    return found
  }
}

/**
 * Renders something at most once a second for all watchers of a desk, so twenty watchers cost no more than one. Opening a page renders it
 * again, because people may look for what they have just done.
 *
 * @param forMs longer for something that hardly ever changes unless its key does
 * @returns a function whose `key` must identify everything that is rendered, including the reader's language and time zone
 */
export function shareRecent<Drawn>(
  forMs = recentMs,
): (desk: Desk, key: string, draw: () => Promise<Drawn>) => Promise<Drawn> {
  const keptOf = ofEachDesk(() => new Map<string, Promise<Drawn>>())
  return (desk, key, draw) => {
    const kept = keptOf(desk)
    const found = kept.get(key)
    if (found) return found
    const drawn = draw()
    kept.set(key, drawn)
    // A failure is not shared.
    drawn.catch(() => kept.delete(key))
    setTimeout(() => kept.delete(key), forMs).unref()
    return drawn
  }
}
