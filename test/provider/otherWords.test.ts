import { expect, it } from 'vitest'
import type { Outcome } from '../../src/payout/outcome.ts'
import { outcomeOf } from '../../src/provider/answers/outcome.ts'
import { payable } from './payables.ts'

function judge(httpStatus: number, body: unknown): Outcome {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const answer = { kind: 'response' as const, contentType: 'application/json', retryAfter: null, delimited: true }
  return outcomeOf({ ...answer, httpStatus, body: bytes }, payable, new Date('2026-11-21T10:00:00Z'))
}

const brief = (outcome: Outcome): string => ('code' in outcome ? `${outcome.kind} ${outcome.code}` : outcome.kind)

it('reads no answer that is nested deep, and says so like of any that it cannot read', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const paid = (part: string) => `{"error":false,"status":"success","reference":"R-1","x":${part}}`
  expect(brief(judge(200, paid(nested(30_000))))).toBe('unknown unreadable_answer')
  expect(brief(judge(200, paid(nested(20))))).toBe('paid')
  expect(brief(judge(200, paid(`"${'['.repeat(1000)}"`)))).toBe('paid')
  expect(brief(judge(401, `{"x":${nested(30_000)}}`))).toBe('not_taken unauthorized')
})

it('finds a doubt behind any number of denials, and no other there', () => {
  const denials = 'no success '.repeat(5800)
  expect(judge(200, { error: true, status: 'FAILED', message: denials }).kind).toBe('failed')
  expect(judge(200, { error: true, status: 'FAILED', message: `${denials}. It was sent` }).kind).toBe('unknown')
})

it('hears a doubt in whichever field of the answer it stands', () => {
  const failed = { error: true, status: 'FAILED', message: 'No' }
  expect(judge(200, { ...failed, code: 'OPERATOR_TIMEOUT' }).kind).toBe('unknown')
  expect(judge(200, { ...failed, data: { reason: 'duplicate' } }).kind).toBe('unknown')
  expect(judge(400, { status: 400, message: 'No', errors: ['déjà traité'] }).kind).toBe('unknown')
  expect(judge(400, { error: true, status: 400, message: 'No', details: 'en cours' }).kind).toBe('unknown')
  // A "no" denies nothing in another field, nor in another sentence.
  expect(judge(200, { ...failed, details: 'Payment was sent' }).kind).toBe('unknown')
  expect(judge(200, { ...failed, message: 'No. Payment was sent.' }).kind).toBe('unknown')
  for (const status of ['SUCCESS', 'COMPLETED', 'PAID', 'PENDING', 'unknown'])
    for (const part of [
      { data: { status } },
      { recipient: [{ status }] },
      { transactionStatus: status },
      { state: status },
    ]) {
      expect(judge(200, { ...failed, ...part }).kind).toBe('unknown')
      expect(judge(400, { status: 400, message: 'No', ...part }).kind).toBe('unknown')
    }
  expect(judge(200, { ...failed, data: { status: 'REJECTED' } }).kind).toBe('failed')
  // What the answer repeats of the request says nothing.
  expect(judge(200, { ...failed, customer: { name: 'Pending Double' }, operator: 'x' }).kind).toBe('failed')
})
