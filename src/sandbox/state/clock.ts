/** The time of the sandbox. Tests set their own. */
export interface Clock {
  nowMs(): number
  /** @returns cancels it, unless it has run */
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

interface Alarms {
  /** Replaces the alarm of this key. @param at ISO 8601; a time in the past is due at once */
  set(key: string, at: string): void
  forget(key: string): void
  close(): void
}

/** One alarm for each open record. @param onDue is given the key */
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
