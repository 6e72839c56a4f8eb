/** A provider out of reach, or busy without saying for how long, is waited for with growing pauses. */
export const firstPauseMs = 1_000
export const longestPauseMs = 60_000

/**
 * The pause of the whole sender. Out of reach, it lets one row at a time try (probing) until an answer arrives, so a
 * long outage costs one refused connection a pause.
 */
export function createSenderPause() {
  let untilMs = 0
  let growingMs = 0
  let unreachableSinceMs: number | undefined

  /** Many rows fail in one moment: only the first of them makes the pause grow. */
  const grow = (nowMs: number): number => {
    if (nowMs < untilMs) return 0
    growingMs = Math.min(longestPauseMs, growingMs === 0 ? firstPauseMs : growingMs * 2)
    untilMs = nowMs + growingMs
    return growingMs
  }

  return {
    waitMs: (nowMs: number): number => untilMs - nowMs,
    isProbing: (): boolean => unreachableSinceMs !== undefined,
    unreachableSinceMs: (): number | undefined => unreachableSinceMs,
    /** An answer arrived, whatever it was. */
    reached: (): void => {
      growingMs = 0
      unreachableSinceMs = undefined
    },
    /** 429. @returns the new pause, 0 when one is already running that long */
    busy: (nowMs: number, waitMs: number | undefined): number => {
      unreachableSinceMs = undefined
      if (waitMs === undefined) return grow(nowMs)
      const until = nowMs + waitMs
      if (until <= untilMs) return 0
      untilMs = until
      return waitMs
    },
    /** A request that never left. @returns the new pause, 0 when one is already running */
    unreachable: (nowMs: number): number => {
      unreachableSinceMs ??= nowMs
      return grow(nowMs)
    },
  }
}
