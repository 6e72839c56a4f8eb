import { setTimeout as delay } from 'node:timers/promises'

/** The longest wait for the next read. */
const longestWaitMs = 250

/**
 * Shares a read that many clients request at once, such as a batch that a thousand programs poll. A request that comes during a read, or
 * just after it, shares the next read with the others. That read begins after the request, so nobody gets an older state.
 *
 * @param ofTime the largest share of one connection's time for the reads of one key
 */
export function shareReads<Value>(
  read: (key: string) => Promise<Value>,
  ofTime: number,
): (key: string) => Promise<Value> {
  const reads = new Map<string, { over: Promise<void>; next?: Promise<Value> }>()
  const begin = (key: string): Promise<Value> => {
    const began = performance.now()
    const value = read(key)
    const rest = async () => {
      const waitMs = (performance.now() - began) * (1 / ofTime - 1)
      await delay(Math.min(waitMs, longestWaitMs), undefined, { ref: false })
      if (!shared.next) reads.delete(key)
    }
    const shared: { over: Promise<void>; next?: Promise<Value> } = { over: value.then(rest, rest) }
    reads.set(key, shared)
    return value
  }
  return (key) => {
    const shared = reads.get(key)
    if (!shared) return begin(key)
    shared.next ??= shared.over.then(() => begin(key))
    return shared.next
  }
}
