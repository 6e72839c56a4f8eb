import { expect, test } from 'vitest'
import type { Failure } from '../../src/app/context.ts'
import { type OneSubmitted, submitOne } from '../../src/app/pay/submitOne.ts'
import { auditLedger } from '../../src/ledger/audit/auditLedger.ts'
import { ghanaNumber } from '../harness/payroll.ts'
import { english } from '../harness/words.ts'
import { given, payBefore, setUpOneOffs } from './oneOffs.ts'

const { openApp } = setUpOneOffs()

const codesOf = (ended: OneSubmitted | Failure) => ('warnings' in ended ? ended.warnings?.map(({ code }) => code) : [])

test('a payout is compared with what its number was paid, also in a group, and the same again has the same warnings', async () => {
  const { app, db } = await openApp()
  await payBefore(db)
  const wishes = [
    given('R-1', { phone: '2290197000002', name: 'Person 2', amount: '1100' }),
    given('R-2', { phone: '2290197000002', name: 'Awa Diop', amount: '9000' }),
    given('R-3', { phone: '2290197000003', name: 'PERSON 2' }),
    given('R-4', { phone: '2290197000004', name: 'Yao Kouassi' }),
  ]
  const expected = [[], ['name_differs', 'unusual_amount'], ['number_changed'], ['first_payment']]
  const ended = await Promise.all(wishes.map((each) => submitOne(app, each)))
  expect(ended.map(codesOf)).toEqual(expected)
  const again = await Promise.all(wishes.map((each) => submitOne(app, each)))
  expect(again.map(({ kind }) => kind)).toEqual(wishes.map(() => 'there_already'))
  expect(again).toEqual(ended.map((each) => ({ ...each, kind: 'there_already' })))
  expect(await db.query(`select actor, counts from payrun.warnings_seen order by seen_no`)).toEqual([
    { actor: 'payroll', counts: { name_differs: 1, unusual_amount: 1 } },
    { actor: 'payroll', counts: { number_changed: 1 } },
    { actor: 'payroll', counts: { first_payment: 1 } },
  ])
  expect(await auditLedger(db.ledger)).toEqual([])
})

test('the policy blocks a payout, or asks for one more person, and leaves the others of its group alone', async () => {
  const { app, db } = await openApp()
  await payBefore(db)
  await db.query(
    `insert into payrun.warning_rules (code, action) values ('unusual_amount', 'block'), ('first_payment', 'approve')`,
  )
  const [usual, blocked, first] = await Promise.all([
    submitOne(app, given('R-1', { phone: '2290197000002', name: 'Person 2', amount: '1100' })),
    submitOne(app, given('R-2', { phone: '2290197000002', name: 'Person 2', amount: '9000' })),
    submitOne(app, given('R-3', { phone: '2290197000003' })),
  ])
  expect([usual, first].map(({ kind }) => kind)).toEqual(['submitted', 'submitted'])
  if (blocked.kind !== 'refused') throw new Error(blocked.kind)
  expect(codesOf(blocked)).toEqual(['unusual_amount'])
  expect(english(blocked.message!)).toContain('The policy blocks this payout: 1 amount is unusually large')
  expect(
    await db.query(
      `select name, state, approvals_needed as people from payrun.batches where name <> 'before' order by name`,
    ),
  ).toEqual([
    { name: 'R-1', state: 'running', people: 1 },
    { name: 'R-3', state: 'awaiting_approval', people: 2 },
  ])
})

test('payouts to one number count together against what its operator allows in a day, also when they come at once', async () => {
  const { app } = await openApp()
  const momo = (reference: string, name: string) =>
    given(reference, { operator: 'momo-ghana', phone: ghanaNumber(1), amount: '9000.00', name })
  const ended = await Promise.all(['R-1', 'R-2', 'R-3'].map((each) => submitOne(app, momo(each, `Person ${each}`))))
  expect(ended.map((each) => codesOf(each)?.includes('over_daily_limit')).sort()).toEqual([false, false, true])
})
