import { saysDuplicate } from '../../payout/refusal.ts'
import { referenceCode } from '../wire.ts'
import type { Response } from './answer.ts'
import { readJson, textOf } from './readAnswer.ts'
import { type Said, saidIn } from './said.ts'

/**
 * The reference that an answer names which says nothing certain: a person can ask the provider about it, and a statement or a
 * notification about it counts for what was asked for. So it has to be the answer's own: one that calls itself a duplicate (409
 * says so) may name the payout of which it is a copy, and has none.
 *
 * Of a payout, an answer that reports an error has none either: it may mean another payout in words that we don't know. Of an
 * online payment or a collection, it has: each of them gets a reference of its own before the payer is asked (2.3, 2.5), and without it
 * nobody could follow what the payer may yet pay.
 */
export function namedReference(answer: Response, of: 'payout' | 'charge'): string | null {
  const json = readJson(answer, [])
  if (json.kind !== 'json' || typeof json.value !== 'object' || json.value === null) return null
  if (answer.httpStatus === 409 || ('status' in json.value && json.value.status === 409)) return null
  const reference = referenceCode().safeParse(textOf(json.value, 'reference')).data ?? null
  if (reference === null || (of === 'payout' && reportsError(json.value))) return null
  return callsItselfDuplicate(saidIn(json.value), textOf(json.value, 'status')) ? null : reference
}

/** Whether an answer calls what was asked for a copy of something earlier. */
export const callsItselfDuplicate = ({ says, statuses, flags }: Said, status: string): boolean =>
  [status, ...says(), ...statuses(), ...flags()].some(saysDuplicate)

function reportsError(value: object): boolean {
  const { error, status } = value as { error?: unknown; status?: unknown }
  const isError = error !== undefined && error !== null && error !== false && error !== 0 && error !== 'false'
  return isError || (typeof status === 'number' && (status < 200 || status > 299))
}
