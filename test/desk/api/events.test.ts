import { afterAll, beforeAll, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { readTrail } from '../../../src/ledger/accounts/trail.ts'
import { auditBatch } from '../../../src/ledger/audit/auditBatch.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

interface Event {
  n: number
  batch: string
  line: number | null
  type: string
  to: string
}

const fileOf = (rows: number) =>
  [
    'operator,phone_number,amount,reference,name',
    ...Array.from({ length: rows }, (_, i) => `mtn-benin,2290197${String(i).padStart(6, '0')},1500,R-${i},Awa ${i}`),
  ].join('\n')

/** Polls with the last number seen, a few at a time, until the batch's end has been told. */
async function follow({ call }: TestDesk, limit: number): Promise<Event[]> {
  const seen: Event[] = []
  while (!seen.some(({ type, to }) => type === 'batch' && to === 'settled')) {
    const page = await call('GET', `/events?after=${seen.at(-1)?.n ?? 0}&limit=${limit}`)
    expect(page.status).toBe(200)
    const { events, next } = page.json
    expect(next).toBe(next === null ? null : events.at(-1).n)
    seen.push(...events)
  }
  return seen
}

it('tells whoever polls while a batch is paid of all that happened, once, in one order', async () => {
  const desk = await openTestDesk(server)
  const rows = 300
  const readers = [7, 100, 500].map((limit) => follow(desk, limit))
  const { id } = (await desk.call('POST', '/batches', { file: fileOf(rows) })).json
  const [first, ...others] = await Promise.all(readers)
  for (const other of others) expect(other).toEqual(first)
  expect(first!.map(({ n }) => n)).toEqual(first!.map((_, index) => index + 1))
  expect(first![0]).toEqual({
    n: 1,
    at: expect.stringMatching(/Z$/),
    batch: id,
    line: null,
    type: 'batch',
    from: null,
    to: 'running',
    code: null,
  })
  expect(first!.at(-1)).toMatchObject({ type: 'batch', from: 'running', to: 'settled' })
  expect(first!.filter(({ type, to }) => type === 'row' && to === 'paid')).toHaveLength(rows)
  expect(JSON.stringify(first)).not.toMatch(/Awa|22901/)
  expect((await desk.call('GET', '/events')).json).toEqual({ events: first, next: null })
  expect((await desk.call('GET', '/events?after=999999')).json).toEqual({ events: [], next: null })
  expect((await desk.call('GET', '/events?after=9007199254740991')).json).toEqual({ events: [], next: null })
})

it.each(['after=-1', 'after=9007199254740993', 'after=x', 'after=1.5', 'limit=501', 'limit=0', 'cursor=1'])(
  'refuses ?%s',
  async (query) => {
    const { call } = await openTestDesk(server, { pays: false })
    expect(await call('GET', `/events?${query}`)).toMatchObject({
      status: 400,
      json: { code: 'invalid_request', problems: [{ field: query.split('=')[0] }] },
    })
  },
)

it("tells why a batch was paused or cancelled by a code, and keeps a person's words for the trail", async () => {
  const desk = await openTestDesk(server, { pays: false })
  const { call, app, core, db } = desk
  const note = 'Awa Diop on 2290197000001 has left'
  const submit = async (query: string) => {
    const submitted = await call('POST', `/batches?allow_duplicates=true&${query}`, { file: fileOf(2) })
    expect(submitted).toMatchObject({ status: 201 })
    return submitted.json.id as string
  }
  const own = await submit('period=0')
  for (const deed of ['pause', 'resume', 'cancel'])
    expect(await call('POST', `/batches/${own}/${deed}`, { body: { note } })).toMatchObject({ status: 200 })
  await setApprovals(app, core, 2)
  const other = await desk.newKey('other', ['approver'])
  await db.query('update payrun.policy set keys_approve = true')
  const [good, later, bad] = [
    await submit('period=1'),
    await submit(`period=2&at=${new Date(Date.now() + 86_400_000).toISOString()}`),
    await submit('period=3'),
  ]
  const decide = (id: string, deed: string) => call('POST', `/batches/${id}/${deed}`, { body: { note }, key: other })
  for (const id of [good, later]) expect(await decide(id, 'approve')).toMatchObject({ status: 200 })
  expect(await decide(bad, 'reject')).toMatchObject({ status: 200, json: { state: 'cancelled', reason: 'rejected' } })
  const { events } = (await call('GET', '/events')).json as { events: (Event & { code: string | null })[] }
  const told = events.filter(({ type }) => type === 'batch').map(({ batch, to, code }) => [batch, to, code])
  expect(told).toEqual([
    [own, 'running', null],
    [own, 'paused', 'person'],
    [own, 'running', null],
    [own, 'cancelled', null],
    [good, 'awaiting_approval', null],
    [later, 'awaiting_approval', null],
    [bad, 'awaiting_approval', null],
    [good, 'running', null],
    [later, 'paused', 'scheduled'],
    [bad, 'cancelled', 'rejected'],
  ])
  expect(JSON.stringify(events)).not.toMatch(/Awa|22901|229\*|approved/)
  const masked = note.replace('2290197000001', '229********01')
  const trail = await readTrail(db.ledger, {}, null, 50)
  for (const what of ['batch.paused', 'batch.resumed', 'batch.cancelled', 'batch.approved', 'batch.rejected'])
    expect([what, trail.filter((each) => each.what === what).map(({ details }) => details['note'])]).toEqual([
      what,
      Array(what === 'batch.approved' ? 2 : 1).fill(masked),
    ])
  for (const { batch_no } of await db.query<{ batch_no: number }>('select batch_no from payrun.batches'))
    expect(await auditBatch(db.ledger, batch_no)).toMatchObject({ findings: [] })
})
