import { afterAll, beforeAll, expect, test } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { withCore } from '../../../src/app/open/openCore.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { press } from '../browserForm.ts'
import { openTestDesk } from '../desk.ts'
import { batches, draftOf, hiddenOf } from '../uploads.ts'
import { type Seen, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const rows = ['mtn-benin,+2290197000001,1500,Awa', 'mtn-benin,12,2500,Kofi', 'mtn-benin,+2290197000003,3500,Issa']
const payroll = (total: string) => `operator,phone_number,amount,name\n${rows.join('\n')}\n,,${total},TOTAL\n`

async function open(total: string) {
  const desk = await openTestDesk(server, { pays: false })
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const { path, page } = await draftOf(desk, awa, payroll(total), 'paie.csv')
  const send = async (to: 'fix' | 'pay', from: Seen, form: Record<string, string>) =>
    awa.follow(await awa.post(`${path}/${to}`, { ...hiddenOf(from, `${path}/pay`), ...form }))
  return { desk, awa, path, page, send }
}

test('a file with a total of its own is paid though a row was left out, once somebody has said that the new sum is right', async () => {
  const { desk, page, send } = await open('7500')
  const left = await send('fix', page, { 'leave-3': 'yes' })
  expect(left.html).toContain('Line 5 gives a total of 7,500, but the rows add up to')
  expect(left.html).toContain('the total or number of rows in the file no longer matches them')
  const told = await send('fix', left, { totals: 'told' })
  expect(told.html).toContain('Line 5 gives a total of 7,500, and the rows now add up to 5,000 FCFA.')
  expect(told.html).toContain('Pay 2 people 5,000 FCFA')
  const compared = await send('fix', told, { totals: 'compared' })
  expect(compared.html).not.toContain('Pay 2 people')
  await send('pay', await send('fix', compared, { totals: 'told' }), { act: 'pay', batch_name: '', period: '' })
  const [batch] = await batches(desk)
  const { json } = await desk.call('GET', `/batches/${batch?.id}`)
  expect(json.file).toMatchObject({ name: 'paie.csv' })
})

test('it is said of the sum that was seen: another correction asks again', async () => {
  const { page, send } = await open('7500')
  const left = await send('fix', page, { 'leave-3': 'yes' })
  const told = await send('fix', left, { totals: 'told' })
  expect(told.html).toContain('Pay 2 people 5,000 FCFA')
  const again = await send('fix', told, { 'leave-2': 'yes' })
  expect(again.html).toContain('name="totals" value="told"')
  expect(again.html).not.toContain('Pay 1 person')
  // Nor is it of a sum that came with the very word.
  const fresh = await open('7500')
  const first = await fresh.send('fix', fresh.page, { 'leave-3': 'yes' })
  const both = await fresh.send('fix', first, { totals: 'told', 'leave-2': 'yes' })
  expect(both.html).toContain('name="totals" value="told"')
  expect(both.html).not.toContain('Pay 1 person')
})

test('nobody is asked where the total fits the corrected rows', async () => {
  const fits = await open('7500')
  const fixed = await fits.send('fix', fits.page, { 'cell-3-1': '+2290197000002' })
  expect(fixed.html).toContain('Pay 3 people 7,500 FCFA')
  expect(fixed.html).not.toContain('name="totals"')
})

test('a file whose own total never fitted is paid by its rows, once somebody has seen these and said that it is wrong', async () => {
  const wrong = await open('8500')
  const corrected = await wrong.send('fix', wrong.page, { 'cell-3-1': '+2290197000002' })
  for (const { html } of [wrong.page, corrected]) {
    expect(html).toContain('Line 5 gives a total of 8,500, but the rows add up to')
    expect(html).toContain('The total line is wrong: pay by the rows')
    expect(html).not.toContain('The total of the file is not compared.')
    expect(html).not.toContain('value="pay"')
  }
  // Its rows and their sum are there before anybody decides.
  expect(corrected.html).toMatch(/Total to pay.*7,500\sFCFA/s)
  const form = { ...hiddenOf(corrected, `${wrong.path}/pay`), act: 'pay' }
  expect(await wrong.awa.post(`${wrong.path}/pay`, form)).toMatchObject({
    status: 409,
    html: expect.stringContaining('Nothing was paid'),
  })
  expect(await batches(wrong.desk)).toEqual([])
  const told = await wrong.send('fix', corrected, { totals: 'told' })
  expect(told.html).toContain('Line 5 gives a total of 8,500, and the rows now add up to 7,500 FCFA.')
  expect(told.html).toContain('You said that the total line of the file is wrong.')
  await wrong.send('pay', told, { act: 'pay' })
  expect(await batches(wrong.desk)).toMatchObject([{ file: { name: 'paie.csv' } }])
})

test('so is one whose total stands above the rows', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const content = `Total : 8500\noperator,phone_number,amount\nmtn-benin,+2290197000001,1500\n`
  const { page } = await draftOf(desk, awa, content, 'paie.csv')
  expect(page.html).toContain('Line 1 gives a total of 8,500, but the rows add up to')
  const told = await press(awa, page, 'The total line is wrong')
  expect(told.html).toContain('Pay 1 person 1,500 FCFA')
})

test('its approver reads that the total was set aside, of a file that nobody corrected, too', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await withCore(desk.app, (core) => setApprovals(desk.app, core, 2))
  const [awa, kofi] = [await signedIn(desk, 'Awa', ['preparer']), await signedIn(desk, 'Kofi', ['approver'])]
  const { page } = await draftOf(desk, awa, payroll('8500').replace(',12,', ',+2290197000002,'))
  const told = await press(awa, page, 'The total line is wrong')
  await press(awa, told, 'Send for approval')
  const [batch] = await batches(desk)
  expect(batch).toMatchObject({ file: { name: 'paie.csv' } })
  expect((await kofi.get(`/approvals/${batch?.id}`)).html).toContain('The total of the file is not compared.')
})
