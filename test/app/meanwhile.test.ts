import { expect, it } from 'vitest'
import { lookAtResume } from '../../src/app/batches/resume.ts'
import type { App } from '../../src/app/context.ts'
import { readOutages } from '../../src/app/work/standstill.ts'
import { moveBatch } from '../../src/ledger/batches/batches.ts'
import type { Ledger } from '../../src/ledger/connection/ledger.ts'
import { payableRows } from '../harness/ledger.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'
import { setUpApp } from './setUpApp.ts'

const db = setUpLedger()
const app = setUpApp(db)

/** An app whose ledger does something else around each statement. */
function appAround(around: (sql: string, query: () => Promise<unknown>) => Promise<unknown>): App {
  const pool = Object.create(db.ledger.pool) as Ledger['pool']
  pool.query = ((...args: Parameters<typeof pool.query>) => {
    const [statement] = args as unknown as [string | { text: string }]
    const sql = typeof statement === 'string' ? statement : statement.text
    return around(sql, () => db.ledger.pool.query(...args) as unknown as Promise<unknown>)
  }) as typeof pool.query
  const core = { ok: true, ledger: { ...db.ledger, pool }, past: { last: () => undefined } }
  const store = { backend: { asked: { isThere: async () => true } } }
  return { ...app.as('awa'), opened: { core, store } as unknown as NonNullable<App['opened']> }
}

it('a batch that is resumed and paused again while somebody looks at it is not called over', async () => {
  const { batchNo, batchId } = await db.batchOf(payableRows(1))
  const move = (to: 'running' | 'paused') =>
    moveBatch(db.ledger, batchNo, ['running', 'paused'], {
      to,
      actor: 'kofi',
      ...(to === 'paused' && { reason: 'person' }),
    })
  await move('paused')
  const awa = appAround(async (sql, query) => {
    if (!sql.includes('to_state as "toState", reason, actor')) return query()
    await move('running')
    const read = await query()
    await move('paused')
    return read
  })
  const looked = await lookAtResume(awa, batchId)
  expect(looked).toMatchObject({ ok: false, code: 'wrong_state', message: { key: 'deskMeanwhile.paused_anew' } })
})

it('a ledger that gives no answer is not called read-only', async () => {
  const cut = appAround(async (sql, query) => {
    if (sql.includes('transaction_read_only')) throw new Error('Connection terminated')
    return query()
  })
  await expect(readOutages(cut, false)).rejects.toThrow('Connection terminated')
})
