import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
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

describe.skipIf(withoutLibreOffice)(`files that LibreOffice saved${libreOfficeTitle}`, () => {
  const office = withoutLibreOffice ? null : openLibreOffice()
  let folder = ''
  beforeAll(async () => {
    folder = await temporaryFolder()
  })
  afterAll(() => office?.close())

  /** Saves sheets as LibreOffice does, in a folder of their own. */
  async function saved(name: string, sheets: readonly FlatSheet[], to = 'xlsx'): Promise<string> {
    if (!office) throw new Error('without LibreOffice there is nothing to save')
    const into = join(folder, name)
    await mkdir(into)
    const source = join(into, `${name}.fods`)
    await writeFile(source, flatWorkbook(sheets))
    return office.convert(source, to, into)
  }
  const map = { phone_number: 'Téléphone' }
  const check = async (path: string, options: Parameters<typeof checkContent>[2] = {}) =>
    checkContent(await readFile(path), 'xlsx', { map, ...options })

  it('with two sheets that could be paid are refused until one is named', async () => {
    const path = await saved('months', [
      { name: 'Lisez-moi', rows: [['Paie des agences']] },
      sheet('Octobre', 1),
      sheet('Novembre', 2),
    ])
    expect((await check(path)).result).toMatchObject({
      kind: 'refused',
      message: saying(/"Octobre" \(one row, 1,500 FCFA\), "Novembre" \(2 rows, 3,001 FCFA\)/),
    })
    expect((await check(path, { sheet: 'Novembre' })).result).toMatchObject({ summary: { valid: 2 } })
    const alone = await saved('alone', [{ name: 'Lisez-moi', rows: [['Paie des agences']] }, sheet('Paie', 2)])
    expect((await check(alone)).result).toMatchObject({ summary: { valid: 2 } })
  })

  it('with a hidden column of numbers are refused until somebody says what becomes of it', async () => {
    const path = await saved('column', [sheet('Paie', 2, { hiddenColumns: [1] })])
    expect((await check(path)).result).toMatchObject({ kind: 'refused', message: saying('Téléphone (B)') })
    const paid = await check(path, { hidden: 'pay' })
    expect(paid.rows.map(({ payable }) => payable?.phone)).toEqual(['2290197000001', '2290197000002'])
    const skipped = await check(path, { hidden: 'skip', map: { phone_number: 'Nouveau numéro' } })
    expect(skipped.rows.map(({ payable }) => payable?.phone)).toEqual(['2290197000011', '2290197000012'])
  })

  it('with a footnote or a line through a value have problems in those rows', async () => {
    const row = (phone: FlatCell, amount: FlatCell): FlatCell[] => ['mtn-benin', phone, amount, null]
    const path = await saved('footnotes', [
      {
        name: 'Paie',
        rows: [
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
        ],
      },
    ])
    const { rows } = await check(path)
    expect(rows.map(({ problems }) => problems.map(({ column }) => column))).toEqual([
      ['amount'],
      ['Téléphone'],
      ['amount'],
      ['amount'],
      [],
    ])
  })

  it.each([
    ['hidden', { hiddenRows: [2] }],
    ['filtered out', { filteredRows: [2] }],
  ])('with rows that are %s are refused until somebody says what becomes of them', async (kind, more) => {
    const path = await saved(kind.replace(' ', '-'), [sheet('Paie', 3, more)])
    expect((await check(path)).result).toMatchObject({ kind: 'refused', message: saying('(line 3)') })
    expect((await check(path, { hidden: 'pay' })).rows.map(({ line }) => line)).toEqual([2, 3, 4])
    expect((await check(path, { hidden: 'skip' })).rows.map(({ line }) => line)).toEqual([2, 4])
  })

  it.each([
    ['xls', 'old format (.xls)'],
    ['ods', 'OpenDocument spreadsheet (.ods)'],
    ['fods', 'in one XML file (.fods)'],
    ['html', 'web page'],
    ['slk', 'SYLK'],
    ['dif', 'DIF'],
    ['pdf', 'PDF'],
  ])('as .%s are named for what they are, under any name', async (kind, words) => {
    const path = kind === 'fods' ? join(folder, 'fods', 'fods.fods') : await saved(kind, [sheet('Paie', 2)], kind)
    if (kind === 'fods') {
      await mkdir(join(folder, 'fods'))
      await writeFile(path, flatWorkbook([sheet('Paie', 2)]))
    }
    for (const name of [`a.${kind}`, 'a.xlsx', 'a.csv', 'a.xls', 'a']) {
      const renamed = join(folder, `${kind}-${name}`)
      await copyFile(path, renamed)
      const opened = await openPayoutFile({ path: renamed, incomingDir: folder })
      expect([name, opened]).toMatchObject([name, { kind: 'refused', message: saying(words) }])
    }
  })
})
