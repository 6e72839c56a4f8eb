import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { openTestDesk, type TestDesk } from './desk.ts'

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
})

it.each(['after=-1', 'after=x', 'after=1.5', 'limit=501', 'limit=0', 'cursor=1'])('refuses ?%s', async (query) => {
  const { call } = await openTestDesk(server, { pays: false })
  expect(await call('GET', `/events?${query}`)).toMatchObject({
    status: 400,
    json: { code: 'invalid_request', problems: [{ field: query.split('=')[0] }] },
  })
})
