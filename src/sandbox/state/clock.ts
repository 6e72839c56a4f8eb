/** The sandbox's clock. Tests have their own. */
export interface Clock {
  nowMs(): number
  /** @returns a function that cancels it, if it has not run yet */
  after(ms: number, run: () => void): () => void
}

/** The system clock. Its timers don't keep the process alive. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** ISO 8601, UTC. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()

interface Alarms {
  /**
   * Replaces the alarm of this key.
   * @param at ISO 8601; a past time is due at once
   */
  set(key: string, at: string): void
  forget(key: string): void
  close(): void
}

/**
 * One alarm for each open record.
 * @param onDue called with the key
 */
export function createAlarms(clock: Clock, onDue: (key: string) => void): Alarms {
  const timers = new Map<string, () => void>()
  const forget = (key: string): void => {
    timers.get(key)?.()
    timers.delete(key)
  }
  return {
    forget,
    set: (key, at) => {
      forget(key)
      const ms = Math.max(0, Date.parse(at) - clock.nowMs())
      const ring = () => {
        timers.delete(key)
        onDue(key)
      }
      timers.set(key, clock.after(ms, ring))
    },
    close: () => {
      for (const cancel of timers.values()) cancel()
      timers.clear()
    },
  }
}
