import { describe, expect, onTestFinished, test } from 'vitest'
import { openPast } from '../../../src/ledger/past/keepMark.ts'
import { openMarkFiles } from '../../../src/ledger/past/mark.ts'
import { readRecovery, recover, takeStatement } from '../../../src/ledger/past/recover.ts'
import type { StatementLine } from '../../../src/payout/reconciliation.ts'
import { keyHoldingStates, payoutStates, payoutTransitions, recoveryTransitions } from '../../../src/payout/state.ts'
import { ignore, payableRows, row } from '../../harness/ledger.ts'
import { temporaryFolder } from '../../harness/payrun.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger({ one: true, checked: false })
const wish = { since: new Date(Date.now() - 3_600_000), actor: 'tester', note: 'a backup' }

const wayTo = {
  pending: [],
  cancelled: ['cancelled'],
  failed: ['sending', 'failed'],
  paid: ['sending', 'paid'],
  accepted: ['sending', 'accepted'],
  sending: ['sending'],
  unknown: ['sending', 'unknown'],
} as const

async function payoutIn(state: keyof typeof wayTo): Promise<number> {
  const { batchNo } = await db.batchOf(payableRows(1))
  for (const to of wayTo[state]) await move(batchNo, to)
  return batchNo
}

const move = (batchNo: number, to: string) =>
  db.query('update payrun.payouts set state = $2, holds_key = $3 where batch_no = $1', [
    batchNo,
    to,
    keyHoldingStates.some((state) => state === to),
  ])

const stateOf = async (batchNo: number) =>
  (await db.query('select state from payrun.payouts where batch_no = $1', [batchNo]))[0]?.['state']

describe('while a person says that the ledger went back in time', () => {
  const states = payoutStates.filter((state) => state !== 'invalid')
  const pairs = states.flatMap((from) =>
    payoutStates
      .filter((to) => to !== from && to !== 'invalid')
      .map((to) => ({
        from,
        to,
        legal: payoutTransitions[from].includes(to) || (recoveryTransitions[from]?.includes(to) ?? false),
      })),
  )
  test.each(pairs)('the database has $from → $to: $legal', async ({ from, to, legal }) => {
    const batchNo = await payoutIn(from)
    await db.query('update payrun.server set recovering = true')
    const moving = move(batchNo, to)
    if (legal) await moving
    else await expect(moving).rejects.toThrow('illegal transition')
    await db.query('update payrun.server set recovering = false')
  })
})

test('recover --since puts in doubt what may have been sent, and leaves the rest', async () => {
  const batches = new Map<string, number>()
  for (const state of ['pending', 'sending', 'failed', 'cancelled', 'paid', 'accepted'] as const)
    batches.set(state, await payoutIn(state))
  await db.query(`update payrun.payouts set settled_at = now() where state = 'cancelled'`)
  const inDoubt = await recover(db.ledger, wish)
  // Refused, retried and paid in the time that was lost, perhaps: only a person's word lets it be tried again.
  const doubts = () => db.query('select batch_no, kind, says_paid from payrun.discrepancies')
  const itsDoubt = { batch_no: batches.get('accepted'), kind: 'may_have_been_sent', says_paid: true }
  expect(await doubts()).toContainEqual(itsDoubt)
  const before = await doubts()
  // Said a second time, it moves nothing more.
  expect(await recover(db.ledger, wish)).toBe(inDoubt)
  expect(await doubts()).toEqual(before)
  expect(inDoubt).toBeGreaterThan(3)
  const now = await Promise.all([...batches].map(async ([state, batchNo]) => [state, await stateOf(batchNo)]))
  expect(Object.fromEntries(now)).toEqual({
    pending: 'unknown',
    sending: 'unknown',
    failed: 'unknown',
    cancelled: 'unknown',
    paid: 'paid',
    accepted: 'accepted',
  })
  expect(await db.query('select recovering, fenced_at from payrun.server')).toEqual([
    { recovering: false, fenced_at: null },
  ])
  expect((await readRecovery(db.ledger)).awaitingStatementSince).toEqual(wish.since)
  expect(await db.query('select distinct actor, note, code from payrun.events where actor is not null')).toEqual([
    { actor: 'tester', note: 'a backup', code: 'worker_lost' },
  ])
  await db.query('update payrun.server set awaiting_statement_since = null')
})

test('a statement ends no wait that a person asked for after it was looked at', async () => {
  const statement = { name: 'november.csv', sha256: 'a'.repeat(64), lines: [], dateOrder: 'certain' as const }
  const take = async (said: number | null) =>
    takeStatement(db.ledger, { statement, since: wish.since, actor: 'tester', note: null, said })
  await recover(db.ledger, wish)
  const { lastNo } = await readRecovery(db.ledger)
  const since = new Date(wish.since.getTime() - 86_400_000)
  await recover(db.ledger, { ...wish, since, note: 'an older backup' })
  await take(lastNo)
  const waits = await readRecovery(db.ledger)
  expect(waits.awaitingStatementSince).toEqual(since)
  await take(waits.lastNo)
  expect((await readRecovery(db.ledger)).awaitingStatementSince).toBeNull()
})

test('a statement bars everybody to whom money may have gone, known or only named beside', async () => {
  const known = await payoutIn('paid')
  const [paid] = await db.query<{ phone: string; hundredths: string }>(
    'select phone, (amount_minor * 100)::text as hundredths from payrun.payouts where batch_no = $1',
    [known],
  )
  const line = (number: number, what: Partial<StatementLine>): StatementLine => ({
    line: number,
    reference: null,
    phones: ['2290197000101'],
    amountHundredths: 150_000n,
    currency: 'XOF',
    at: null,
    status: null,
    meaning: 'carried_out',
    ...what,
  })
  const lines = [
    line(2, { meaning: 'doubtful', settlesNothing: 'other_direction' }),
    line(3, { meaning: 'doubtful', settlesNothing: 'fee' }),
    line(4, { meaning: 'doubtful', settlesNothing: 'other_direction', phones: [], reference: 'IN-1' }),
    line(5, { meaning: 'not_carried_out' }),
    line(6, { inWords: ['2290197000102'] }),
    line(7, { phones: [], inWords: ['2290197000103'] }),
    line(8, { phones: ['2290197000104'], inWords: [paid!.phone], amountHundredths: BigInt(paid!.hundredths) }),
    line(9, { phones: [paid!.phone], amountHundredths: BigInt(paid!.hundredths) }),
  ]
  const statement = { name: 'november.csv', sha256: 'b'.repeat(64), lines, dateOrder: 'certain' as const }
  await recover(db.ledger, wish)
  const { lastNo: said } = await readRecovery(db.ledger)
  await takeStatement(db.ledger, { statement, since: wish.since, actor: 'tester', note: null, said })
  expect(
    await db.query(
      `select statement_line as line, cardinality(hashes) as hashes
         from payrun.payments_without_row
        where statement = $1
        order by line`,
      [statement.sha256.slice(0, 12)],
    ),
  ).toEqual([
    { line: 2, hashes: 1 },
    { line: 6, hashes: 2 },
    { line: 7, hashes: 1 },
    { line: 8, hashes: 2 },
  ])
  await db.query('update payrun.payments_without_row set set_aside = true')
})

test('a row whose key another payout holds by now stays, and evidence bars it', async () => {
  const reference = 'held-twice'
  const first = await db.batchOf([row({ line: 2, reference })])
  for (const to of ['sending', 'failed']) await move(first.batchNo, to)
  const second = await db.batchOf([row({ line: 2, reference })])
  for (const to of ['sending', 'paid']) await move(second.batchNo, to)
  await recover(db.ledger, wish)
  expect([await stateOf(first.batchNo), await stateOf(second.batchNo)]).toEqual(['failed', 'paid'])
  expect(
    await db.query('select kind, says_paid from payrun.discrepancies where batch_no = $1', [first.batchNo]),
  ).toEqual([{ kind: 'may_have_been_sent', says_paid: true }])
  await db.query('update payrun.server set awaiting_statement_since = null')
})

test('numbers of workers and batches never come round: they follow the clock', async () => {
  const seconds = Math.floor((Date.now() - Date.UTC(2020, 0, 1)) / 1_000)
  const [one, two] = [await db.worker(), await db.worker()]
  expect(one).toBeGreaterThanOrEqual(seconds - 5)
  expect(two).toBeGreaterThan(one)
  // As in a ledger that was put back: its sequence is behind.
  await db.query(`select setval('payrun.batch_numbers', 1)`)
  const [next] = await db.query<{ n: number }>(`select payrun.next_number('payrun.batch_numbers') as n`)
  expect(next?.n).toBeGreaterThanOrEqual(seconds - 5)
})

test.each([{ beats: 0 }, { beats: 2 }])(
  'a worker that lived through it marks what the ledger has now, and not what it lost, after $beats heartbeats',
  async ({ beats }) => {
    const folder = temporaryFolder()
    onTestFinished(() => folder.remove())
    const files = openMarkFiles(folder.path, 'abc')
    const past = openPast({ files, onlyHere: false, onTrouble: ignore, onChange: ignore })
    const commits = async (of: number) => {
      await db.query('update payrun.workers set commits = $2 where worker_no = $1', [workerNo, of])
      await past.keep(workerNo, of)
    }
    const workerNo = await db.worker()
    await past.admit(db.ledger.pool)
    past.registered(workerNo)
    await past.keepPosition(db.ledger.pool)
    await commits(7)
    const [before] = await files.read()
    // As it was before them.
    await db.query('update payrun.workers set commits = 2 where worker_no = $1', [workerNo])
    expect(await past.admit(db.ledger.pool)).toMatchObject({ kind: 'fenced' })
    await recover(db.ledger, wish)
    expect(await past.admit(db.ledger.pool)).toMatchObject({ kind: 'whole' })
    for (let beat = 0; beat < beats; beat += 1) expect((await past.keepPosition(db.ledger.pool)).kind).toBe('whole')
    await commits(3)
    const kept = await files.read()
    expect(kept).toMatchObject([{ workerNo, commits: 3, position: beats === 0 ? null : expect.any(String) }])
    expect(kept[0]?.position).not.toBe(before?.position)
    await db.query('update payrun.server set awaiting_statement_since = null')
  },
)
