import { describe, expect, test } from 'vitest'
import { kindOfMember } from '../../../src/files/formats/json/besideRows.ts'
import { english, saying } from '../../harness/words.ts'
import { checkContent } from '../payroll/checkContent.ts'

const one = { reference: 'J1', operator: 'mtn-benin', phone_number: '0197000011', amount: '1500' }
const two = { ...one, reference: 'J2', phone_number: '0197000012' }
const kenyan = { ...one, reference: 'K1', operator: 'momo-kenya', phone_number: '0712123456', amount: '150.50' }
const rows = [one, two]
const check = async (document: unknown, options = {}) =>
  (await checkContent(JSON.stringify(document), 'json', options)).result
const notesOf = (result: Awaited<ReturnType<typeof check>>) =>
  result.kind === 'checked' ? result.summary.notes.map(english) : []

describe('payouts beside the rows', () => {
  test.each<[string, object, string]>([
    ['below them', { rows: [one], more: [two] }, '"more"'],
    ['above them', { more: [two], rows: [one] }, '"more"'],
    ['in an object', { data: { late: [two] }, rows: [one] }, '"data.late"'],
    ['in rows of another object', { rows: [one], part_two: { rows: [two] } }, '"part_two.rows"'],
    ['by their references', { rows: [one], more: { J2: two } }, '"more.J2"'],
    ['a single one', { rows: [one], bonus: two }, '"bonus"'],
    ['inside an element', { rows: [one], teams: [{ name: 'Nord', members: [two] }] }, '"teams.members"'],
    [
      'with other headings',
      { rows: [one], suite: [{ Matricule: 'J2', Téléphone: '0197000012', 'Net à payer': 1500 }] },
      'suite',
    ],
    ['without their numbers', { rows: [one], more: [{ reference: 'J2', operator: 'mtn-benin', amount: '1' }] }, 'more'],
    ['in the document itself', { ...two, rows: [one] }, 'has an operator, a number and an amount'],
    [
      'an amount with a currency',
      { rows: [one], more: [{ ...two, amount: { value: 1500, currency: 'XOF' } }] },
      'more',
    ],
  ])('%s refuse the file', async (_, document, place) => {
    expect(await check(document)).toMatchObject({ kind: 'refused', message: saying(place) })
  })
  test('by columns that --map names', async () => {
    const late = [{ Puce: '0197000012', Verse: '1500', reference: 'J2', operator: 'mtn-benin' }]
    const map = { phone_number: 'Puce', amount: 'Verse' }
    const { result } = await checkContent(JSON.stringify({ rows: late, more: late }), 'json', { map })
    expect(result).toMatchObject({ kind: 'refused', message: saying('"more"') })
  })
  test.each<[string, object]>([
    ['whoever made it', { prepared_by: { name: 'Awa', phone: '0197000000' }, rows }],
    ['the account that pays', { source: { operator: 'mtn-benin', msisdn: '2290197000000' }, rows }],
    ['people to call', { contacts: [{ name: 'Awa', téléphone: '0197000000' }], rows }],
    ['the company', { société: 'ACME', telephone: '0197000000', montant_total: '3000', rows }],
    ['what is held back', { rows, deductions: [{ name: 'CNSS', amount: '3600' }] }],
    ['an invoice', { rows, invoices: [{ numero: 'F-12', montant: 5000 }] }],
    ['sums of operators', { rows, by_operator: [{ operator: 'mtn-benin', name: 'MTN', amount: 3000, count: 2 }] }],
    ['pages', { page: { size: 20, number: 0, totalPages: 1 }, total_pages: 1, per_page: 100, rows }],
    ['gross amounts', { total_brut: 9999, totals: { gross: '9999', frais: 30, net: 3000 }, rows }],
    ['totals of states', { rows, totals: [{ status: 'paid', amount: 9999 }] }],
    ['departments', { departments: [{ name: 'Nord', total: 1500, count: 1 }], rows }],
    ['people who are employed', { company: { name: 'ACME', employee_count: 250 }, rows }],
    ['nothing', { total: null, count: '', meta: { total: 'see below' }, success: true, rows }],
  ])('%s: accepted', async (_, document) => {
    expect(await check(document)).toMatchObject({ kind: 'checked', summary: { rows: 2, valid: 2 } })
  })
})

describe('totals beside the rows', () => {
  test.each<[string, object]>([
    ['total', { total: 3000 }],
    ['total', { total: '3 000 FCFA' }],
    ['total', { total: 2 }],
    ['total', { total: '3000', currency: 'XOF' }],
    ['total.amount', { total: { amount: '3000', currency: 'XOF' } }],
    ['total_xof', { total_xof: '3000' }],
    ['montantTotal', { montantTotal: '3000.00' }],
    ['totals.XOF', { totals: { XOF: '3000' } }],
    ['totals', { totals: [{ currency: 'XOF', amount: '3000' }] }],
    ['résumé.Total à payer', { résumé: { 'Total à payer': '3000' } }],
    ['meta.pagination.total', { meta: { pagination: { total: 2, count: 2, per_page: 100 } } }],
    ['CtrlSum', { NbOfTxs: '2', CtrlSum: '3000' }],
    ['count', { count: 2 }],
    ['nombre_de_lignes', { nombre_de_lignes: '2' }],
    ['totals.rows', { totals: { amount: 3000, rows: 2 } }],
  ])('%s agrees, and a note says so: %j', async (place, members) => {
    const before = await check({ ...members, rows })
    expect(notesOf(before).join('\n')).toMatch(new RegExp(`"${place}[^"]*" .*agrees`))
    expect(await check({ rows, ...members })).toMatchObject({ kind: 'checked' })
  })
  test.each<[object, string]>([
    [
      { status: 'pending', total: '9999', count: 2 },
      '"total" says 9,999, but the file has 2 rows of 3,000 FCFA in all',
    ],
    [{ meta: { total: 500, per_page: 100 } }, '"meta.total" says 500'],
    [{ total_amount: 9999 }, '"total_amount" gives a total of 9,999, but the rows add up to 3,000 FCFA'],
    [{ totals: { XOF: '9999' } }, '"totals.XOF" gives a total of 9,999'],
    [{ totals: { KES: '3000' } }, '"totals.KES"'],
    [{ totals: { EUR: '3000' } }, '"totals.EUR"'],
    [{ total: { amount: '3000', currency: 'KES' } }, '"total.amount"'],
    [{ totals: [{ amount: '9999', currency: 'XOF' }] }, '"totals.amount" gives a total of 9,999'],
    [{ total: 'trois mille (3OOO 5)' }, "can't be read"],
    [{ count: 3 }, '"count" says that there are 3 rows, but the file has 2'],
    [{ summary: { row_count: '1' } }, '"summary.row_count" says that there are 1'],
    [{ NbOfTxs: '3' }, '"NbOfTxs"'],
    [{ counts: { 'mtn-benin': 2 } }, `"counts.mtn-benin" gives a part of a total (2) that payrun can't compare`],
  ])('%j refuses the file', async (members, words) => {
    expect(await check({ ...members, rows })).toMatchObject({ kind: 'refused', message: saying(words) })
    expect(await check({ rows, ...members })).toMatchObject({ kind: 'refused', message: saying(words) })
  })
  test('of several currencies each has its own', async () => {
    const mixed = [...rows, kenyan]
    expect(await check({ totals: { XOF: 3000, KES: 150.5 }, count: 3, rows: mixed })).toMatchObject({ kind: 'checked' })
    expect(await check({ totals: { XOF: 3000, KES: 3000 }, rows: mixed })).toMatchObject({ kind: 'refused' })
  })
  test('of rows that can not be read it is told, and not compared; of corrected ones, too', async () => {
    const unread = await check({ total: 3000, rows: [one, { ...two, amount: '1,500' }] })
    expect(notesOf(unread).join('\n')).toContain('was not compared with the rows')
    const told = await check({ total_amount: 9999, total: 9, count: 3, rows }, { toldTotals: true })
    expect(notesOf(told).filter((note) => note.includes('not compared'))).toHaveLength(3)
  })
  test('a report of ours goes in again without some of its rows', async () => {
    const counts = { paid: 7, invalid: 2 }
    const sums = { paid: { XOF: '9999' }, invalid: {} }
    const file = { name: 'a.csv', sha256: 'x', rows: 9 }
    const batch = { id: 'x', name: 'November', state: 'settled', file, counts, sums, warnings: { number_repeated: 2 } }
    const report = { batch, totals: { counts, sums }, rows: rows.map((row, at) => ({ ...row, line: at + 2 })) }
    expect(await check(report)).toMatchObject({ kind: 'checked', summary: { rows: 2, valid: 2 } })
  })
  test('what stands beside millions of rows is read on without being kept', async () => {
    const long = Array.from({ length: 20_000 }, (_, at) => ({ day: at, total: at, note: 'x' }))
    expect(await check({ history: long, rows })).toMatchObject({ kind: 'checked' })
    const counts = Object.fromEntries(long.map(({ day }) => [`day_${day}`, { total: day }]))
    expect(await check({ history: counts, rows })).toMatchObject({ kind: 'checked' })
  })
})

test.each<[ReturnType<typeof kindOfMember>, string]>([
  ['either', 'total totals Total_général grand-total total_paiements somme CtrlSum control_total'],
  ['total', 'total_amount totalAmount montant_total Total_à_payer total_XOF total_fcfa total_salaires net_total'],
  ['count', 'count row_count nombre nombre_de_lignes Nb_bénéficiaires numberOfPayouts total_count NbOfTxs'],
  [null, 'total_pages retry_count number size total_brut total_fees amount rows version year id totem sum_check'],
])('%s: %s', (kind, names) => {
  expect(names.split(' ').map((name) => [name, kindOfMember(name)])).toEqual(
    names.split(' ').map((name) => [name, kind]),
  )
})
