import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { compareTable, tableCopy } from '../../../../src/files/payroll/copy/tableCopy.ts'
import { openPayoutFile, type PayoutFile } from '../../../../src/files/payroll/payoutFile.ts'
import { render } from '../../../../src/words/render.ts'
import { batchOf, painOf, proxyOf, transfer } from '../../formats/pain001Files.ts'

async function opened(folder: string, name: string, text: string): Promise<PayoutFile> {
  const path = join(folder, name)
  await writeFile(path, text)
  const found = await openPayoutFile({ path, incomingDir: folder })
  if (found.kind !== 'opened') throw new Error(`it is ${found.kind}`)
  return found.file
}

/** The table that a file becomes, and on which of its lines some entries are; a refusal is a text. */
async function tableOf(name: string, text: string, entries: number[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'payrun-table-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = await opened(folder, name, text)
  const made = await tableCopy(file, {}, (why) => render(why, 'en'))
  if (made.kind === 'refused') return { text: render(made.message, 'en'), places: null }
  const pieces: Buffer[] = []
  for await (const piece of made.pieces) pieces.push(piece)
  const table = await opened(folder, 'table.csv', Buffer.concat(pieces).toString())
  const places = await compareTable(file, table, {}, new Set(entries))
  return { text: await readFile(table.path, 'utf8'), places: places && Object.fromEntries(places), folder, file }
}

const json = (...rows: unknown[]) => JSON.stringify(rows)

it('has each value as it stands in the file, under its own name, and the number of its entry', async () => {
  const rows = `[
    {"Opérateur": "mtn-benin", "téléphone": "0197000001", "montant": 1500.50, "devise": "XOF", "note": null, "x": {"a": [1, "é"]}},
    {"montant": 007, "téléphone": "+229 01", "Opérateur": " mtn; \\"benin\\" ", "matricule": "00012"},
    {}
  ]`.replace('007', '"007"')
  const { text, places } = await tableOf('paie.json', rows, [1, 3])
  expect(text.split('\n')).toEqual([
    'Opérateur,téléphone,montant,devise,note,x,matricule,payrun_entry',
    'mtn-benin,0197000001,1500.50,XOF,,"{""a"":[1,""é""]}",,1',
    '" mtn; ""benin"" ",+229 01,007,,,,00012,2',
    ',,,,,,,3',
    '',
  ])
  expect(places).toEqual({ 1: 2, 3: 4 })
})

it('knows the lines of entries below one that takes several, and the blank lines of NDJSON', async () => {
  const one = JSON.stringify({
    operator: 'mtn-benin',
    phone_number: '1',
    amount: '5',
    note: 'two\nlines',
    payrun_entry: 'A',
  })
  const { text, places } = await tableOf('paie.ndjson', `${one}\n\n${one}\n`, [1, 3])
  expect(text).toContain('operator,phone_number,amount,note,payrun_entry,payrun_entry_2\n')
  expect(places).toEqual({ 1: 2, 3: 4 })
  expect(text).toContain('lines",A,3\n')
})

it('leaves a row malformed that is so in the file, and says why', async () => {
  const { text, places } = await tableOf(
    'paie.json',
    '[{"operator":"mtn-benin","phone_number":"2290197000001","amount":1,"amount":2}, 7]',
  )
  expect(text).toMatch(/,2,1,.*amount.*\n,,,2,.*object/)
  expect(places).toEqual({})
})

it('has what a report says of its payouts, with which they are not paid again', async () => {
  const row = { operator: 'mtn-benin', phone_number: '2290197000001', amount: '5', name: '=cmd()' }
  const report = json({ ...row, line: 2, status: 'paid', sent_at: '2026-11-01T00:00:00Z', payrun_id: 'aaaaaaaaaa:2' })
  const { text, places } = await tableOf('report.json', report)
  expect(text).toContain(`'=cmd(),2,paid,`)
  expect(text).toContain('aaaaaaaaaa:2')
  expect(places).toEqual({})
})

it('has the payments of a pain.001 file; one without a mobile number lacks it there, too', async () => {
  const mail = proxyOf('awa@example.com', '<Cd>EMAL</Cd>')
  const file = painOf(batchOf([transfer(), transfer({ endToEnd: 'E-2', amount: '7.00', account: mail })]), { count: 2 })
  const { text, places } = await tableOf('paie.xml', file, [2])
  expect(text).toMatch(/^reference,name,operator,phone_number,amount,currency,country,remittance,/)
  expect(text).toContain('E-1,Afiavi Dossou,mtn-benin,+229-0197000001,150000,XOF,')
  expect(text).toMatch(/\nE-2,Afiavi Dossou,mtn-benin,,7\.00,XOF,.*,2\n$/)
  expect(places).toEqual({ 2: 3 })
})

it('is made of no file that was cut, or states other totals', async () => {
  expect((await tableOf('paie.json', '[{"operator":"mtn-benin","phone_number":"1","amount":1},')).text).toContain(
    'cut short',
  )
  expect((await tableOf('paie.xml', painOf(batchOf([transfer()]), { count: 2 }))).places).toBeNull()
})

it('is none where a word of the table would say that somebody is paid, though the file does not', async () => {
  const file = painOf(batchOf([transfer()]), { count: 1 })
  const { folder, file: pain } = await tableOf('paie.xml', file)
  if (!folder || !pain) throw new Error('there is no table')
  const text = (await readFile(join(folder, 'table.csv'), 'utf8')).replace('remittance', 'note')
  const marked = await opened(folder, 'other.csv', text.replace('Salaire novembre', 'déjà payé'))
  expect(await compareTable(pain, marked, {}, new Set())).toBeNull()
})

it.each([
  ['a total', { name: 'TOTAL', amount: 5 }],
  ['a count', { name: 'Nombre de bénéficiaires : 1' }],
  ['a signature', { name: 'Le directeur' }],
  ['a text', 'Le directeur'],
  ['a date', { name: 'Fait à Cotonou, le 30/11/2026' }],
])('has an entry below the payouts that is %s', async (_what, last) => {
  const one = { operator: 'mtn-benin', phone_number: '12', amount: 5, name: 'Awa' }
  for (const entries of [
    [one, last],
    [one, last, last],
    [one, last, one],
  ]) {
    const { places } = await tableOf('paie.json', json(...entries), [1, 2])
    expect(places).toEqual({ 1: 2, 2: 3 })
  }
})

it('is nothing that differs from its file', async () => {
  const { folder, file } = await tableOf('paie.json', json({ operator: 'mtn-benin', phone_number: '1', amount: '5' }))
  if (!folder || !file) throw new Error('there is no table')
  const head = 'operator,phone_number,amount,payrun_entry\n'
  for (const text of ['mtn-benin,1,6,1\n', 'mtn-benin,1,5,2\n', 'mtn-benin,1,5,1\nmtn-benin,1,5,2\n'])
    expect(await compareTable(file, await opened(folder, 'other.csv', head + text), {}, new Set()), text).toBeNull()
  expect(
    await compareTable(file, await opened(folder, 'other.csv', `${head}mtn-benin,1,5,1\n`), {}, new Set()),
  ).not.toBeNull()
})
