import type { Response } from './answer.ts'
import { hasRepeatedKey } from './hasRepeatedKey.ts'
import { type ErrorAnswer, errorAnswer, type PayoutAnswer, payoutAnswer } from './wire.ts'

export type ReadAnswer =
  | { kind: 'payout'; answer: PayoutAnswer }
  /** An error body with an integer status (interface document, section 7). */
  | { kind: 'error'; answer: ErrorAnswer }
  /** `error: true` without a status: a refusal where the HTTP status says so too, else nothing. */
  | { kind: 'bare_error'; message: string }
  | { kind: 'contradictory'; message: string }
  | { kind: 'unreadable'; message: string }

/** The fields that decide: given twice, a parser silently takes the last, and the sender may have meant the first. */
const decidingKeys = ['error', 'status', 'reference'] as const

/** Reads the body of an answer, of whichever HTTP status. Strict about types: a text "false" is not the boolean. */
export function readAnswer({ body, delimited, httpStatus }: Response): ReadAnswer {
  if (body.length === 0) return unreadable(`an empty answer (HTTP ${httpStatus})`)
  const text = decode(body)
  if (text === null) return unreadable('an answer that is not UTF-8')
  const value = parse(text)
  if (value === undefined) return unreadable(delimited ? 'an answer that is not JSON' : 'an answer that was cut short')
  if (hasRepeatedKey(text, decidingKeys)) {
    return { kind: 'contradictory', message: "The provider's answer gives the same field twice." }
  }
  const payout = payoutAnswer.safeParse(value)
  if (payout.success) return { kind: 'payout', answer: payout.data }
  if (isBareError(value, httpStatus)) return { kind: 'bare_error', message: textOf(value, 'message') }
  if (typeof value === 'object' && value !== null && 'error' in value) {
    return unreadable('an answer with missing or unexpected fields')
  }
  const error = errorAnswer.safeParse(value)
  if (error.success) return { kind: 'error', answer: error.data }
  return unreadable('an answer with missing or unexpected fields')
}

const unreadable = (what: string): ReadAnswer => ({
  kind: 'unreadable',
  message: `The provider sent ${what}: it can't be told whether the payout was made.`,
})

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(body: Buffer): string | null {
  try {
    return utf8.decode(body)
  } catch {
    return null
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `{"error": true}` without a text status; section 7's integer status may stand in it when it mirrors the HTTP status. */
function isBareError(value: unknown, httpStatus: number): value is { error: true } {
  if (typeof value !== 'object' || value === null || !('error' in value) || value.error !== true) return false
  return !('status' in value) || value.status === httpStatus
}

function textOf(value: object, key: string): string {
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1]
  return typeof found === 'string' ? found : ''
}
