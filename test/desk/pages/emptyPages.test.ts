import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'
import { signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** What an empty page says: what will be there, and what to do for it. */
const says: readonly [path: string, en: RegExp, fr: RegExp][] = [
  ['/', /No batches yet.*under "New batch"/, /Pas encore de lot.*sous « Nouveau lot »/],
  ['/batches', /No batches yet.*under "New batch"/, /Pas encore de lot.*sous « Nouveau lot »/],
  [
    '/batches?state=awaiting_approval',
    /An approver approves them under "Approvals"/,
    /les approuve sous « Approbations »/,
  ],
  ['/batches?state=running', /until each of its rows has an outcome/, /l'issue de chaque ligne/],
  ['/batches?state=paused', /the button to resume it/, /le bouton pour reprendre/],
  ['/batches?state=settled', /Its page has the report/, /Le rapport est sur sa page/],
  ['/batches?state=cancelled', /cancels it on its page/, /l'annule sur sa page/],
  ['/payins?state=unknown', /Choose "Any state" above/, /Choisissez « Tous les états »/],
  ['/schedules', /An administrator adds one on this page/, /Un administrateur en ajoute/],
  ['/operators', /As soon as a batch is being paid/, /Dès qu'un lot est en cours de paiement/],
  ['/admin/float', /Enter a currency and an amount below/, /Indiquez une devise et un montant/],
]

describe('a page without anything in it', () => {
  it('says what will be there and how it gets there, in both languages', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const ada = await signedIn(desk, 'Ada', ['admin'])
    const emile = await signedIn(desk, 'Émile', ['admin'], 'fr')
    for (const [path, en, fr] of says) {
      expect((await ada.get(path)).html.replaceAll('&quot;', '"'), path).toMatch(en)
      expect((await emile.get(path)).html.replaceAll(/[\u00a0\u202f]/g, ' '), path).toMatch(fr)
    }
  })

  it('leads those who may make a batch to where one is made', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const link = /class="empty">.*?<a class="button" href="\/batches\/new">New batch</s
    expect((await (await signedIn(desk, 'Awa', ['preparer'])).get('/batches')).html).toMatch(link)
    expect((await (await signedIn(desk, 'Binta', ['viewer'])).get('/batches')).html).not.toMatch(link)
  })

  it('says of a schedule that has not run what its runs leave there', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const ada = await signedIn(desk, 'Ada', ['admin'])
    const form = { name: 'Salaries', path: '/srv/payroll', cron: '0 8 25 * *', tz: 'UTC', period_format: 'yyyy-MM' }
    await ada.post('/schedules/new', form)
    expect((await ada.get('/schedules/1')).html).toContain('Put the file in its place before the next run.')
  })
})
