import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { purge } from '../../src/app/batches/purge.ts'
import { daysLater } from '../harness/daysLater.ts'
import { row } from '../harness/ledger.ts'
import { answer, openGroupCommit, paid, refused, settleBatch, untilBlocked } from '../ledger/paidRows.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'
import { root, setUpApp } from './setUpApp.ts'

const db = setUpLedger()
const app = setUpApp(db)

it('purges two batches together that each paid what failed in the other, and neither while one of them is needed', async () => {
  const both = () => [row({ line: 2 }), row({ line: 3 })]
  const pays = (batchNo: number, ...outcomes: Parameters<typeof answer>[3]) =>
    answer(db, openGroupCommit(db), batchNo, outcomes)
  const one = await db.batchOf(both())
  const other = await db.batchOf(both(), { allowDuplicates: true })
  await pays(one.batchNo, refused(), null)
  await pays(other.batchNo, paid('P-2'), refused())
  await pays(one.batchNo, null, paid('P-3'))
  for (const { batchNo } of [one, other]) await settleBatch(db, batchNo)
  const purged = () =>
    daysLater(() => {
      const before = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
      return purge(app.as(root), { before, dryRun: false })
    })
  const named = (id: string) => expect.objectContaining({ id })
  const asking = await db.ledger.pool.connect()
  await asking.query('begin')
  await asking.query('select from payrun.batches where batch_no = $1 for no key update', [other.batchNo])
  await asking.query(
    `insert into payrun.retry_requests (batch_no, lines, allow_duplicates, despite_evidence, requester)
     values ($1, '{3}', true, false, 'Kofi')`,
    [other.batchNo],
  )
  // It is asked for after both were listed.
  const late = purged()
  await untilBlocked(db)
  await asking.query('commit')
  asking.release()
  expect(await late).toMatchObject({ batches: [], left: [named(one.batchId), named(other.batchId)] })
  expect(await purged()).toMatchObject({ batches: [], left: [named(one.batchId), named(other.batchId)] })
  await db.query(`update payrun.retry_requests set decision = 'withdrawn', decided_by = 'Kofi'`)
  // A report that can't be deleted stops the purge, which has already deleted that of the other batch.
  const reportOf = (id: string) => join(app.folder, 'home', 'reports', `${id}.csv`)
  mkdirSync(reportOf(other.batchId), { recursive: true })
  writeFileSync(reportOf(one.batchId), 'of before')
  await expect(purged()).rejects.toThrow()
  expect(readFileSync(reportOf(one.batchId), 'utf8')).toContain('refused')
  rmdirSync(reportOf(other.batchId))
  expect(await purged()).toMatchObject({ batches: [named(one.batchId), named(other.batchId)], left: [] })
})
