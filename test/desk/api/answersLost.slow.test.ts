import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApprovals, setPolicy } from '../../../src/app/accounts/policy.ts'
import { acceptedBatch, sendRow } from '../../harness/accepted.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { settleBatch } from '../../ledger/paidRows.ts'
import { type Called, type CallWish, openTestDesk, type TestDesk } from '../desk.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const fileOf = (number: number) =>
  `operator,phone_number,amount,reference\nmtn-benin,229019700000${number},1000,R-${number}\n`
const refused = { kind: 'failed', providerReference: null, code: 'refused', message: 'No such account.' } as const
const open = () => openTestDesk(server, { pays: false })

/** A call whose deed is in the ledger and whose answer is not, as of a desk that died between the two; then the same call after a minute. */
async function lostAndRepeated(
  { call, db }: TestDesk,
  path: string,
  { method = 'POST', ...wish }: CallWish & { method?: 'POST' | 'DELETE' },
  between: () => Promise<unknown> = async () => undefined,
): Promise<Called> {
  const sent = { ...wish, headers: { 'idempotency-key': 'the-same' } }
  await db.query('alter table payrun.request_keys add constraint lost check (answer is null) not valid')
  try {
    expect((await call(method, path, sent)).status).toBe(500)
  } finally {
    await db.query('alter table payrun.request_keys drop constraint lost')
  }
  // It is answered at once, and after the minute in which a desk may still be at it.
  expect(
    (await db.query('select from payrun.request_keys where batch_no is not null or status is not null')).length,
  ).toBe(1)
  await db.query(`update payrun.request_keys set taken_at = now() - interval '61 seconds'`)
  await between()
  return call(method, path, sent)
}

/** A settled batch of one failed row: a person said that it was not paid. */
async function failedBatch({ call, db }: TestDesk): Promise<string> {
  const { batchId, batchNo } = await acceptedBatch(db, 1, { sandbox: true })
  await call('POST', `/batches/${batchId}/rows/2/resolve`, { body: { not_paid: true, note: 'asked them' } })
  await settleBatch(db, batchNo)
  return batchId
}

const historyOf = async ({ db }: TestDesk) => [
  await db.query('select line, from_state, to_state from payrun.events order by line, seq'),
  await db.query('select from_state, to_state, actor from payrun.batch_events order by event_no'),
]

describe('a request whose desk died between doing it and answering, sent again with its Idempotency-Key', () => {
  it('changes the float once', async () => {
    const desk = await open()
    await desk.call('POST', '/floats', { body: { currency: 'XOF', set: '10000' } })
    const changes = () => desk.db.query(`select what from payrun.changes where what like 'float%'`)
    for (const [n, { wish, now }] of [
      { wish: { add: '500' }, now: { set: '10500' } },
      { wish: { set: '7000' }, now: { set: '7000' } },
      { wish: { daily: '3000' }, now: { set: '7000', daily: { budget: '3000' } } },
    ].entries()) {
      const body = { currency: 'XOF', ...wish }
      expect(await lostAndRepeated(desk, '/floats', { body })).toMatchObject({ status: 200, json: { floats: [now] } })
      expect(await changes()).toHaveLength(n + 2)
      const other = { body: { ...body, currency: 'XAF' }, headers: { 'idempotency-key': 'the-same' } }
      expect(await desk.call('POST', '/floats', other)).toMatchObject({ status: 422, json: { code: 'key_reused' } })
      await desk.db.query('delete from payrun.request_keys')
    }
  })

  it('retries rows once, though they have failed again by then', async () => {
    const desk = await open()
    const id = await failedBatch(desk)
    let before: unknown
    const again = await lostAndRepeated(desk, `/batches/${id}/retry`, { body: {} }, async () => {
      await sendRow(desk.db, { batchId: id, line: 2 }, refused)
      before = await historyOf(desk)
    })
    expect(again).toMatchObject({ status: 200, json: { id, counts: { failed: 1 } } })
    expect(await historyOf(desk)).toEqual(before)
  })

  it('asks for a retry that waits once', async () => {
    const desk = await open()
    const id = await failedBatch(desk)
    await setApprovals(desk.app, desk.core, 2)
    const again = await lostAndRepeated(desk, `/batches/${id}/retry`, { body: {} })
    expect(again).toMatchObject({ status: 200, json: { id } })
    expect(await desk.db.query('select decision from payrun.retry_requests')).toEqual([{ decision: null }])
  })

  it.each([
    { deed: 'approve', state: 'running' },
    { deed: 'reject', state: 'cancelled' },
    { deed: 'cancel', state: 'cancelled' },
  ])('does it once and answers with the batch: $deed', async ({ deed, state }) => {
    const desk = await open()
    await setPolicy(desk.app, desk.core, 'keys_approve', true)
    await setApprovals(desk.app, desk.core, 2)
    const key = await desk.newKey('hr', ['preparer'])
    const { id } = (await desk.call('POST', '/batches', { file: fileOf(1), key })).json
    const again = await lostAndRepeated(desk, `/batches/${id}/${deed}`, deed === 'cancel' ? { key } : {})
    expect(again).toMatchObject({ status: 200, json: { id, state } })
  })

  it.each(['approve', 'reject', 'cancel', 'withdraw-retry'])('decides on a retry once: %s', async (deed) => {
    const desk = await open()
    const id = await failedBatch(desk)
    await setPolicy(desk.app, desk.core, 'keys_approve', true)
    await setApprovals(desk.app, desk.core, 2)
    const key = await desk.newKey('hr', ['preparer'])
    const ask = () => desk.call('POST', `/batches/${id}/retry`, { body: {}, key })
    await ask()
    const by = ['cancel', 'withdraw-retry'].includes(deed) ? key : await desk.newKey('boss', ['approver'])
    // A retry that is asked for meanwhile goes on waiting.
    const between = deed === 'approve' ? undefined : ask
    const again = await lostAndRepeated(desk, `/batches/${id}/${deed}`, { key: by }, between)
    expect(again).toMatchObject({
      status: 200,
      json: { id, counts: deed === 'approve' ? { pending: 1 } : { failed: 1 } },
    })
    const waiting = await desk.db.query('select from payrun.retry_requests where decision is null')
    expect(waiting).toHaveLength(between ? 1 : 0)
  })

  it('does not pause a batch again that somebody let go on, nor resume one that somebody paused', async () => {
    const desk = await open()
    const { id } = (await desk.call('POST', '/batches', { file: fileOf(1) })).json
    const [pause, resume] = [`/batches/${id}/pause`, `/batches/${id}/resume`]
    const paused = await lostAndRepeated(desk, pause, {}, () => desk.call('POST', resume))
    expect(paused).toMatchObject({ status: 200, json: { state: 'running' } })
    await desk.db.query('delete from payrun.request_keys')
    await desk.call('POST', pause)
    const resumed = await lostAndRepeated(desk, resume, {}, () => desk.call('POST', pause))
    expect(resumed).toMatchObject({ status: 200, json: { state: 'paused' } })
  })

  it('resolves a row once and answers with the row', async () => {
    const desk = await open()
    const { batchId } = await acceptedBatch(desk.db, 1, { sandbox: true })
    const body = { not_paid: true, note: 'asked them' }
    const again = await lostAndRepeated(desk, `/batches/${batchId}/rows/2/resolve`, { body })
    expect(again).toMatchObject({ status: 200, json: { line: 2, status: 'failed' } })
  })

  const salaries = { name: 'Salaries', path: 'salaries.csv', cron: '0 8 28 * *', tz: 'UTC' }
  it('adds a schedule once, and answers with it as it is by then', async () => {
    const desk = await open()
    const again = await lostAndRepeated(desk, '/schedules', { body: salaries }, () =>
      desk.call('POST', '/schedules/Salaries/pause'),
    )
    expect(again).toMatchObject({ status: 201, json: { name: 'Salaries', state: 'paused' } })
    expect((await desk.call('GET', '/schedules')).json.schedules).toHaveLength(1)
  })

  it('adds no schedule again that somebody has removed', async () => {
    const desk = await open()
    const again = await lostAndRepeated(desk, '/schedules', { body: salaries }, () =>
      desk.call('DELETE', '/schedules/Salaries'),
    )
    expect(again).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect((await desk.call('GET', '/schedules')).json.schedules).toEqual([])
  })

  it('removes a schedule once', async () => {
    const desk = await open()
    await desk.call('POST', '/schedules', { body: salaries })
    const again = await lostAndRepeated(desk, '/schedules/Salaries', { method: 'DELETE' })
    expect(again).toMatchObject({ status: 200, json: { state: 'removed' } })
  })

  it('does not pause a schedule again that somebody let go on', async () => {
    const desk = await open()
    await desk.call('POST', '/schedules', { body: salaries })
    const again = await lostAndRepeated(desk, '/schedules/Salaries/pause', {}, () =>
      desk.call('POST', '/schedules/Salaries/resume'),
    )
    expect(again).toMatchObject({ status: 200, json: { state: 'active' } })
  })

  it.each([
    { path: (id: string) => `/batches/${id}/reconciliations`, json: { resolved: [], agreed: 1 } },
    { path: () => '/payins/reconciliations', json: { resolved: [], others: 1 } },
  ])('compares a statement again, at once: %#', async ({ path, json }) => {
    const desk = await open()
    const { batchId } = await acceptedBatch(desk.db, 1, { sandbox: true })
    const [row] = await desk.db.query(
      'select provider_reference, phone, amount_minor from payrun.payouts where line = 2',
    )
    const { provider_reference: reference, phone, amount_minor: amount } = row as Record<string, string>
    const file = `reference,phone,amount,status,date\n${reference},${phone},${amount},SUCCESS,${new Date().toISOString()}\n`
    expect(await lostAndRepeated(desk, path(batchId), { file })).toMatchObject({ status: 200, json })
  })
})
