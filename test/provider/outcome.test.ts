import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/payout/outcome.ts'
import type { Response } from '../../src/provider/answers/answer.ts'
import { type LostCause, lost, type NotSentCause, notSent } from '../../src/provider/answers/noAnswer.ts'
import { outcomeOf } from '../../src/provider/answers/outcome.ts'
import { payable } from './payables.ts'

const now = new Date('2026-11-21T10:00:00Z')

function judge(httpStatus: number, body: unknown, part: Partial<Response> = {}): Outcome {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const response = { contentType: 'application/json', retryAfter: null, delimited: true, ...part }
  return outcomeOf({ kind: 'response', httpStatus, body: bytes, ...response }, payable, now)
}

const sample = {
  error: false,
  status: 'success',
  reference: 'REF-1',
  message: 'Transfer of 1500 XOF to 2290197000001 was successful',
}

/** Kind, and code where there is one: what a row of the table promises. */
const brief = (outcome: Outcome): string => ('code' in outcome ? `${outcome.kind} ${outcome.code}` : outcome.kind)

describe('by HTTP status alone', () => {
  it.each<[number, string, string | undefined]>([
    [429, 'not_taken rate_limited', undefined],
    [401, 'not_taken unauthorized', 'unauthorized'],
    [403, 'not_taken unauthorized', 'unauthorized'],
    [404, 'not_taken not_sent', 'wrong_interface'],
    [405, 'not_taken not_sent', 'wrong_interface'],
    [415, 'not_taken not_sent', 'wrong_interface'],
    [300, 'unknown redirected', 'redirected'],
    [302, 'unknown redirected', 'redirected'],
    [308, 'unknown redirected', 'redirected'],
    [408, 'unknown server_error', undefined],
    [409, 'unknown server_error', undefined],
    [500, 'unknown server_error', undefined],
    [502, 'unknown server_error', undefined],
    [599, 'unknown server_error', undefined],
    [402, 'unknown unreadable_answer', undefined],
    [410, 'unknown unreadable_answer', undefined],
    [418, 'unknown unreadable_answer', undefined],
  ])('%i is %s, whatever the body says', (status, expected, pause) => {
    const taken = expected.startsWith('unknown') ? [sample] : []
    for (const body of [...taken, { error: true, status: 'FAILED' }, '', '<html>']) {
      const outcome = judge(status, body)
      expect(brief(outcome)).toBe(expected)
      expect('pause' in outcome ? outcome.pause : undefined).toBe(pause)
    }
  })
})

describe('a 2xx answer', () => {
  const cases: [string, unknown, string][] = [
    ['the sample of the document', sample, 'paid'],
    ['success in another case, with spaces', { ...sample, status: ' SUCCESS ' }, 'paid'],
    ['success without a message', { error: false, status: 'success', reference: 'R' }, 'paid'],
    ['success without a reference', { error: false, status: 'success' }, 'paid'],
    ['success with a null reference and message', { ...sample, reference: null, message: null }, 'paid'],
    ['success among unknown fields', { ...sample, fees: 12, data: { status: 'DONE' } }, 'paid'],
    ['success beside FAILED', { ...sample, data: { status: 'FAILED' } }, 'unknown contradictory_answer'],
    ['success beside Status: FAILED', { ...sample, Status: 'FAILED' }, 'unknown contradictory_answer'],
    ['success beside Error: true', { ...sample, Error: true }, 'unknown contradictory_answer'],
    ['success beside errors', { ...sample, errors: ['insufficient funds'] }, 'unknown contradictory_answer'],
    ['success beside no errors', { ...sample, errors: [], Error: false, Status: 'SUCCESS' }, 'paid'],
    ['success after a byte order mark', `\ufeff${JSON.stringify(sample)}`, 'paid'],
    ['error, FAILED', { error: true, status: 'FAILED', message: 'No' }, 'failed refused'],
    ['error, another word', { error: true, status: 'INSUFFICIENT_FUNDS', reference: 'R' }, 'failed refused'],
    ['error, success', { ...sample, error: true }, 'unknown contradictory_answer'],
    ['error, a synonym of success', { ...sample, error: true, status: 'Completed' }, 'unknown contradictory_answer'],
    ['error, under way', { ...sample, error: true, status: 'PENDING' }, 'unknown contradictory_answer'],
    ['error without a status', { error: true, message: 'No' }, 'unknown unreadable_answer'],
    ['no error, FAILED (2.5)', { ...sample, status: 'FAILED' }, 'unknown contradictory_answer'],
    ['no error, rejected', { ...sample, status: 'rejected' }, 'unknown contradictory_answer'],
    ['no error, Cancelled', { ...sample, status: 'Cancelled' }, 'unknown contradictory_answer'],
    ['no error, PENDING, reference', { error: false, status: 'PENDING', reference: 'R' }, 'accepted not_final'],
    ['no error, a synonym of success, reference', { ...sample, status: 'successful' }, 'accepted not_final'],
    ['no error, an unheard word, reference', { ...sample, status: 'zzz' }, 'accepted not_final'],
    ['no error, PENDING, no reference', { error: false, status: 'PENDING' }, 'unknown unreadable_answer'],
    ['no error, no status', { error: false, reference: 'R' }, 'unknown unreadable_answer'],
    ['no error, an empty status', { ...sample, status: ' ' }, 'unknown unreadable_answer'],
    ['no error field', { status: 'success', reference: 'R' }, 'unknown unreadable_answer'],
    ['error as a text', { ...sample, error: 'false' }, 'unknown unreadable_answer'],
    ['error as a number', { ...sample, error: 0 }, 'unknown unreadable_answer'],
    ['status as a number', { ...sample, status: 200 }, 'unknown unreadable_answer'],
    ['reference as a number', { ...sample, reference: 12 }, 'paid'],
    ['reference 1e400', '{"error":false,"status":"success","reference":1e400}', 'unknown unreadable_answer'],
    ['an empty reference', { ...sample, reference: '' }, 'paid'],
    ['a reference of 201 characters', { ...sample, reference: 'r'.repeat(201) }, 'unknown unreadable_answer'],
    ['a reference with a control character', { ...sample, reference: 'a\u0000b' }, 'unknown unreadable_answer'],
    ['message as an object', { ...sample, message: {} }, 'unknown unreadable_answer'],
    ["section 7's error body under HTTP 200", { status: 400, message: 'No' }, 'unknown unreadable_answer'],
    ['fields only in __proto__', `{"__proto__":${JSON.stringify(sample)}}`, 'unknown unreadable_answer'],
    ['an array', [sample], 'unknown unreadable_answer'],
    ['a text', '"success"', 'unknown unreadable_answer'],
    ['null', 'null', 'unknown unreadable_answer'],
    ['nothing', '', 'unknown unreadable_answer'],
    ['an HTML page', '<!doctype html><h1>success</h1>', 'unknown unreadable_answer'],
    ['a truncated JSON', JSON.stringify(sample).slice(0, -1), 'unknown unreadable_answer'],
    ['two JSON texts', JSON.stringify(sample).repeat(2), 'unknown unreadable_answer'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'unknown unreadable_answer'],
    ['status twice', '{"error":false,"status":"FAILED","status":"success"}', 'unknown contradictory_answer'],
    ['error twice', '{"error":true,"status":"success","error":false}', 'unknown contradictory_answer'],
    [
      'status twice, once escaped',
      '{"error":false,"st\\u0061tus":"FAILED","status":"success"}',
      'unknown contradictory_answer',
    ],
    [
      'reference twice',
      '{"error":false,"status":"success","reference":"A","reference":"B"}',
      'unknown contradictory_answer',
    ],
    [
      'the word status in a value and below',
      '{"error":false,"status":"success","x":"\\"status\\":","y":{"status":1,"a":["status"]}}',
      'paid',
    ],
    [
      "another row's number",
      { ...sample, message: 'Transfer of 1500 XOF to 2290197000002' },
      'unknown contradictory_answer',
    ],
    [
      "another row's amount",
      { ...sample, message: 'Transfer of 2500 XOF to 2290197000001' },
      'unknown contradictory_answer',
    ],
    [
      "another row's number, not final",
      { ...sample, status: 'PENDING', message: 'to +2290197000002' },
      'unknown contradictory_answer',
    ],
    ...[
      { amount: 1500 },
      { amount: '1500.00', currency: 'xof' },
      { amount: '1 500 F CFA', currency: 'FCFA', phoneNumber: 2290197000001 },
      { phoneNumber: '+229 01 97 00 00 01' },
      { phone: 197_000_001 },
      { phone: '0197000001', phone_number: '22997000001', msisdn: '229******01' },
      { amount: null, currency: '', phoneNumber: {}, customer: { phoneNumber: '2290197000002' } },
    ].map((own): [string, unknown, string] => [
      `our own ${JSON.stringify(own)}`,
      { error: false, status: 'success', reference: 'R', ...own },
      'paid',
    ]),
    ...[
      { amount: '1' },
      { amount: 15_000 },
      { amount: 1500, currency: 'XAF' },
      { phoneNumber: '+2290197000002' },
      { phoneNumber: 22_999_999_999 },
      { msisdn: '01 97 00 00 02' },
      { status: 'PENDING', phone: '2290197000002' },
    ].map((own): [string, unknown, string] => [
      `another row's ${JSON.stringify(own)}`,
      { ...sample, ...own },
      'unknown contradictory_answer',
    ]),
  ]
  it.each(cases)('%s', (_what, body, expected) => {
    expect(brief(judge(200, body))).toBe(expected)
  })

  it('is judged by its body, not by its label, in all of 2xx', () => {
    expect(brief(judge(200, sample, { contentType: 'text/html' }))).toBe('paid')
    expect(brief(judge(201, sample))).toBe('paid')
    expect(brief(judge(204, ''))).toBe('unknown unreadable_answer')
  })

  it('keeps the reference with every reading that has one', () => {
    expect(judge(200, sample)).toEqual({ kind: 'paid', providerReference: 'REF-1' })
    expect(judge(200, { ...sample, error: true, status: 'FAILED' })).toMatchObject({ providerReference: 'REF-1' })
    expect(judge(200, { ...sample, status: 'FAILED' })).toMatchObject({ providerReference: 'REF-1' })
    expect(judge(200, { ...sample, status: 'PENDING' })).toMatchObject({ providerReference: 'REF-1' })
    for (const status of [200, 400])
      expect(judge(status, { error: false, reference: 'REF-1' })).toMatchObject({ providerReference: 'REF-1' })
    expect(judge(200, { error: false, reference: 'r'.repeat(201) })).toMatchObject({ providerReference: null })
  })

  it('keeps what the provider says where it is no clear refusal, without a number or a name', () => {
    const said = { error: true, status: 'FAILED', message: 'Gateway timeout for 2290197000001' }
    const message = { key: 'provider.error_without_clear_refusal_in_words' }
    for (const status of [200, 400])
      expect(judge(status, said)).toMatchObject({
        kind: 'unknown',
        message: { ...message, args: { words: 'Gateway timeout for 229******01' } },
      })
    expect(judge(200, { ...said, message: '' })).toMatchObject({ kind: 'failed' })
  })
})

describe.each([400, 422])('HTTP %i', (status) => {
  it.each([
    ["section 7's body", { status, message: 'amount is missing' }, 'failed refused'],
    ['error true', { error: true, message: 'amount is missing' }, 'failed refused'],
    ['error true with the integer status', { error: true, status, message: 'No' }, 'failed refused'],
    ['error true, FAILED', { error: true, status: 'FAILED', message: 'No' }, 'failed refused'],
    ['error true, success', { ...sample, error: true }, 'unknown contradictory_answer'],
    ['a good answer', sample, 'unknown contradictory_answer'],
    ['error false', { error: false, status: 'FAILED' }, 'unknown contradictory_answer'],
    ['another integer status', { status: 500, message: 'No' }, 'unknown contradictory_answer'],
    [
      'error true with another integer status',
      { error: true, status: 200, message: 'No' },
      'unknown unreadable_answer',
    ],
    ['error false with the integer status', { error: false, status, message: 'No' }, 'unknown unreadable_answer'],
    ['the status as a text', { status: String(status), message: 'No' }, 'unknown unreadable_answer'],
    ['a page of a proxy', '<html>Bad Request</html>', 'unknown unreadable_answer'],
    ['nothing', '', 'unknown unreadable_answer'],
    ['an empty object', {}, 'unknown unreadable_answer'],
  ])('with %s', (_what, body, expected) => {
    expect(brief(judge(status, body))).toBe(expected)
  })
})

describe('without an answer', () => {
  it.each<[NotSentCause, string | undefined]>([
    ['refused', undefined],
    ['dns', undefined],
    ['connect_timeout', undefined],
    ['tls', 'tls'],
    ['deadline', undefined],
    ['held_back', undefined],
    ['closed', undefined],
    ['other', undefined],
  ])('not sent (%s) goes back to pending', (cause, pause) => {
    const outcome = outcomeOf(notSent(cause), payable, now)
    expect(brief(outcome)).toBe('not_taken not_sent')
    expect('pause' in outcome ? outcome.pause : undefined).toBe(pause)
  })

  it.each<[LostCause, string]>([
    ['timeout', 'unknown timeout'],
    ['reset', 'unknown connection_lost'],
    ['closed', 'unknown connection_lost'],
    ['aborted', 'unknown connection_lost'],
    ['other', 'unknown connection_lost'],
    ['oversized', 'unknown unreadable_answer'],
    ['garbled', 'unknown unreadable_answer'],
  ])('lost (%s) is unknown, whatever head arrived', (cause, expected) => {
    for (const httpStatus of [null, 200, 400, 401, 404, 429, 500]) {
      expect(brief(outcomeOf(lost(cause, httpStatus), payable, now))).toBe(expected)
    }
  })
})

it.each<[string, string | null, number | undefined]>([
  ['absent', null, undefined],
  ['empty', '', undefined],
  ['seconds', '7', 7000],
  ['zero', '0', 1000],
  ['negative', '-1', undefined],
  ['an exponent', '1e9', undefined],
  ['a fraction', '1.5', undefined],
  ['huge', '1000000000', 300_000],
  ['far too long', '9'.repeat(400), 300_000],
  ['a date ahead', 'Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
  ['a date far ahead', 'Sun, 21 Nov 2027 10:00:30 GMT', 300_000],
  ['a date gone by', 'Fri, 20 Nov 2026 10:00:00 GMT', 1000],
  ['an old form of date', 'Saturday, 21-Nov-26 10:00:30 GMT', 30_000],
  ['a year', '2026', 300_000],
  ['no date', 'Sat, soon', undefined],
])('waits sanely after a 429 whose Retry-After is %s', (_what, retryAfter, waitMs) => {
  const outcome = judge(429, '', { retryAfter })
  expect(outcome).toMatchObject({ kind: 'not_taken', code: 'rate_limited' })
  expect('waitMs' in outcome ? outcome.waitMs : undefined).toBe(waitMs)
})
