import { describe, expect, it } from 'vitest'
import { english } from '../../harness/words.ts'
import { row, workbook } from '../../harness/workbook.ts'
import { checkContent } from './checkContent.ts'

/** As `hr_payroll` of Odoo 18 writes it: numbers with one decimal, and the currency's sign behind the amount. */
const odoo = [
  'Sequence,Payment Date,Report Date,Payslip Period,Employee name,Bank account,BIC,Amount to pay',
  '1,11/30/2026,11/28/2026,11/01/2026 - 11/30/2026,Afiavi Dossou,+229 01 97 00 00 01,mtn-benin,150000.0CFA',
  '2,11/30/2026,11/28/2026,11/01/2026 - 11/30/2026,Yao Kouassi,+225 0504009905,mtn-ci,102500.0CFA',
].join('\n')

/** As the report "Bank Remittance" of ERPNext's payroll has its columns. */
const erpnext = [
  'Payroll Number,Debit A/C Number,Payment Date,Employee Name,Bank Name,Employee A/C Number,Currency,Net Salary Amount',
  'HR-PRUN-2026-00012,0011,30-11-2026,Afiavi Dossou,MTN MoMo,+2290197000001,XOF,150000.00',
  'HR-PRUN-2026-00012,0011,30-11-2026,Yao Kouassi,MTN,+2250504009905,XOF,102500.00',
].join('\n')

/** As pawaPay's documentation has the columns of a batch of disbursements. */
const pawapay = [
  'Country,Telco,Currency,MSISDN,Amount,Description',
  'Benin,MTN,XOF,2290197000001,150000,Salaire novembre',
].join('\n')

const paid = (rows: Awaited<ReturnType<typeof checkContent>>['rows']) =>
  rows.map(({ payable }) => payable && [payable.operator, payable.phone, payable.amountMinor, payable.name])

describe('a file that another program exports is read by its headings', () => {
  it.each([
    [
      "Odoo's payment report",
      odoo,
      'Odoo',
      [
        ['mtn-benin', '2290197000001', 150_000n, 'Afiavi Dossou'],
        ['mtn-ci', '2250504009905', 102_500n, 'Yao Kouassi'],
      ],
    ],
    [
      "ERPNext's bank remittance",
      erpnext,
      'ERPNext',
      [
        ['mtn-benin', '2290197000001', 150_000n, 'Afiavi Dossou'],
        ['mtn-ci', '2250504009905', 102_500n, 'Yao Kouassi'],
      ],
    ],
  ])('%s', async (_what, text, name, expected) => {
    const { rows, result } = await checkContent(text, 'csv')
    expect(rows.flatMap(({ problems }) => problems.map(({ message }) => english(message)))).toEqual([])
    expect(paid(rows)).toEqual(expected)
    if (result.kind !== 'checked') throw new Error(result.kind)
    expect(result.summary.notes.map(english).join()).toContain(`as ${name} exports it: `)
  })

  it("pawaPay's batch of disbursements, whose names are those of anybody", async () => {
    const { rows } = await checkContent(pawapay, 'csv')
    expect(paid(rows)).toEqual([['mtn-benin', '2290197000001', 150_000n, null]])
  })

  it('below a title, in any order, and in a workbook beside a read-me', async () => {
    const titled = `Payroll November;;;;;;;\n${odoo.replaceAll(',', ';')}`
    expect(paid((await checkContent(titled, 'csv')).rows)).toHaveLength(2)
    const turned = odoo
      .split('\n')
      .map((line) => line.split(',').reverse().join(','))
      .join('\n')
    expect(paid((await checkContent(turned, 'csv')).rows)[0]).toEqual([
      'mtn-benin',
      '2290197000001',
      150_000n,
      'Afiavi Dossou',
    ])
    const cells = odoo.split('\n').map((line) => line.split(','))
    const content = await workbook({
      sheets: [
        { name: 'Read me', data: row(1, ['How to']) },
        { name: 'Export', data: cells.map((line, at) => row(at + 1, line)).join('') },
      ],
    })
    expect(paid((await checkContent(content, 'xlsx')).rows)).toHaveLength(2)
  })

  it('unless it names itself what a payout needs', async () => {
    const own = odoo
      .split('\n')
      .map((line, at) => `${line},${['Operator,Phone', 'moov-benin,0195000001', 'moov-benin,0195000002'][at]}`)
      .join('\n')
    const { rows, result } = await checkContent(`${own}\n`, 'csv')
    expect(paid(rows).map((each) => each?.slice(0, 2))).toEqual([
      ['moov-benin', '2290195000001'],
      ['moov-benin', '2290195000002'],
    ])
    expect(result.kind === 'checked' && result.summary.notes).toEqual([])
  })

  it('with what --map says before it', async () => {
    const text = odoo.replace('Sequence', 'Wallet').replace('\n1,', '\n0197000009,').replace('\n2,', '\n0504009909,')
    const { rows } = await checkContent(text, 'csv', { map: { phone_number: 'Wallet' } })
    expect(paid(rows).map((each) => each?.[1])).toEqual(['2290197000009', '2250504009909'])
  })
})

describe('what is no such export', () => {
  it('lacks a heading: the file is refused as any other', async () => {
    const { result } = await checkContent(odoo.replaceAll(/,BIC|,mtn-benin|,mtn-ci/g, ''), 'csv')
    if (result.kind !== 'refused') throw new Error(result.kind)
    expect(english(result.message)).toContain('There is no column for the operator')
  })

  it('has an account where a number should be: a problem of its row', async () => {
    const { rows } = await checkContent(erpnext.replace('MTN MoMo,+2290197000001', 'mtn-benin,141000123456'), 'csv')
    expect(rows.map(({ payable }) => payable === null)).toEqual([true, false])
    expect(rows[0]?.problems).toMatchObject([{ line: 2, column: 'Employee A/C Number' }])
  })
})
