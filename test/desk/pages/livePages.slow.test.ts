import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Desk } from '../../../src/desk/api/call.ts'
import { shareRecent } from '../../../src/desk/pages/recent.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { password, type Seen, signedIn, type Visitor } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const file = 'operator,phone_number,amount,reference,name\nmtn-benin,2290197000001,1500,R-1,Awa\n'

async function submitted(desk: TestDesk, text = file): Promise<string> {
  const { json, status } = await desk.call('POST', '/batches?name=November', { file: text })
  expect(status).toBe(201)
  return json.id
}

/** The names of the parts that a page, or what is fetched of it, has. */
const partsOf = ({ html }: Seen): string[] => [...html.matchAll(/data-live="([^"]*)"/g)].map(([, name = '']) => name)

const fetched = (visitor: Visitor, path: string, tags: string[] = []): Promise<Seen> =>
  visitor.get(path, { 'x-payrun-part': 'live', 'if-none-match': tags.map((tag) => `"${tag}"`).join(', ') })

const tagsOf = ({ html }: Seen): string[] => [...html.matchAll(/data-tag="([^"]*)"/g)].map(([, tag = '']) => tag)

/** What somebody does elsewhere is in the parts that watchers fetch; before that they are told that nothing has changed. */
async function follows(visitor: Visitor, path: string, act: () => Promise<unknown>, says: string): Promise<void> {
  const page = await visitor.get(path)
  expect(page.html).not.toContain(says)
  expect(partsOf(page)).not.toEqual([])
  const before = await fetched(visitor, path)
  expect(partsOf(before)).toEqual(partsOf(page))
  expect(before.html).not.toContain('<html')
  const tags = tagsOf(before)
  expect(tags).toHaveLength(partsOf(page).length)
  const same = await fetched(visitor, path, tags)
  expect([same.status, same.html, same.headers.get('x-payrun-over')]).toEqual([304, '', 'false'])
  await act()
  await until('watchers see it', async () => (await fetched(visitor, path, tags)).html.includes(says))
}

const addSchedule = {
  name: 'Salaries',
  path: '/srv/payroll',
  cron: '0 8 25 * *',
  tz: 'Africa/Porto-Novo',
  period_format: 'yyyy-MM',
}

it('what was just done is marked, with the state that it led to, so that the script takes it away when that changes', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const id = await submitted(desk)
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const done = await awa.follow(await awa.post(`/batches/${id}/pause`))
  expect(done.html).toMatch(/<div data-said="true"><div class="notice good" role="status">/)
  expect(done.html).toContain('data-state="paused"')
  await desk.call('POST', `/batches/${id}/resume`)
  await until('it is told', async () => (await fetched(awa, `/batches/${id}`)).html.includes('data-state="running"'))
})

describe('what watchers fetch of a page', () => {
  it('has the history of a batch, its rows, and the states that they can be chosen by', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk)
    const awa = await signedIn(desk, 'Awa', ['viewer'])
    const pause = () => desk.call('POST', `/batches/${id}/pause`, { body: { note: 'Kofi is away' } })
    await follows(awa, `/batches/${id}`, pause, 'Kofi is away')
    const row = () => desk.call('POST', `/batches/${id}/cancel`, { body: {} })
    await follows(awa, `/batches/${id}?status=pending`, row, 'No row of this batch is in this state')
    const all = await fetched(awa, `/batches/${id}`)
    expect(partsOf(all)).toEqual(['main', 'pause', 'figures', 'reports', 'history', 'filter', 'rows'])
    expect(partsOf(await fetched(awa, `/batches/${id}`, tagsOf(all).slice(5)))).toEqual([
      'main',
      'pause',
      'figures',
      'reports',
      'history',
    ])
  })

  it('leaves what a search has found as it is', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk)
    const awa = await signedIn(desk, 'Awa', ['viewer'])
    expect((await awa.get(`/batches/${id}?q=R-1`)).html).toContain('2290197000001')
    const part = await fetched(awa, `/batches/${id}?q=R-1`)
    expect(partsOf(part)).toEqual(['main', 'pause', 'figures', 'reports', 'history'])
    expect(part.html).not.toContain('2290197000001')
  })

  it('has what became of a row, and what an approver may say of it, but in no page with their words', async () => {
    const desk = await openTestDesk(server)
    const id = await submitted(desk, file.replace('000001', '009905'))
    const path = `/batches/${id}/rows/2`
    await until('nobody knows', async () => (await desk.call('GET', `/batches/${id}/rows/2`)).json.status === 'unknown')
    const awa = await signedIn(desk, 'Awa', ['approver'])
    expect((await fetched(awa, path)).html).toContain('name="verdict"')
    const wrong = await awa.post(`${path}/resolve`, { verdict: 'paid', reference: 'OP-7', note: '' })
    expect(wrong.html).toContain('value="OP-7"')
    expect(partsOf(wrong)).toEqual([])
    const form = { verdict: 'paid', reference: 'OP-7', note: 'Support said so', sure: 'yes', proof: password }
    const says = 'Support said so'
    await follows(await signedIn(desk, 'Binta', ['viewer']), path, () => awa.post(`${path}/resolve`, form), says)
    await until('the form is gone', async () => !(await fetched(awa, path)).html.includes('name="verdict"'))
  })

  it('has whether an operator is held, and what an administrator may do about it', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const ada = await signedIn(desk, 'Ada', ['admin'])
    const hold = () => ada.post('/operators/mtn-benin/hold', { note: 'Outage', sure: 'yes' })
    await follows(ada, '/operators/mtn-benin', hold, 'Outage')
    expect((await fetched(ada, '/operators/mtn-benin')).html).toContain('id="release-note"')
    const wrong = await ada.post('/operators/moov-benin/hold', { note: '' })
    expect([wrong.status, partsOf(wrong)]).toEqual([422, []])
  })

  it('has the schedules and the collections', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const ada = await signedIn(desk, 'Ada', ['admin'])
    await follows(ada, '/schedules', () => ada.post('/schedules/new', addSchedule), 'Salaries')
    const ask = () =>
      desk.db.query(
        `insert into payrun.charges (id, kind, amount_minor, currency, operator, own_reference, values_hash, sandbox)
         values ('c1', 'collection', 1500, 'XOF', 'mtn-benin', 'OWN-1', '\\x00', true)`,
      )
    await follows(ada, '/payins', ask, 'OWN-1')
    const under = () =>
      desk.db.query(`update payrun.charges set state = 'under_way', reference = 'PRO-1', answered_at = now()`)
    await follows(ada, '/payins/collection/c1', under, 'PRO-1')
    await follows(ada, '/schedules/1', () => ada.post('/schedules/1/pause'), 'None while the schedule is paused')
  })

  it('is drawn once a second for all who read it alike, and again after a failure', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const recent = shareRecent<number>()
    let drawn = 0
    const look = (of: object, key = 'en UTC') => recent(of as Desk, key, async () => ++drawn)
    const [one, other] = [{}, {}]
    expect(await Promise.all(Array.from({ length: 20 }, () => look(one)))).toEqual(Array(20).fill(1))
    expect([await look(one, 'fr UTC'), await look(other), await look(one)]).toEqual([2, 3, 1])
    vi.advanceTimersByTime(1_000)
    expect(await look(one)).toBe(4)
    const away = () => recent(one as Desk, 'away', async () => Promise.reject(new Error('away')))
    await expect(away()).rejects.toThrow('away')
    vi.advanceTimersByTime(1_000)
    expect(await look(one, 'away')).toBe(5)
  })
})
