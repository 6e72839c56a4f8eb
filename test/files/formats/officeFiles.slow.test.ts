import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPayoutFile } from '../../../src/files/payroll/payoutFile.ts'
import { type FlatCell, type FlatSheet, flatWorkbook } from '../../harness/flatSheet.ts'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../../harness/libreOffice.ts'
import { saying } from '../../harness/words.ts'
import { checkContent, temporaryFolder } from '../payroll/checkContent.ts'

const names = ['operator', 'Téléphone', 'amount', 'Nouveau numéro']
const payouts = (count: number) =>
  Array.from({ length: count }, (_, at) => [
    'mtn-benin',
    `019700000${at + 1}`,
    { value: String(1500 + at), format: null },
    `019700001${at + 1}`,
  ])
const sheet = (name: string, count: number, more: Partial<FlatSheet> = {}): FlatSheet => ({
  name,
  rows: [names, ...payouts(count)],
  ...more,
})

const row = (phone: FlatCell, amount: FlatCell): FlatCell[] => ['mtn-benin', phone, amount, null]
const withFootnotes: FlatCell[][] = [
  names,
  row('0197000001', {
    pieces: [
      ['150000', null],
      ['1', 'raised'],
    ],
  }),
  row(
    {
      pieces: [
        ['019700000', null],
        ['2', 'raised'],
      ],
    },
    '1500',
  ),
  row('0197000003', {
    pieces: [
      ['1', 'struck'],
      ['90000', null],
    ],
  }),
  row('0197000004', { pieces: [['90000', 'struck']] }),
  row('0197000005', '1500'),
]
const readMe: FlatSheet = { name: 'Lisez-moi', rows: [['Paie des agences']] }

/** Saved as workbooks all at once: LibreOffice takes longer to start than to save one. */
const workbooks: Record<string, FlatSheet[]> = {
  months: [readMe, sheet('Octobre', 1), sheet('Novembre', 2)],
  alone: [readMe, sheet('Paie', 2)],
  column: [sheet('Paie', 2, { hiddenColumns: [1] })],
  footnotes: [{ name: 'Paie', rows: withFootnotes }],
  hidden: [sheet('Paie', 3, { hiddenRows: [2] })],
  'filtered out': [sheet('Paie', 3, { filteredRows: [2] })],
}

describe.skipIf(withoutLibreOffice)(`files that LibreOffice saved${libreOfficeTitle}`, () => {
  const office = withoutLibreOffice ? null : openLibreOffice()
  let folder = ''
  const plain = () => join(folder, 'plain.fods')
  const saved = (name: string) => join(folder, `${name}.xlsx`)
  beforeAll(async () => {
    folder = await temporaryFolder()
    await writeFile(plain(), flatWorkbook([sheet('Paie', 2)]))
    const sources = Object.keys(workbooks).map((name) => join(folder, `${name}.fods`))
    for (const [at, sheets] of Object.values(workbooks).entries()) await writeFile(sources[at]!, flatWorkbook(sheets))
    await office?.convertAll(sources, 'xlsx', folder)
  })
  afterAll(() => office?.close())

  const map = { phone_number: 'Téléphone' }
  const check = async (path: string, options: Parameters<typeof checkContent>[2] = {}) =>
    checkContent(await readFile(path), 'xlsx', { map, ...options })

  it('with two sheets that could be paid are refused until one is named', async () => {
    const path = saved('months')
    expect((await check(path)).result).toMatchObject({
      kind: 'refused',
      message: saying(/"Octobre" \(one row, 1,500 FCFA\), "Novembre" \(2 rows, 3,001 FCFA\)/),
    })
    expect((await check(path, { sheet: 'Novembre' })).result).toMatchObject({ summary: { valid: 2 } })
    expect((await check(saved('alone'))).result).toMatchObject({ summary: { valid: 2 } })
  })

  it('with a hidden column of numbers are refused until somebody says what becomes of it', async () => {
    const path = saved('column')
    expect((await check(path)).result).toMatchObject({ kind: 'refused', message: saying('Téléphone (B)') })
    const paid = await check(path, { hidden: 'pay' })
    expect(paid.rows.map(({ payable }) => payable?.phone)).toEqual(['2290197000001', '2290197000002'])
    const skipped = await check(path, { hidden: 'skip', map: { phone_number: 'Nouveau numéro' } })
    expect(skipped.rows.map(({ payable }) => payable?.phone)).toEqual(['2290197000011', '2290197000012'])
  })

  it('with a footnote or a line through a value have problems in those rows', async () => {
    const { rows } = await check(saved('footnotes'))
    expect(rows.map(({ problems }) => problems.map(({ column }) => column))).toEqual([
      ['amount'],
      ['Téléphone'],
      ['amount'],
      ['amount'],
      [],
    ])
  })

  it.each(['hidden', 'filtered out'])(
    'with rows that are %s are refused until somebody says what becomes of them',
    async (kind) => {
      const path = saved(kind)
      expect((await check(path)).result).toMatchObject({ kind: 'refused', message: saying('(line 3)') })
      expect((await check(path, { hidden: 'pay' })).rows.map(({ line }) => line)).toEqual([2, 3, 4])
      expect((await check(path, { hidden: 'skip' })).rows.map(({ line }) => line)).toEqual([2, 4])
    },
  )

  it.each([
    ['xls', 'old format (.xls)'],
    ['ods', 'OpenDocument spreadsheet (.ods)'],
    ['fods', 'in one XML file (.fods)'],
    ['html', 'web page'],
    ['slk', 'SYLK'],
    ['dif', 'DIF'],
    ['pdf', 'PDF'],
  ])('as .%s are named for what they are, under any name', async (kind, words) => {
    const path = kind === 'fods' ? plain() : await office!.convert(plain(), kind, folder)
    for (const name of [`a.${kind}`, 'a.xlsx', 'a.csv', 'a.xls', 'a']) {
      const renamed = join(folder, `${kind}-${name}`)
      await copyFile(path, renamed)
      const opened = await openPayoutFile({ path: renamed, incomingDir: folder })
      expect([name, opened]).toMatchObject([name, { kind: 'refused', message: saying(words) }])
      if (/^(xls|ods)$/.test(kind)) expect(opened).toMatchObject({ message: saying(/save it as \.xlsx/i) })
    }
  })
})
