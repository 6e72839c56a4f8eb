import { expect, test } from 'vitest'
import { findOperators } from '../../../src/ledger/past/findOperators.ts'
import type { OperatorCode } from '../../../src/payout/operators/operator.ts'
import type { StatementLine } from '../../../src/payout/reconciliation.ts'
import { payableRows } from '../../harness/ledger.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger({ checked: false })
const since = new Date()

const phones = { 'mtn-benin': '2290197000001', 'moov-benin': '2290195000001', 'mtn-cm': '237670000001' }
type Used = keyof typeof phones & OperatorCode

async function pay(operator: Used, days: number, reference: string | null = null): Promise<number> {
  const payable = { operator, phone: phones[operator], amountMinor: 1500n, currency: 'XOF', name: 'Person' } as const
  const { batchNo } = await db.batchOf(payableRows(1, () => ({ payable })))
  await db.query(`update payrun.payouts set state = 'sending', sent_at = $2 where batch_no = $1`, [
    batchNo,
    new Date(since.getTime() - days * 86_400_000),
  ])
  await db.query(`update payrun.payouts set state = 'paid' where batch_no = $1`, [batchNo])
  if (reference !== null)
    await db.query('insert into payrun.provider_references (reference, batch_no, line) values ($1, $2, 2)', [
      reference,
      batchNo,
    ])
  await db.query(`update payrun.batches set state = 'settled', created_at = $2 where batch_no = $1`, [
    batchNo,
    new Date(since.getTime() - days * 86_400_000),
  ])
  return batchNo
}

function find(...lines: Partial<StatementLine>[]) {
  const whole = lines.map(
    (line, index): StatementLine => ({
      line: index + 2,
      reference: null,
      phones: [],
      amountHundredths: 150_000n,
      currency: 'XOF',
      at: null,
      status: null,
      meaning: 'carried_out',
      ...line,
    }),
  )
  return findOperators(
    db.ledger,
    { name: 'november.csv', sha256: 'a'.repeat(64), lines: whole, dateOrder: 'certain' },
    since,
  )
}

test('lists operators by references and by numbers with amounts, and those of late that may have been paid through', async () => {
  await pay('mtn-benin', 1)
  await pay('moov-benin', 1, 'REF-1')
  await pay('mtn-cm', 60)
  const used = ['moov-benin', 'mtn-benin']
  expect(await find()).toEqual({ used, listed: [] })
  expect(await find({ reference: 'REF-1' }, { phones: [phones['mtn-benin']] })).toEqual({ used, listed: used })
  expect(await find({ reference: 'REF-1', phones: [phones['moov-benin']] })).toEqual({ used, listed: ['moov-benin'] })
  // Somebody else's number beside a reference, another amount, and what was paid long ago show nothing.
  const nothing = [
    { reference: 'REF-1', phones: ['2290195000002'] },
    { phones: [phones['mtn-benin']], amountHundredths: 150_100n },
    { phones: [phones['mtn-cm']] },
  ]
  expect(await find(...nothing)).toEqual({ used, listed: [] })
})

test('one number that was paid through two operators shows neither, but by its reference', async () => {
  await pay('mtn-benin', 2)
  await db.query(`update payrun.payouts set phone = $1`, [phones['moov-benin']])
  await pay('moov-benin', 1, 'REF-2')
  expect((await find({ phones: [phones['moov-benin']] })).listed).toEqual([])
  expect((await find({ reference: 'REF-2', phones: [phones['moov-benin']] })).listed).toEqual(['moov-benin'])
})

test('counts what was paid of late in an old batch, and no trial, nothing refused and nothing of long ago', async () => {
  const old = await pay('mtn-cm', 60)
  expect((await find()).used).toEqual([])
  await db.query(`update payrun.payouts set sent_at = $2 where batch_no = $1`, [old, since])
  await db.query(`insert into payrun.batch_events (batch_no, to_state) values ($1, 'settled')`, [old])
  expect((await find()).used).toEqual(['mtn-cm'])
  await db.query(`update payrun.batches set sandbox = true where batch_no = $1`, [old])
  expect(await find({ phones: [phones['mtn-cm']] })).toEqual({ used: [], listed: [] })
})

test('finds a payment whose line has the fee in its amount', async () => {
  await pay('mtn-benin', 1)
  const withFee = { phones: [phones['mtn-benin']], amountHundredths: 151_000n, feeHundredths: 1_000n }
  expect((await find(withFee)).listed).toEqual(['mtn-benin'])
})
