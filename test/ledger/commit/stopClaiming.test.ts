import { expect, onTestFinished, test } from 'vitest'
import { createGroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import { openPast } from '../../../src/ledger/past/keepMark.ts'
import { openMarkFiles } from '../../../src/ledger/past/mark.ts'
import { ignore, payableRows } from '../../harness/ledger.ts'
import { temporaryFolder, until } from '../../harness/payrun.ts'
import { setUpLedger } from '../setUpLedger.ts'
import { attemptOf, payoutOf } from './claimedRow.ts'

const db = setUpLedger({ one: true })

/** A group commit whose marks are shared in a place that can't be reached. */
async function withoutMarks() {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const files = openMarkFiles(folder.path, 'abc')
  const past = openPast({ files, onlyHere: false, onTrouble: ignore, onChange: ignore })
  past.share({ read: async () => [], write: () => Promise.reject(new Error('away')), sync: ignore })
  const groupCommit = createGroupCommit(db.ledger.connection, ignore, undefined, past)
  onTestFinished(() => groupCommit.close())
  const workerNo = await db.worker()
  past.registered(workerNo)
  return { groupCommit, past, workerNo }
}

test('as the process stops, what is claimed and not marked goes back, and what waits is not claimed', async () => {
  const { batchNo } = await db.batchOf(payableRows(3))
  const { groupCommit, past, workerNo } = await withoutMarks()
  const stateOf = async (line: number) => (await payoutOf(db, batchNo, line))?.state
  const handedOut: number[] = []
  const claim = async (line: number) => {
    const claimed = await groupCommit.claim({ batchNo, line, workerNo })
    handedOut.push(line)
    return claimed
  }
  const claimed = claim(2)
  await until('it is claimed', async () => (await stateOf(2)) === 'sending' && past.lateSinceMs() !== undefined)
  const waiting = claim(3)
  expect(handedOut).toEqual([])
  groupCommit.stopClaiming()
  expect(await waiting).toEqual({ ok: false })
  expect(await claimed).toMatchObject({ ok: true, claimedAt: { monotonicMs: Number.NEGATIVE_INFINITY } })
  expect(await claim(4)).toEqual({ ok: false })
  const message = 'it was held back'
  const outcome = { kind: 'not_taken', code: 'not_sent', message, heldBack: true } as const
  await groupCommit.settle({ attempt: attemptOf(await claimed), outcome })
  expect(await Promise.all([2, 3, 4].map(stateOf))).toEqual(['pending', 'pending', 'pending'])
})
