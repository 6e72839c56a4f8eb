import { expect, test } from 'vitest'
import { addKey } from '../../src/app/accounts/accounts.ts'
import { setApprovals, setPolicy } from '../../src/app/accounts/policy.ts'
import { approve } from '../../src/app/approvals/approve.ts'
import { lookAtApproval } from '../../src/app/approvals/lookAtApproval.ts'
import { purge } from '../../src/app/batches/purge.ts'
import { resolve } from '../../src/app/batches/resolve.ts'
import { retry } from '../../src/app/batches/retry.ts'
import { purgeBatch } from '../../src/ledger/batches/purgeBatch.ts'
import type { RowToStore } from '../../src/ledger/intake/insertBatch.ts'
import type { Payable } from '../../src/payout/keys.ts'
import { daysLater } from '../harness/daysLater.ts'
import { keyOf, row } from '../harness/ledger.ts'
import { answer, openGroupCommit, settleBatch, unclear } from '../ledger/paidRows.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'
import { ledgerOf, root, setUpApp } from './setUpApp.ts'

const db = setUpLedger()
const app = setUpApp(db)

interface Given extends Partial<Payable> {
  reference?: string | null
  period?: string | null
}

const rowsOf = (usual: string, { period = null, reference = usual, ...other }: Given) => {
  const { payable, ...rest } = row({ reference, key: keyOf(reference, period) })
  return [{ ...rest, payable: { ...payable!, ...other } } as RowToStore]
}

const none = { reference: null }

test.each([
  [{ period: '2026-11' }, {}, true],
  [{}, { period: '2026-11' }, true],
  [{ period: '2026-11' }, { period: '2026-12' }, false],
  [{ period: '2026-11' }, { period: 'Nov. 2026' }, true],
  [none, none, true],
  [{}, none, true],
  [{ period: '2026-11', ...none }, { period: 'Nov. 2026', ...none, name: null }, true],
  [{ period: '2026-11', ...none }, { period: '2026-12', ...none }, false],
  [none, { ...none, name: 'Élise Koné' }, false],
  [none, { ...none, amountMinor: 987n }, false],
])(
  'a row that somebody called "not paid" (%o) bars them from approving a file with it (%o): %s',
  async (before: Given, again: Given, isBarred) => {
    const ben = await app.person('Ben', ['preparer', 'approver'], 'ben')
    const { batchId, batchNo } = await db.batchOf(rowsOf('EMP-1', before), { period: before.period ?? null })
    await answer(db, openGroupCommit(db), batchNo, [unclear()])
    await settleBatch(db, batchNo)
    await resolve(app.as(ben), batchId, { line: 2, note: 'seen in the portal' })
    let called = 0
    const batch = await db.batchOf(rowsOf('emp-01', again), {
      ...{ period: again.period ?? null, peopleNeeded: 2, actor: 'Awa', limits: new Map() },
      accept: ({ people }) => {
        called = people?.calledNotPaid.all ?? 0
        return true
      },
    })
    const told = isBarred ? { key: 'deskApprove.you_called_not_paid' } : null
    expect(called).toBe(isBarred ? 1 : 0)
    expect(await lookAtApproval(app.as(ben), batch.batchId)).toMatchObject({ onlyReject: told })
    expect(
      (await approve(app.as(ben), batch.batchId, { as: undefined, expectCount: null, expectTotal: null })).ok,
    ).toBe(!isBarred)
  },
)

test('whoever made the key that called a row "not paid" approves neither a retry of it nor a file with it, nor does the key of who did', async () => {
  const ben = await app.person('Ben', ['admin', 'approver'])
  const awa = await app.person('Awa', ['preparer'])
  const keyOfBen = async (name: string) => {
    const added = await addKey(app.as(ben), ledgerOf(db), { name, roles: ['approver'] })
    return added.ok ? added.account : ben
  }
  const [first, second] = [await keyOfBen('first'), await keyOfBen('second')]
  await setPolicy(app.as(root), ledgerOf(db), 'keys_approve', true)
  for (const [said, approver, isForNobody] of [
    [first, ben, false],
    [ben, second, true],
  ] as const) {
    await setApprovals(app.as(root), ledgerOf(db), null)
    const { batchId, batchNo } = await db.batchOf(rowsOf(`of ${said.name}`, {}))
    await answer(db, openGroupCommit(db), batchNo, [unclear()])
    await settleBatch(db, batchNo)
    expect(await resolve(app.as(said), batchId, { line: 2, note: 'seen in the portal' })).toMatchObject({ ok: true })
    await setApprovals(app.as(root), ledgerOf(db), 2)
    const wish = { lines: [2], codes: [], allowDuplicates: false, despiteEvidence: false, by: 'workers' as const }
    const asked = await retry(app.as(awa), batchId, { ...wish, onRetried: () => undefined })
    expect(asked).toMatchObject({ kind: 'waits_for_approval' })
    const isBarredFrom = async (id: string) => {
      const look = await lookAtApproval(app.as(approver), id)
      expect(look).toMatchObject({ onlyReject: { key: 'deskApprove.you_called_not_paid' } })
      expect(look.ok && look.whyNobody !== null).toBe(isForNobody)
      const approved = await approve(app.as(approver), id, { as: undefined, expectCount: null, expectTotal: null })
      expect(approved).toMatchObject({ code: 'same_person' })
    }
    await isBarredFrom(batchId)
    const again = await db.batchOf(rowsOf(`of ${said.name}`, {}), { peopleNeeded: 2, actor: 'Awa' })
    await isBarredFrom(again.batchId)
  }
})

test('a batch keeps its numbers for 31 days after somebody called one of its rows "not paid"', async () => {
  const { batchId, batchNo } = await db.batchOf([row({ reference: 'EMP-1' })])
  await answer(db, openGroupCommit(db), batchNo, [unclear()])
  await settleBatch(db, batchNo)
  await resolve(app.as('ben'), batchId, { line: 2, note: 'seen in the portal' })
  const before = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const purged = () => daysLater(() => purge(app.as(root), { before, dryRun: false }))
  expect(await purged()).toMatchObject({ batches: [], left: [{ id: batchId, calledNotPaid: 1 }] })
  expect(await purgeBatch(db.ledger, batchNo, [], 'root')).toBe(false)
  const move = (by: string) =>
    db.query(`set session_replication_role = replica; update payrun.events set at = at + interval '${by}';
              reset session_replication_role`)
  await move('-32 days')
  expect(await purged()).toMatchObject({ batches: [{ id: batchId }], left: [] })
  await move('32 days')
})
