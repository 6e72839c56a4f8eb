import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../harness/libreOffice.ts'
import { payrun, temporaryFolder } from '../harness/payrun.ts'

const source = [
  'Paie de novembre;;;;',
  'Matricule;Opérateur;Téléphone;Montant;Nom',
  '001;mtn-benin;97000001;1500;Awa',
  '002;mtn-benin;0197000002;abc;Koffi',
  '003;mtn-benin;+229 01 97 00 00 03;1500;"Ama; née ""Sossou"""',
  '004;mtn-bennin;0197000004;1500;=1+1',
  '005;mtn-benin;0197000005;2 500;Ana',
  '',
].join('\n')

describe.skipIf(withoutLibreOffice)(`copies with their problems in LibreOffice${libreOfficeTitle}`, () => {
  const office = withoutLibreOffice ? null : openLibreOffice()
  const folder = temporaryFolder()
  afterAll(() => {
    office?.close()
    folder.remove()
  })
  const at = (name: string) => join(folder.path, name)
  const call = (...args: string[]) => payrun(args, { cwd: folder.path })
  async function converted(names: string[], to: string, more: string[] = []): Promise<string[]> {
    if (!office) throw new Error('without LibreOffice there is nothing to convert')
    return office.convertAll(names.map(at), to, folder.path, more)
  }
  const asText = ['--infilter=CSV:59,34,76,1,1/2/2/2/3/2/4/2/5/2']
  const toCsv = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,1036,false,true,false'
  /** The lines of each, as LibreOffice shows them. */
  const shown = async (...names: string[]): Promise<string[][]> => {
    const made = await converted(names, toCsv)
    return made.map((path) => readFileSync(path, 'utf8').split('\n'))
  }
  beforeAll(async () => {
    writeFileSync(at('text.csv'), source)
    await converted(['text.csv'], 'xlsx', asText)
  })

  test('LibreOffice shows the file as it was, with one column more; corrected and saved, it goes in again', async () => {
    const written = await call('validate', 'text.xlsx', '-o', 'problems.xlsx', '--json')
    expect(written.code, written.stderr).toBe(3)
    const [before = [], after = []] = await shown('text.xlsx', 'problems.xlsx')
    expect(after.map((line) => line.split(';').slice(0, 4).join(';'))).toEqual(
      before.map((line) => line.split(';').slice(0, 4).join(';')),
    )
    expect(after[1]).toMatch(/;To fix \(payrun\)$/)
    expect(after[4]).toMatch(/^003;mtn-benin;\+229 01 97 00 00 03;1500;.*;$/)
    expect(after[5]).toMatch(/^004;mtn-bennin;.*=1\+1;"?Opérateur: There is no operator/)

    // What people do: they correct the cells, save, and leave the reasons where they are.
    const corrected = after
      .join('\n')
      .replace(';97000001;', ';0197000001;')
      .replace(';abc;', ';1500;')
      .replace('bennin', 'benin')
    writeFileSync(at('corrected.csv'), corrected)
    await converted(['corrected.csv'], 'xlsx', asText)
    const good = await call('validate', 'corrected.xlsx', '--json')
    expect([good.code, JSON.parse(good.stdout)]).toMatchObject([0, { rows: 5, valid: 5, totals: { XOF: '8500' } }])
    expect(await call('validate', 'corrected.csv', '--json')).toMatchObject({ code: 0 })
  })

  test('saved by LibreOffice as it is, it has the same problems, and a second copy has one column of reasons', async () => {
    writeFileSync(at('source.csv'), source)
    const first = JSON.parse((await call('validate', 'source.csv', '-o', 'table.xlsx', '--json')).stdout)
    await converted(['table.xlsx'], 'ods')
    await converted(['table.ods'], 'xlsx')
    const again = JSON.parse((await call('validate', 'table.xlsx', '-o', 'second.xlsx', '--json')).stdout)
    expect(again.problems).toEqual(first.problems)
    const [second = []] = await shown('second.xlsx')
    expect(second[1]).toBe('Matricule;Opérateur;Téléphone;Montant;Nom;To fix (payrun)')
  })

  test('a fixed workbook has the fixed number as text, and everything else as it was', async () => {
    const fixed = await call('validate', 'text.xlsx', '--fix', '-o', 'fixed.xlsx', '--json')
    expect(JSON.parse(fixed.stdout)).toMatchObject({ valid: 3 })
    const [before = [], after = []] = await shown('text.xlsx', 'fixed.xlsx')
    expect(after).toEqual(before.map((line) => line.replace(';97000001;', ';+2290197000001;')))
  })
})
