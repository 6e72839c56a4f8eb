import { expect, it } from 'vitest'
import { matchCharges } from '../../src/reconcile/matchCharges.ts'

const charge = {
  id: 'w1',
  reference: 'PRO-1',
  ownReference: null,
  amountMinor: 1_500n,
  currency: 'XOF',
  state: 'under_way',
  sandbox: false,
  createdAt: new Date('2026-11-20T00:00:00Z'),
} as const
const line = {
  line: 2,
  reference: 'PRO-1',
  phones: [],
  amountHundredths: 150_000n,
  currency: null,
  status: null,
  meaning: 'carried_out',
  at: null,
} as const
const matched = (ofPayouts: string[]) =>
  matchCharges({ lines: [line], charges: [charge], ofPayouts: new Set(ofPayouts), sandbox: false, feeTolerance: 0 })

it('leaves a charge whose reference a payout holds, too', () => {
  expect(matched(['OTHER'])).toMatchObject({ resolutions: [{ to: 'paid' }], left: [] })
  expect(matched(['PRO-1'])).toMatchObject({ resolutions: [], left: [{ why: 'of_payout' }] })
})
