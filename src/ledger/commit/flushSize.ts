/** How many settles, and how many claims, one flush takes: adapted to how busy the connection is. */
export interface FlushSize {
  rows(): number
  /** A flush has been committed that began at this moment of the monotonic clock, in ms. */
  flushed(beganMs: number): void
}

const [fewestRows, mostRows] = [4, 200]
const [hasTime, hasNone] = [0.6, 0.85]

/**
 * The rows of one flush are sent together, so their answers come together and wait for the same flush again: fifty rows at a provider that
 * takes 50 ms lose 10 ms each time. As long as there is time between flushes, they get smaller, which spreads the rows. As soon as one
 * follows the other, they grow: a large flush costs less per row, and a busy server takes longer for each flush.
 */
export function createFlushSize(now: () => number = () => performance.now()): FlushSize {
  let rows = 64
  /** The share of the last quarter of a second or so in which a flush was under way. */
  let busy = 0.7
  let lastMs = now()
  return {
    rows: () => Math.floor(rows),
    flushed: (beganMs) => {
      const endMs = now()
      const sinceMs = Math.max(endMs - lastMs, 0.001)
      const share = Math.min(1, (endMs - beganMs) / sinceMs)
      // Never far below the threshold: a pause says nothing about the rows that come after it.
      busy = Math.max(hasTime - 0.1, busy + (share - busy) * (1 - Math.exp(-sinceMs / 250)))
      lastMs = endMs
      // By time, not by flush: many small flushes would run through all sizes before `busy` follows.
      if (busy > hasNone) rows = Math.min(mostRows, rows * 1.1 ** Math.min(10, (endMs - beganMs) / 20))
      if (busy < hasTime) rows = Math.max(fewestRows, rows / 1.1 ** Math.min(1, sinceMs / 20))
    },
  }
}
