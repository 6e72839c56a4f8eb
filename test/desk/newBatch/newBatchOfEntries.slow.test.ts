import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batchOf, painOf, proxyOf, transfer } from '../../files/formats/pain001Files.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { batches, draftOf, fromHere, hiddenOf } from '../uploads.ts'
import { type Seen, signedIn } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const person = (n: number, over = {}) => ({
  operator: 'mtn-benin',
  phone_number: `+229 01 97 00 00 0${n}`,
  amount: 1500 + n,
  matricule: `000${n}`,
  service: `Atelier ${n}`,
  ...over,
})
const people = [
  person(1),
  person(2, { phone_number: '12' }),
  person(3, { operator: 'Acme', amount: '1503.00' }),
  person(4, { operator: 'Acme' }),
]

const files: [name: string, text: string][] = [
  ['paie.json', JSON.stringify(people)],
  ['paie.ndjson', `${people.map((each) => JSON.stringify(each)).join('\n')}\n`],
]

const hashOf = ({ html }: Seen): string =>
  /Fingerprint of the [a-z ]*file <code>([0-9a-f]{64})/.exec(html.replaceAll('\n', ' '))?.[1] ?? ''

async function draft(desk: TestDesk, name: string, text: string) {
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const { path, page } = await draftOf(desk, awa, text, name)
  const fix = async (from: Seen, form: Record<string, string>) =>
    awa.follow(await awa.post(`${path}/fix`, { ...hiddenOf(from, `${path}/pay`), ...form }))
  return { awa, path, page, fix }
}

describe('a file that is no table', () => {
  it.each(files)('is corrected in place as one: %s', async (name, text) => {
    const desk = await openTestDesk(server, { pays: false })
    const { awa, path, page, fix } = await draft(desk, name, text)
    expect(page.html).toContain('This file is not a table')
    expect(page.html).toMatch(/Entry 2<.*phone_number, entry 2.*Leave out entry 2/s)
    // Nothing typed: it stays what it is.
    const same = await fix(page, { 'cell-2-1': '12' })
    expect(same.html).not.toContain('rewritten')
    expect(hashOf(same)).toBe(hashOf(page))
    const alike = Object.fromEntries(
      [...page.html.matchAll(/name="(alike-unknown_operator-0-\d)-is" value="([^"]*)"/g)].flatMap(
        ([, field = '', is = '']) => [
          [`${field}-is`, is],
          [field, 'mtn-benin'],
        ],
      ),
    )
    const fixed = await fix(page, { 'cell-2-1': '+2290197000002', 'leave-4': 'yes', ...alike })
    expect(fixed.html).toContain('Done: 2 cells corrected and 1 row left out.')
    expect(fixed.html).toContain(`${name} was rewritten as a CSV file`)
    expect(hashOf(fixed)).not.toBe(hashOf(page))
    expect(fixed.html).toContain('Pay 3 people 4,506 FCFA')
    await awa.post(`${path}/pay`, { ...hiddenOf(fixed, `${path}/pay`), act: 'pay', batch_name: '', period: '' })
    const [batch] = await batches(desk)
    const { text: report } = await desk.call('GET', `/batches/${batch?.id}/report?format=csv`)
    const lines = report.split(/\r?\n/)
    expect(lines[0]).toMatch(/^operator,phone_number,amount,matricule,service,payrun_entry,/)
    expect(lines[3]).toMatch(/^mtn-benin,\+229 01 97 00 00 03,1503\.00,0003,Atelier 3,3,/)
    expect((await desk.call('GET', `/batches/${batch?.id}`)).json.file).toMatchObject({ name })
    expect((await awa.get(`/batches/${batch?.id}`)).html).toContain('The file was rewritten as CSV')
  })

  it('says on which line of the table an entry is once it was rewritten', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const { page, fix } = await draft(desk, 'paie.json', JSON.stringify(people))
    const fixed = await fix(page, { 'leave-3': 'yes', 'leave-4': 'yes' })
    expect(fixed.html).toContain('Line 3 (entry 2 of the uploaded file)')
    const again = await fix(fixed, { 'cell-3-1': '+2290197000002' })
    expect(again.html).toContain('Pay 2 people 3,003 FCFA')
  })

  it('stays as it is where nothing is corrected, and rows with problems can be left out all the same', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const { awa, path, page } = await draft(desk, 'paie.json', JSON.stringify(people))
    const left = await awa.follow(
      await awa.post(path, { ...hiddenOf(page, `${path}/pay`), skip_invalid: 'yes', 'cell-2-1': '12' }),
    )
    expect(hashOf(left)).toBe(hashOf(page))
    await awa.post(`${path}/pay`, { ...hiddenOf(left, `${path}/pay`), act: 'pay' })
    const [batch] = await batches(desk)
    expect((await desk.call('GET', `/batches/${batch?.id}`)).json.file).toMatchObject({
      name: 'paie.json',
      sha256: hashOf(page),
    })
  })

  it('of pain.001 is corrected, and says every other thing as it did', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const wrong = transfer({ endToEnd: 'E-2', amount: '7000', account: proxyOf('+229-12') })
    const text = painOf(batchOf([transfer(), wrong], { count: 2 }), { count: 2, sum: '157000' })
    const { awa, path, page, fix } = await draft(desk, 'paie.xml', text)
    const fixed = await fix(page, { 'cell-2-3': '+2290197000002' })
    expect(fixed.html).toContain('Pay 2 people 157,000 FCFA')
    await awa.post(`${path}/pay`, { ...hiddenOf(fixed, `${path}/pay`), act: 'pay' })
    const [batch] = await batches(desk)
    const rows = (await desk.call('GET', `/batches/${batch?.id}/rows`)).json.rows
    expect(rows).toMatchObject([
      { line: 2, reference: 'E-1', amount: '150000', currency: 'XOF' },
      { line: 3, reference: 'E-2', amount: '7000', phone_number: '2290197000002' },
    ])
  })

  it('of pain.001 goes on saying for which day it asks, until a time is given', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const wrong = transfer({ endToEnd: 'E-2', account: proxyOf('+229-12') })
    const text = painOf(batchOf([transfer(), wrong], { day: '2999-01-31' }), { count: 2 })
    const { awa, path, page, fix } = await draft(desk, 'paie.xml', text)
    const says = 'The file asks for execution on 2999-01-31'
    expect(page.html).toContain(says)
    const fixed = await fix(page, { 'cell-2-3': '+2290197000002' })
    expect(fixed.html).toContain(says)
    const again = await fix(fixed, { 'leave-3': 'yes' })
    expect(again.html).toContain(says)
    const timed = await awa.follow(await awa.post(path, { ...hiddenOf(again, `${path}/pay`), at: '2999-01-31T08:00' }))
    expect(timed.html).toContain('2999')
    expect(timed.html).not.toContain(says)
  })

  it('of pain.001 still pays what its remittance text calls the pay of a month', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const remittance = 'Paye 11/2026'
    const strange = transfer({ remittance, endToEnd: 'E-3', agent: '<Nm>Acme</Nm>' })
    const twice = ['déjà payé', remittance].map((text, at) => transfer({ remittance: text, endToEnd: `E-${at + 1}` }))
    const { page, fix } = await draft(desk, 'paie.xml', painOf(batchOf([...twice, strange]), { count: 3 }))
    expect(page.html).toContain('1 row has a problem')
    const fixed = await fix(page, { 'cell-3-2': 'mtn-benin' })
    expect(fixed.html).toContain('450,000 FCFA')
    expect(fixed.html).not.toContain('id="problems"')
  })

  it('lets the cell be cleared that calls a row paid', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const text = JSON.stringify([person(1, { statut: 'payé' }), person(2, { statut: 'à payer' })])
    const { page, fix } = await draft(desk, 'paie.json', text)
    expect(page.html).toMatch(/statut, entry 1.*Leave out entry 1/s)
    const fixed = await fix(page, { 'cell-1-5': '' })
    expect(fixed.html).toContain('Pay 2 people 3,003 FCFA')
  })

  it('is corrected while its problems are asked for several times, and leaves no copy behind', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const { awa, path, page, fix } = await draft(desk, 'paie.json', JSON.stringify(people))
    const asked = Array.from({ length: 4 }, async () => {
      const answer = await fetch(`${desk.url}${path}/problems`, { headers: fromHere(desk, awa) })
      return [answer.status, (await answer.arrayBuffer()).byteLength > 1_000]
    })
    const [fixed, ...workbooks] = await Promise.all([fix(page, { 'cell-2-1': '+2290197000002' }), ...asked])
    expect(fixed.html).toContain('Done: 1 cell corrected')
    expect(workbooks).toEqual(workbooks.map(() => [200, true]))
    const folder = join(desk.app.config.home, 'drafts')
    await expect.poll(async () => (await readdir(folder)).length).toBe(1)
    expect((await readdir(join(desk.app.config.home, path.replace('/batches/new', 'drafts')))).sort()).toEqual([
      'corrected-1.json',
      'draft.json',
      'fixed-1.csv',
      'upload.json',
    ])
  })

  it('whose last entry is a total is corrected, and the total left out', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const text = JSON.stringify([person(1, { phone_number: '12' }), { name: 'TOTAL', amount: 1501 }])
    const { page, fix } = await draft(desk, 'paie.json', text)
    const fixed = await fix(page, { 'cell-1-1': '+2290197000001' })
    expect(fixed.html).toContain('Line 3 (entry 2 of the uploaded file)')
    expect(fixed.html).toContain('Operator missing')
    const left = await fix(fixed, { 'leave-3': 'yes' })
    expect(left.html).toContain('Pay 1 person 1,501 FCFA')
  })

  it.each([...files, ['paie.xml', painOf(batchOf([transfer({ account: proxyOf('12') })]), { count: 1 })] as const])(
    'gives its problems as a workbook: %s',
    async (name, text) => {
      const desk = await openTestDesk(server, { pays: false })
      const { awa, path, page } = await draft(desk, name, text)
      expect(page.html).toContain(`href="${path}/problems"`)
      const answer = await fetch(`${desk.url}${path}/problems`, {
        headers: { cookie: [...awa.cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      })
      expect(answer.headers.get('content-disposition')).toContain('problems.xlsx')
      const book = new Uint8Array(await answer.arrayBuffer())
      const again = await draftOf(desk, awa, book, 'again.xlsx')
      expect(again.page.html).toContain('payrun_entry')
      expect(again.page.html).toMatch(/\d rows? ha(?:s a|ve) problem/)
    },
  )
})
