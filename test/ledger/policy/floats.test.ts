import { expect, test } from 'vitest'
import { readBatch } from '../../../src/ledger/batches/batches.ts'
import { pauseAsked } from '../../../src/ledger/batches/moveAsked.ts'
import type { Claim, GroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import { addToFloat, readFloats, setBudgets, setFloat } from '../../../src/ledger/policy/floats.ts'
import { closeChunk, measureWaits, resumeOpened, workLeft } from '../../../src/ledger/rows/chunks.ts'
import { resolveRow } from '../../../src/ledger/rows/resolveRow.ts'
import { endWorker, sweepLostRows } from '../../../src/ledger/rows/workers.ts'
import { type Outcome, passingReasons } from '../../../src/payout/outcome.ts'
import { payableRows, row } from '../../harness/ledger.ts'
import { attemptOf, freshReference } from '../commit/claimedRow.ts'
import { accepted, openGroupCommit, paid, refused, unclear } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'
import { expectExactFloat } from './floatBook.ts'

const db = setUpLedger()

const xof = { sandbox: false, currency: 'XOF', actor: 'awa' }

/** Rows of so much each, from line 2 on. */
const rowsOf = (...amounts: number[]) =>
  payableRows(amounts.length).map((each, index) => ({
    ...each,
    payable: each.payable && { ...each.payable, amountMinor: BigInt(amounts[index]!) },
  }))

async function claimAll(groupCommit: GroupCommit, batchNo: number, rows: number, workerNo: number): Promise<Claim[]> {
  return Promise.all(
    Array.from({ length: rows }, (_, index) => groupCommit.claim({ batchNo, line: index + 2, workerNo })),
  )
}

const settleAll = (groupCommit: GroupCommit, claims: readonly Claim[], outcome: () => Outcome) =>
  Promise.all(
    claims.map((claim) => (claim.ok ? groupCommit.settle({ attempt: claim.attempt, outcome: outcome() }) : null)),
  )

const made = (claims: readonly Claim[]) => claims.filter(({ ok }) => ok).length
const floatOf = async (currency = 'XOF') => (await readFloats(db.ledger, false)).find((f) => f.currency === currency)!

test('rows are claimed as far as the float reaches, and the others wait', async () => {
  await setFloat(db.ledger, xof, 5_500n)
  const { batchNo } = await db.batchOf(rowsOf(...Array(10).fill(1_000)))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  const claims = await claimAll(groupCommit, batchNo, 10, workerNo)
  expect(claims.map(({ ok }) => ok)).toEqual([...Array(5).fill(true), ...Array(5).fill(false)])
  expect(await expectExactFloat(db)).toBe(500n)
  expect(await workLeft(db.ledger, batchNo)).toBe('float')
  await settleAll(groupCommit, claims, () => paid(freshReference()))
  expect(await expectExactFloat(db)).toBe(500n)
  expect(await floatOf()).toMatchObject({ set: 5_500n, spent: 5_000n, held: 0n, left: 500n })
  expect((await floatOf()).waiting).toEqual([(await readBatch(db.ledger, batchNo)).id])
})

test('a float that is set while a process pays holds from its next claim on, answers in one flush with it included', async () => {
  const { batchNo } = await db.batchOf(rowsOf(...Array(5).fill(1_000)))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  const claim = (line: number) => groupCommit.claim({ batchNo, line, workerNo })
  expect(made([await claim(2), await claim(3)])).toBe(2)
  // Those that are out are taken from it.
  await setFloat(db.ledger, xof, 3_500n)
  const fourth = await claim(4)
  const [fifth] = await Promise.all([claim(5), settleAll(groupCommit, [fourth], refused)])
  // Its claim and the answer are judged in one statement: what comes back is there for the next.
  expect([fourth.ok, fifth.ok]).toEqual([true, false])
  expect(made([await claim(6), await claim(5)])).toBe(1)
  expect(await floatOf()).toMatchObject({ left: 500n })
})

test('a smaller row is paid where a larger one would not fit', async () => {
  await setFloat(db.ledger, xof, 1_000n)
  const { batchNo } = await db.batchOf(rowsOf(600, 5_000, 400, 1))
  const claims = await claimAll(openGroupCommit(db), batchNo, 4, await db.worker())
  expect(claims.map(({ ok }) => ok)).toEqual([true, false, true, false])
  expect(await expectExactFloat(db)).toBe(0n)
})

test('it waits no longer than until the least of all its rows fits, whichever were tried', async () => {
  await setFloat(db.ledger, xof, 700n)
  const { batchNo } = await db.batchOf(rowsOf(5_000, 800, 600))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  expect(await groupCommit.claim({ batchNo, line: 2, workerNo })).toEqual({ ok: false })
  expect(await workLeft(db.ledger, batchNo)).toBe('float')
  await measureWaits(db.ledger, false)
  expect(await workLeft(db.ledger, batchNo)).toBe('work')
  expect(made(await claimAll(groupCommit, batchNo, 3, workerNo))).toBe(1)
  await measureWaits(db.ledger, false)
  expect(await workLeft(db.ledger, batchNo)).toBe('float')
  await addToFloat(db.ledger, xof, 699n)
  await measureWaits(db.ledger, false)
  expect(await workLeft(db.ledger, batchNo)).toBe('float')
  await addToFloat(db.ledger, xof, 1n)
  expect(await workLeft(db.ledger, batchNo)).toBe('work')
})

test('another currency goes on, and so does a currency without a float', async () => {
  await setFloat(db.ledger, xof, 0n)
  await setFloat(db.ledger, { ...xof, currency: 'GHS' }, 0n)
  const kenyan = row({ line: 3 }, { payable: { ...row({}).payable!, operator: 'momo-kenya', currency: 'KES' } })
  const { batchNo } = await db.batchOf([row({ line: 2 }, {}), kenyan])
  const claims = await claimAll(openGroupCommit(db), batchNo, 2, await db.worker())
  expect(claims.map(({ ok }) => ok)).toEqual([false, true])
  expect(await workLeft(db.ledger, batchNo)).toBe('work')
})

test('what is refused or was not taken gives back; what is unknown or accepted holds on to its money', async () => {
  await setFloat(db.ledger, xof, 5_000n)
  const { batchNo } = await db.batchOf(rowsOf(1_000, 1_000, 1_000, 1_000, 1_000, 1_000))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  const claims = await claimAll(groupCommit, batchNo, 6, workerNo)
  expect(made(claims)).toBe(5)
  const outcomes: Outcome[] = [
    paid(freshReference()),
    refused(),
    unclear(),
    accepted(freshReference()),
    { kind: 'not_taken', code: 'not_sent', message: 'No route.' },
  ]
  for (const [index, outcome] of outcomes.entries())
    await groupCommit.settle({ attempt: attemptOf(claims[index]!), outcome })
  expect(await expectExactFloat(db)).toBe(2_000n)
  expect(await floatOf()).toMatchObject({ spent: 2_000n, held: 1_000n, left: 2_000n })
  // What was given back is for whoever comes next.
  expect(await groupCommit.claim({ batchNo, line: 7, workerNo })).toMatchObject({ ok: true })
})

test('a person, a sweep and a late answer keep it exact', async () => {
  await setFloat(db.ledger, xof, 10_000n)
  const { batchNo } = await db.batchOf(rowsOf(1_000, 1_000, 1_000))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  const claims = await claimAll(groupCommit, batchNo, 3, workerNo)
  await endWorker(db.ledger, workerNo)
  await sweepLostRows(db.ledger)
  expect(await expectExactFloat(db)).toBe(7_000n)
  expect(await floatOf()).toMatchObject({ spent: 0n, held: 3_000n })
  await resolveRow(db.ledger, { batchNo, line: 2, actor: 'awa', note: 'seen', verdict: { kind: 'not_paid' } })
  await groupCommit.settle({ attempt: attemptOf(claims[1]!), outcome: refused() })
  await groupCommit.settle({ attempt: attemptOf(claims[2]!), outcome: paid(freshReference()) })
  expect(await expectExactFloat(db)).toBe(9_000n)
})

test.each([2, 5])(
  'of %i processes that claim at once, nobody passes it, and nothing is left over',
  async (processes) => {
    await setFloat(db.ledger, xof, 150_000n)
    const { batchNo } = await db.batchOf(rowsOf(...Array(200).fill(1_000)))
    const all = await Promise.all(
      Array.from({ length: processes }, async () => ({
        groupCommit: openGroupCommit(db),
        workerNo: await db.worker(),
      })),
    )
    const part = Math.ceil(200 / processes)
    const claims = await Promise.all(
      all.map(async ({ groupCommit, workerNo }, nth) => {
        const mine: Claim[] = []
        for (let line = nth * part + 2; line < Math.min(202, (nth + 1) * part + 2); line += 5) {
          const wishes = [0, 1, 2, 3, 4].filter((add) => line + add < Math.min(202, (nth + 1) * part + 2))
          const won = await Promise.all(wishes.map((add) => groupCommit.claim({ batchNo, line: line + add, workerNo })))
          mine.push(...won)
          await settleAll(groupCommit, won.slice(0, 1), refused)
        }
        return mine
      }),
    )
    const left = await expectExactFloat(db)
    const [failed] = await db.query<{ n: number }>(
      `select count(*)::int as n from payrun.payouts where state = 'failed'`,
    )
    expect(left).toBe(150_000n - BigInt(made(claims.flat()) - failed!.n) * 1_000n)
    expect(left).toBeGreaterThanOrEqual(0n)
    // Whoever comes last takes the rest, and no more.
    const { groupCommit, workerNo } = all[0]!
    for (let again = 0; again < 3; again += 1) await claimAll(groupCommit, batchNo, 200, workerNo)
    expect(await expectExactFloat(db)).toBe(left < 1_000n * 200n ? 0n : left)
  },
)

test('set while rows are claimed: none is counted twice, or not at all', async () => {
  await setFloat(db.ledger, xof, 1_000_000n)
  const { batchNo } = await db.batchOf(rowsOf(...Array(200).fill(10)))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  const claiming = (async () => {
    for (let line = 2; line < 202; line += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, add) => groupCommit.claim({ batchNo, line: line + add, workerNo })),
      )
  })()
  for (let again = 0; again < 5; again += 1) await setFloat(db.ledger, xof, 1_000_000n)
  await claiming
  expect(await expectExactFloat(db)).toBe(1_000_000n - 2_000n)
})

test('setting it anew begins with what the account holds now: only what is still open counts', async () => {
  await setFloat(db.ledger, xof, 3_000n)
  const { batchNo } = await db.batchOf(rowsOf(1_000, 1_000, 1_000, 1_000))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  const claims = await claimAll(groupCommit, batchNo, 4, workerNo)
  await groupCommit.settle({ attempt: attemptOf(claims[0]!), outcome: paid(freshReference()) })
  await groupCommit.settle({ attempt: attemptOf(claims[1]!), outcome: unclear() })
  await setFloat(db.ledger, xof, 4_000n)
  // One is unknown, one on its way.
  expect(await floatOf()).toMatchObject({ set: 4_000n, spent: 1_000n, held: 1_000n, left: 2_000n })
  expect(await addToFloat(db.ledger, xof, 500n)).toBe('changed')
  expect(await floatOf()).toMatchObject({ set: 4_500n, left: 2_500n })
  expect(await addToFloat(db.ledger, { ...xof, currency: 'KES' }, 500n)).toBe('nothing_set')
})

test('a paused batch goes on once there is enough, and not before', async () => {
  await setFloat(db.ledger, xof, 1_000n)
  const { batchNo, batchId } = await db.batchOf(rowsOf(1_000, 1_000))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  const [first] = await claimAll(groupCommit, batchNo, 2, workerNo)
  await db.query(`select payrun.move_batch($1, '{running}', 'paused', 'float')`, [batchNo])
  expect(await resumeOpened(db.ledger, false)).toEqual([])
  await addToFloat(db.ledger, xof, 999n)
  expect(await resumeOpened(db.ledger, false)).toEqual([])
  // A refusal gives back what the next one needs.
  await groupCommit.settle({ attempt: attemptOf(first!), outcome: refused() })
  expect(await resumeOpened(db.ledger, false)).toEqual([batchId])
  const last = await groupCommit.claim({ batchNo, line: 3, workerNo })
  await groupCommit.settle({ attempt: attemptOf(last), outcome: paid(freshReference()) })
  // Nothing of it is left to wait, however little the float has.
  await closeChunk(db.ledger, batchNo, 1)
  await setFloat(db.ledger, xof, 1n)
  expect(await floatOf()).toMatchObject({ waiting: [] })
})

test.each(['running', ...passingReasons])('a person pauses a batch that would go on by itself: %s', async (was) => {
  const { batchNo } = await db.batchOf(rowsOf(1_000))
  if (was !== 'running') await db.query(`select payrun.move_batch($1, '{running}', 'paused', $2)`, [batchNo, was])
  const asked = { actor: 'awa', note: 'wrong file', requestKey: undefined }
  expect(await pauseAsked(db.ledger, batchNo, asked)).toBe(true)
  expect(await resumeOpened(db.ledger, false)).toEqual([])
  const [last] = await db.query(
    `select to_state, reason, actor, note from payrun.batch_events where batch_no = $1 order by event_no desc limit 1`,
    [batchNo],
  )
  expect(last).toEqual({ to_state: 'paused', reason: 'person', actor: 'awa', note: 'wrong file' })
  expect(await pauseAsked(db.ledger, batchNo, asked)).toBe(false)
})

test('budgets of a day and a month hold beside the float, and begin anew', async () => {
  await setBudgets(db.ledger, xof, { daily: 2_000n, monthly: 3_000n, timeZone: 'Africa/Porto-Novo' })
  const { batchNo } = await db.batchOf(rowsOf(...Array(6).fill(1_000)))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  const claims = await claimAll(groupCommit, batchNo, 6, workerNo)
  expect(made(claims)).toBe(2)
  expect(await floatOf()).toMatchObject({ set: null, left: 0n, daily: { limit: 2_000n, spent: 2_000n } })
  await groupCommit.settle({ attempt: attemptOf(claims[0]!), outcome: refused() })
  expect(made(await claimAll(groupCommit, batchNo, 6, workerNo))).toBe(1)
  // Yesterday's: the month goes on, unless yesterday was another one.
  await db.query(`update payrun.floats set day = day - 1`)
  const [is] = await db.query<{ same: boolean }>(
    `select date_trunc('month', day) = date_trunc('month', day + 1) as same from payrun.floats`,
  )
  expect(await floatOf()).toMatchObject({
    daily: { spent: 0n },
    monthly: { spent: is!.same ? 2_000n : 0n },
    left: is!.same ? 1_000n : 2_000n,
  })
  expect(made(await claimAll(groupCommit, batchNo, 6, workerNo))).toBe(is!.same ? 1 : 2)
  await setBudgets(db.ledger, xof, { monthly: null })
  expect(await floatOf()).toMatchObject({ monthly: null })
})

test('a float that was taken away limits and counts nothing, and begins anew when it is set again', async () => {
  await setFloat(db.ledger, xof, 1_000n)
  const { batchNo } = await db.batchOf(rowsOf(1_000, 1_000, 1_000))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  expect(made(await claimAll(groupCommit, batchNo, 3, workerNo))).toBe(1)
  await setFloat(db.ledger, xof, null)
  expect(await workLeft(db.ledger, batchNo)).toBe('work')
  expect(await groupCommit.claim({ batchNo, line: 3, workerNo })).toMatchObject({ ok: true })
  expect(await floatOf()).toMatchObject({ set: null, left: null })
  // Both are on their way still.
  await setFloat(db.ledger, xof, 2_500n)
  expect(await expectExactFloat(db)).toBe(500n)
})

test('each change is in the trail', async () => {
  await setFloat(db.ledger, xof, 5_000n)
  await addToFloat(db.ledger, xof, 500n)
  await setBudgets(db.ledger, xof, { daily: 10n })
  await setFloat(db.ledger, xof, null)
  const changes = await db.query(`select actor, what, subject, details from payrun.changes order by change_no`)
  expect(changes).toMatchObject([
    { actor: 'awa', what: 'float.set', subject: 'XOF', details: { from: null, to: '5000' } },
    { what: 'float.added', details: { added: '500', to: '5500' } },
    { what: 'float.budgets', details: { daily: '10' } },
    { what: 'float.set', details: { from: '5500', to: null } },
  ])
})
