import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../src/provider/answers/outcome.ts'
import { readNotification } from '../../src/provider/notifications/readNotification.ts'
import { brief, judge, now, textOf } from './judge.ts'
import { payable } from './payables.ts'

const success = { error: false, status: 'success', reference: 'REF-1', message: 'done' }
const contradicting: [string, unknown][] = [
  ['success', success],
  ['success without a reference', { error: false, status: 'success' }],
  ['error: false alone', { error: false }],
  ['a reference with an error', { error: true, status: 'FAILED', reference: 'REF-1' }],
  ['a reference that is a number', { error: true, reference: 12 }],
  ['a reference further down', { status: 429, data: { reference: 'REF-1' } }],
  [
    'a success in an answer nested too deep to be read',
    `{"status":"success","x":${'['.repeat(9000)}${']'.repeat(9000)}}`,
  ],
  ['a success without error', { status: 'SUCCESS', message: 'ok' }],
  ['error twice', '{"error":true,"error":false}'],
  ['error once escaped', '{"err\\u006fr":false}'],
  ['a success that is cut short', '{"error":false,"status":"succ'],
  ['a reference that is cut short', '{"status":"PENDING","reference":"REF-1'],
]
const pauses = { 429: undefined, 401: 'unauthorized', 403: 'unauthorized', 404: 'wrong_interface' } as const
const turnedAway: [number, string | undefined][] = [
  ...Object.entries(pauses).map(([status, pause]): [number, string | undefined] => [Number(status), pause]),
  [405, 'wrong_interface'],
  [415, 'wrong_interface'],
]

describe.each(turnedAway)('HTTP %i', (httpStatus, pause) => {
  it.each(contradicting)('with %s is unknown, and pauses all the same', (_what, body) => {
    const outcome = judge(httpStatus, body)
    expect(brief(outcome)).toBe('unknown contradictory_answer')
    expect('pause' in outcome ? outcome.pause : undefined).toBe(pause)
    expect('busy' in outcome).toBe(httpStatus === 429)
  })

  it.each<[string, unknown]>([
    ['an error', { error: true, status: 'FAILED', message: 'No' }],
    ["section 7's body", { status: httpStatus, message: 'No' }],
    ['a reference that is none', { error: true, reference: '' }],
    ['a null for a reference', { error: true, reference: null }],
    ['a page', '<html>'],
    ['nothing', ''],
    ['a list', []],
  ])('with %s is pending', (_what, body) => {
    expect(judge(httpStatus, body).kind).toBe('not_taken')
  })

  it('keeps the reference that contradicts it', () => {
    expect(judge(httpStatus, success)).toMatchObject({ providerReference: 'REF-1' })
    expect(judge(httpStatus, '{"error":false,"reference":9007199254740993}')).toMatchObject({
      providerReference: '9007199254740993',
    })
  })
})

it('keeps to the time that a 429 asks for, whatever its body says', () => {
  const answer = { kind: 'response' as const, contentType: null, retryAfter: '7', delimited: true, httpStatus: 429 }
  const body = Buffer.from(JSON.stringify(success))
  expect(outcomeOf({ ...answer, body }, payable, now)).toMatchObject({ kind: 'unknown', busy: { waitMs: 7000 } })
})

describe('a reference', () => {
  it.each([
    ['""', null],
    ['"  "', null],
    ['null', null],
    ['12', '12'],
    ['0', '0'],
    ['90071992547409931234567', '90071992547409931234567'],
    ['9007199254740993', '9007199254740993'],
  ])('%s is read', (written, providerReference) => {
    expect(judge(200, `{"error":false,"status":"success","reference":${written}}`)).toEqual({
      kind: 'paid',
      providerReference,
    })
    expect(judge(200, `{"error":true,"status":"FAILED","reference":${written}}`)).toMatchObject({
      kind: 'failed',
      providerReference,
    })
  })

  it.each(['1.5', '1e3', '1e400', '-4', 'true', '{}', '[]'])('%s is not', (written) => {
    expect(brief(judge(200, `{"error":false,"status":"success","reference":${written}}`))).toBe(
      'unknown unreadable_answer',
    )
  })

  it('of "" is none for a payout that is under way', () => {
    expect(brief(judge(200, { error: false, status: 'PENDING', reference: '' }))).toBe('unknown unreadable_answer')
  })
})

it('says what the provider says of an account that may not pay, and not "check the keys"', () => {
  const message = 'Merchant not approved for payouts, +2290197000001'
  const outcome = judge(403, { status: 403, message })
  expect(textOf(outcome)).toContain('Merchant not approved for payouts')
  expect(textOf(outcome)).not.toMatch(/PAYRUN_APP_KEY|0197000001/)
  expect(outcome).toMatchObject({ pause: 'unauthorized', says: 'Merchant not approved for payouts, 229******01' })
  expect(textOf(judge(403, ''))).toMatch(/PAYRUN_APP_KEY/)
})

it('a notification whose reference is a whole number is read by its digits', () => {
  const text = '{"reference":9007199254740993,"status":"success"}'
  expect(readNotification('application/json', Buffer.from(text))).toMatchObject({
    ok: true,
    reference: '9007199254740993',
  })
})
