/** Time, as the sandbox sees it: tests put their own hands on it. */
export interface Clock {
  nowMs(): number
  /** @returns takes it back, unless it has run */
  after(ms: number, run: () => void): () => void
}

/** The machine's own time. Waiting keeps no process alive. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** ISO 8601, UTC. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()
