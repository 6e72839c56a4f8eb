import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../harness/libreOffice.ts'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile } from '../harness/payroll.ts'

const paying = setUpPaying()

describe.skipIf(withoutLibreOffice)(`a file that LibreOffice has saved again${libreOfficeTitle}`, () => {
  const office = withoutLibreOffice ? null : openLibreOffice()
  afterAll(() => office?.close())

  /** Opens a file and saves it, as somebody does who looks into it. */
  async function saved(name: string, to: string, folder = 'saved'): Promise<string> {
    const [path = ''] = await savedAll([name], to, folder)
    return path
  }
  async function savedAll(names: string[], to: string, folder = 'saved'): Promise<string[]> {
    if (!office) throw new Error('without LibreOffice there is nothing to save')
    const into = join(paying.folder, folder)
    mkdirSync(into, { recursive: true })
    const paths = names.map((name) => join(paying.folder, name))
    return office.convertAll(paths, to, into)
  }

  const people = [1, 2, 3, 4, 5, 6]
  const payroll = people.map((n) => `00${n},mtn-benin,${beninNumber(n)},${1000 + n}`)
  const csv = `reference,operator,phone_number,amount\n${payroll.join('\n')}\n`

  /** Every row is told to be paid already, and nobody is paid. */
  async function expectRefused(path: string, ...options: string[]): Promise<void> {
    const before = paying.provider.seen.length
    const ended = await paying.call('run', path, '--json', '--allow-duplicates', ...options)
    const problems: { code: string }[] = JSON.parse(ended.stdout).problems
    expect(problems.map(({ code }) => code)).toEqual(people.map(() => 'reference_in_use'))
    expect(ended.code).toBe(3)
    expect(paying.provider.seen).toHaveLength(before)
  }

  test.each(['csv', 'xlsx'])('a report of payrun, as %s, is not paid again', async (to) => {
    writeFile(paying.folder, 'payroll.csv', csv)
    expect((await paying.call('run', 'payroll.csv', '--report', 'report.csv')).code).toBe(0)
    const table: string[][] = parse(readFileSync(join(paying.folder, 'report.csv'), 'utf8'))
    writeFile(paying.folder, 'bare.csv', stringify(table.map((cells) => cells.slice(0, -1))))
    const [whole = '', bare = ''] = await savedAll(['report.csv', 'bare.csv'], to)
    if (to === 'csv') expect(readFileSync(whole, 'utf8')).toMatch(/^1,mtn-benin/m)
    await expectRefused(whole, '--period', 'another')
    await expectRefused(bare, '--period', 'another')
  })

  test('a French workbook of payrun, saved as a workbook and as CSV, is not paid again', async () => {
    writeFile(paying.folder, 'payroll.csv', csv)
    paying.env['PAYRUN_LANG'] = 'fr'
    expect((await paying.call('run', 'payroll.csv', '--report', 'rapport.xlsx')).code).toBe(0)
    await expectRefused(await saved('rapport.xlsx', 'xlsx'), '--period', 'another')
    await expectRefused(await saved('rapport.xlsx', 'csv'), '--period', 'another')
  })

  test('a payroll whose references lost their zeros is not paid again in its period', async () => {
    writeFile(paying.folder, 'payroll.csv', csv)
    await paying.call('run', 'payroll.csv')
    const ended = await paying.call('run', await saved('payroll.csv', 'csv'), '--json')
    const { problems } = JSON.parse(ended.stdout) as { problems: { code: string; message: string }[] }
    expect(problems.map(({ code }) => code)).toEqual(people.map(() => 'reference_in_use'))
    expect(problems[0]!.message).toContain('"001"')
  })

  test('a workbook without references is the same file, though its bytes are others', async () => {
    writeFile(paying.folder, 'salaires.csv', csv.replace('reference', 'badge').replace(/^00/gm, 'n'))
    const first = await saved('salaires.csv', 'xlsx')
    const ran = await paying.call('run', first, '--json')
    expect(ran.code).toBe(0)
    const { id } = JSON.parse(ran.stdout)
    const again = await saved('saved/salaires.xlsx', 'xlsx', 'twice')
    expect(readFileSync(again).equals(readFileSync(first))).toBe(false)
    const same = `same file was already submitted.*batch ${id}`
    // In another period its rows are told one by one: they have no references, and were paid today.
    for (const [told, ...options] of [[same], [same, '--allow-duplicates'], [`batch ${id}`, '--period', 'another']]) {
      const ended = await paying.call('run', again, ...options)
      expect([options, ended.code, ended.stderr + ended.stdout]).toEqual([options, 3, expect.stringMatching(told!)])
    }
    expect(paying.provider.seen).toHaveLength(people.length)
  })
})
