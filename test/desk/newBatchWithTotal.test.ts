import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { openTestDesk } from './desk.ts'
import { batches, draftOf, hiddenOf } from './uploads.ts'
import { type Seen, signedIn } from './visitor.ts'

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
  return { desk, page, send }
}

test('a file with a total of its own is paid though a row was left out, once somebody has said that the new sum is right', async () => {
  const { desk, page, send } = await open('7500')
  const left = await send('fix', page, { 'leave-3': 'yes' })
  expect(left.html).toContain('Line 5 gives a total of 7500, but the rows add up to')
  expect(left.html).toContain('the total that the file states no longer fits them')
  const told = await send('fix', left, { totals: 'told' })
  expect(told.html).toContain('Line 5 gives a total of 7500, and the corrected rows add up to 5,000 FCFA.')
  expect(told.html).toContain('Pay 2 people 5,000 FCFA')
  const compared = await send('fix', told, { totals: 'compared' })
  expect(compared.html).not.toContain('Pay 2 people')
  await send('pay', await send('fix', compared, { totals: 'told' }), { act: 'pay', batch_name: '', period: '' })
  expect(await batches(desk)).toHaveLength(1)
})

test('nobody is asked where the total fits the corrected rows, nor of a file that was not corrected', async () => {
  const fits = await open('7500')
  const fixed = await fits.send('fix', fits.page, { 'cell-3-1': '+2290197000002' })
  expect(fixed.html).toContain('Pay 3 people 7,500 FCFA')
  expect(fixed.html).not.toContain('name="totals"')
  const wrong = await open('8500')
  expect(wrong.page.html).toContain('Line 5 gives a total of 8500, but the rows add up to')
  expect(wrong.page.html).not.toContain('name="totals"')
  // Nor does a field of nobody's form change that.
  const forced = await wrong.send('fix', wrong.page, { totals: 'told' })
  expect(forced.html).toContain('Line 5 gives a total of 8500, but the rows add up to')
})
