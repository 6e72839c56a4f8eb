import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { payrun, temporaryFolder } from '../harness/payrun.ts'
import { row, workbook } from '../harness/workbook.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const call = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  payrun(args, { cwd: folder.path, env: { PAYRUN_HOME: join(folder.path, 'home'), ...env } })

const header = row(1, ['reference', 'operator', 'phone', 'amount', 'note'])

async function writeBook(name: string): Promise<void> {
  const november =
    header +
    row(2, ['EMP-1', 'mtn-benin', 2290197000001, 150000, '=1+1']) +
    row(3, ['EMP-2', 'momo-kenya', 254711000002, 1250.5]) +
    row(5, ['EMP-3', 'mtn-benin', 2290197009901, 88000])
  const december = header + row(2, ['EMP-1', 'mtn-bennin', '2.29E+11', 1500.25])
  await writeFile(
    join(folder.path, name),
    await workbook({
      sheets: [
        { name: 'November', data: november },
        { name: 'December', data: december },
      ],
    }),
  )
}

describe('a workbook from the command line', () => {
  it('is checked, paid and reported as a workbook, and the report goes in again', async () => {
    await writeBook('payroll.xlsx')
    const paid = await call([
      'run',
      'payroll.xlsx',
      '--sheet',
      'november',
      '--sandbox',
      '--report',
      'paid.xlsx',
      '--json',
    ])
    expect([paid.code, paid.stderr]).toEqual([4, expect.stringContaining('Only "November" was read')])
    expect(JSON.parse(paid.stdout)).toMatchObject({
      counts: { paid: 2, failed: 1 },
      sums: { paid: { XOF: '150000', KES: '1250.50' } },
    })
    expect((await stat(join(folder.path, 'paid.xlsx'))).mode & 0o777).toBe(0o600)
    const again = await call(['validate', 'paid.xlsx', '--json'])
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([
      0,
      { rows: 3, valid: 3, totals: { XOF: '238000', KES: '1250.50' }, problems: [] },
    ])
    const twice = await call(['run', 'payroll.xlsx', '--sheet', 'November', '--sandbox'])
    expect([twice.code, twice.stderr]).toEqual([3, expect.stringContaining('already submitted')])
  })

  it('may be read at another sheet; its problems name the rows as the sheet numbers them', async () => {
    await writeBook('other.xlsx')
    const checked = await call(['validate', 'other.xlsx', '--sheet', 'december', '--json'])
    expect(checked.code).toBe(3)
    expect(JSON.parse(checked.stdout).problems).toMatchObject([
      { line: 2, column: 'operator', code: 'unknown_operator' },
      { line: 2, column: 'phone', code: 'invalid_phone' },
    ])
    const wrong = await call(['validate', 'other.xlsx', '--sheet', 'May'])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"November", "December"')])
  })

  it('speaks French where payrun does', async () => {
    const report = await call(['report', 'last', '-o', 'payes.xlsx'], { PAYRUN_LANG: 'fr' })
    expect(report.code).toBe(0)
    const again = await call(['validate', 'payes.xlsx', '--json'])
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { rows: 3, valid: 3 }])
  })
})

describe('payrun template', () => {
  it('writes a CSV file or a workbook, in French or English, for the countries that were asked for', async () => {
    const csv = await call(['template', '--lang', 'fr'])
    expect([csv.code, csv.stdout]).toEqual([0, '\ufeffréférence;nom;pays;opérateur;téléphone;montant;devise\r\n'])
    const book = await call(['template', '--country', 'Bénin', '--country', 'TG', '-o', 'payouts.xlsx', '--json'])
    expect([book.code, JSON.parse(book.stdout)]).toMatchObject([
      0,
      {
        format: 'xlsx',
        operators: ['mtn-benin', 'moov-benin', 't-money-togo'],
        file: join(folder.path, 'payouts.xlsx'),
      },
    ])
    const empty = await call(['validate', 'payouts.xlsx'])
    expect([empty.code, empty.stderr]).toEqual([3, expect.stringContaining('has no rows')])
  })

  it('says what is wrong with a country or a place', async () => {
    const nowhere = await call(['template', '--country', 'France'])
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('Benin (BJ)')])
    const noFolder = await call(['template', '-o', 'missing/a.csv'])
    expect([noFolder.code, noFolder.stderr]).toEqual([2, expect.stringContaining('does not exist')])
    const noFile = await call(['template', '--format', 'xlsx', '--json'])
    expect([noFile.code, JSON.parse(noFile.stdout)]).toEqual([2, { error: expect.stringContaining('-o payouts.xlsx') }])
  })
})
