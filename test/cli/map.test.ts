import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exitCode } from '../../src/cli/cli.ts'
import { setUpPaying } from '../harness/paying.ts'
import { writeFile } from '../harness/payroll.ts'

const paying = setUpPaying()

describe('--map', () => {
  const content = 'Paie de novembre;;\n\nopérateur;Mobile money;Salaire du mois\nmtn-benin;0197000001;1500\n'
  const maps = ['--map', 'phone=Mobile money', '--map', 'montant=SALAIRE_DU_MOIS']

  it('says which column stands for which field, and the note says where the names were found', async () => {
    writeFile(paying.folder, 'paie.csv', content)
    const without = await paying.call('validate', 'paie.csv')
    expect(without.code).toBe(exitCode.refused)
    expect(without.stderr).toContain('--map phone_number="Mobile money"')
    expect(without.stderr).toContain('--map amount="Salaire du mois"')
    const ended = await paying.call('validate', 'paie.csv', ...maps, '--json')
    expect(ended.code, ended.stderr).toBe(exitCode.done)
    expect(JSON.parse(ended.stdout)).toMatchObject({
      valid: 1,
      totals: { XOF: '1500' },
      notes: [expect.stringContaining('line 3')],
    })
  })

  it.each([
    ['a column that is not there', ['--map', 'phone=Tel'], 'the file has: opérateur, Mobile money, Salaire du mois'],
    ['a field that is none', ['--map', 'solde=Mobile money'], 'the fields are operator, phone_number'],
    ['no column', ['--map', 'phone'], 'an equals sign'],
    ['one field twice', ['--map', 'phone=a', '--map', 'msisdn=b'], 'mapped twice'],
    ['one column twice', ['--map', 'phone=a', '--map', 'amount=A'], 'mapped twice'],
  ])('is a usage error with %s', async (_, args, words) => {
    writeFile(paying.folder, 'paie.csv', content)
    const ended = await paying.call('validate', 'paie.csv', ...args)
    expect(ended.code).toBe(exitCode.usage)
    expect(ended.stderr).toContain(words)
  })

  it('holds for run, and the report has the columns as the file names them', async () => {
    writeFile(paying.folder, 'paie.csv', content)
    const ended = await paying.call('run', 'paie.csv', ...maps, '--report', 'paid.csv')
    expect(ended.code, ended.stderr).toBe(exitCode.done)
    expect(ended.stderr).toContain('found on line 3')
    const [names, row] = readFileSync(join(paying.folder, 'paid.csv'), 'utf8').split('\n')
    expect(names).toMatch(/^opérateur,Mobile money,Salaire du mois,line,status,/)
    expect(row).toMatch(/^mtn-benin,0197000001,1500,4,paid,/)
    const wrong = await paying.call('submit', 'paie.csv', '--map', 'phone=Tel')
    expect(wrong.code).toBe(exitCode.usage)
  })
})
