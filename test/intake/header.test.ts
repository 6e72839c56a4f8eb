import { describe, expect, test } from 'vitest'
import { addToMap, type ColumnMap } from '../../src/intake/columnMap.ts'
import { checkContent } from './checkContent.ts'

const header = 'operator,phone,amount'
const row = 'mtn-benin,0197000001,1500'
const titles = (count: number) => Array.from({ length: count }, (_, n) => `Title ${n + 1}`)
const lines = (...each: string[]) => `${each.join('\n')}\n`

describe('a title above the names of the columns', () => {
  test('is left out and said; lines stay those of the file', async () => {
    const { rows, columns, result } = await checkContent(lines('Pay, November', '', 'Page 1,,', header, row))
    expect(columns).toEqual(['operator', 'phone', 'amount'])
    expect(rows).toMatchObject([{ line: 5, payable: { phone: '2290197000001' } }])
    expect(result).toMatchObject({
      summary: { rows: 1, valid: 1, notes: [expect.stringContaining('found on line 4')] },
    })
  })
  test('may be of 20 lines, and of more than a chunk of the file', async () => {
    expect((await checkContent(lines(...titles(20), header, row))).rows).toMatchObject([{ line: 22 }])
    expect((await checkContent(lines(...titles(21), header, row))).result).toMatchObject({ kind: 'refused', line: 1 })
    const long = titles(10).map((title) => title + 'x'.repeat(5000))
    expect((await checkContent(lines(...long, header, row))).rows).toMatchObject([{ line: 12 }])
  })
  test('does not hide the delimiter, nor does an amount in it', async () => {
    const content = lines(
      'Paie, novembre, 2026',
      'Total 1,500,000',
      'opérateur;téléphone;montant',
      'mtn-benin;0197000001;1 500,00',
    )
    expect((await checkContent(content)).rows).toMatchObject([{ payable: { amountMinor: 1500n } }])
  })
  test('a file that has none says nothing', async () => {
    expect((await checkContent(lines(header, row))).result).toMatchObject({ summary: { notes: [] } })
  })
  test('a payout above the names is never left out: the file is refused, with its line', async () => {
    const { result } = await checkContent(lines('Title', row, header, 'mtn-benin,0197000002,1500'))
    expect(result).toMatchObject({ kind: 'refused', line: 2, message: expect.stringContaining('line 3') })
  })
  test('nor is one whose operator goes by its brand; what a bank or an account is called is no payout', async () => {
    const lost = await checkContent(lines('Opérateur,Tel,Montant', 'MTN,0197000002,1500', header, row))
    expect(lost.result).toMatchObject({ kind: 'refused', line: 2, message: expect.stringContaining('line 3') })
    const titled = lines('Orange,Paie de novembre', 'MTN,compte,0197000002', 'Compte,0197000002,1500', header, row)
    expect((await checkContent(titled)).result).toMatchObject({ summary: { rows: 1, valid: 1 } })
  })
  test('names are not looked for among rows, where the first line already has them', async () => {
    const { rows } = await checkContent(lines(header, header, row))
    expect(rows.map(({ line }) => line)).toEqual([2, 3])
  })
  test("Excel's sep= says the delimiter, whatever else looks like one", async () => {
    const content = lines(
      'sep=|',
      'Pay;of,November',
      'operator|phone|amount|note',
      'mtn-benin|0197000001|1500|a;b,c;d,e',
    )
    expect((await checkContent(content)).rows).toMatchObject([
      { line: 4, cells: ['mtn-benin', '0197000001', '1500', 'a;b,c;d,e'] },
    ])
  })
})

describe('a column that is not found', () => {
  test.each<[header: string, ...words: string[]]>([
    [
      'operator,N° de téléphone,amount',
      '"N° de téléphone" may be the phone_number: add --map phone_number="N° de téléphone"',
    ],
    ['operator,tel,amount', 'add --map phone_number=tel,'],
    ['operateurs,phone,amount', '"operateurs" may be the operator'],
    ['operator,phone,amuont', '"amuont" may be the amount'],
    ['operator,phone,Montant brut,Montant net', '"Montant net" may be the amount'],
    [
      'Réseau,Mobile,Salaire',
      '"Réseau" may be the operator',
      '"Mobile" may be the phone_number',
      '"Salaire" may be the amount',
    ],
  ])('%s', async (names, ...words) => {
    const { result } = await checkContent(lines(names, row))
    for (const each of words) expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining(each) })
  })
  test('a gross amount is not suggested, and neither is a column that stands for something else', async () => {
    const { result } = await checkContent(lines('operator,phone,Montant brut,numéro', row))
    expect(result).toMatchObject({ message: expect.not.stringContaining('may be the') })
  })
  test('below a title, the line that names most is the one that is told of', async () => {
    const { result } = await checkContent(lines('Pay of November', 'operator,phone,sum', row))
    expect(result).toMatchObject({ kind: 'refused', line: 2, message: expect.stringContaining('operator, phone, sum') })
  })
})

describe('--map', () => {
  const map = (...texts: string[]): ColumnMap =>
    texts.reduce<ColumnMap>((before, text) => {
      const added = addToMap(before, text)
      if (!added.ok) throw new Error(added.message)
      return added.map
    }, {})
  test('a mapped column stands for its field, and the one of its name for nothing', async () => {
    const content = lines('operator,phone,amount,Net à payer', 'mtn-benin,0197000001,9,1500')
    const { rows, columns } = await checkContent(content, 'csv', { map: map('amount=net a payer') })
    expect(columns).toEqual(['operator', 'phone', 'amount', 'Net à payer'])
    expect(rows).toMatchObject([{ payable: { amountMinor: 1500n } }])
  })
  test('problems name the column as the file does', async () => {
    const content = lines('operator,GSM,amount', 'mtn-benin,12,1500')
    const { rows } = await checkContent(content, 'csv', { map: map('phone=GSM') })
    expect(rows).toMatchObject([{ problems: [{ column: 'GSM', code: 'invalid_phone' }] }])
  })
  test.each([
    ['json', '[{"operator":"mtn-benin","GSM":"0197000001","amount":1500}]'],
    ['ndjson', '{"operator":"mtn-benin","GSM":"0197000001","amount":1500}\n'],
  ])('works in %s, and a wrong one is found at its end', async (extension, content) => {
    expect((await checkContent(content, extension, { map: map('phone=gsm') })).rows).toMatchObject([{ payable: {} }])
    const { result } = await checkContent(content, extension, { map: map('phone=gsm', 'name=Nom') })
    expect(result).toMatchObject({
      kind: 'refused',
      fault: 'command',
      message: expect.stringContaining('operator, GSM, amount'),
    })
  })
  test('two columns of the mapped name are refused', async () => {
    const { result } = await checkContent(lines('operator,gsm,GSM,amount', row), 'csv', { map: map('phone=GSM') })
    expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining('both stand for phone_number') })
  })
  test('a report has no column of its own to map', async () => {
    const { result } = await checkContent(lines('operator,phone,amount,status', `${row},x`), 'csv', {
      map: map('name=status'),
    })
    expect(result).toMatchObject({ kind: 'refused', fault: 'command' })
  })
})
