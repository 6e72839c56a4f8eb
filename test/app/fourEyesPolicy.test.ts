import { describe, expect, it } from 'vitest'
import type { Account } from '../../src/app/accounts/actor.ts'
import { setApprovals } from '../../src/app/accounts/policy.ts'
import { approve } from '../../src/app/approvals/approve.ts'
import { lookAtApproval } from '../../src/app/approvals/lookAtApproval.ts'
import { pause } from '../../src/app/batches/pause.ts'
import { resume } from '../../src/app/batches/resume.ts'
import type { App } from '../../src/app/context.ts'
import { addSchedule } from '../../src/app/schedules/changeSchedules.ts'
import { submitFile } from '../../src/app/submit/submit.ts'
import { payableRows } from '../harness/ledger.ts'
import { writePayroll } from '../harness/payroll.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'
import { ledgerOf, movedOf, root, setUpApp } from './setUpApp.ts'

const db = setUpLedger()
const app = setUpApp(db)

const nothingExpected = { expectCount: null, expectTotal: null }
const approveAs = (who: string | Account, batchId: string, as?: string) =>
  approve(app.as(who), batchId, { as, ...nothingExpected })

const unmoved = { state: 'awaiting_approval', approvers: [], rows: ['pending'] }

const policy = (people: number | null, above?: { amount: string; currency: string }) =>
  setApprovals(app.as(root), ledgerOf(db), people, above)

describe('the policy', () => {
  const options = (file: string) => ({
    file,
    name: undefined,
    period: null,
    report: undefined,
    format: 'csv' as const,
    skipInvalid: false,
    allowDuplicates: true,
    ...nothingExpected,
    maxAmount: null,
    maxUnknown: 100,
    sandbox: false,
  })
  const submitAs = async (who: App, rows: number, name: string) => {
    const file = writePayroll(app.folder, rows, { name, prefix: name })
    const submitted = await submitFile(who, ledgerOf(db), options(file))
    if (submitted.kind !== 'submitted') throw new Error(submitted.kind)
    return submitted.batchId
  }

  it('holds where PAYRUN_APPROVALS is left out, is made stricter by it and never laxer', async () => {
    await policy(2)
    const without = await submitAs(app.as('awa'), 1, 'a.csv')
    const laxer = await submitAs(app.as('awa', { PAYRUN_APPROVALS: '1' }), 2, 'b.csv')
    const stricter = await submitAs(app.as('awa', { PAYRUN_APPROVALS: '3' }), 3, 'c.csv')
    for (const id of [without, laxer, stricter]) expect(await movedOf(db, id)).toEqual(unmoved)
    expect(await approveAs('kofi', stricter)).toMatchObject({ ok: true, missing: 1 })
    expect(await approveAs('kofi', without)).toMatchObject({ ok: true, missing: 0 })
  })

  it('asks for more people above an amount, and the strictest that fits counts', async () => {
    await policy(3, { amount: '2 000', currency: 'xof' })
    expect(await movedOf(db, await submitAs(app.as('awa'), 1, 'small.csv'))).toMatchObject({ state: 'running' })
    const large = await submitAs(app.as('awa'), 2, 'large.csv')
    await policy(2)
    expect(await approveAs('kofi', large)).toMatchObject({ ok: true, missing: 1 })
    expect(await approveAs('ama', large)).toMatchObject({ ok: true, missing: 0 })
  })

  it('made laxer lets nothing go that waits; made stricter it holds what waits', async () => {
    await policy(3)
    const waits = await submitAs(app.as('awa'), 1, 'waits.csv')
    await policy(null)
    expect(await approveAs('awa', waits)).toMatchObject({ ok: false, code: 'same_person' })
    expect(await approveAs('kofi', waits)).toMatchObject({ ok: true, missing: 1 })
    expect(await movedOf(db, waits)).toMatchObject({ state: 'awaiting_approval' })
    await policy(4)
    expect(await approveAs('ama', waits)).toMatchObject({ ok: true, missing: 1 })
    expect(await approveAs('esi', waits)).toMatchObject({ ok: true, missing: 0 })
  })

  it('made stricter and laxer again, whoever has approved lets a batch go that has enough approvals', async () => {
    await policy(2)
    const waits = await submitAs(app.as('awa'), 1, 'again.csv')
    await policy(3)
    expect(await approveAs('kofi', waits)).toMatchObject({ ok: true, missing: 1 })
    expect(await approveAs('kofi', waits)).toMatchObject({ ok: false, code: 'same_person' })
    await policy(2)
    expect(await lookAtApproval(app.as('kofi'), waits)).toMatchObject({ whyNot: null, whyNobody: null, isEnough: true })
    expect(await approveAs('awa', waits)).toMatchObject({ ok: false, code: 'same_person' })
    expect(await approveAs('kofi', waits)).toMatchObject({ ok: true, missing: 0 })
    expect(await movedOf(db, waits)).toMatchObject({ state: 'running', approvers: ['kofi'] })
  })

  it('lets only somebody else than the submitter bring forward a batch that was approved for a time', async () => {
    const startAt = new Date(Date.now() + 3_600_000)
    const { batchId: id } = await db.batchOf(payableRows(1), {
      peopleNeeded: 2,
      actor: 'awa',
      login: 'awa',
      startAt,
    })
    expect(await approveAs('kofi', id)).toMatchObject({ ok: true, missing: 0 })
    const resumed = (who: string) => resume(app.as(who), id, 'workers')
    expect(await resumed('awa')).toMatchObject({ ok: false, code: 'same_person' })
    for (const who of ['awa', 'kofi']) {
      expect(await pause(app.as(who), id, {})).toMatchObject({ ok: true })
      expect(await resumed(who)).toMatchObject({ ok: true, kind: 'waits_again' })
      expect(await movedOf(db, id)).toMatchObject({ state: 'paused' })
    }
    expect(await resumed('awa')).toMatchObject({ ok: false, code: 'same_person' })
    expect(await resumed('kofi')).toMatchObject({ ok: true, kind: 'left_to_workers' })
    expect(await movedOf(db, id)).toMatchObject({ state: 'running' })
  })

  it('nobody submits or schedules a file under the name of somebody else once there are accounts', async () => {
    await app.person('Awa Diop', ['preparer'])
    const file = writePayroll(app.folder, 1, { name: 'as.csv' })
    const schedule = {
      name: 'Monthly',
      path: file,
      cron: '0 6 28 * *',
      zone: 'UTC',
      periodFormat: undefined,
      sandbox: false,
      options: options(file),
    }
    const refusedAs = { ok: false, code: 'unauthorized', message: { key: 'accounts.account_needed' } }
    const submitted = await submitFile(app.as('kofi'), ledgerOf(db), { ...options(file), as: 'Awa Diop' })
    expect(submitted).toMatchObject(refusedAs)
    expect(await addSchedule(app.as('kofi'), { ...schedule, as: 'Awa Diop' })).toMatchObject(refusedAs)
    expect(await db.query('select from payrun.batches')).toEqual([])
    expect(await submitFile(app.as('kofi'), ledgerOf(db), options(file))).toMatchObject({ kind: 'submitted' })
  })

  it.each([
    { change: 'laxer', before: 2, after: null },
    { change: 'stricter', before: null, after: 2 },
  ])('made $change while somebody reads what a file pays, stores nothing of it', async ({ before, after }) => {
    await policy(before)
    const file = writePayroll(app.folder, 1, { name: `${before}.csv` })
    const confirm = async ({ needsApproval }: { needsApproval: boolean }) => {
      expect(needsApproval).toBe(before !== null)
      await policy(after)
      return true
    }
    const submitted = await submitFile(app.as('awa'), ledgerOf(db), options(file), confirm)
    expect(submitted).toMatchObject({ kind: 'refused', message: { key: 'paying.differs_from_seen' } })
    expect(await db.query('select from payrun.batches')).toEqual([])
    expect(await submitFile(app.as('awa'), ledgerOf(db), options(file), async () => true)).toMatchObject({
      kind: 'submitted',
    })
  })

  it('holds for raw SQL', async () => {
    await policy(2)
    await expect(db.batchOf(payableRows(1), { peopleNeeded: 1 })).resolves.toBeDefined()
    expect(await db.query('select state, approvals_needed from payrun.batches')).toEqual([
      { state: 'awaiting_approval', approvals_needed: 2 },
    ])
    await expect(
      db.query(
        `insert into payrun.batches (id, name, state, approvals_needed, submitter, sandbox, file_name, file_sha256, file_rows, file_columns, max_unknown, report_format)
         values ('born', 'x', 'running', 1, 'awa', false, 'f', 'sha', 1, '[]', 100, 'csv')`,
      ),
    ).rejects.toMatchObject({ code: 'PA006' })
    expect(await db.query('select count(*)::int as n from payrun.batches')).toEqual([{ n: 1 }])
  })
})
