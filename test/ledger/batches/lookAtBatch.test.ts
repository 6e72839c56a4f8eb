import { expect, test } from 'vitest'
import type { Repeats } from '../../../src/ledger/batches/findRepeats.ts'
import { payableRows } from '../../harness/ledger.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

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
      accept: (inUse, { rows: payable }, repeats) => {
        expect([inUse.length, payable]).toEqual([3, 3])
        found.push(repeats)
        return false
      },
    })
    expect(stored.kind).toBe('refused')
  }
  expect(found[0]).toEqual(found[1])
  expect(found[1]?.refusal).not.toBeNull()
})
