import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../src/ledger/connection/ledger.ts'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import { stageRows } from '../../../src/ledger/intake/stageRows.ts'
import { lookAtPeople, type PeopleFound } from '../../../src/ledger/people/lookAtPeople.ts'
import { payableRows } from '../../harness/ledger.ts'
import { answer, openGroupCommit, paid, refused, settleBatch } from '../paidRows.ts'
import { mostRead, type Plan } from '../plans.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

/** Of people from the `first` on. One gets over fifty times what another gets. */
const rowsFrom = (first: number, count: number): RowToStore[] =>
  payableRows(count, (n) => {
    const [phone, amountMinor] = [String(2290166000000 + first + n), BigInt(500 + 100 * (n % 300))]
    const name = `Awa Diop ${first + n}`
    return { reference: null, payable: { operator: 'mtn-benin', phone, amountMinor, currency: 'XOF', name } }
  })

/** What is found for a file, and the most that a step of a query of it reads. */
async function look(rows: RowToStore[]): Promise<{ people: PeopleFound; most: number }> {
  let most = 0
  const hear = ({ message = '' }: { message?: string | undefined }) => {
    const plan = /plan:\s*(\{.*\})/s.exec(message)?.[1]
    if (plan) most = Math.max(most, mostRead((JSON.parse(plan) as { Plan: Plan }).Plan))
  }
  const lookAt = async (client: PoolClient) => {
    const staged = await stageRows(client, [rows], () => 1)
    await client.query(
      `analyze staging;
       load 'auto_explain';
       set local auto_explain.log_min_duration = 0;
       set local auto_explain.log_analyze = on;
       set local auto_explain.log_format = json;
       set local auto_explain.log_level = notice;
       set local client_min_messages = notice`,
    )
    client.on('notice', hear)
    const people = await lookAtPeople(client, { sandbox: false, period: null }, staged, new Map())
    client.off('notice', hear)
    return { commit: false, value: { people, most } }
  }
  return inTransaction(db.ledger, lookAt)
}

/** What Postgres happens to know of its tables by then: it counts the rows of each when it finds the time. */
test.each([
  ['nothing', ''],
  ['how few batches there are', 'analyze payrun.batches'],
  ['all', 'analyze'],
])('no step reads all rows once for each row, where Postgres has counted %s', async (_, count) => {
  const before = rowsFrom(0, 500)
  const { batchNo } = await db.batchOf(before)
  const outcomes = before.map((_, n) => (n >= 400 ? refused() : paid(`P-${n}`)))
  await answer(db, openGroupCommit(db), batchNo, outcomes)
  await settleBatch(db, batchNo)
  const others = rowsFrom(9_000, 240).map((row) => ({ ...row, line: row.line + 260 }))
  await db.ledger.pool.query(count)
  const { people, most } = await look([...before.slice(0, 260), ...others])
  // The steps that are meant had something to do.
  expect(people.compared?.before.people).toBe(500)
  expect(people.unusualAmounts.all).toBe(0)
  expect(people.firstPayments.all).toBe(240)
  // A step may read them all for each of ten examples, and no more often.
  expect(most).toBeLessThanOrEqual(500 * 10)
  expect(most).toBeGreaterThan(0)
})
