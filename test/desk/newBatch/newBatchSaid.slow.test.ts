import { afterAll, beforeAll, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { withCore } from '../../../src/app/open/openCore.ts'
import { reworded } from '../../../src/desk/pages/newBatch/reworded.ts'
import { render } from '../../../src/words/render.ts'
import { operatorOf, say } from '../../../src/words/sentence.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { row as sheetRow, workbook } from '../../harness/workbook.ts'
import { press } from '../browserForm.ts'
import { batches, csv, draftOf, draftOfAwa, good, hiddenOf, row, upload } from '../uploads.ts'
import { readText } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const plain = (text: string) => text.replaceAll(/[\u202f\u00a0]/g, ' ')

it('is told that payment has started, with the sum and the people, once a batch is sent to be paid', async () => {
  const { awa, page } = await draftOfAwa(server, good)
  expect(plain((await press(awa, page, 'Pay 3 people')).html)).toContain('Payment has started: 4,506 FCFA to 3 people.')
  const { awa: other, page: french } = await draftOfAwa(server, good, 'paie.csv', 'fr')
  const sent = await press(other, french, 'Payer')
  expect(plain(sent.html)).toContain('Le paiement commence : 4 506 FCFA à 3 personnes.')
})

it('is told in a second window with what the file was submitted, and not that what they typed there holds', async () => {
  const { desk, awa, path, page } = await draftOfAwa(server, good)
  const form = { ...hiddenOf(page, `${path}/pay`), act: 'pay' }
  const first = await awa.post(`${path}/pay`, { ...form, period: '2026-11', at: '2027-03-01T08:00' })
  const already =
    /You had already submitted this file \([^)]*\), for the period 2026-11, to be paid from 1 Mar 2027, 08:00 on/
  const second = await awa.post(`${path}/pay`, { ...form, period: '2026-12', at: '' })
  expect(second.status).toBe(409)
  expect(second.html).toContain(`href="${first.location}"`)
  expect(readText(second)).toMatch(already)
  const same = await awa.post(`${path}/pay`, { ...form, period: '2026-11', at: '2027-03-01T08:00' })
  expect(same.location).toBe(first.location)
  expect(readText(await awa.follow(same))).toMatch(already)
  expect(readText(await awa.follow(await awa.get(path)))).toMatch(already)
  const fixed = await awa.post(`${path}/fix`, form)
  expect(readText(fixed)).toMatch(already)
  expect(await batches(desk)).toHaveLength(1)
})

it('is told that it is submitted who presses the button twice', async () => {
  const { desk, awa, path, page } = await draftOfAwa(server, good)
  const form = { ...hiddenOf(page, `${path}/pay`), act: 'pay', at: '2027-03-01T08:00' }
  const answers = await Promise.all([1, 2].map(() => awa.post(`${path}/pay`, form)))
  // Before the first press has ended, or after it: what the second is told depends on that.
  expect(readText(await awa.follow(answers[1]!))).toMatch(
    /The batch is submitted\.|You had already submitted this file/,
  )
  expect(await batches(desk)).toHaveLength(1)
})

it('is told that the batch was submitted before whose second window would pay something else', async () => {
  const { desk, awa, path, page } = await draftOfAwa(server, good)
  const form = { ...hiddenOf(page, `${path}/pay`), act: 'pay' }
  const first = await awa.post(`${path}/pay`, form)
  for (const other of [{ 'cell-2-2': '99' }, { 'leave-3': 'yes' }, { revision: '2' }] as Record<string, string>[]) {
    const told = await awa.post(`${path}/pay`, { ...form, ...other })
    expect(told.status, JSON.stringify(other)).toBe(409)
    expect(readText(told)).toContain('You had already submitted this file')
  }
  expect((await awa.post(`${path}/pay`, form)).location).toBe(first.location)
  expect(await batches(desk)).toHaveLength(1)
})

it('counts the people of the batch, and not those that a form names', async () => {
  const { awa, path, page } = await draftOfAwa(server, good)
  const sent = await awa.post(`${path}/pay`, { ...hiddenOf(page, `${path}/pay`), act: 'pay', people: '77' })
  expect(plain((await awa.follow(sent)).html)).toContain('Payment has started: 4,506 FCFA to 3 people.')
})

it('is not told so of a batch that waits for its time', async () => {
  const { awa, page } = await draftOfAwa(server, good)
  const { html } = await press(awa, page, 'Pay 3 people', { at: '2027-03-01T08:00' })
  expect(html).not.toContain('Payment has started')
  expect(html).toContain('The batch is submitted.')
})

it('names the batch that a file repeats, and how many of its rows', async () => {
  const rows = [1, 2, 3, 4, 5].map((n) => row(n))
  const { awa, desk, page } = await draftOfAwa(server, csv(...rows))
  await press(awa, page, 'Pay 5 people', { batch_name: 'Paie de novembre' })
  const again = rows.map((each) => each.replace('R-', 'S-'))
  const { page: all } = await draftOf(desk, awa, csv(...again))
  expect(readText(all)).toMatch(
    /5 of the 5 rows have the same number and amount as in "Paie de novembre" \(without a period, /,
  )
  // Other references: it may be another payroll of the same period.
  expect(readText(all)).not.toContain('Is it the same payroll?')
  const { page: some } = await draftOf(desk, awa, csv(...again, row(9), row(10)))
  expect(readText(some)).toContain('5 of the 7 rows have the same number and amount as in "Paie de novembre" (')
  expect(readText(some)).toContain('would get 7,515 FCFA a second time (lines 2, 3, 4, 5, 6)')
  const meant = await press(awa, all, 'They are meant')
  expect(readText(meant)).toContain('It was confirmed that this is meant.')
  const asBefore = await press(awa, meant, 'Take this choice back')
  expect(readText(asBefore)).not.toContain('It was confirmed')
})

it('says of an amount what one of its currency looks like', async () => {
  const { page } = await draftOfAwa(server, csv(row(1), row(2, { amount: '12a000' })))
  expect(page.html).toContain('write digits only, as in 150000.')
  const kenyan = 'operator,phone_number,amount\nmomo-kenya,+254722380441,abc\n'
  expect((await draftOfAwa(server, kenyan)).page.html).toContain('write digits only, as in 150.50.')
})

it('lists an empty file as one of 0 bytes', async () => {
  const { awa, desk } = await draftOfAwa(server, good, 'paie.csv', 'fr')
  await upload(desk, awa, '', 'vide.csv')
  expect(plain((await awa.get('/batches/new')).html)).toContain('0 octet<')
})

it('is at its last step once nothing stands against it, which the policy names', async () => {
  const { awa, desk, page, path } = await draftOfAwa(server, good)
  const stepOf = (html: string) => /aria-current="step">\s*([^<]*?)\s*<\/li>/.exec(html)?.[1]
  expect(stepOf(page.html)).toBe('Pay')
  await withCore(desk.app, (core) => setApprovals(desk.app, core, 2))
  expect(stepOf((await awa.get(path)).html)).toBe('Send for approval')
  const { page: wrong } = await draftOf(desk, awa, csv(row(1), row(2, { phone: '12' })))
  expect(stepOf(wrong.html)).toBe('Check it')
})

it('names the last step from the first on as the policy has it, and leaves open what depends on the sum', async () => {
  const { awa, desk } = await draftOfAwa(server, good)
  const lastOf = async (path: string) => /<\/li><li[^>]*>([^<]*)<\/li><\/ol>/.exec((await awa.get(path)).html)?.[1]
  const { path: refused } = await draftOf(desk, awa, good.replace('amount', 'x'))
  const both = async () => [await lastOf('/batches/new'), await lastOf(refused)]
  expect(await both()).toEqual(['Pay', 'Pay'])
  const above = { currency: 'XOF', amount: '10000000' }
  await withCore(desk.app, (core) => setApprovals(desk.app, core, 2, above))
  expect(await both()).toEqual(['Pay or send for approval', 'Pay or send for approval'])
  await withCore(desk.app, (core) => setApprovals(desk.app, core, 2))
  expect(await both()).toEqual(['Send for approval', 'Send for approval'])
})

it('discards a file from the list of files, after it has asked, and goes back to the list', async () => {
  const { awa, page, path } = await draftOfAwa(server, good)
  expect(page.status).toBe(200)
  const asked = await press(awa, await awa.get('/batches/new'), 'Discard')
  expect(asked.html).toContain('Discard this file?')
  expect(asked.html).toContain('href="/batches/new"')
  const done = await press(awa, asked, 'Discard')
  expect(done.html).toContain('The file was discarded.')
  expect((await awa.get(path)).status).toBe(404)
})

it('shows that a long text of the file goes on', async () => {
  const { page } = await draftOfAwa(server, csv(row(1, { name: 'Aïssata '.repeat(12).trim() })))
  expect(page.html).toContain('Aïssata Aïssata…')
})

it('offers no columns of a workbook whose sheet is to be chosen first', async () => {
  const head = sheetRow(1, ['operator', 'phone_number', 'amount'])
  const of = (n: number) => ({
    name: `Paie ${n}`,
    data: `${head}${sheetRow(2, ['mtn-benin', `229019700000${n}`, 1500])}`,
  })
  const { awa, page } = await draftOfAwa(
    server,
    new Uint8Array(await workbook({ sheets: [of(1), of(2)] })),
    'deux.xlsx',
  )
  expect(page.html).toContain('name="sheet"')
  expect(page.html).not.toContain('name="column-amount"')
  const chosen = await press(awa, page, 'Check again', { sheet: 'Paie 2' })
  expect(chosen.html).toContain('name="column-amount"')
  expect(chosen.html).toContain('Pay 1 person 1,500')
})

it('pays a sheet whose name says that it is paid once somebody has chosen it', async () => {
  const data = [
    ['operator', 'phone_number', 'amount'],
    ['mtn-benin', '2290197000001', 1500],
  ].map((cells, at) => sheetRow(at + 1, cells))
  const book = new Uint8Array(await workbook({ sheets: [{ name: 'Déjà payé', data: data.join('') }] }))
  const { awa, page } = await draftOfAwa(server, book, 'paie.xlsx')
  expect(page.html).toContain('as if it had been paid already. If it is still to be paid, choose it below.')
  const chosen = await press(awa, page, 'Check again', { sheet: 'Déjà payé' })
  expect(chosen.html).toContain('Pay 1 person 1,500')
})

it.each([
  ['en', 'The limits for Orange Money Senegal, Moov Mali have not been verified. Tell your administrator.'],
  [
    'fr',
    "Les plafonds d’Orange Money Sénégal, de Moov Mali n'ont pas été vérifiés. Signalez-le à votre administrateur.",
  ],
] as const)('names operators whose limits nobody has verified, in %s', (language, text) => {
  const operators = [operatorOf('orange-money-senegal'), operatorOf('moov-ml')]
  const said = reworded(say('warnings.limits_to_check', { operators, command: 'payrun' }))
  expect(render(said, language)).toBe(text)
})

it('is told once beside the field, and once above all, that a control total differs', async () => {
  const { awa, page } = await draftOfAwa(server, good)
  const refused = await press(awa, page, 'Pay 3 people', { expect_total: '5000' })
  expect(refused.status).toBe(409)
  expect(plain(refused.html).split('You expected a total of 5,000 FCFA')).toHaveLength(3)
})

it('reads lists and times as people say them, and what else can be read than a PDF', async () => {
  const { desk, awa, page } = await draftOfAwa(server, 'nom,site\nAwa,Cotonou\n')
  expect(page.html).toContain('There is no column for the operator, the phone number or the amount;')
  const { page: pdf } = await draftOf(desk, awa, '%PDF-1.7\n', 'paie.pdf')
  expect(pdf.html).toContain('XML of ISO 20022 (pain.001')
  const { page: other } = await draftOf(desk, awa, good)
  const late = await press(awa, other, 'Check again', { at: '2020-01-01T08:00' })
  expect(late.html).toContain('This time is in the past (1 Jan 2020, 08:00)')
  expect((await awa.get('/batches/new')).html).toContain('until you discard it')
})

it('has no field for a value whose look in the sheet would strike or hide what is typed, and says where to correct it', async () => {
  const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts><font/><font><strike/></font><font><color rgb="FFFFFFFF"/></font></fonts><cellXfs>${[0, 1, 2].map((font) => `<xf numFmtId="0" fontId="${font}"/>`).join('')}</cellXfs></styleSheet>`
  const data = [
    ['operator', 'phone_number', 'amount', 'reference'],
    ['mtn-benin', '2290197000001', 1500, 'R-1'],
    ['mtn-benin', '2290197000002', '<c s="1"><v>1600</v></c>', 'R-2'],
    ['mtn-benin', '2290197000003', '<c s="2"><v>1700</v></c>', 'R-3'],
    ['mtn-benin', '2290197000004', '1.500', 'R-4'],
  ].map((cells, at) => sheetRow(at + 1, cells))
  const book = await workbook({ sheets: [{ data: data.join('') }], parts: { 'xl/styles.xml': styles } })
  const { page } = await draftOfAwa(server, new Uint8Array(book), 'paie.xlsx', 'fr')
  expect(page.html.split('Cette cellule ne peut pas être corrigée ici.')).toHaveLength(3)
  expect(page.html.match(/name="(?:cell|leave)-\d-?\d?"/g)).toEqual(
    ['leave-3', 'leave-4', 'cell-5-2', 'leave-5'].map((name) => `name="${name}"`),
  )
  expect(readText(page)).toContain("et il n'y en a pas en XOF")
})

it('a workbook whose only sheet is empty has no other sheet and no column to choose', async () => {
  const book = await workbook({ sheets: [{ name: 'Feuille1', data: '' }] })
  const { page } = await draftOfAwa(server, new Uint8Array(book), 'vide.xlsx', 'fr')
  expect(readText(page)).toContain("Le fichier n'a aucune ligne : il n'y a rien à payer.")
  expect(readText(page)).not.toContain('Choisissez une autre feuille')
  expect(page.html).not.toContain('name="column-amount"')
})

it('of two columns that could be the amount, none is marked as it before somebody chooses', async () => {
  const file = 'operator;phone_number;Montant;Net à payer\nmtn-benin;2290197000001;1500;1400\n'
  const { page } = await draftOfAwa(server, file, 'paie.csv', 'fr')
  expect(readText(page)).toContain('Choisissez la bonne ci-dessous.')
  expect([...page.html.matchAll(/class="read-as">([^<]+)</g)].map(([, read]) => read)).toEqual([
    'opérateur',
    'numéro de téléphone',
  ])
})
