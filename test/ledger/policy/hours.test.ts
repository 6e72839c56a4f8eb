import { expect, test } from 'vitest'
import { auditBatch } from '../../../src/ledger/audit/auditBatch.ts'
import { moveBatch, readBatch } from '../../../src/ledger/batches/batches.ts'
import { openChunks, resumeOpened, workLeft } from '../../../src/ledger/rows/chunks.ts'
import type { Hours } from '../../../src/payout/times/hours.ts'
import { payableRows } from '../../harness/ledger.ts'
import { openGroupCommit, paid } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'

// The clock is not moved: hours are, which the audit would find.
const db = setUpLedger({ one: true, checked: false })

/** So many minutes from now on the clocks of UTC: `HH:MM`. */
const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
const hours = (from: number, to: number): Hours => ({ from: clock(from), to: clock(to), zone: 'UTC' })
const open = hours(-60, 60)
const shut = hours(60, 120)

async function claim(batchNo: number, line = 2) {
  return openGroupCommit(db).claim({ batchNo, line, workerNo: await db.worker() })
}

/** What the ledger says of a moment, whatever time it is now. */
async function isOpen(from: string, to: string, zone: string, at: string) {
  const [row] = await db.query<{ open: boolean; next: string }>(
    `select payrun.in_hours($1::time, $2::time, $3, $4::timestamptz) as open,
            to_char(payrun.hours_begin($1::time, $3, $4::timestamptz) at time zone 'UTC', 'DD HH24:MI') as next`,
    [from, to, zone, at],
  )
  return [row?.open, row?.next]
}

test.each([
  ['at its first minute', '08:00', '18:00', 'UTC', '2026-11-23T08:00:00Z', true],
  ['before it', '08:00', '18:00', 'UTC', '2026-11-23T07:59:59Z', false],
  ['at its end', '08:00', '18:00', 'UTC', '2026-11-23T18:00:00Z', false],
  ['a second before its end', '08:00', '18:00', 'UTC', '2026-11-23T17:59:59Z', true],
  ['over midnight, in the evening', '22:00', '05:00', 'UTC', '2026-11-23T22:00:00Z', true],
  ['over midnight, at midnight', '22:00', '05:00', 'UTC', '2026-11-24T00:00:00Z', true],
  ['over midnight, in the morning', '22:00', '05:00', 'UTC', '2026-11-24T05:00:00Z', false],
  ['over midnight, by day', '22:00', '05:00', 'UTC', '2026-11-24T12:00:00Z', false],
  ['up to midnight', '18:00', '24:00', 'UTC', '2026-11-23T23:59:59Z', true],
  ['after midnight', '18:00', '24:00', 'UTC', '2026-11-24T00:00:00Z', false],
  ['on the clocks of Porto-Novo', '08:00', '18:00', 'Africa/Porto-Novo', '2026-11-23T07:30:00Z', true],
  ['on the clocks of Porto-Novo, at their end', '08:00', '18:00', 'Africa/Porto-Novo', '2026-11-23T17:30:00Z', false],
  ['in summer', '08:00', '18:00', 'Europe/Paris', '2026-07-01T06:30:00Z', true],
  ['in winter', '08:00', '18:00', 'Europe/Paris', '2026-12-01T06:30:00Z', false],
])('%s', async (_, from, to, zone, at, expected) => {
  expect((await isOpen(from, to, zone, at))[0]).toBe(expected)
})

test.each([
  ['08:00', 'UTC', '2026-11-23T03:00:00Z', '23 08:00'],
  ['08:00', 'UTC', '2026-11-23T19:00:00Z', '24 08:00'],
  ['08:00', 'Africa/Porto-Novo', '2026-11-23T19:00:00Z', '24 07:00'],
  ['08:00', 'Africa/Porto-Novo', '2026-11-23T23:30:00Z', '24 07:00'],
  ['22:00', 'UTC', '2026-11-23T05:00:00Z', '23 22:00'],
])('hours from %s (%s) begin next after %s at %s', async (from, zone, at, next) => {
  expect((await isOpen(from, '23:00', zone, at))[1]).toBe(next)
})

test('no row of a batch is claimed outside of its hours, and nothing of it is counted as sent', async () => {
  const { batchNo } = await db.batchOf(payableRows(3), { hours: shut })
  for (const line of [2, 3, 4]) expect(await claim(batchNo, line)).toEqual({ ok: false })
  expect(await db.query('select distinct state, attempts from payrun.payouts where batch_no = $1', [batchNo])).toEqual([
    { state: 'pending', attempts: 0 },
  ])
  expect(await db.query('select from payrun.events where batch_no = $1', [batchNo])).toEqual([])
})

test('within its hours it is claimed, and so is one without hours in the same commit as one outside of its own', async () => {
  const [inside, outside, any] = [
    await db.batchOf(payableRows(1), { hours: open }),
    await db.batchOf(payableRows(1), { hours: shut }),
    await db.batchOf(payableRows(1)),
  ]
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  const claims = await Promise.all(
    [inside, outside, any].map(({ batchNo }) => groupCommit.claim({ batchNo, line: 2, workerNo })),
  )
  expect(claims.map(({ ok }) => ok)).toEqual([true, false, true])
})

test('nothing is claimed in the 5 seconds before they end, since a request may leave so much later', async () => {
  const { batchNo } = await db.batchOf(payableRows(2), { hours: open })
  const until = async (seconds: number) => {
    await db.query(
      `update payrun.batches set pay_until = ((now() at time zone 'UTC')::time + make_interval(secs => $2)) where batch_no = $1`,
      [batchNo, seconds],
    )
  }
  await until(4)
  expect(await claim(batchNo, 2)).toEqual({ ok: false })
  await until(600)
  expect((await claim(batchNo, 2)).ok).toBe(true)
})

test('a row in flight when the hours end is settled as ever', async () => {
  const { batchNo } = await db.batchOf(payableRows(1), { hours: open })
  const groupCommit = openGroupCommit(db)
  const claimed = await groupCommit.claim({ batchNo, line: 2, workerNo: await db.worker() })
  if (!claimed.ok) throw new Error('not claimed')
  await db.query(`update payrun.batches set pay_from = $2, pay_until = $3 where batch_no = $1`, [
    batchNo,
    shut.from,
    shut.to,
  ])
  expect(await groupCommit.settle({ attempt: claimed.attempt, outcome: paid('HOURS-1') })).toMatchObject({
    state: 'paid',
  })
})

test('its chunks are held until the hours begin; then a paused batch goes on by itself', async () => {
  const { batchNo, batchId } = await db.batchOf(payableRows(2), { hours: shut })
  expect(await workLeft(db.ledger, batchNo)).toBe('hours')
  expect((await openChunks(db.ledger, false, batchNo)).map(({ held }) => held)).toEqual(['hours'])
  await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'hours' })
  expect(await resumeOpened(db.ledger, false)).not.toContain(batchId)
  const waits = await readBatch(db.ledger, batchNo)
  expect(waits.hours).toEqual(shut)
  expect(waits.hoursBegin?.toISOString().slice(11, 16)).toBe(shut.from)
  expect(waits.hoursBegin!.getTime() - Date.now()).toBeLessThan(61 * 60_000)

  await db.query(`update payrun.batches set pay_from = $2, pay_until = $3 where batch_no = $1`, [
    batchNo,
    open.from,
    open.to,
  ])
  expect(await resumeOpened(db.ledger, false)).toContain(batchId)
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({ state: 'running', reason: null, hoursBegin: null })
  expect(await workLeft(db.ledger, batchNo)).toBe('work')
  expect((await claim(batchNo)).ok).toBe(true)
})

test('one that a person has paused does not go on when its hours begin', async () => {
  const { batchNo, batchId } = await db.batchOf(payableRows(1), { hours: open })
  await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'person', actor: 'Awa' })
  expect(await resumeOpened(db.ledger, false)).not.toContain(batchId)
})

test('the audit finds hours that were changed behind its back', async () => {
  const { batchNo } = await db.batchOf(payableRows(1), { hours: shut })
  expect((await auditBatch(db.ledger, batchNo)).findings).toEqual([])
  await db.query('update payrun.batches set pay_from = null, pay_until = null, pay_zone = null where batch_no = $1', [
    batchNo,
  ])
  expect((await auditBatch(db.ledger, batchNo)).findings).toHaveLength(1)
})

test('a batch without hours has none', async () => {
  const { batchNo } = await db.batchOf(payableRows(1))
  expect(await readBatch(db.ledger, batchNo)).toMatchObject({ hours: null, hoursBegin: null })
})

test.each([
  ['a zone that the server does not know', `'08:00', '18:00', 'Africa/Atlantis'`],
  ['hours without an end', `'08:00', null, 'UTC'`],
  ['hours of no time at all', `'08:00', '08:00', 'UTC'`],
])('the ledger refuses %s', async (_, values) => {
  const { batchNo } = await db.batchOf(payableRows(1))
  await expect(
    db.query(`update payrun.batches set (pay_from, pay_until, pay_zone) = (${values}) where batch_no = ${batchNo}`),
  ).rejects.toThrow()
})
