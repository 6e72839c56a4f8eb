import { expect, test } from 'vitest'
import { lookAtApproval } from '../../src/app/approvals/approvals.ts'
import { approve } from '../../src/app/approvals/approve.ts'
import { resolve } from '../../src/app/batches/resolve.ts'
import { keyOf, row } from '../harness/ledger.ts'
import { answer, openGroupCommit, settleBatch, unclear } from '../ledger/paidRows.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'
import { setUpApp } from './setUpApp.ts'

const db = setUpLedger()
const app = setUpApp(db)

test.each([
  ['2026-11', null, true],
  [null, '2026-11', true],
  ['2026-11', '2026-12', false],
])(
  'a row that somebody called "not paid" in period %s bars them from approving a file with it in period %s: %s',
  async (before, period, isBarred) => {
    const ben = await app.person('Ben', ['preparer', 'approver'], 'ben')
    const one = (reference: string, of: string | null) => [row({ reference, key: keyOf(reference, of) })]
    const { batchId, batchNo } = await db.batchOf(one('EMP-1', before), { period: before })
    await answer(db, openGroupCommit(db), batchNo, [unclear()])
    await settleBatch(db, batchNo)
    await resolve(app.as(ben), batchId, { line: 2, note: 'seen in the portal' })
    let called = 0
    const again = await db.batchOf(one('emp-01', period), {
      ...{ period, approvalsNeeded: 2, actor: 'Awa', limits: new Map() },
      accept: (_inUse, _staged, _repeats, people) => {
        called = people?.calledNotPaid.all ?? 0
        return true
      },
    })
    const told = isBarred ? { key: 'deskApprove.you_called_not_paid' } : null
    expect(called).toBe(isBarred ? 1 : 0)
    expect(await lookAtApproval(app.as(ben), again.batchId)).toMatchObject({ onlyReject: told })
    expect(
      (await approve(app.as(ben), again.batchId, { as: undefined, expectCount: null, expectTotal: null })).ok,
    ).toBe(!isBarred)
  },
)
