import type { Desk } from '../api/call.ts'

/** Watchers may see what is as old as this. */
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
 * Draw a thing at most once a second for everybody who watches it at one desk, so that twenty watchers cost no more than one. Opening a
 * page draws it anew, since people may look for what they have just done.
 *
 * @param forMs longer for what hardly ever changes unless the key does, too
 * @returns its `key` has to say everything that it is drawn from, including its reader's language and time zone
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
