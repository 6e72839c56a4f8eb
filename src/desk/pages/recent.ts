import type { Desk } from '../api/call.ts'

/** What watchers see may be so old. */
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
 * Draw a thing at most once a second for all who watch it at one desk: twenty cost no more than one. It was begun less than a second
 * ago. Whoever opens a page, maybe to see what they have just done, has it drawn anew.
 *
 * @param forMs longer for what hardly ever changes without something that is in the key, too
 * @returns `key` says all that it is drawn from, its reader's language and time zone included
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
    // What failed is not kept for the others.
    drawn.catch(() => kept.delete(key))
    setTimeout(() => kept.delete(key), forMs).unref()
    return drawn
  }
}
