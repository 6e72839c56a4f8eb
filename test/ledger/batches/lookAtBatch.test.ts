import { expect, test } from 'vitest'
import type { Repeats } from '../../../src/ledger/intake/repeats.ts'
import { intakeLock } from '../../../src/ledger/intake/storeBatch.ts'
import { payableRows, rowsRead } from '../../harness/ledger.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger({ lent: false })

test('a look finds of the others what the submission finds, however many rows are in use', async () => {
  const before = payableRows(6)
  await db.batchOf(before)
  // Half of them under their references, the others alike under new ones.
  const rows = payableRows(6, (index) => (index < 3 ? before[index]! : {}))
  const found: Repeats[] = []
  for (const look of [() => undefined, undefined]) {
    const stored = await db.store(rows, {
      skipInvalid: true,
      look,
      accept: ({ inUse, payable, repeats }) => {
        expect([inUse.length, payable.rows]).toEqual([3, 3])
        found.push(repeats)
        return false
      },
    })
    expect(stored.kind).toBe('refused')
  }
  expect(found[0]).toEqual(found[1])
  expect(found[1]?.refusal).not.toBeNull()
})

test('a look waits for no intake, holds none up, and stores nothing', async () => {
  const intake = await db.ledger.pool.connect()
  try {
    await intake.query('begin')
    await intake.query('select pg_advisory_xact_lock($1)', [intakeLock])
    const looked = await db.store(payableRows(6), { look: () => undefined, accept: () => true })
    expect(looked).toEqual({ kind: 'refused', inUse: [] })
  } finally {
    await intake.query('rollback')
    intake.release()
  }
  expect(await db.query('select from payrun.batches')).toEqual([])
})

test('what all rows of a file have alike is looked up once', async () => {
  const one = payableRows(1)[0]!.payable
  await db.batchOf(payableRows(600, () => ({ payable: one })))
  const told: Repeats[] = []
  const again = payableRows(600, () => ({ payable: one }))
  const accept = ({ repeats }: { repeats: Repeats }) => told.push(repeats) === 0
  const read = await rowsRead(db, ['payouts'], () => db.store(again, { look: () => undefined, accept }))
  expect(told[0]?.refusal).not.toBeNull()
  expect(read).toBeLessThan(6_000)
})
