import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cachedCheck } from '../../../src/app/drafts/draftCheck.ts'
import { acceptedBatch } from '../../harness/accepted.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { batches, csv, draftOf, draftOfAwa, good, hiddenOf, row } from '../uploads.ts'
import { type Seen, signedIn, type Visitor } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

type Fields = Record<string, string>
const pay = (awa: Visitor, path: string, page: Seen, typed: Fields) =>
  awa.post(`${path}/pay`, { ...hiddenOf(page, `${path}/pay`), act: 'pay', ...typed })
const paidBefore = (desk: TestDesk) =>
  acceptedBatch(desk.db, 1, { sandbox: true }, (providerReference) => ({ kind: 'paid', providerReference }))

describe('what was typed beside the button of a new batch', () => {
  it('is paid with the first press where nothing that was shown changes by it', async () => {
    const { desk, awa, path, page } = await draftOfAwa(server, good)
    const typed = { at: '2027-03-01T08:00', period: '2027-02', between: '22:00-05:00', expect_count: '3' }
    expect((await pay(awa, path, page, typed)).location).toMatch(/^\/batches\/\w+$/)
    expect(await batches(desk)).toMatchObject([
      { period: '2027-02', start_at: '2027-03-01T08:00:00.000Z', between: { from: '22:00', to: '05:00' } },
    ])
  })

  it('is looked at again, by its name, where other rows are paid by it', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const awa = await signedIn(desk, 'Awa', ['preparer'], 'fr')
    await desk.call('POST', '/batches?period=2027-02', { file: csv(row(2)) })
    const { path, page } = await draftOf(desk, awa, good)
    await awa.post(path, { ...hiddenOf(page, `${path}/pay`), skip_invalid: 'yes' })
    const seen = await pay(awa, path, await awa.get(path), { period: '2027-02' })
    expect(seen.status).toBe(409)
    expect(seen.html).toContain('Vous avez changé la période. Vérifiez le lot, puis appuyez de nouveau.')
    expect(seen.html).toMatch(/Payer 3\s004\sFCFA à 2\spersonnes/)
    expect(await batches(desk)).toHaveLength(1)
    expect((await pay(awa, path, seen, { period: '2027-02' })).location).toMatch(/^\/batches\/\w+$/)
    expect(await batches(desk)).toHaveLength(2)
  })

  it('is looked at again where it is a cell, or how the file is read', async () => {
    const { desk, awa, path, page } = await draftOfAwa(server, good)
    const first = await pay(awa, path, page, { 'cell-2-2': '9', period: '2027-02' })
    expect([first.status, first.html]).toEqual([
      409,
      expect.stringContaining('You changed rows of the file, the period. Check the batch, then press again.'),
    ])
    const second = await pay(awa, path, first, { period: '2027-02', skip_invalid: 'yes' })
    expect(second.html).toContain('You changed which part of the file is paid. Check')
    expect(await batches(desk)).toEqual([])
  })

  it('is not paid where the sum, or a warning, is another one by then', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    // Nobody is warned of the number that ends in 02 until it was paid under another name.
    const { path, page } = await draftOf(desk, awa, csv(row(2), row(3)))
    await paidBefore(desk)
    const seen = await pay(awa, path, page, { at: '2027-03-01T08:00' })
    expect([seen.status, seen.html]).toEqual([409, expect.stringContaining('You changed the start time. Check')])
    expect(seen.html).toContain('data-code="name_differs"')
    const more = csv(row(2), row(3))
    await desk.call('POST', '/batches', { file: more })
    const { status, html } = await pay(awa, path, seen, { at: '2027-03-01T08:00' })
    expect([status, html]).toEqual([409, expect.stringContaining('Nothing was paid')])
  })

  it('is not paid where a warning of the same kind is of another row by then', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    await paidBefore(desk)
    // Person 2 was paid 1,002: one of these two rows is unusual, and then the other one.
    const { path, page } = await draftOf(desk, awa, csv(row(2, { amount: '9002' }), row(3, { amount: '9003' })))
    expect(page.html).toContain('1 amount is unusually large')
    await desk.db.query(`update payrun.payouts set phone = '2290197000003' where phone = '2290197000002'`)
    expect((await awa.get(path)).html).toContain('1 amount is unusually large')
    const refused = await pay(awa, path, page, {})
    expect(refused.status).toBe(409)
    expect(await batches(desk)).toHaveLength(1)
    // What is shown then is paid, though nothing has happened to a batch since it was shown otherwise.
    expect((await pay(awa, path, refused, {})).location).toMatch(/^\/batches\/\w+$/)
  })
})

describe('what the ledger knows of the rows of a new batch', () => {
  it('is looked up once for the pages of a draft, until something happens or another is made of it', async () => {
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => statements.mockRestore())
    const looks = () => {
      const texts = statements.mock.calls.map(([text]: unknown[]) => String(text))
      statements.mockClear()
      return texts.filter((text) => text.includes('create temp table staging')).length
    }
    const { desk, awa, path } = await draftOfAwa(server, csv(row(1), row(2), row(3, { amount: 'a lot' })))
    expect(looks()).toBe(1)
    for (const query of ['', '?kind=invalid_amount', '?lang=fr']) await awa.get(path + query)
    expect(looks()).toBe(0)
    await desk.call('POST', '/batches', { file: csv(row(2)) })
    looks()
    expect((await awa.get(path)).html).toContain('Already paid, perhaps paid, or waiting to be paid')
    expect(looks()).toBe(1)
    await awa.get(path)
    expect(looks()).toBe(0)
    const page = await awa.get(path)
    // Whoever presses a button that checks wants to know what became of single rows, too.
    for (const [to, act] of [
      ['', 'check'],
      ['/pay', 'check'],
      ['/fix', 'fix'],
    ]) {
      await awa.post(`${path}${to}`, { ...hiddenOf(page, `${path}/pay`), act: act ?? '' })
      looks()
      await awa.get(path)
      expect(looks(), to).toBe(1)
    }
    await awa.post(`${path}/rows?kind=invalid_amount`, hiddenOf(page, `${path}/pay`))
    await awa.get(`${path}?kind=invalid_amount`)
    expect(looks()).toBe(0)
    const fixed = await awa.post(`${path}/fix`, { ...hiddenOf(page, `${path}/pay`), act: 'fix', 'cell-4-2': '1500' })
    expect(fixed.status).toBe(303)
    looks()
    expect((await awa.get(path)).html).not.toContain('Amount not valid')
    expect(looks()).toBe(1)
  })
  it('is kept for a minute once it is known, however long it took', async () => {
    const now = Date.now
    let [ahead, looks] = [0, 0]
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
    const query = pg.Client.prototype.query
    const statements = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...of) {
      if (String(of[0]).includes('create temp table staging')) {
        looks += 1
        ahead += 100_000
      }
      return query.apply(this, of)
    })
    onTestFinished(() => {
      clock.mockRestore()
      statements.mockRestore()
    })
    const { awa, path } = await draftOfAwa(server, good)
    expect(looks).toBe(1)
    await awa.get(path)
    expect(looks).toBe(1)
    ahead += 60_000
    await awa.get(path)
    expect(looks).toBe(2)
  })
  it('is not kept of a draft that is discarded or submitted', async () => {
    const { desk, awa, path, page } = await draftOfAwa(server, good)
    const idOf = (address: string) => address.split('/').at(-1) ?? ''
    expect(cachedCheck(desk.app, idOf(path))).toBeDefined()
    await pay(awa, path, page, {})
    expect(cachedCheck(desk.app, idOf(path))).toBeUndefined()
    const other = await draftOf(desk, awa, csv(row(7)))
    expect(cachedCheck(desk.app, idOf(other.path))).toBeDefined()
    await awa.post(`${other.path}/drop`, { sure: 'yes' })
    expect(cachedCheck(desk.app, idOf(other.path))).toBeUndefined()
  })
})
