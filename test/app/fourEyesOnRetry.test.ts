import { describe, expect, it } from 'vitest'
import { type Account, accountActor } from '../../src/app/accounts/actor.ts'
import { setApprovals } from '../../src/app/accounts/policy.ts'
import { lookAtApproval } from '../../src/app/approvals/approvals.ts'
import { approve } from '../../src/app/approvals/approve.ts'
import { cancelOrWithdraw, reject } from '../../src/app/approvals/reject.ts'
import { cancelAsRead } from '../../src/app/batches/cancel.ts'
import { resolve } from '../../src/app/batches/resolve.ts'
import { retry } from '../../src/app/batches/retry.ts'
import { status, statusDocument } from '../../src/app/batches/status.ts'
import { findBatch } from '../../src/ledger/batches/batches.ts'
import { answer, openGroupCommit, refused, settleBatch, settledBatch, unclear } from '../ledger/paidRows.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'
import { ledgerOf, movedOf, root, setUpApp } from './setUpApp.ts'

const db = setUpLedger()
const app = setUpApp(db)

const approveAs = (who: string | Account, batchId: string, as?: string) =>
  approve(app.as(who), batchId, { as, expectCount: null, expectTotal: null })

describe('a retry of a row that somebody called "not paid"', () => {
  const wish = { lines: [], codes: [], allowDuplicates: false, despiteEvidence: false, by: 'workers' as const }
  const retryAs = (who: string | Account, id: string) => retry(app.as(who), id, { ...wish, onRetried: () => undefined })
  const calledNotPaid = async (who: string | Account) => {
    const { batchId } = await settledBatch(db, [unclear()])
    await setApprovals(app.as(root), ledgerOf(db), 2)
    expect(await resolve(app.as(who), batchId, { line: 2, note: 'seen in the portal' })).toMatchObject({ to: 'failed' })
    return batchId
  }
  const failed = { state: 'settled', rows: ['failed'], approvers: [] }

  it('waits for a second person, who is neither who said so nor who asked', async () => {
    const awa = await app.person('Awa', ['preparer', 'approver'], 'awa')
    const kofi = await app.person('Kofi', ['preparer', 'approver'])
    const ama = await app.person('Ama', ['approver'])
    const second = await app.person('Awa two', ['approver'], 'awa')
    const id = await calledNotPaid(awa)
    expect(await retryAs(kofi, id)).toMatchObject({ kind: 'waits_for_approval', rows: 1, calledNotPaid: 1 })
    for (const who of [awa, kofi, second]) {
      expect(await approveAs(who, id)).toMatchObject({ ok: false, code: 'same_person' })
      expect(await reject(app.as(who), id, {})).toMatchObject({ ok: false, code: 'same_person' })
    }
    expect(await movedOf(db, id)).toEqual(failed)
    const before = await findBatch(db.ledger, id)
    if (before.kind !== 'found') throw new Error('the batch is not found')
    expect(await approveAs(ama, id)).toMatchObject({ ok: true })
    // Kofi meant to withdraw what he asked for, and looked before it was approved.
    const late = await cancelAsRead(ledgerOf(db), before.batch, accountActor(kofi), {})
    expect(late).toMatchObject({ ok: false, fault: 'usage' })
    expect(await movedOf(db, id)).toEqual({ ...failed, state: 'running', rows: ['pending'] })
  })

  it('resolve, retry and approve by one login move nothing, under whatever name', async () => {
    const id = await calledNotPaid('awa')
    expect(await retryAs('awa', id)).toMatchObject({ kind: 'waits_for_approval' })
    for (const as of [undefined, 'bob', 'аwа'])
      expect(await approveAs('awa', id, as)).toMatchObject({ ok: false, code: 'same_person' })
    expect(await movedOf(db, id)).toEqual(failed)
  })

  it('is shown with the batch while it waits, with the words of whoever asked', async () => {
    const id = await calledNotPaid('awa')
    const note = 'has called from 2290197000001'
    await retry(app.as('awa'), id, { ...wish, note, onRetried: () => undefined })
    const masked = 'has called from 229********01'
    const look = async () => {
      const found = await status(app.as('ama'), id)
      return found.ok ? statusDocument(found) : found
    }
    expect(await look()).toMatchObject({ retry_waits: { asked_by: 'awa', rows: 1 } })
    expect(await lookAtApproval(app.as('ama'), id)).toMatchObject({ kind: 'retry', by: 'awa', note: masked })
    await approveAs('kofi', id)
    expect(await look()).not.toHaveProperty('retry_waits')
  })

  it('waits undisturbed: only who asked for it asks anew or withdraws it, and it tries no row that changed meanwhile', async () => {
    const { batchId: id, batchNo } = await settledBatch(db, [unclear(), unclear(), refused()])
    await setApprovals(app.as(root), ledgerOf(db), 2)
    for (const line of [2, 3]) await resolve(app.as('awa'), id, { line, note: 'seen in the portal' })
    const ask = (who: string, lines: number[]) => retry(app.as(who), id, { ...wish, lines, onRetried: () => undefined })
    expect(await ask('kofi', [2, 4])).toMatchObject({ kind: 'waits_for_approval' })
    const refusedNow = { ok: false, code: 'wrong_state', message: { args: { who: 'kofi' } } }
    expect(await ask('ama', [2, 3, 4])).toMatchObject(refusedNow)
    expect(await lookAtApproval(app.as('awa'), id)).toMatchObject({ by: 'kofi', rows: 2 })
    expect(await ask('kofi', [3])).toMatchObject({ kind: 'waits_for_approval', rows: 1, dropped: [2, 4] })
    expect(await cancelOrWithdraw(app.as('ama'), id)).toMatchObject({ ok: false })
    expect(await cancelOrWithdraw(app.as('kofi'), id)).toMatchObject({ kind: 'withdrawn', rows: 1 })
    expect(await ask('kofi', [2, 3, 4])).toMatchObject({ kind: 'waits_for_approval', rows: 3, dropped: [] })
    // Line 4, of which nobody said that it was not paid, is tried by itself, and fails again.
    expect(await ask('ama', [4])).toMatchObject({ kind: 'left_to_workers' })
    await answer(db, openGroupCommit(db), batchNo, [null, null, refused()])
    await settleBatch(db, batchNo)
    const stale = await approveAs('efua', id)
    expect(stale).toMatchObject({ ok: false, code: 'wrong_state', message: { args: { lines: ['4'] } } })
    expect(await movedOf(db, id)).toEqual(failed)
    expect(await reject(app.as('efua'), id, {})).toMatchObject({ ok: true })
    expect(await ask('ama', [2, 3, 4])).toMatchObject({ kind: 'waits_for_approval' })
    expect(await approveAs('efua', id)).toMatchObject({ ok: true })
  })

  it('gives way to that of anybody if the account that asked is disabled', async () => {
    const awa = await app.person('Awa', ['preparer', 'approver'])
    const kofi = await app.person('Kofi', ['preparer', 'approver'])
    const id = await calledNotPaid(awa)
    await retryAs(kofi, id)
    expect(await retryAs(awa, id)).toMatchObject({ ok: false, code: 'wrong_state' })
    await db.query(`update payrun.accounts set disabled_at = now() where name = 'Kofi'`)
    expect(await retryAs(awa, id)).toMatchObject({ kind: 'waits_for_approval' })
  })

  it('that is rejected leaves its rows failed', async () => {
    const id = await calledNotPaid('awa')
    await retryAs('awa', id)
    expect(await reject(app.as('kofi'), id, { note: 'ask again' })).toMatchObject({ ok: true, kind: 'retry', rows: 1 })
    expect(await movedOf(db, id)).toEqual(failed)
    expect(await approveAs('kofi', id)).toMatchObject({ ok: false, code: 'wrong_state' })
  })
})
