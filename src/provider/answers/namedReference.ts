import { saysDuplicate } from '../../payout/refusal.ts'
import { referenceCode } from '../wire.ts'
import type { Response } from './answer.ts'
import { readJson, textOf } from './readAnswer.ts'
import { type Said, saidIn } from './said.ts'

/**
 * The reference in an answer that decides nothing. A person can ask the provider about it, and a statement or a notification
 * about it counts for the request. So it has to be the request's own reference: an answer that reports a duplicate (as 409 does)
 * may name the original payout, and is treated as having none.
 *
 * For a payout, an answer that reports an error has none either: it may mean another payout, in words that we don't know. For an
 * online payment or a collection it counts: each gets its own reference before the payer is asked (2.3, 2.5), and without it nobody
 * could follow what the payer may still pay.
 */
export function namedReference(answer: Response, of: 'payout' | 'charge'): string | null {
  const json = readJson(answer, [])
  if (json.kind !== 'json' || typeof json.value !== 'object' || json.value === null) return null
  if (answer.httpStatus === 409 || ('status' in json.value && json.value.status === 409)) return null
  const reference = referenceCode().safeParse(textOf(json.value, 'reference')).data ?? null
  if (reference === null || (of === 'payout' && reportsError(json.value))) return null
  return callsItselfDuplicate(saidIn(json.value), textOf(json.value, 'status')) ? null : reference
}

/** Whether an answer calls the request a duplicate of an earlier one. */
export const callsItselfDuplicate = ({ says, statuses, flags }: Said, status: string): boolean =>
  [status, ...says(), ...statuses(), ...flags()].some(saysDuplicate)

function reportsError(value: object): boolean {
  const { error, status } = value as { error?: unknown; status?: unknown }
  const isError = error !== undefined && error !== null && error !== false && error !== 0 && error !== 'false'
  return isError || (typeof status === 'number' && (status < 200 || status > 299))
}
