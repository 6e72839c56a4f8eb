import { describe, expect, test } from 'vitest'
import { fieldOf, reportColumns } from '../../src/intake/columns.ts'
import { checkContent } from './checkContent.ts'

describe('columns are found by name', () => {
  test.each([
    ['operator', ['operator', 'Operator', 'OPÉRATEUR', 'operateur', 'operator_code', 'Operator-Code', 'operator code']],
    [
      'phone_number',
      ['phone_number', 'phone', 'phoneNumber', 'Phone Number', 'MSISDN', 'téléphone', 'Telephone', 'Numéro', 'numero'],
    ],
    ['amount', ['amount', ' Amount ', 'Montant']],
    ['reference', ['reference', 'Référence', 'id', 'ID', 'payout_id', 'external-id', 'Matricule']],
    ['country', ['country', 'Pays']],
    ['currency', ['currency', 'Devise']],
    ['name', ['name', 'Nom', 'beneficiary', 'Bénéficiaire', 'BENEFICIAIRE']],
  ])('%s', (field, names) => {
    for (const name of names) expect([name, fieldOf(name)]).toEqual([name, field])
  })
  test.each(['', 'operators_list', 'amount due', 'phone2', 'prénom', '__proto__', 'constructor', ...reportColumns])(
    '%j is none of them',
    (name) => {
      expect(fieldOf(name)).toBeNull()
    },
  )
})

const row = 'mtn-benin,0197000001,1500'

test('unknown columns are kept in their place, also two of one name and one without', async () => {
  const { rows, columns } = await checkContent(`site,operator,,phone,amount,site\nA,mtn-benin,B,0197000001,1500,C\n`)
  expect(columns).toEqual(['site', 'operator', '', 'phone', 'amount', 'site'])
  expect(rows).toMatchObject([
    { cells: ['A', 'mtn-benin', 'B', '0197000001', '1500', 'C'], payable: { amountMinor: 1500n } },
  ])
})

test.each([
  ['one is missing', 'operator,montant,tel', 'no column for phone_number; the file has: operator, montant, tel.'],
  ['all are missing', 'a,b', 'no column for operator, phone_number, amount; the file has: a, b.'],
  [
    'there is no header',
    row,
    'no column for operator, phone_number, amount; the file has: mtn-benin, 0197000001, 1500.',
  ],
  ['two stand for one field', 'operator,phone,Téléphone,amount', '"phone" and "Téléphone" both stand for phone_number'],
  ['one comes twice', 'operator,phone,amount,amount', 'two columns "amount"'],
])('%s: the file is refused, with what it has', async (_, header, words) => {
  expect((await checkContent(`${header}\n${row}\n`)).result).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining(words),
  })
})

describe('a report goes in again', () => {
  const header = `operator,phone_number,amount,name,${reportColumns.join(',')}`
  const own = '2,failed,REF,refused,no,1,,'
  test("the report's own columns are left out, and cells guarded against formulas are as they were", async () => {
    const cells = ["'+2290197000001", "'=1+1", "'@x", "'-x", "'\tx", "'quoted", "''=x", "'＝x"]
    const lines = cells.map((name) => `mtn-benin,'+2290197000001,1500,"${name}",${own}`)
    const { rows, columns } = await checkContent([header, ...lines].join('\n'), 'csv', { allowDuplicates: true })
    expect(columns).toEqual(['operator', 'phone_number', 'amount', 'name'])
    const before = ['+2290197000001', '=1+1', '@x', '-x', '\tx', "'quoted", "'=x", '＝x']
    expect(rows.map((each) => each.cells[3])).toEqual(before)
    expect(rows[0]?.payable?.phone).toBe('2290197000001')
  })
  test('a file as wide as it may be has a report that goes in again', async () => {
    const extra = Array.from({ length: 97 }, (_, index) => `note ${index}`)
    const names = ['operator', 'phone_number', 'amount', ...extra, ...reportColumns]
    const values = ['mtn-benin', '0197000001', '1500', ...extra, ...own.split(',')]
    const object = Object.fromEntries(names.map((name, index) => [name, values[index]]))
    const json = JSON.stringify([object])
    for (const [content, extension] of [
      [`${names.join(',')}\n${values.join(',')}\n`, 'csv'],
      [json, 'json'],
    ] as const) {
      const { rows, columns } = await checkContent(content, extension)
      expect(columns).toHaveLength(100)
      expect(rows[0]?.payable).toMatchObject({ phone: '2290197000001' })
    }
    const wider = JSON.stringify([{ ...object, 'one more': 'x' }])
    expect((await checkContent(wider, 'json')).result).toMatchObject({ kind: 'refused' })
  })
  test('in a file that is no report such cells stay as they are', async () => {
    const { rows } = await checkContent(`operator,phone,amount,name,status\nmtn-benin,0197000001,1500,'=1+1,x\n`)
    expect(rows[0]?.cells).toEqual(['mtn-benin', '0197000001', '1500', "'=1+1"])
  })
})
