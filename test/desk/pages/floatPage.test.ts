import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../../../src/payout/outcome.ts'
import { acceptedBatch } from '../../harness/accepted.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'
import { password, readText, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const proved = { sure: 'yes', proof: password }
const set = { currency: 'xof', what: 'set', amount: '10 000' }
/** The row of a currency, as text. */
const rowOf = (html: string, currency: string) =>
  html
    .split(/<tr[^>]*>/)
    .map((row) => (row.split('</tr>')[0] ?? '').replaceAll(/<[^>]*>/g, '|').replaceAll(/\s+/g, ' '))
    .map((row) => row.split('|').flatMap((cell) => (cell.trim() === '' ? [] : [cell.trim()])))
    .find(([first]) => first === currency)

describe('/admin/float', () => {
  it('is set by an administrator after the password, by nobody else, and is in the trail', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const other = await signedIn(desk, 'Pia', ['viewer', 'preparer', 'approver'])
    const floats = () =>
      desk.db.query('select sandbox, currency, set_minor::text as minor from payrun.floats where is_limit')
    for (const path of ['amount', 'budgets'])
      expect((await other.post(`/admin/float/${path}`, { ...set, ...proved })).status, path).toBe(403)
    expect((await other.get('/admin/float')).status).toBe(403)
    expect((await admin.get('/admin/float')).html).toContain('No float is set: nothing limits what is spent.')
    const question = await admin.post('/admin/float/amount', set)
    expect(readText(question)).toContain('XOF: 10,000 FCFA may be spent from now on.')
    expect((await admin.post('/admin/float/amount', { ...set, sure: 'yes', proof: 'wrong' })).status).toBe(422)
    const nowhere = await admin.post('/admin/float/amount', { ...set, currency: 'XXX', ...proved })
    expect(nowhere.status).toBe(422)
    const nothing = await admin.post('/admin/float/amount', { ...set, what: 'add', ...proved })
    expect(nothing.status).toBe(422)
    expect(await floats()).toEqual([])
    const done = await admin.follow(await admin.post('/admin/float/amount', { ...set, ...proved }))
    expect(done.html).toContain('The float is changed.')
    expect(await floats()).toEqual([{ sandbox: true, currency: 'XOF', minor: '10000' }])
    await admin.post('/admin/float/amount', { currency: 'XOF', what: 'add', amount: '5000', ...proved })
    expect(await floats()).toMatchObject([{ minor: '15000' }])
    const trail = (await admin.get('/admin/trail')).html
    expect(trail).toContain('Set a float')
    expect(trail).toContain('Added to a float')
  })

  it('shows what is spent, held by unknown rows and left, and which batches wait', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'])
    await admin.post('/admin/float/amount', { ...set, ...proved })
    const outcomeOf = (providerReference: string, line: number): Outcome =>
      line === 2
        ? { kind: 'unknown', providerReference: null, code: 'timeout', message: 'no answer' }
        : { kind: 'paid', providerReference }
    const { batchNo, batchId } = await acceptedBatch(desk.db, 3, { sandbox: true }, outcomeOf)
    const { html } = await admin.get('/admin/float')
    expect(rowOf(html, 'XOF')).toEqual(['XOF', '10,000 FCFA', '2,007 FCFA', '1,002 FCFA', '6,991 FCFA'])
    await desk.db.query(
      `insert into payrun.float_waits (batch_no, operator, currency, needs_minor) values ($1, 'mtn-benin', 'XOF', 7000)`,
      [batchNo],
    )
    expect((await admin.get('/admin/float')).html).toContain(`<a href="/batches/${batchId}">${batchId}</a>`)
  })

  it('limits a day and a month, and leaves what is not filled in', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
    const path = '/admin/float/budgets'
    expect((await admin.post(path, { currency: 'XOF', ...proved })).html).toContain('Indiquez un budget')
    expect((await admin.post(path, { currency: 'XOF', tz: 'Mars/Base', ...proved })).status).toBe(422)
    const wish = { currency: 'XOF', daily: '2000', monthly: '30000', tz: 'Africa/Porto-Novo' }
    const question = await admin.post(path, wish)
    expect(readText(question)).toContain('XOF : 2 000 FCFA par jour, 30 000 FCFA par mois')
    expect(question.html).toContain('<h1>Changer les budgets\u00a0?</h1>')
    expect(question.html).toMatch(/>Changer les budgets<\/button>/)
    await admin.post(path, { ...wish, ...proved })
    await admin.post(path, { currency: 'XOF', daily: 'none', ...proved })
    const budgets =
      'select daily_minor::text as daily, monthly_minor::text as monthly, time_zone as tz from payrun.floats'
    expect(await desk.db.query(budgets)).toEqual([{ daily: null, monthly: '30000', tz: 'Africa/Porto-Novo' }])
    const { html } = await admin.get('/admin/float')
    expect(html.replaceAll(/[\u202f\u00a0]/g, ' ')).toContain('XOF : 0 FCFA sur 30 000 FCFA dépensés ce mois-ci')
  })

  it('tells at its field, before it asks for the password, what can not be taken', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const at = (id: string) => `id="${id}-problem">`
    const wrong = await admin.post('/admin/float/amount', { currency: 'XXX', what: 'set', amount: 'three' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).not.toContain('name="proof"')
    expect(wrong.html).toContain(`${at('float-currency')}payrun does not know the currency XXX.`)
    expect(wrong.html).toContain(`${at('amount')}&quot;three&quot; is not an amount`)
    expect(wrong.html).toContain('value="three"')
    for (const amount of ['', 'none'])
      expect((await admin.post('/admin/float/amount', { currency: 'XOF', what: 'add', amount })).html).toContain(
        at('amount'),
      )
    const nothing = await admin.post('/admin/float/amount', { currency: 'XOF', what: 'add', amount: '5000' })
    expect(nothing.html).toContain(at('amount'))
    const budgets = { currency: 'XOF', daily: 'x', monthly: '-', tz: 'Mars/Base' }
    const { html } = await admin.post('/admin/float/budgets', budgets)
    for (const id of ['daily', 'monthly', 'tz']) expect(html).toContain(at(id))
  })

  it('offers the currencies by their names, takes a sign of one, and says which a sign of several may be', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
    const { html } = await admin.get('/admin/float')
    for (const id of ['float-currency', 'budget-currency'])
      expect(html).toMatch(new RegExp(`<select id="${id}" name="currency" required[^>]*><option value>`))
    const option = `<option value="XOF">XOF (franc CFA d'Afrique de l'Ouest)</option>`
    for (const page of [html, (await admin.get('/admin/policy')).html])
      expect(page.replaceAll('&#39;', "'").replaceAll('\u2019', "'")).toContain(option)
    const francs = await admin.post('/admin/float/amount', { ...set, currency: 'FCFA' })
    expect(francs.status).toBe(422)
    expect(readText(francs)).toContain(
      "FCFA peut désigner plusieurs devises : XOF (franc CFA d'Afrique de l'Ouest), XAF (franc CFA d'Afrique centrale). Indiquez ses trois lettres.",
    )
    const rule = await admin.post('/admin/policy/rules', { amount: '1000000', currency: 'F CFA', people: '3' })
    expect(readText(rule)).toContain('F CFA peut désigner plusieurs devises')
    const shillings = await admin.post('/admin/float/amount', { ...set, currency: 'ksh' })
    expect(readText(shillings)).toContain('KES : 10 000,00 KES peuvent être dépensés')
  })

  it('takes a limit away by the word of either language, and its button names the float', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'], 'fr')
    await admin.post('/admin/float/amount', { ...set, ...proved })
    const page = await admin.get('/admin/float')
    expect(page.html).toContain('aucun')
    expect(page.html).not.toContain('none')
    const free = { currency: 'XOF', what: 'set', amount: 'Aucun' }
    const question = await admin.post('/admin/float/amount', free)
    expect(question.html).toContain('XOF\u00a0: plus rien ne limite ce qui peut être dépensé.')
    expect(question.html).toContain('Changer la provision</button>')
    await admin.post('/admin/float/amount', { ...free, ...proved })
    expect(await desk.db.query('select set_minor::text as minor from payrun.floats')).toEqual([{ minor: null }])
    await admin.post('/admin/float/budgets', { currency: 'XOF', daily: '5', ...proved })
    const daily = await admin.post('/admin/float/budgets', { currency: 'XOF', daily: 'aucun' })
    expect(daily.html).toContain('XOF\u00a0: sans limite par jour')
  })
})
