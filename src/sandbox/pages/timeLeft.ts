import type { Visit } from './visit.ts'

/** Until a moment (ISO 8601), seen from `now`: `1 min 40 s`. */
export function timeLeft({ words }: Visit, until: string, now: Date): string {
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 1000))
  return words.timeLeft(Math.floor(secondsLeft / 60), secondsLeft % 60)
}
