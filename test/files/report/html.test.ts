import { describe, expect, it } from 'vitest'
import type { PayoutState } from '../../../src/payout/state.ts'
import { row, written } from './htmlReport.ts'
import { inBatches } from './sampleReport.ts'

const badge = (words: string): string => `<p class="state not-all-paid">${words}</p>`

describe('an HTML report', () => {
  it('needs nothing but itself: no script, no address of anything else', async () => {
    const page = await written()
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(page).not.toMatch(/<script|<link|<img|src=|url\(|https?:/)
    expect(page).toContain('td[data-label]::before')
  })

  it('escapes whatever stood in the file', async () => {
    const page = await written()
    expect(page).toContain('November &lt;payroll>')
    expect(page).toContain('&lt;script>document.title')
    expect(page).toContain('&lt;b>ten&lt;/b>')
  })

  it("shows marks that nobody sees, and none of them turns the page's text around", async () => {
    const hostile = '\u001b[31mN\u0007o\u009bv\u202eember\u2066'
    const batch = {
      id: '7hk2m9pq4x',
      name: `${hostile} رواتب`,
      state: 'settled' as const,
      file: { name: `${hostile}.csv` },
    }
    const columns = ['reference', `memo ${hostile}`]
    const cells = ['EMP-1', `${hostile}\nسلام, Awa\u00a0Koné`]
    const rows = inBatches([row(2, { status: 'failed', cells, errorMessage: `no ${hostile}` })], 1)
    const page = await written({ batch, columns, rows })
    expect(page).not.toMatch(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
    const shown = '\ufffd[31mN\ufffdo\ufffdv\ufffdember\ufffd'
    for (const part of [`<h1>${shown} رواتب</h1>`, `memo ${shown}`, `${shown}\nسلام, Awa\u00a0Koné`, `no ${shown}`])
      expect(page).toContain(part)
    expect(page).toMatch(new RegExp(`<title>[^<]*${shown.replace('[', '\\[')} رواتب[^<]*</title>`))
  })

  it('lists the rows that need attention, and of very many the first', async () => {
    const many = Array.from({ length: 700 }, (_, n) => row(n + 2, { status: 'failed', errorMessage: 'Refused.' }))
    const page = await written({ rows: inBatches([...many, row(900, {})], 100) })
    expect(page.match(/<th scope="row" class="number"/g)).toHaveLength(500)
    expect(page).toContain('(700)')
    expect(page).toContain('The first 500 of them')
    expect(page).not.toContain('EMP-900')
  })

  it('advises nothing that would be refused, and has no commands', async () => {
    const failed = () => inBatches([row(2, { status: 'failed', errorMessage: 'Refused.' })], 1)
    expect(await written({ rows: failed() })).toContain('Fix the problem, then try again.')
    const batch = { id: '7hk2m9pq4x', name: 'November', state: 'cancelled' as const }
    const cancelled = await written({ rows: failed(), batch })
    expect(cancelled).toContain('Fix the problem and submit the row in a new file.')
    const waiting = inBatches([row(2, { status: 'pending', errorMessage: null })], 1)
    const toApprove = await written({ rows: waiting, batch: { ...batch, state: 'awaiting_approval' } })
    expect(toApprove).toContain('It is not paid until somebody else approves it.')
    for (const language of ['en', 'fr'] as const)
      expect(await written({ language })).not.toMatch(/payrun (retry|report|reconcile|resume|approve)/)
  })

  it('says who submitted and who approved it', async () => {
    const at = new Date('2026-11-20T07:59:30Z')
    const people = { submitter: 'Aya', approvals: ['Fatou', 'Yao'].map((by) => ({ by, at })) }
    const french = await written({ people, language: 'fr', timeZone: 'Africa/Nairobi' })
    expect(french).toContain('<dt>Soumis par</dt><dd>Aya</dd>')
    expect(french).toContain('<dt>Approuvé par</dt><dd>Fatou (20 nov. 2026, 10:59), Yao (20 nov. 2026, 10:59)</dd>')
    expect(await written({ people })).toContain('<dd>Fatou (2026-11-20 07:59), Yao (2026-11-20 07:59)</dd>')
    expect(await written({ people: { submitter: null, approvals: [] } })).not.toMatch(/Submitted by|Approved by/)
  })

  it('of a wide file shows whom each row pays first: name, number and operator', async () => {
    const columns = ['Matricule', 'Nom', 'Prénoms', 'Service', 'Embauche', 'Opérateur', 'Téléphone', 'Net à payer']
    const cells = ['1', 'Koné', 'Awa', 'RH', '2022', 'MTN', '+2250504009905', '1 500 000']
    const page = await written({ columns, rows: inBatches([row(2, { status: 'failed', cells })], 1) })
    const [head = ''] = page.slice(page.indexOf('<table class="rows">')).split('</thead>')
    expect([...head.matchAll(/<th [^>]*>([^<]*)/g)].map(([, heading]) => heading)).toEqual([
      ...['Line', 'Status', 'Nom', 'Prénoms', 'Téléphone', 'Opérateur', 'Matricule', 'Net à payer', 'What happened'],
    ])
  })

  it('has the rows to be dealt with first, then the sums, then the operators', async () => {
    const page = await written({ withPaid: true })
    const order = ['attention', 'totals', 'operators', 'paid'].map((id) => page.indexOf(`<h2 id="${id}"`))
    expect(order).not.toContain(-1)
    expect(order).toEqual([...order].sort((one, other) => one - other))
    const french = await written({ language: 'fr', rows: inBatches([row(2, { operator: 'mtn-benin' })], 1) })
    expect(french).toContain('<h3>MTN Bénin</h3>')
  })

  it('is green only when everybody is paid', async () => {
    const open = await written()
    expect(open).toContain(badge('Settled, but of 6 rows, 2 are not paid and 2 may or may not have been paid'))
    const paid = await written({ rows: inBatches([row(2, {}), row(3, {})], 1) })
    expect(paid).toContain('<p class="state all-paid">All 2 rows are paid</p>')
    const batch = { id: '7hk2m9pq4x', name: 'November', state: 'running' as const }
    expect(await written({ batch })).toContain('<p class="state running">')
  })

  it('calls no row unpaid that may have been paid', async () => {
    const of = (...states: PayoutState[]) =>
      inBatches(
        states.map((status, at) => row(at + 2, { status })),
        2,
      )
    const cases = [
      [of('paid', 'failed', 'cancelled'), {}, 'Settled, but 2 of 3 rows are not paid'],
      [of('paid', 'unknown', 'accepted'), {}, 'Settled, but 2 of 3 rows may or may not have been paid'],
      [of('failed'), { doubts: { failed: 1 } }, 'Settled, but 1 of 1 rows may or may not have been paid'],
      [
        of('paid', 'invalid'),
        { elsewhere: { paid: 0, open: 1 } },
        'Settled, but 1 of 2 rows may or may not have been paid',
      ],
      [of('paid', 'invalid', 'invalid'), { elsewhere: { paid: 1, open: 0 } }, 'Settled, but 1 of 3 rows is not paid'],
    ] as const
    for (const [rows, totals, words] of cases) expect(await written({ rows, totals })).toContain(badge(words))
    const elsewhere = { totals: { elsewhere: { paid: 1, open: 0 } }, rows: of('paid', 'invalid') }
    expect(await written(elsewhere)).toContain('All 2 rows are paid, 1 of them in other batches')
    const french = await written({ language: 'fr', rows: of('paid', 'failed', 'unknown', 'unknown') })
    expect(french).toContain(badge("Terminé, mais sur 4 lignes, 1 n'est pas payée et 2 le sont peut-être"))
  })

  it('has the currency on the amount of a row, wherever its column is, and what is no amount as it was', async () => {
    const page = await written()
    expect(page).toContain('class="number">1,500.50\u00a0KES</td>')
    expect(page).toContain('class="number">ten</td>')
    const columns = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'due']
    const cells = ['1', '2', '3', '4', '5', '6', '7', '1 500 000']
    const wide = await written({ columns, rows: inBatches([row(2, { status: 'failed', cells })], 1) })
    expect(wide).toContain('data-label="due" class="number">1,500,000\u00a0FCFA</td>')
    expect(wide).not.toContain('data-label="g"')
  })

  it('lists the paid rows where that is asked for, and of very many the first 5,000', async () => {
    const page = await written({ withPaid: true })
    expect(page).toMatch(/<h2 id="paid">Paid rows \(2\)<\/h2>/)
    expect(page).toMatch(/EMP-3[\s\S]*PO-1/)
    const many = Array.from({ length: 5_100 }, (_, n) => row(n + 2, {}))
    const long = await written({ withPaid: true, rows: inBatches(many, 500) })
    expect(long.match(/<th scope="row" class="number"/g)).toHaveLength(5_000)
    expect(long).toContain('The first 5,000 of them')
  })

  it('of a batch that is all paid says that nobody has to do anything', async () => {
    const page = await written({ rows: inBatches([row(2, {})], 1) })
    expect(page).toContain('None: every row is paid.')
    expect(page).not.toContain('EMP-2')
  })
})
