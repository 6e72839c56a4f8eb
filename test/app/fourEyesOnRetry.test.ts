import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { addKey } from '../../src/app/accounts/accounts.ts'
import { type Account, accountActor } from '../../src/app/accounts/actor.ts'
import { setApprovals } from '../../src/app/accounts/policy.ts'
import { approve } from '../../src/app/approvals/approve.ts'
import { lookAtApproval } from '../../src/app/approvals/lookAtApproval.ts'
import { cancelOrWithdraw, reject } from '../../src/app/approvals/reject.ts'
import { cancelAsRead } from '../../src/app/batches/pause.ts'
import { resolve } from '../../src/app/batches/resolve.ts'
import { retry } from '../../src/app/batches/retry.ts'
import { status, statusDocument } from '../../src/app/batches/status.ts'
import { reconcile } from '../../src/app/reconcile/reconcile.ts'
import { findBatch } from '../../src/ledger/batches/batches.ts'
import { holdOperator } from '../../src/ledger/policy/holds.ts'
import { say } from '../../src/words/sentence.ts'
import { keyOf, payableRows, row } from '../harness/ledger.ts'
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
  /** Gives in a statement that calls the rows on lines 2 to `rows` + 1 not paid. */
  const statementBy = (who: string | Account, id: string, rows = 1) => {
    const lines = payableRows(rows).flatMap(({ payable }) => (payable ? [payable] : []))
    const time = new Date(Date.now() + 1000).toISOString().slice(0, 19).replace('T', ' ')
    const text = lines
      .map(({ phone, amountMinor }, i) => `${time};F-${i};${phone};${amountMinor};XOF;FAILED\n`)
      .join('')
    const statement = join(app.folder, `${randomUUID()}.csv`)
    writeFileSync(statement, `Date;Référence;Téléphone;Montant;Devise;Statut\n${text}`)
    const wish = { statement, stdin: Readable.from([]), complete: false, dryRun: false }
    return reconcile(app.as(who), id, wish)
  }

  it('waits for a second person, who is neither who said so nor who asked', async () => {
    const awa = await app.person('Awa', ['preparer', 'approver'], 'awa')
    const kofi = await app.person('Kofi', ['preparer', 'approver'])
    const ama = await app.person('Ama', ['approver'])
    const second = await app.person('Awa two', ['approver'], 'awa')
    const id = await calledNotPaid(awa)
    expect(await retryAs(kofi, id)).toMatchObject({ kind: 'waits_for_approval', rows: 1, why: { calledNotPaid: [2] } })
    for (const who of [awa, kofi, second])
      expect(await approveAs(who, id)).toMatchObject({ ok: false, code: 'same_person' })
    expect(await reject(app.as(kofi), id, {})).toMatchObject({
      code: 'same_person',
      message: { key: 'accounts.requester_withdraws' },
    })
    // Nobody is paid by a rejection.
    expect(await reject(app.as(second), id, {})).toMatchObject({ ok: true, kind: 'retry', rows: 1 })
    expect(await retryAs(kofi, id)).toMatchObject({ kind: 'waits_for_approval' })
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

  it('waits, too, if a statement that the same person gave in calls it not paid; two people need no third', async () => {
    const awa = await app.person('Awa', ['preparer', 'approver'])
    const kofi = await app.person('Kofi', ['preparer', 'approver'])
    const program = await app.key('program of Awa', ['preparer', 'approver'], 'Awa')
    const { batchId: id, batchNo } = await settledBatch(db, [unclear(), unclear(), refused()])
    await setApprovals(app.as(root), ledgerOf(db), 2)
    expect(await statementBy(awa, id, 2)).toMatchObject({ matched: { resolutions: [{}, {}] } })
    const ask = (who: Account, lines: number[]) =>
      retry(app.as(who), id, { ...wish, lines, onRetried: () => undefined })
    for (const who of [awa, program])
      expect(await ask(who, [2, 4])).toMatchObject({ kind: 'waits_for_approval', why: { ownStatement: [2] } })
    expect(await lookAtApproval(app.as(kofi), id)).toMatchObject({ calledNotPaid: [{ line: 2, by: 'Awa' }] })
    expect(await approveAs(awa, id)).toMatchObject({ ok: false, code: 'same_person' })
    await expect(
      db.query(`select payrun.move_rows(array[payrun.a_move($1, '{3}', 'failed', 'pending', actor => 'Awa')])`, [
        batchNo,
      ]),
    ).rejects.toMatchObject({ code: 'PA007' })
    await holdOperator(db.ledger, false, 'mtn-benin', say('stored.unreadable_answers'), 60_000)
    expect(await approveAs(kofi, id)).toMatchObject({ ok: true, payable: { rows: 2 } })
    expect(await db.query('select from payrun.operator_holds')).toEqual([])
    await answer(db, openGroupCommit(db), batchNo, [refused(), null, refused()])
    await settleBatch(db, batchNo)
    await holdOperator(db.ledger, false, 'mtn-benin', say('stored.unreadable_answers'), 60_000)
    expect(await ask(kofi, [3])).toMatchObject({ kind: 'left_to_workers' })
    expect(await db.query('select from payrun.operator_holds')).toEqual([])
  })

  it('waits, too, if a statement calls it not paid that was given in without an account', async () => {
    const { batchId: id } = await settledBatch(db, [unclear()])
    await setApprovals(app.as(root), ledgerOf(db), 2)
    expect(await statementBy('cashier', id)).toMatchObject({ matched: { resolutions: [{}] } })
    const awa = await app.person('Awa', ['preparer', 'approver'])
    expect(await retryAs(awa, id)).toMatchObject({ kind: 'waits_for_approval', why: { ownStatement: [2] } })
    expect(await approveAs(awa, id)).toMatchObject({ ok: false, code: 'same_person' })
    expect(await movedOf(db, id)).toEqual(failed)
  })

  it.each([
    {
      insists: 'evidence',
      key: 'ledger.line_evidence',
      against: (batchNo: number) =>
        db.query(
          `insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note)
           values ($1, 2, 1, 'late_answer', true, payrun.sentence('stored.earlier_attempt_paid'))`,
          [batchNo],
        ),
      wish: { lines: [2], despiteEvidence: true },
    },
    {
      insists: 'another payout',
      key: 'ledger.line_possible_duplicate',
      against: () => db.batchOf([row({ line: 2 })]),
      wish: { allowDuplicates: true },
    },
  ])('waits, too, if who asks insists although $insists speaks against it', async ({ key, against, ...insists }) => {
    const { batchId: id, batchNo } = await db.batchOf([row({ line: 2 })])
    await answer(db, openGroupCommit(db), batchNo, [refused()])
    await settleBatch(db, batchNo)
    await against(batchNo)
    await setApprovals(app.as(root), ledgerOf(db), 2)
    const asked = await retry(app.as('awa'), id, { ...wish, ...insists.wish, onRetried: () => undefined })
    expect(asked).toMatchObject({ kind: 'waits_for_approval' })
    expect(await approveAs('awa', id)).toMatchObject({ ok: false, code: 'same_person' })
    expect(await movedOf(db, id)).toEqual(failed)
    expect(await lookAtApproval(app.as('kofi'), id)).toMatchObject({ insisted: [{ key }] })
    expect(await approveAs('kofi', id)).toMatchObject({ ok: true })
    expect(await movedOf(db, id)).toMatchObject({ rows: ['pending'] })
  })

  it('was never asked against a success that came before the answer, and that only the approval finds', async () => {
    const { batchId: id, batchNo } = await db.batchOf([row({ line: 2 })])
    await answer(db, openGroupCommit(db), batchNo, [refused('TX-early')])
    await settleBatch(db, batchNo)
    await db.query(
      `insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note)
       values ($1, 2, 1, 'late_answer', true, payrun.sentence('stored.earlier_attempt_paid'))`,
      [batchNo],
    )
    await setApprovals(app.as(root), ledgerOf(db), 2)
    const insists = { ...wish, lines: [2], despiteEvidence: true, onRetried: () => undefined }
    expect(await retry(app.as('awa'), id, insists)).toMatchObject({ kind: 'waits_for_approval' })
    await db.query(
      `insert into payrun.notifications (key, reference, status, body, signed, effect)
       values ('early', 'TX-early', 'success', '{}', false, 'unknown_reference')`,
    )
    expect(await approveAs('kofi', id)).toMatchObject({ ok: false })
    expect(await movedOf(db, id)).toMatchObject({ rows: ['failed'] })
  })

  it('is not sent at once if the policy was made laxer while somebody read that it would wait', async () => {
    const id = await calledNotPaid('awa')
    const confirm = async ({ needsApproval }: { needsApproval: boolean }) => {
      await setApprovals(app.as(root), ledgerOf(db), needsApproval ? null : 2)
      return true
    }
    const asked = () => retry(app.as('kofi'), id, { ...wish, confirm, onRetried: () => undefined })
    for (const _ of ['laxer', 'stricter']) expect(await asked()).toMatchObject({ ok: false, code: 'wrong_state' })
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
    // Now "cancel" would cancel the batch, and not withdraw the request.
    expect(await reject(app.as('kofi'), id, {})).toMatchObject({
      code: 'same_person',
      message: { key: 'accounts.requester_withdraws' },
    })
    await answer(db, openGroupCommit(db), batchNo, [null, null, refused()])
    await settleBatch(db, batchNo)
    const stale = await approveAs('efua', id)
    expect(stale).toMatchObject({ ok: false, code: 'wrong_state', details: [{ args: { lines: ['4'] } }] })
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

  it('binds a new file with the same reference, too: whoever said so does not approve it', async () => {
    const ben = await app.person('Ben', ['preparer', 'approver'], 'ben')
    const ama = await app.person('Ama', ['approver'])
    const second = await app.person('Ben two', ['approver'], 'ben')
    await db.query(`update payrun.accounts set password_hash = 'set'`)
    const one = (reference: string) => [row({ line: 2, reference, key: keyOf(reference, null) })]
    const { batchId, batchNo } = await db.batchOf(one('EMP-1'))
    await answer(db, openGroupCommit(db), batchNo, [unclear()])
    await settleBatch(db, batchNo)
    await resolve(app.as(ben), batchId, { line: 2, note: 'seen in the portal' })
    const { batchId: id } = await db.batchOf(one('emp-01'), { peopleNeeded: 2, actor: 'Awa' })
    const { batchId: other } = await db.batchOf(one('EMP-2'), { peopleNeeded: 2, actor: 'Awa' })
    const told = { key: 'deskApprove.you_called_not_paid' }
    for (const who of [ben, second]) {
      expect(await approveAs(who, id)).toMatchObject({ ok: false, code: 'same_person', message: told })
      expect(await lookAtApproval(app.as(who), id)).toMatchObject({ whyNot: null, onlyReject: told, whyNobody: null })
    }
    expect(await lookAtApproval(app.as(ama), id)).toMatchObject({ onlyReject: null })
    expect(await approveAs(ben, other)).toMatchObject({ ok: true })
    await db.query(`update payrun.accounts set disabled_at = now() where name = 'Ama'`)
    expect(await lookAtApproval(app.as(ben), id)).toMatchObject({ whyNobody: { key: 'deskApprove.nobody_may' } })
    await db.query(`update payrun.accounts set disabled_at = null where name = 'Ama'`)
    expect(await approveAs(ama, id)).toMatchObject({ ok: true, missing: 0 })
  })

  it('that is rejected leaves its rows failed, and who asks for one of them again waits, too, until that has been sent', async () => {
    const { batchId: id, batchNo } = await settledBatch(db, [unclear(), refused(), refused()])
    await setApprovals(app.as(root), ledgerOf(db), 2)
    await resolve(app.as('awa'), id, { line: 2, note: 'seen in the portal' })
    const ask = (who: string | Account, lines: number[]) =>
      retry(app.as(who), id, { ...wish, lines, onRetried: () => undefined })
    await ask('awa', [2, 3])
    expect(await reject(app.as('kofi'), id, { note: 'left' })).toMatchObject({ ok: true, kind: 'retry', rows: 2 })
    expect(await movedOf(db, id)).toEqual(failed)
    expect(await approveAs('kofi', id)).toMatchObject({ ok: false, code: 'wrong_state' })
    const boss = await app.person('Boss', ['admin', 'approver'])
    const ama = await app.person('Ama', ['approver'])
    const key = await addKey(app.as(boss), ledgerOf(db), { name: 'program', roles: ['preparer'] })
    const program = key.ok ? key.account : boss
    const rejected = [{ lines: [3], by: 'kofi', note: 'left' }]
    expect(await ask(program, [3, 4])).toMatchObject({
      kind: 'waits_for_approval',
      why: { calledNotPaid: [], rejected },
    })
    const told = [{ key: 'deskRetry.rejected_before_because', args: { by: 'kofi', note: 'left' } }]
    const onlyReject = { key: 'deskApprove.you_made_key' }
    expect(await lookAtApproval(app.as(boss), id)).toMatchObject({ rejected: told, key: { by: 'Boss' }, onlyReject })
    expect(await approveAs(boss, id)).toMatchObject({ code: 'same_person', message: onlyReject })
    expect(await approveAs(ama, id)).toMatchObject({ ok: true })
    await answer(db, openGroupCommit(db), batchNo, [null, refused(), refused()])
    await settleBatch(db, batchNo)
    expect(await ask('ama', [3, 4])).toMatchObject({ kind: 'left_to_workers' })
  })
})
