import { vi } from 'vitest'
import {
  createThrottle,
  type Slot,
  type SlotUse,
  type Throttle,
  type ThrottleOptions,
  type Turn,
} from '../../src/pacing/throttle.ts'
import type { OperatorCode } from '../../src/payout/operators/operator.ts'

export const mtn: OperatorCode = 'mtn-benin'
export const wave: OperatorCode = 'wave-senegal'
export const good: SlotUse = { kind: 'good' }
export const ambiguous: SlotUse = { kind: 'ambiguous' }
export const refused: SlotUse = { kind: 'refused' }
export const unreachable: SlotUse = { kind: 'unreachable' }

/** A throttle, and the senders that wait at it or are in flight. */
export function throttleOf(concurrency: number, more: Partial<ThrottleOptions> = {}) {
  const said: string[] = []
  const throttle = createThrottle({
    concurrency,
    rates: { all: undefined, of: new Map() },
    onHold: (operator, forMs) => said.push(`${operator} held ${forMs}`),
    onRelease: (operator) => said.push(`${operator} released`),
    onPause: (why, forMs) => said.push(`${why} ${forMs}`),
    onRateWait: () => said.push('waits for the rate'),
    ...more,
  })
  return { throttle, said, senders: sendersAt(throttle) }
}

export function sendersAt(throttle: Throttle) {
  const inFlight: { operator: OperatorCode; slot: Slot }[] = []
  const away: Turn['kind'][] = []
  return {
    inFlight,
    /** Those that were told to go, and why. */
    away,
    async come(count: number, operator: OperatorCode = mtn, batchNo = 1) {
      for (let n = 0; n < count; n++) {
        void throttle.acquire(operator, batchNo).then((turn) => {
          if (turn.kind === 'slot') inFlight.push({ operator, slot: turn.slot })
          else away.push(turn.kind)
        })
      }
      await turns()
    },
    /** Ends the oldest `count` requests of the operator. */
    async end(count: number, use: SlotUse, operator: OperatorCode = mtn) {
      for (let n = 0; n < count; n++) {
        const at = inFlight.findIndex((each) => each.operator === operator)
        const [ended] = inFlight.splice(at, 1)
        if (at < 0 || !ended) throw new Error(`nothing of ${operator} is in flight`)
        ended.slot.release(use)
        await turns()
      }
    },
    count: (operator: OperatorCode) => inFlight.filter((each) => each.operator === operator).length,
  }
}

/** Lets promises that are settled by now tell those who wait. */
export const turns = async () => {
  for (let n = 0; n < 10; n++) await Promise.resolve()
}
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
