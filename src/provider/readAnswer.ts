import { t } from '../words/t.ts'
import type { Response } from './answer.ts'
import { readJson, unreadable } from './readJson.ts'
import { type ErrorAnswer, errorAnswer, type PayoutAnswer, payoutAnswer } from './wire.ts'

export type ReadAnswer =
  | { kind: 'payout'; answer: PayoutAnswer }
  /** An error body with an integer status (interface document, section 7). */
  | { kind: 'error'; answer: ErrorAnswer }
  /** `error: true` without a status: a refusal where the HTTP status says so too, else nothing. */
  | { kind: 'bare_error'; message: string }
  | { kind: 'contradictory'; message: string }
  | { kind: 'unreadable'; message: string }

const decidingKeys = ['error', 'status', 'reference'] as const

/** Reads the body of an answer, of whichever HTTP status. Strict about types: a text "false" is not the boolean. */
export function readAnswer(response: Response): ReadAnswer {
  const json = readJson(response, decidingKeys)
  if (json.kind !== 'json') return json
  const { value } = json
  const payout = payoutAnswer.safeParse(value)
  if (payout.success) return { kind: 'payout', answer: payout.data }
  if (isBareError(value, response.httpStatus)) return { kind: 'bare_error', message: textOf(value, 'message') }
  if (typeof value === 'object' && value !== null && 'error' in value) {
    return unreadable(t`an answer with missing or unexpected fields`)
  }
  const error = errorAnswer.safeParse(value)
  if (error.success) return { kind: 'error', answer: error.data }
  return unreadable(t`an answer with missing or unexpected fields`)
}

/** `{"error": true}` without a text status; section 7's integer status may stand in it when it mirrors the HTTP status. */
export function isBareError(value: unknown, httpStatus: number): value is { error: true } {
  if (typeof value !== 'object' || value === null || !('error' in value) || value.error !== true) return false
  return !('status' in value) || value.status === httpStatus
}

export function textOf(value: object, key: string): string {
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1]
  return typeof found === 'string' ? found : ''
}
