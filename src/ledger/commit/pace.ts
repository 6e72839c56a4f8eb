/** How many settles, and how many claims, one flush takes. */
export interface Pace {
  room(): number
  /** A flush has been committed that began at this moment of the monotonic clock, in ms. */
  flushed(beganMs: number): void
}

const [fewestRows, mostRows] = [4, 200]
const [hasTime, hasNone] = [0.6, 0.85]

/**
 * The rows of one flush are sent together, so their answers come together, too, and all wait for one flush again: fifty rows at
 * a provider that takes 50 ms lose 10 ms each time. While no flush of this process is under way in between, flushes get smaller,
 * and what moved together is spread. As soon as one follows the other they grow: large ones cost less a row, and a server that
 * has much to do for others takes longer for each.
 */
export function createPace(now: () => number = () => performance.now()): Pace {
  let room = 64
  /** The share of the last quarter of a second or so in which a flush was under way. */
  let busy = 0.7
  let lastMs = now()
  return {
    room: () => Math.floor(room),
    flushed: (beganMs) => {
      const endMs = now()
      const sinceMs = Math.max(endMs - lastMs, 0.001)
      const share = Math.min(1, (endMs - beganMs) / sinceMs)
      // Never far below: a pause says nothing of how the rows move that come after it.
      busy = Math.max(hasTime - 0.1, busy + (share - busy) * (1 - Math.exp(-sinceMs / 250)))
      lastMs = endMs
      // By time and not by flush: many small ones would be through all sizes before `busy` has followed.
      if (busy > hasNone) room = Math.min(mostRows, room * 1.1 ** Math.min(10, (endMs - beganMs) / 20))
      if (busy < hasTime) room = Math.max(fewestRows, room / 1.1 ** Math.min(1, sinceMs / 20))
    },
  }
}
