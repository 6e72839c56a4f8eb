/** Rows in flight that an operator begins with, and how many good answers double it. */
export const slowStartRows = 5
export const goodAnswersToDouble = 20
/** This many answers in a row that nobody can read hold the operator. */
export const ambiguousToHold = 5
/** A hold's cool-down: doubles each time the probe fails. */
export const firstHoldMs = 30_000
export const longestHoldMs = 10 * 60_000

export type LaneChange = { kind: 'none' } | { kind: 'held'; forMs: number } | { kind: 'released' }

/**
 * One operator's lane in this process.
 *
 * - open: `window` rows in flight, beginning with 5 and doubling after each 20 good answers.
 * - held: 5 ambiguous answers in a row; nobody enters until the cool-down is over.
 * - probing (half-open): one row at a time; a good answer opens the lane (slow start again), an ambiguous one holds it
 *   for twice as long.
 */
export interface OperatorLane {
  /** How many more may enter now. */
  room(): number
  isHeld(nowMs: number): boolean
  /** @returns the term that the row was let in under: its answer counts only while that term lasts */
  enter(): number
  leave(term: number, use: 'good' | 'ambiguous' | 'busy' | 'unreachable' | 'unused', nowMs: number): LaneChange
  /** The hold was ended elsewhere, by a person or by time: probe at once. */
  endHold(): void
}

export function createOperatorLane(concurrency: number): OperatorLane {
  const firstWindow = Math.min(slowStartRows, concurrency)
  let window = firstWindow
  let inFlight = 0
  let good = 0
  let ambiguousInARow = 0
  let holdMs = 0
  let heldUntilMs: number | undefined
  let probing = false
  /** Counts up whenever the lane opens, is held or begins to probe: what is still in flight from before says nothing new. */
  let term = 0

  const isHeld = (nowMs: number): boolean => {
    if (heldUntilMs === undefined) return false
    if (nowMs < heldUntilMs) return true
    probe()
    return false
  }

  const probe = (): void => {
    heldUntilMs = undefined
    probing = true
    window = 1
    term += 1
  }

  const heldNow = (nowMs: number): LaneChange => {
    holdMs = Math.min(longestHoldMs, holdMs === 0 ? firstHoldMs : holdMs * 2)
    heldUntilMs = nowMs + holdMs
    term += 1
    probing = false
    ambiguousInARow = 0
    good = 0
    return { kind: 'held', forMs: holdMs }
  }

  return {
    room: () => (heldUntilMs === undefined ? Math.max(0, window - inFlight) : 0),
    isHeld,
    enter: () => {
      inFlight += 1
      return term
    },
    endHold: () => {
      if (heldUntilMs !== undefined) probe()
    },
    leave: (entered, use, nowMs) => {
      inFlight -= 1
      if (entered !== term) return { kind: 'none' }
      if (use === 'ambiguous') {
        ambiguousInARow += 1
        return probing || ambiguousInARow >= ambiguousToHold ? heldNow(nowMs) : { kind: 'none' }
      }
      if (use !== 'good') return { kind: 'none' }
      ambiguousInARow = 0
      if (probing) {
        probing = false
        holdMs = 0
        window = firstWindow
        term += 1
        return { kind: 'released' }
      }
      good += 1
      if (good >= goodAnswersToDouble) {
        good = 0
        window = Math.min(concurrency, window * 2)
      }
      return { kind: 'none' }
    },
  }
}
