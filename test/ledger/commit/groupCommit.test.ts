import { expect, test } from 'vitest'
import { moveBatch } from '../../../src/ledger/batches/batches.ts'
import { cancelBatch } from '../../../src/ledger/batches/moveAsked.ts'
import type { Attempt } from '../../../src/ledger/commit/statement.ts'
import { planWindow, removeWindows } from '../../../src/ledger/policy/windows.ts'
import { endWorker } from '../../../src/ledger/rows/workers.ts'
import type { Outcome } from '../../../src/payout/outcome.ts'
import { payableRows, row } from '../../harness/ledger.ts'
import { openGroupCommit, paid } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'
import { attemptOf, claimedRow, freshReference, payoutOf, sendingAfterCommits } from './claimedRow.ts'

const db = setUpLedger({ one: true })

const unknown: Outcome = { kind: 'unknown', providerReference: null, code: 'timeout', message: 'No answer came.' }
const refused: Outcome = { kind: 'failed', providerReference: null, code: 'refused', message: 'Unknown wallet.' }

test('of two processes that claim the same 200 rows at once, each row is claimed by exactly one', async () => {
  const { batchNo } = await db.batchOf(payableRows(200))
  const processes = await Promise.all(
    [openGroupCommit(db), openGroupCommit(db)].map(async (groupCommit) => ({
      groupCommit,
      workerNo: await db.worker(),
    })),
  )
  const claims = await Promise.all(
    processes.flatMap(({ groupCommit, workerNo }) =>
      Array.from({ length: 200 }, (_, index) => groupCommit.claim({ batchNo, line: index + 2, workerNo })),
    ),
  )
  const won = claims.filter((claim) => claim.ok).map(({ attempt }) => attempt)
  expect(won.map(({ line }) => line).sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 2))
  expect(new Set(won.map(({ attempt }) => attempt))).toEqual(new Set([1]))
  for (const { line, workerNo } of won) {
    expect(await payoutOf(db, batchNo, line)).toMatchObject({
      state: 'sending',
      worker_no: workerNo,
      sent: true,
      seq: 1,
    })
  }
})

test('more rows than one flush takes: in each commit, no more are sending than there are slots', async () => {
  const slots = 150
  const { batchNo } = await db.batchOf(payableRows(600))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  let line = 2
  const claim = async () => attemptOf(await groupCommit.claim({ batchNo, line: line++, workerNo }))
  const settling: Promise<unknown>[] = []
  const payFrom = async (first: Attempt) => {
    for (let attempt = first; ; attempt = await claim()) {
      settling.push(groupCommit.settle({ attempt, outcome: paid(freshReference()) }))
      if (line > 601) return
    }
  }
  const first = await Promise.all(Array.from({ length: slots }, claim))
  await Promise.all(first.map(payFrom))
  await Promise.all(settling)
  const sending = await sendingAfterCommits(db, batchNo)
  expect(sending.at(-1)).toBe(0)
  expect(Math.max(...sending)).toBe(slots)
})

test('one process that is given a chunk twice claims each row once, not once per caller', async () => {
  const { batchNo } = await db.batchOf(payableRows(20))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  const lines = Array.from({ length: 20 }, (_, index) => index + 2)
  const claims = await Promise.all([...lines, ...lines].map((line) => groupCommit.claim({ batchNo, line, workerNo })))
  const won = claims.filter((claim) => claim.ok).map(({ attempt }) => attempt.line)
  expect(won.sort((a, b) => a - b)).toEqual(lines)
})

test('a row that was proved not to be taken may be claimed again by the same process, as a second attempt', async () => {
  const groupCommit = openGroupCommit(db)
  const attempt = await claimedRow(db, groupCommit)
  await groupCommit.settle({ attempt, outcome: { kind: 'not_taken', code: 'not_sent', message: 'Refused.' } })
  expect(await groupCommit.claim(attempt)).toMatchObject({ ok: true, attempt: { ...attempt, attempt: 2 } })
})

const outcomes: [string, Outcome, Record<string, unknown>][] = [
  [
    'paid',
    paid('TX-A'),
    { state: 'paid', provider_reference: 'TX-A', error_code: null, error_message: null, settled: true, sent: true },
  ],
  ['paid without a reference', paid(null), { state: 'paid', provider_reference: null, settled: true, holds_key: true }],
  [
    'accepted',
    { kind: 'accepted', providerReference: 'TX-B', code: 'not_final', message: 'It is under way.' },
    { state: 'accepted', provider_reference: 'TX-B', error_code: 'not_final', error_message: 'It is under way.' },
  ],
  [
    'failed: the key is free again',
    { kind: 'failed', providerReference: 'TX-C', code: 'refused', message: 'Wallet closed.' },
    { state: 'failed', provider_reference: 'TX-C', error_code: 'refused', holds_key: false, settled: true },
  ],
  [
    'unknown',
    unknown,
    { state: 'unknown', error_code: 'timeout', error_message: 'No answer came.', holds_key: true, settled: true },
  ],
  [
    'not taken: pending again, with the reason',
    { kind: 'not_taken', code: 'rate_limited', message: 'Asked to wait.' },
    { state: 'pending', error_code: 'rate_limited', holds_key: true, sent: false, settled: false, attempts: 1 },
  ],
]

test.each(outcomes)('an answer is stored: %s', async (_name, outcome, expected) => {
  const groupCommit = openGroupCommit(db)
  const attempt = await claimedRow(db, groupCommit)
  const settled = await groupCommit.settle({ attempt, outcome })
  expect(settled).toEqual({ state: expected['state'], own: true })
  expect(await payoutOf(db, attempt.batchNo, attempt.line)).toMatchObject({ seq: 2, attempts: 1, ...expected })
})

test('a message with a NUL, or of a thousand characters, is stored as Postgres can hold it', async () => {
  const groupCommit = openGroupCommit(db)
  const attempt = await claimedRow(db, groupCommit)
  await groupCommit.settle({ attempt, outcome: { ...refused, message: `a\0b${'x'.repeat(1_000)}` } as Outcome })
  expect(await payoutOf(db, attempt.batchNo, attempt.line)).toMatchObject({ error_message: `ab${'x'.repeat(498)}` })
})

test.each([
  { why: 'another attempt', change: { attempt: 2 } },
  { why: 'another worker', change: { workerNo: 999_999 } },
])('a settle with the token of $why changes nothing', async ({ change }) => {
  const groupCommit = openGroupCommit(db)
  const attempt = await claimedRow(db, groupCommit)
  const settled = await groupCommit.settle({ attempt: { ...attempt, ...change }, outcome: paid(freshReference()) })
  expect(settled).toMatchObject({ state: 'sending', own: false })
  expect(await payoutOf(db, attempt.batchNo, attempt.line)).toMatchObject({ state: 'sending', seq: 1 })
})

test('a settle that is repeated changes nothing', async () => {
  const groupCommit = openGroupCommit(db)
  const attempt = await claimedRow(db, groupCommit)
  const reference = freshReference()
  await groupCommit.settle({ attempt, outcome: paid(reference) })
  const before = await payoutOf(db, attempt.batchNo, attempt.line)
  expect(await groupCommit.settle({ attempt, outcome: paid(reference) })).toEqual({ state: 'paid', own: true })
  expect(await groupCommit.settle({ attempt, outcome: unknown })).toEqual({ state: 'paid', own: true })
  expect(await payoutOf(db, attempt.batchNo, attempt.line)).toEqual(before)
})

const contradiction = {
  state: 'unknown',
  error_code: 'contradictory_answer',
  error_message: 'The provider answered with a reference that belongs to another payout.',
}

test('a reference that another payout holds makes the row unknown, and leaves the other as it is', async () => {
  const groupCommit = openGroupCommit(db)
  const [first, second] = [await claimedRow(db, groupCommit), await claimedRow(db, groupCommit)]
  await groupCommit.settle({ attempt: first, outcome: paid('TX-HELD') })
  expect(await groupCommit.settle({ attempt: second, outcome: paid('TX-HELD') })).toEqual({
    state: 'unknown',
    own: true,
  })
  expect(await payoutOf(db, second.batchNo, second.line)).toMatchObject({
    ...contradiction,
    provider_reference: 'TX-HELD',
  })
  expect(await payoutOf(db, first.batchNo, first.line)).toMatchObject({ state: 'paid' })
})

test.each([
  { where: 'within one flush', processes: 1 },
  { where: 'from two processes at the same moment', processes: 2 },
])('one reference for ten rows $where: one row is paid, nine are unknown', async ({ processes }) => {
  const groupCommits = Array.from({ length: processes }, () => openGroupCommit(db))
  const reference = freshReference()
  const attempts = await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const groupCommit = groupCommits[i % processes]!
      return { groupCommit, attempt: await claimedRow(db, groupCommit) }
    }),
  )
  const settled = await Promise.all(
    attempts.map(({ groupCommit, attempt }) => groupCommit.settle({ attempt, outcome: paid(reference) })),
  )
  expect(settled.map(({ state }) => state).sort()).toEqual(['paid', ...Array(9).fill('unknown')])
})

test.each(['paused', 'cancelled'] as const)('nothing of a batch that is %s is claimed', async (state) => {
  const { batchNo } = await db.batchOf(payableRows(1))
  if (state === 'paused') await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'person' })
  else await cancelBatch(db.ledger, batchNo, 'tester')
  expect(await openGroupCommit(db).claim({ batchNo, line: 2, workerNo: await db.worker() })).toEqual({ ok: false })
})

test('a worker whose lease has ended claims nothing, in the same flush in which another does', async () => {
  const { batchNo } = await db.batchOf(payableRows(2))
  const [ended, living] = [await db.worker(), await db.worker()]
  await endWorker(db.ledger, ended)
  const groupCommit = openGroupCommit(db)
  const claims = [
    groupCommit.claim({ batchNo, line: 2, workerNo: ended }),
    groupCommit.claim({ batchNo, line: 3, workerNo: living }),
  ]
  expect((await Promise.all(claims)).map(({ ok }) => ok)).toEqual([false, true])
})

test('an invalid row and a line that is not there are never claimed', async () => {
  const { batchNo } = await db.batchOf([...payableRows(1), { ...row({ line: 3 }), payable: null, key: null }])
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  expect(await groupCommit.claim({ batchNo, line: 3, workerNo })).toEqual({ ok: false })
  expect(await groupCommit.claim({ batchNo, line: 99, workerNo })).toEqual({ ok: false })
})

test('closing refuses the claims that wait and those that come later', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  const waiting = groupCommit.claim({ batchNo, line: 2, workerNo })
  await groupCommit.close()
  expect(await waiting).toEqual({ ok: false })
  expect(await groupCommit.claim({ batchNo, line: 2, workerNo })).toEqual({ ok: false })
  expect(await payoutOf(db, batchNo, 2)).toMatchObject({ state: 'pending' })
})

test('an answer that comes after closing is kept as unsettled', async () => {
  const groupCommit = openGroupCommit(db)
  const attempt = await claimedRow(db, groupCommit)
  await groupCommit.close()
  void groupCommit.settle({ attempt, outcome: refused })
  expect(groupCommit.unsettled()).toEqual([{ attempt, outcome: refused }])
})

test('references and messages of any letters are kept as they were said', async () => {
  const groupCommit = openGroupCommit(db)
  const said = ['NULL', '', ' ', '{a,"b"}', 'a\\b', '\\', '"', 'é😀', "it's; drop", 'line\nbreak\ttab', ',', 'null']
  const { batchNo } = await db.batchOf(payableRows(said.length))
  const workerNo = await db.worker()
  await Promise.all(
    said.map(async (message, index) => {
      const attempt = attemptOf(await groupCommit.claim({ batchNo, line: index + 2, workerNo }))
      const providerReference = `${freshReference()} ${message}`
      await groupCommit.settle({ attempt, outcome: { kind: 'failed', code: 'refused', providerReference, message } })
    }),
  )
  const rows = await db.query(
    `select error_message, substr(provider_reference, strpos(provider_reference, ' ') + 1) as rest, error_code
       from payrun.payouts where batch_no = $1 order by line`,
    [batchNo],
  )
  expect(rows).toEqual(said.map((text) => ({ error_message: text, rest: text, error_code: 'refused' })))
})

test('an answer of an operator in planned maintenance holds up no claim of another that shares its commit', async () => {
  const own = openGroupCommit(db)
  const workerNo = await db.worker()
  const rows = payableRows(4, (index) => {
    const payable = payableRows(4)[index]!.payable!
    return { payable: { ...payable, operator: index < 2 ? 'mtn-benin' : 'moov-benin' } }
  })
  const { batchNo } = await db.batchOf(rows)
  const sent = await Promise.all([2, 3].map((line) => own.claim({ batchNo, line, workerNo })))
  const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16)
  const by = { operator: 'mtn-benin', sandbox: false, actor: 'Awa', note: null } as const
  await planWindow(db.ledger, by, { from: clock(-60), to: clock(60), every: null, timeZone: 'UTC' })
  const [claims] = await Promise.all([
    Promise.all([4, 5].map((line) => own.claim({ batchNo, line, workerNo }))),
    ...sent.map((claim) => own.settle({ attempt: attemptOf(claim), outcome: refused })),
  ])
  expect(claims).toMatchObject([{ ok: true }, { ok: true }])
  expect(await own.claim({ batchNo, line: 2, workerNo })).toEqual({ ok: false })
  await removeWindows(db.ledger, by)
})
