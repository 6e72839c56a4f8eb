import { expect, test, vi } from 'vitest'
import { readBatch } from '../../../src/ledger/batches/batches.ts'
import { cancelBatch } from '../../../src/ledger/batches/moveAsked.ts'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import { payableRows, row } from '../../harness/ledger.ts'
import { openGroupCommit } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger({ checked: false })

/** CANCELLED_ROWS=1000000 is what fault 74 speaks of, and takes five minutes. */
const huge = Number(process.env['CANCELLED_ROWS'] ?? 150_000)

async function* hugeFile(): AsyncGenerator<RowToStore[]> {
  for (let from = 0; from < huge; from += 5_000)
    yield Array.from({ length: 5_000 }, (_, n) => row({ line: from + n + 2, reference: `M-${from + n}` }))
}

test('while a huge batch is cancelled, another one is claimed row by row', {
  timeout: 1_800_000,
}, async () => {
  const stored = await db.store(hugeFile())
  if (stored.kind !== 'stored') throw new Error(stored.kind)
  const { batchNo } = stored
  const other = await db.batchOf(payableRows(200), { sha256: 'b'.repeat(64) })
  const [groupCommit, workerNo] = [openGroupCommit(db), await db.worker()]
  let over = false
  const cancelling = cancelBatch(db.ledger, batchNo, 'awa').finally(() => {
    over = true
  })
  await vi.waitUntil(async () => (await readBatch(db.ledger, batchNo)).state === 'cancelled', { timeout: 60_000 })
  for (let line = 2; line < 202; line++) {
    // In one commit with a claim of the batch that is being cancelled: in turn, one of its first rows, and one of its last.
    const stopped = groupCommit.claim({ batchNo, line: line % 2 === 0 ? line : huge + 1 - line, workerNo })
    expect(await groupCommit.claim({ batchNo: other.batchNo, line, workerNo })).toMatchObject({ ok: true })
    expect(await stopped).toEqual({ ok: false })
  }
  expect(over).toBe(false)
  expect(await cancelling).toBe(huge)
})
