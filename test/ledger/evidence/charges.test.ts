import { afterAll, beforeAll, expect, it, test } from 'vitest'
import {
  type ChargeAnswer,
  findCharge,
  giveUpUnanswered,
  recordChargeAnswer,
  settleCharge,
} from '../../../src/ledger/evidence/charges.ts'
import { recordChargeAsked } from '../../../src/ledger/evidence/recordCharge.ts'
import { type ChargeState, chargeStates, chargeTransitions } from '../../../src/payout/charge.ts'
import { type LedgerServer, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
  db = await server.open()
})
afterAll(() => server.stop())

let references = 0
const nextReference = () => `PAY-${++references}`
const ask = () =>
  recordChargeAsked(db.ledger, { kind: 'collection', amountMinor: 150_050n, currency: 'KES', operator: 'momo-kenya' })
const underWay = (reference: string): ChargeAnswer => ({ state: 'under_way', reference })
const stateOf = async (id: string) =>
  (await db.query<{ state: ChargeState }>('select state from payrun.charges where id = $1', [id]))[0]?.state
const move = (id: string, to: ChargeState) =>
  db.query('update payrun.charges set state = $2, reference = coalesce(reference, $3) where id = $1', [
    id,
    to,
    nextReference(),
  ])

/** Ways to each state, by legal moves only. */
const wayTo = (state: ChargeState): ChargeState[] => {
  if (state === 'asked') return []
  return chargeTransitions.asked.includes(state) ? [state] : ['under_way', state]
}

const pairs = chargeStates.flatMap((from) =>
  chargeStates.filter((to) => to !== from).map((to) => ({ from, to, legal: chargeTransitions[from].includes(to) })),
)

test.each(pairs)('the database has a charge $from → $to: $legal', async ({ from, to, legal }) => {
  const id = await ask()
  for (const each of wayTo(from)) await move(id, each)
  const moving = move(id, to)
  if (legal) await moving
  else await expect(moving).rejects.toThrow(`payrun: illegal transition of charges from ${from} to ${to}`)
  expect(await stateOf(id)).toBe(legal ? to : from)
})

test.each(chargeStates.filter((state) => state !== 'asked'))('no charge is born %s', async (state) => {
  const born = db.query(
    `insert into payrun.charges (id, kind, amount_minor, currency, state, reference) values ('x', 'payment', 1, 'XOF', $1, 'r')`,
    [state],
  )
  await expect(born).rejects.toThrow('illegal transition')
})

it('is asked for, then under way by its reference, then paid by evidence, once', async () => {
  const id = await ask()
  const reference = nextReference()
  expect(await findCharge(db.ledger, reference)).toBeNull()
  expect(await recordChargeAnswer(db.ledger, id, underWay(reference))).toBe('under_way')
  expect(await findCharge(db.ledger, reference)).toMatchObject({ id, state: 'under_way', amountMinor: 150_050n })
  const said = await Promise.all(Array.from({ length: 10 }, () => settleCharge(db.ledger, reference, 'paid')))
  expect(said.map(({ kind }) => kind).sort()).toEqual([...Array(9).fill('already'), 'settled'])
  expect(await settleCharge(db.ledger, reference, 'failed')).toMatchObject({
    kind: 'contradicts',
    charge: { state: 'paid', settledAt: expect.any(Date) },
  })
  expect(await stateOf(id)).toBe('paid')
})

it('knows nothing of a reference that nobody asked for', async () => {
  expect(await settleCharge(db.ledger, 'somebody-elses', 'paid')).toEqual({ kind: 'no_charge' })
})

it('is unknown when its answer has the reference of another charge, which stays as it is', async () => {
  const [one, other] = [await ask(), await ask()]
  const reference = nextReference()
  await recordChargeAnswer(db.ledger, one, underWay(reference))
  expect(await recordChargeAnswer(db.ledger, other, underWay(reference))).toBe('unknown')
  expect(await findCharge(db.ledger, reference)).toMatchObject({ id: one, state: 'under_way' })
})

it('takes the same answer twice, and none once it is settled', async () => {
  const id = await ask()
  const reference = nextReference()
  await recordChargeAnswer(db.ledger, id, underWay(reference))
  expect(await recordChargeAnswer(db.ledger, id, underWay(reference))).toBe('under_way')
  await settleCharge(db.ledger, reference, 'expired')
  expect(await recordChargeAnswer(db.ledger, id, { state: 'refused', code: 'refused' })).toBe('expired')
})

it('is unknown when whoever asked never recorded an answer, and takes the late answer all the same', async () => {
  const [lost, fresh] = [await ask(), await ask()]
  await db.query(`update payrun.charges set created_at = now() - interval '16 minutes' where id = $1`, [lost])
  expect((await giveUpUnanswered(db.ledger)).map(({ id }) => id)).toContain(lost)
  expect(await stateOf(fresh)).toBe('asked')
  expect(await stateOf(lost)).toBe('unknown')
  expect(await recordChargeAnswer(db.ledger, lost, underWay(nextReference()))).toBe('under_way')
})
