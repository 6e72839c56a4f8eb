import { describe, expect, test } from 'vitest'
import { fileColumns } from '../../../../src/app/submit/submission.ts'
import { type CheckedRow, checkFile } from '../../../../src/files/payroll/checkFile.ts'
import { addToMap } from '../../../../src/files/payroll/header/columnMap.ts'
import type { ColumnMap } from '../../../../src/files/payroll/header/columns.ts'
import { payoutFileOf } from '../checkContent.ts'

const good = ['mtn-benin', '0197000001', '1500']

async function read(names: string, cells: string, format: 'csv' | 'json', map: ColumnMap = {}) {
  const heads = ['operator', 'phone', 'amount', ...names.split(',')]
  const rows = cells.split('/').map((row) => [...good, ...row.split(',')])
  const csv = [heads, ...rows].map((row) => row.join(';')).join('\n')
  const json = rows.map((row) => Object.fromEntries(row.map((cell, at) => [heads[at], cell])))
  const file = await payoutFileOf(format === 'csv' ? csv : JSON.stringify(json), format)
  const check = checkFile(file, { map, allowDuplicates: true })
  const rowsRead: CheckedRow[] = []
  for await (const batch of check.batches) rowsRead.push(...batch)
  await file.close()
  const columns = fileColumns(check.layout).filter(({ field }) => field === 'name')
  return {
    columns: columns.map(({ name }) => name),
    names: rowsRead.map(({ payable }) => payable?.name ?? null),
    problems: rowsRead.flatMap(({ problems }) => problems.map(({ column, value }) => ({ column, value }))),
  }
}

test.each([
  ['Prénom,Nom', 'Awa,Diop/,Fall/Ali,/,', 'Prénom + Nom', ['Awa Diop', 'Fall', 'Ali', null]],
  ['NOM,PRENOMS', 'ALI, Bio  Sanni ', 'NOM + PRENOMS', ['ALI Bio  Sanni']],
  ['First Name,Last Name', 'Jane,Wambui', 'First Name + Last Name', ['Jane Wambui']],
  ['Nom de famille,Prénom(s)', 'Ba,Ali', 'Nom de famille + Prénom(s)', ['Ba Ali']],
  ['Surname,Forename,Other names', 'Diop,Awa,Fatou', 'Surname + Forename + Other names', ['Diop Awa Fatou']],
  ['lastName,Middle name,firstName', 'Diop,M,Awa', 'lastName + Middle name + firstName', ['Diop M Awa']],
  ['Name,Surname', 'Awa,Diop', 'Name + Surname', ['Awa Diop']],
  ['Nom du bénéficiaire,Prénom du bénéficiaire', 'Ba,Ali', 'Nom du bénéficiaire + Prénom du bénéficiaire', ['Ba Ali']],
  ['Nom / Surname,Prénom / First name', 'Ba,Ali', 'Nom / Surname + Prénom / First name', ['Ba Ali']],
  ['Name,First name', 'Awa Diop,Awa/Ali,Ali', 'Name + First name', ['Awa Diop', 'Ali Ali']],
  ['Prénom', 'Awa', 'Prénom', ['Awa']],
  ['Nom,Prénom,Nom complet', 'Diop,Awa,Awa F. Diop', 'Nom complet', ['Awa F. Diop']],
  ['Nom et prénoms,Prénom', 'Diop Awa,Awa', 'Nom et prénoms', ['Diop Awa']],
  ['First name,Last name,Beneficiary name', 'Awa,Diop,Mme Diop', 'Beneficiary name', ['Mme Diop']],
  ['Beneficiary name,Staff name', 'Awa,Jane', 'Beneficiary name', ['Awa']],
  ['First name,Last name,Staff name', 'Awa,Ba,Jane', 'First name + Last name', ['Awa Ba']],
  ['Nom,Prénom du conjoint,Nom de jeune fille', 'Diop,Ali,Sow', 'Nom', ['Diop']],
])('%s', async (names, cells, column, sent) => {
  for (const format of ['csv', 'json'] as const)
    expect(await read(names, cells, format)).toEqual({ columns: [column], names: sent, problems: [] })
})

test('a column that a person chose is the name alone', async () => {
  expect(await read('Prénom,Nom', 'Awa,Diop', 'csv', { name: 'Prénom' })).toMatchObject({ names: ['Awa'] })
  expect(addToMap({}, 'prénom=Prénom')).toMatchObject({ ok: false })
})

describe('a problem is that of the cell that has it', () => {
  test.each([
    ['too long together', `Awa,${'x'.repeat(98)}`, 'Nom'],
    ['lost character', 'Aw\ufffd,Diop', 'Prénom'],
    ['an error', 'Awa,#REF!', 'Nom'],
  ])('%s', async (_, cells, column) => {
    expect(await read('Prénom,Nom', cells, 'csv')).toMatchObject({ names: [null], problems: [{ column }] })
  })
})
