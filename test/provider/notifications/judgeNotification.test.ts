import { describe, expect, it } from 'vitest'
import type { Payable } from '../../../src/payout/keys.ts'
import { judgePayoutNotification } from '../../../src/provider/notifications/judgeNotification.ts'
import { readNotification } from '../../../src/provider/notifications/readNotification.ts'
import { bytes } from './samples.ts'

const payable: Payable = {
  operator: 'mtn-benin',
  phone: '2290197000001',
  amountMinor: 1_500_000n,
  currency: 'XOF',
  name: 'Afiavi Dossou',
}

/** What a notification about it says after it was kept, without personal data. */
function judged(value: Record<string, unknown>) {
  const read = readNotification('application/json', bytes({ reference: 'P-1', status: 'success', ...value }))
  if (!read.ok) throw new Error(read.reason)
  return judgePayoutNotification(read, payable).kind
}

describe('a notification about a payout whose kept text is masked', () => {
  it.each([
    { what: 'a message with a large amount', value: { message: '1500000 XOF transferred to 2290197000001' } },
    { what: 'one in groups of three', value: { message: 'XOF 1 500 000 sent to +229 01 97 00 00 01' } },
    { what: 'a number without the country code', value: { phoneNumber: '0197000001' } },
    { what: "a number in Benin's older form", value: { msisdn: '97000001' } },
    { what: 'a number after 00', value: { phone: '00 229 01 97 00 00 01' } },
    { what: 'a number that is no text', value: { phone: 2290197000001 } },
    { what: 'a number that the provider has masked', value: { phoneNumber: '229***01' } },
    { what: 'the number among the details of the customer', value: { customer: { phoneNumber: '+2290197000001' } } },
    { what: 'our currency by its name', value: { currency: 'FCFA' } },
    { what: 'no currency', value: { currency: ' ' } },
    { what: 'a reference that looks like a number', value: { reference: '+22997001234' } },
  ])('is about this one: $what', ({ value }) => {
    expect(judged(value)).toBe('paid')
  })

  it.each([
    { what: 'another number', value: { phoneNumber: '+2290197000099' } },
    { what: 'another number of another form', value: { phone_number: '0197000099' } },
    { what: 'a number of another country', value: { msisdn: '2330244000001' } },
    { what: 'another number of the customer', value: { customer: { phoneNumber: '+2290197000099' } } },
    { what: 'another small amount in the message', value: { message: '1500 XOF sent to 2290197000001' } },
    { what: 'another currency', value: { currency: 'ghs' } },
    { what: 'a failure in another currency', value: { status: 'FAILED', currency: 'KES' } },
    { what: 'our amount in an unknown currency', value: { amount: '1500000', currency: 'CDF' } },
    { what: 'another large amount', value: { amount: '1500001', currency: 'XOF' } },
  ])('is about another: $what', ({ value }) => {
    expect(judged(value)).toBe('contradictory')
  })
})
