import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { type FlatCell, type FlatFormat, flatWorkbook } from '../../harness/flatSheet.ts'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../../harness/libreOffice.ts'
import { seeded } from '../../properties/seeded.ts'
import { checkContent, temporaryFolder } from '../payroll/checkContent.ts'

const { numRuns, seed = Math.floor(Math.random() * 1_000_000_000) } = seeded(1500)
const office = withoutLibreOffice ? null : openLibreOffice()
afterAll(() => office?.close())

const words = [
  '',
  '',
  '',
  ' FCFA',
  ' F CFA',
  ' €',
  ' k',
  ' USD',
  '000',
  '.00',
  ' XOF',
  '²',
  '-',
  ' M',
  '%',
  ' net',
  '/2',
  ' ',
]
const format: fc.Arbitrary<FlatFormat> = fc.record({
  kind: fc.constantFrom(
    'number',
    'number',
    'number',
    'number',
    'currency',
    'percentage',
    'scientific',
    'fraction',
    'date',
  ),
  before: fc.constantFrom('', '', '', '', '-', '1', 'XOF ', '€', '(', '+', '+229 ', '0', 'K'),
  after: fc.constantFrom(...words),
  sign: fc.constantFrom('€', '$', 'FCFA', 'CFA', 'XOF', 'KSh'),
  decimals: fc.constantFrom(0, 0, 0, 1, 2, 3),
  zeros: fc.constantFrom(0, 1, 1, 5, 10, 13),
  isGrouped: fc.boolean(),
  factor: fc.constantFrom(1, 1, 1, 1, 1, 1000, 1000000),
  inside: fc.constantFrom(
    [],
    [],
    [],
    [2, 4, 6, 8].map((at) => ({ at, text: ' ' })),
    [{ at: 3, text: ' ' }],
    [{ at: 3, text: '0' }],
    [{ at: 2, text: '.' }],
  ),
})
const amount = fc.constantFrom(
  '150',
  '1500',
  '1500.4',
  '1499.6',
  '150000',
  '0.5',
  '1500000',
  '-1500',
  '45000',
  '12',
  '250.25',
  '100.125',
)
const phone = fc.constantFrom('197000001', '2290197000001', '197000002.4', '97000001', '1970000010', '19700000100')
const rowOf = (formats: number) => {
  const chosen = fc.option(fc.nat(formats - 1), { freq: 5 })
  return fc.record({ amount, phone, amountFormat: chosen, phoneFormat: fc.option(fc.nat(formats - 1), { freq: 1 }) })
}

/** The amount that a person reads in francs; null for what is none, or something that a person would ask about. */
function readAmount(shown: string): number | null {
  const bare = shown.replace(/F ?CFA|CFA|XOF/g, '').trim()
  if (!/^\d[\d ,]*(?:\.\d*)?$/.test(bare)) return null
  return Number(bare.replace(/[ ,]/g, ''))
}

/** What a person would dial: the digits, without a dialling code or zeros in front. */
const dialled = (text: string) =>
  /^[+\d][\d ,]*$/.test(text.trim())
    ? text.replace(/\D/g, '').replace(/^0+/, '').replace(/^229/, '').replace(/^0+/, '')
    : null

describe.skipIf(withoutLibreOffice)(`a workbook that LibreOffice wrote${libreOfficeTitle}`, () => {
  it('is paid by what LibreOffice itself shows of each amount and number', async () => {
    if (!office) throw new Error('without LibreOffice there is nothing to show')
    const formats = fc.sample(format, { seed, numRuns: 250 })
    const made = fc.sample(rowOf(formats.length), { seed: seed + 1, numRuns })
    const rows = made.map(({ amountFormat, phoneFormat, ...values }, at): FlatCell[] => [
      'mtn-benin',
      { value: values.phone, format: phoneFormat },
      { value: values.amount, format: amountFormat },
      `EMP-${at}`,
    ])
    const folder = await temporaryFolder()
    const source = join(folder, 'payroll.fods')
    await writeFile(
      source,
      flatWorkbook([{ name: 'Paie', rows: [['operator', 'phone', 'amount', 'reference'], ...rows] }], formats),
    )
    const book = await office.convert(source, 'xlsx', folder)
    // UTF-8, numbers as they are shown, in the notation of en-US.
    const csv = await office.convert(book, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,true', folder)
    const shown = parse(await readFile(csv), { from_line: 2, relax_column_count: true }) as string[][]
    const checked = await checkContent(await readFile(book), 'xlsx')
    expect(checked.rows).toHaveLength(rows.length)
    expect(shown).toHaveLength(rows.length)

    const wrong = checked.rows.flatMap(({ payable }, at) => {
      const [, number = '', sum = ''] = shown[at] ?? []
      const isRight =
        payable === null ||
        (readAmount(sum) === Number(payable.amountMinor) && dialled(number) === payable.phone.replace(/^2290*/, ''))
      return isRight ? [] : [{ paid: payable, number, sum, made: made[at] }]
    })
    expect(wrong, `FC_SEED=${seed}`).toEqual([])
    const paid = checked.rows.filter(({ payable }) => payable !== null).length
    expect(paid).toBeGreaterThan(10)
    expect(paid).toBeLessThan(rows.length / 2)
  })
})
