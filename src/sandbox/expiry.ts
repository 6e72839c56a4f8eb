import type { Clock } from './clock.ts'

export interface Expiry {
  /** Calls `expire` when the record is due, at once when it is overdue. */
  watch(record: { reference: string; expiresAt: string }): void
  forget(reference: string): void
  close(): void
}

/** One timer for each open record. */
export function createExpiry(clock: Clock, expire: (reference: string) => void): Expiry {
  const timers = new Map<string, () => void>()
  return {
    watch: ({ reference, expiresAt }) => {
      const ms = Math.max(0, Date.parse(expiresAt) - clock.nowMs())
      timers.set(
        reference,
        clock.after(ms, () => {
          timers.delete(reference)
          expire(reference)
        }),
      )
    },
    forget: (reference) => {
      timers.get(reference)?.()
      timers.delete(reference)
    },
    close: () => {
      for (const cancel of timers.values()) cancel()
      timers.clear()
    },
  }
}
