import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exitCode } from '../../src/cli/cli.ts'
import { payrun, temporaryFolder } from '../harness/payrun.ts'
import { openedBook, sheetCells } from '../harness/sheetCells.ts'
import { row, workbook } from '../harness/workbook.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const call = (...args: string[]) => payrun(args, { cwd: folder.path })
const callFrench = (...args: string[]) => payrun(args, { cwd: folder.path, env: { LANG: 'fr_FR.UTF-8' } })
const at = (name: string) => join(folder.path, name)
const read = (name: string) => readFileSync(at(name), 'utf8')

/** Every cell of a sheet by its row. */
const cellsOf = (name: string, sheet = 0) => sheetCells(at(name), sheet)

async function partOf(name: string, part: string): Promise<string> {
  const book = await openedBook(at(name))
  const pieces: Buffer[] = []
  for await (const piece of book.zip.read(part)) pieces.push(piece)
  book.zip.close()
  return Buffer.concat(pieces).toString()
}

const header = row(2, ['Réf', 'Opérateur', 'Téléphone', 'Montant', 'Note'])
const book = () =>
  workbook({
    formats: ['0000000000', '#,##0'],
    sheets: [
      {
        name: 'Novembre',
        data:
          row(1, ['Paie de novembre']) +
          header +
          row(3, ['001', 'mtn-benin', '97000001', 1500, '=1+1']) +
          row(4, ['002', 'mtn-benin', '<c s="1"><v>197000002</v></c>', '<c s="2"><v>1500</v></c>', 'ok']) +
          row(5, ['003', 'mtn-bennin', '+229 01 97 00 00 03', null, '<c><f>1+1</f><v>2</v></c>']),
      },
    ],
  })

describe('validate -o problems.xlsx', () => {
  it('writes the workbook back with the wrong cells marked and the reason beside them', async () => {
    writeFileSync(at('pay.xlsx'), await book())
    const ended = await callFrench('validate', 'pay.xlsx', '--sheet', 'Novembre', '-o', 'problems.xlsx')
    expect(ended.code, ended.stderr).toBe(exitCode.refused)
    expect(ended.stdout).toContain('ligne 3, Téléphone (colonne C)\u00a0: «\u00a097000001\u00a0» est un numéro')
    expect(ended.stderr).toContain('À corriger (payrun)')
    const [before, after] = [await cellsOf('pay.xlsx'), await cellsOf('problems.xlsx')]
    expect(after[2]?.[5]).toBe('À corriger (payrun)')
    expect(after[3]?.[5]).toMatch(/^Téléphone\u00a0: «\u00a097000001\u00a0» est un numéro du Bénin/)
    expect(after[4]?.[5]).toBeUndefined()
    expect(after[5]?.[5]).toMatch(/^Opérateur\u00a0: .* Montant\u00a0: Le montant manque/)
    for (const cells of Object.values(after)) delete cells[5]
    expect(after).toEqual(before)
  })

  it('leaves looks, formulas and the order of cells as they are, but for the colour', async () => {
    writeFileSync(at('pay.xlsx'), await book())
    await call('validate', 'pay.xlsx', '-o', 'problems.xlsx')
    const sheet = await partOf('problems.xlsx', 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<c r="C4" s="1"><v>197000002</v></c><c r="D4" s="2"><v>1500</v></c>')
    expect(sheet).toContain('<c r="E5"><f>1+1</f><v>2</v></c><c r="F5"')
    // Three styles, then each in the colour.
    expect(sheet).toMatch(/<c r="C3" t="inlineStr" s="3">/)
    expect(sheet).toContain('<c r="D5" s="3"/>')
    const styles = await partOf('problems.xlsx', 'xl/styles.xml')
    expect(styles.match(/<xf /g)).toHaveLength(12)
    expect(styles).toContain('<fgColor rgb="FFFFC7CF"/>')
    for (const part of ['[Content_Types].xml', 'xl/workbook.xml', '_rels/.rels']) {
      if ((await openedBook(at('pay.xlsx'))).zip.has(part))
        expect(await partOf('problems.xlsx', part)).toBe(await partOf('pay.xlsx', part))
    }
  })

  it('goes in again once it is corrected: the column of reasons is no part of it', async () => {
    writeFileSync(at('pay.xlsx'), await book())
    await call('validate', 'pay.xlsx', '-o', 'problems.xlsx')
    const left = JSON.parse((await call('validate', 'problems.xlsx', '--json')).stdout)
    expect(left.problems).toHaveLength(3)
    const again = await callFrench('validate', 'problems.xlsx', '-o', 'again.xlsx')
    expect(again.code).toBe(exitCode.refused)
    const cells = await cellsOf('again.xlsx')
    expect(cells[2]?.[5]).toBe('À corriger (payrun)')
    expect(Object.keys(cells[2] ?? {})).toHaveLength(6)
  })

  it('takes the reasons and the colour from rows that are right now', async () => {
    writeFileSync(at('pay.xlsx'), await book())
    await call('validate', 'pay.xlsx', '-o', 'one.xlsx')
    await call('validate', 'one.xlsx', '--fix', '-o', 'fixed.xlsx')
    const fixed = await cellsOf('fixed.xlsx')
    expect([fixed[3]?.[2], fixed[3]?.[5]]).toEqual(['+2290197000001', expect.stringContaining('97000001')])
    await call('validate', 'fixed.xlsx', '-o', 'two.xlsx')
    const two = await cellsOf('two.xlsx')
    expect([two[3]?.[5], two[5]?.[5]]).toEqual([undefined, expect.stringContaining('amount is missing')])
    const sheet = await partOf('two.xlsx', 'xl/worksheets/sheet1.xml')
    const styleOf = (name: string) => Number(new RegExp(`<c r="${name}"[^>]* s="(\\d+)"`).exec(sheet)?.[1])
    const looks = [...(await partOf('two.xlsx', 'xl/styles.xml')).matchAll(/<xf [^>]*>/g)].map(([xf]) => xf)
    expect(looks[styleOf('C3')]).not.toMatch(/fillId="[1-9]/)
    expect(looks[styleOf('B5')]).toMatch(/fillId="[1-9]/)
  })

  it('keeps what stands in a column without a name a problem, on this side of the reasons too', async () => {
    const data = row(1, ['operator', 'phone', 'amount']) + row(2, ['mtn-benin', '0197000001', 1, 250])
    writeFileSync(at('shifted.xlsx'), await workbook({ sheets: [{ data }] }))
    await call('validate', 'shifted.xlsx', '-o', 'problems.xlsx')
    expect((await cellsOf('problems.xlsx'))[1]?.[4]).toBe('To fix (payrun)')
    const again = await call('validate', 'problems.xlsx', '--json')
    expect(JSON.parse(again.stdout).problems).toMatchObject([{ line: 2, column: 'D', code: 'malformed' }])
    // As a spreadsheet saves that sheet.
    writeFileSync(at('saved.csv'), 'operator,phone,amount,,To fix (payrun)\nmtn-benin,0197000001,1,250,\n')
    const saved = await call('validate', 'saved.csv', '--json')
    expect(JSON.parse(saved.stdout).problems).toMatchObject([{ line: 2, column: 'D', code: 'malformed' }])
  })

  it('is read as the file is: hidden rows stay left out, the total and what stands below it stay as they are', async () => {
    const data =
      row(1, ['Réf', 'Réseau', 'Tél.', 'Net à payer (FCFA)']) +
      row(2, ['001', 'MTN Bénin', '97000001', 1500]) +
      row(3, ['002', 'mtn-benin', '0197000002', 'abc'], ' hidden="1"') +
      row(4, ['TOTAL', null, null, 1500]) +
      row(6, ['Le directeur'])
    writeFileSync(at('pay.xlsx'), await workbook({ sheets: [{ data }] }))
    const ended = await call('validate', 'pay.xlsx', '--hidden', 'skip', '-o', 'problems.xlsx', '--json')
    expect(JSON.parse(ended.stdout).problems).toMatchObject([{ line: 2, code: 'invalid_phone' }])
    const [before, after] = [await cellsOf('pay.xlsx'), await cellsOf('problems.xlsx')]
    expect(Object.keys(after).filter((line) => after[Number(line)]?.[4] !== undefined)).toEqual(['1', '2'])
    for (const cells of Object.values(after)) delete cells[4]
    expect(after).toEqual(before)
  })

  it('of a CSV file: every cell is text on the row of its line', async () => {
    writeFileSync(
      at('pay.csv'),
      'Paie;;;\n\nref;operator;phone;amount\n007;mtn-benin;97000001;1500\n8;mtn-benin;+229 01 97 00 00 02;10\n',
    )
    const ended = await call('validate', 'pay.csv', '-o', 'problems.xlsx')
    expect(ended.code, ended.stderr).toBe(exitCode.refused)
    expect(await cellsOf('problems.xlsx')).toMatchObject({
      3: { 0: 'ref', 4: 'To fix (payrun)' },
      4: { 0: '007', 2: '97000001', 4: expect.stringContaining('Benin') },
      5: { 0: '8', 2: '+229 01 97 00 00 02' },
    })
    expect(await partOf('problems.xlsx', 'xl/worksheets/sheet1.xml')).not.toContain('<f>')
  })
})

describe('validate -o problems.csv', () => {
  it('adds the column at the end, in the file’s own delimiter, and guards it against spreadsheets', async () => {
    writeFileSync(
      at('pay.csv'),
      'Paie;;;\n\noperator;phone;amount;"a;b"\nmtn-benin;97000001;1500;"x ""y"""\nmtn-benin;0197000002;10;=1+1\n=x;=y;"1\n2";z\n',
    )
    const ended = await callFrench('validate', 'pay.csv', '-o', 'problems.csv', '--json')
    expect(ended.code, ended.stderr).toBe(exitCode.refused)
    expect(JSON.parse(ended.stdout)).toMatchObject({ copy: at('problems.csv'), valid: 1, problems: { length: 4 } })
    const lines = read('problems.csv').split('\n')
    expect(lines.slice(0, 3)).toEqual(['Paie;;;', '', 'operator;phone;amount;"a;b";À corriger (payrun)'])
    expect(lines[3]).toMatch(/^mtn-benin;97000001;1500;"x ""y""";.*Bénin/)
    expect(lines[4]).toBe('mtn-benin;0197000002;10;=1+1;')
    const again = JSON.parse((await call('validate', 'problems.csv', '--json')).stdout)
    expect(again.problems.map(({ line }: { line: number }) => line)).toEqual([4, 6, 6, 6])
  })

  it('leaves a row of too few or too many cells one', async () => {
    writeFileSync(
      at('pay.csv'),
      'operator,phone,amount,note\nmtn-benin,0197000001,1500\nmtn-benin,0197000002,1,250,x\n',
    )
    await call('validate', 'pay.csv', '-o', 'problems.csv')
    const again = JSON.parse((await call('validate', 'problems.csv', '--json')).stdout)
    expect(again.problems).toMatchObject([
      { line: 2, code: 'malformed' },
      { line: 3, code: 'malformed' },
    ])
  })

  it('leaves a row as it is that lacks only the delimiters at the end of the header', async () => {
    writeFileSync(
      at('pay.csv'),
      'operator,phone,amount,,\nmtn-benin,0197000001,1500\nmtn-benin,0197000002,2,,\nmtn-benin,97000003,3\n',
    )
    await call('validate', 'pay.csv', '-o', 'problems.csv')
    const again = JSON.parse((await call('validate', 'problems.csv', '--json')).stdout)
    expect(again).toMatchObject({ rows: 3, valid: 2, problems: [{ line: 4, code: 'invalid_phone' }] })
  })

  it('uses the column of an earlier copy again', async () => {
    writeFileSync(
      at('a.csv'),
      'operator,phone,amount,À corriger (payrun)\nmtn-benin,97000001,1,old words\nmtn-benin,0197000002,1,old words\n',
    )
    await call('validate', 'a.csv', '-o', 'b.csv')
    const lines = read('b.csv').split('\n')
    expect(lines[0]).toBe('operator,phone,amount,To fix (payrun)')
    expect(lines[1]).not.toContain('old words')
    expect(lines[2]).toBe('mtn-benin,0197000002,1,')
  })
})

describe('where no copy is written', () => {
  it('nothing is wrong: exit code 0, and no file', async () => {
    writeFileSync(at('good.csv'), 'operator,phone,amount\nmtn-benin,0197000001,1500\n')
    const ended = await call('validate', 'good.csv', '-o', 'problems.csv')
    expect([ended.code, ended.stderr]).toEqual([exitCode.done, expect.stringContaining('nothing to mark')])
    expect(existsSync(at('problems.csv'))).toBe(false)
  })

  it.each([
    ['JSON', 'pay.json', '[{"operator":"x","phone":"1","amount":1}]', 'problems.xlsx', 2],
    ['an OpenDocument name', 'pay.csv', 'operator,phone,amount\nx,1,1\n', 'problems.ods', 2],
    ['a file that names no columns', 'pay.csv', 'a,b\n1,2\n', 'problems.csv', 3],
  ])('%s', async (_, name, content, output, code) => {
    writeFileSync(at(name), content)
    const ended = await call('validate', name, '-o', output)
    expect(ended.code, ended.stderr).toBe(code)
    expect(existsSync(at(output))).toBe(false)
  })

  it('a workbook as CSV, or over itself', async () => {
    // A zip has the time in it: one that is made anew is another.
    const written = await book()
    writeFileSync(at('pay.xlsx'), written)
    for (const output of ['problems.csv', 'pay.xlsx']) {
      const ended = await call('validate', 'pay.xlsx', '-o', output)
      expect(ended.code, ended.stderr).toBe(exitCode.usage)
    }
    expect(readFileSync(at('pay.xlsx'))).toEqual(written)
  })
})

describe('validate --fix of a workbook', () => {
  it('writes the workbook with the certain fixes, and every other cell as it was', async () => {
    writeFileSync(at('pay.xlsx'), await book())
    const ended = await call('validate', 'pay.xlsx', '--fix', '-o', 'fixed.xlsx', '--json')
    expect(ended.code, ended.stderr).toBe(exitCode.refused)
    expect(JSON.parse(ended.stdout)).toMatchObject({ copy: at('fixed.xlsx'), problems: { length: 2 } })
    const [before, after] = [await cellsOf('pay.xlsx'), await cellsOf('fixed.xlsx')]
    expect(after[3]?.[2]).toBe('+2290197000001')
    before[3]![2] = '+2290197000001'
    expect(after).toEqual(before)
  })

  it('leaves a number that a formula makes', async () => {
    const data =
      row(1, ['operator', 'phone', 'amount']) +
      row(2, ['mtn-benin', '<c t="str"><f>"97"&amp;"000001"</f><v>97000001</v></c>', 1])
    writeFileSync(at('pay.xlsx'), await workbook({ sheets: [{ data }] }))
    const ended = await call('validate', 'pay.xlsx', '--fix', '-o', 'fixed.xlsx')
    expect([ended.code, ended.stdout]).toEqual([3, expect.stringContaining('0 fixed cells')])
    expect(await partOf('fixed.xlsx', 'xl/worksheets/sheet1.xml')).toContain('<f>')
  })

  it('makes a workbook of a CSV file, but not where a row has too many cells', async () => {
    writeFileSync(at('pay.csv'), 'operator,phone,amount\nmtn-benin,97000001,1500\n')
    const ended = await call('validate', 'pay.csv', '--fix', '-o', 'fixed.xlsx')
    expect(ended.code, ended.stderr).toBe(exitCode.done)
    expect((await cellsOf('fixed.xlsx'))[2]).toEqual({ 0: 'mtn-benin', 1: '+2290197000001', 2: '1500' })
  })
})
