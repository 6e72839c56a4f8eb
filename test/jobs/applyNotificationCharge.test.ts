import { describe, expect, it } from 'vitest'
import { applyNotification } from '../../jobs/applyNotification.ts'
import { findChargeById, recordChargeAnswer, resolveCharge } from '../../src/ledger/evidence/charges.ts'
import { readKnownMeanwhile } from '../../src/ledger/evidence/notifications.ts'
import { recordChargeAsked } from '../../src/ledger/evidence/recordCharge.ts'
import { setUpNotified } from './setUpNotified.ts'

const notified = setUpNotified()
const { db, notify, one, rowOf } = notified

describe('about a charge', () => {
  async function charge(reference = 'P-1', kind: 'payment' | 'collection' = 'payment') {
    const operator = kind === 'collection' ? 'momo-ghana' : null
    const id = await recordChargeAsked(db.ledger, { kind, amountMinor: 15_050n, currency: 'GHS', operator })
    await recordChargeAnswer(db.ledger, id, { state: 'under_way', reference })
    return id
  }
  const stateOf = async (id: string) =>
    (await db.query('select state from payrun.charges where id = $1', [id]))[0]?.['state']

  it.each([
    ['success', 'paid'],
    ['SUCCESS', 'paid'],
    ['FAILED', 'failed'],
    ['DECLINED', 'failed'],
    ['cancelled', 'cancelled'],
    ['Canceled', 'cancelled'],
    ['EXPIRED', 'expired'],
  ])('"%s" makes it %s', async (status, state) => {
    const id = await charge('P-1', 'collection')
    const value = { reference: 'P-1', status, amount: 150.5, currency: 'ghs' }
    expect(await notify(value)).toEqual({ kind: 'settled', about: { kind: 'collection', id }, state })
    expect(await stateOf(id)).toBe(state)
  })

  it.each([
    { what: 'under way', value: { status: 'PENDING' }, kind: 'undecided' },
    { what: 'a word for good that may mean something else', value: { status: 'COMPLETED' }, kind: 'undecided' },
    { what: 'another amount', value: { status: 'success', amount: '150.51' }, kind: 'contradicts' },
    { what: 'another currency', value: { status: 'success', currency: 'XOF' }, kind: 'contradicts' },
    {
      what: 'an amount that can be read in two ways',
      value: { status: 'success', amount: '150,500' },
      kind: 'contradicts',
    },
    { what: 'a success with an error', value: { status: 'success', error: true }, kind: 'contradicts' },
  ])('$what changes nothing', async ({ value, kind }) => {
    const id = await charge()
    expect(await notify({ reference: 'P-1', ...value })).toMatchObject({ kind, state: 'under_way' })
    expect(await stateOf(id)).toBe('under_way')
  })

  it('a wrong amount that came first hides no right one', async () => {
    const id = await charge()
    expect(await notify({ reference: 'P-1', status: 'success', amount: '9' })).toMatchObject({ kind: 'contradicts' })
    expect(await notify({ reference: 'P-1', status: 'success', amount: '150.50' })).toMatchObject({ kind: 'settled' })
    expect(await stateOf(id)).toBe('paid')
  })

  it.each([
    { first: 'success', later: 'FAILED', state: 'paid', doubt: 'maybe_not_paid' },
    { first: 'FAILED', later: 'Success', state: 'failed', doubt: 'maybe_paid' },
    { first: 'EXPIRED', later: 'success', state: 'expired', doubt: 'maybe_paid' },
    { first: 'EXPIRED', later: 'FAILED', state: 'expired', doubt: null },
  ] as const)(
    'that is $state and notified as $later stays so, in doubt: $doubt',
    async ({ first, later, state, doubt }) => {
      const id = await charge()
      await notify({ reference: 'P-1', status: first })
      expect(await findChargeById(db.ledger, 'payment', id)).toMatchObject({ state, doubt: null })
      expect(await notify({ reference: 'P-1', status: later })).toMatchObject({ kind: 'contradicts', state })
      expect(await findChargeById(db.ledger, 'payment', id)).toMatchObject({ state, doubt })
    },
  )

  it('is in doubt after another amount was paid, until a person has looked', async () => {
    const id = await charge()
    await notify({ reference: 'P-1', status: 'success', amount: '9' })
    expect(await findChargeById(db.ledger, 'payment', id)).toMatchObject({ state: 'under_way', doubt: 'maybe_paid' })
    expect(await resolveCharge(db.ledger, { id, end: 'paid', actor: 'Awa', note: 'seen' })).toBe(true)
    expect(await findChargeById(db.ledger, 'payment', id)).toMatchObject({ state: 'paid', doubt: null })
    await notify({ reference: 'P-1', status: 'FAILED' })
    expect(await findChargeById(db.ledger, 'payment', id)).toMatchObject({ state: 'paid', doubt: 'maybe_not_paid' })
  })

  it('whose reference comes after the notification is looked at again', async () => {
    expect(await notify({ reference: 'P-9', status: 'success' })).toEqual({ kind: 'unknown_reference' })
    expect(await readKnownMeanwhile(db.ledger)).toEqual([])
    const id = await charge('P-9')
    const [late, ...more] = await readKnownMeanwhile(db.ledger)
    expect(more).toEqual([])
    expect(await applyNotification(db.ledger, late!)).toMatchObject({ kind: 'settled', state: 'paid' })
    expect(await stateOf(id)).toBe('paid')
    expect(await readKnownMeanwhile(db.ledger)).toEqual([])
  })

  it('with the reference of a payout decides about neither', async () => {
    const { reference, ...batch } = await one()
    const id = await charge(reference)
    expect(await notify({ reference, status: 'success' })).toMatchObject({ kind: 'contradicts' })
    expect(await stateOf(id)).toBe('under_way')
    expect(await rowOf(batch)).toMatchObject({ state: 'accepted' })
  })
})
