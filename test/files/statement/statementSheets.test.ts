import { describe, expect, it } from 'vitest'
import { saying } from '../../harness/words.ts'
import { row, workbook } from '../../harness/workbook.ts'
import { linesOf, number, read } from './reading.ts'

const names = row(1, ['Date', 'Référence', 'Téléphone', 'Montant', 'Devise', 'Statut'])
const line = (at: number, reference: string) =>
  row(at, [`2026-11-21T05:${at}:00Z`, reference, number, 1500, 'XOF', 'SUCCESS'])
const page = (name: string, ...lines: string[]) => ({ name, data: names + lines.join('') })
const referencesOf = async (sheets: { name: string; data: string; state?: string }[]) =>
  (await linesOf(await workbook({ sheets }), 's.xlsx')).map(({ reference }) => reference)
const several = (sheets: string) => ({
  kind: 'refused',
  message: saying(`Several sheets of the workbook have lines of a statement: ${sheets}. If they are parts of one`),
})

describe('a statement in a workbook with several sheets', () => {
  const one = page('Page 1', line(12, 'A-1'))

  it.each([
    ['the same columns', page('Page 2', line(12, 'A-2'))],
    ['other columns', { name: 'Page 2', data: row(1, ['reference', 'status']) + row(2, ['A-2', 'SUCCESS']) }],
    ['no names of columns', { name: 'Page 2', data: line(11, 'A-2') + line(12, 'A-3') }],
    [
      'numbers in words',
      {
        name: 'Page 2',
        data: row(1, ['Date', 'Libellé', 'Débit']) + row(2, ['2026-11-21', `Transfert ${number}`, 1500]),
      },
    ],
  ])('is refused where another one has lines, too: %s', async (_what, two) => {
    expect(await read(await workbook({ sheets: [one, two] }), 's.xlsx')).toMatchObject(several('"Page 1", "Page 2"'))
    const chosen = await linesOf(await workbook({ sheets: [one, two] }), 's.xlsx', { sheet: 'page 1' })
    expect(chosen).toMatchObject([{ reference: 'A-1' }])
  })

  it.each([
    ['a cover', row(1, ['Relevé de compte']) + row(2, ['Compte', '2290197000000']) + row(3, ['Période', '01/11/2026'])],
    [
      'a legend of the columns',
      row(1, ['Référence', 'Libellé']) + row(2, ['Montant', 'en francs, sans les 2 décimales']),
    ],
    ['a legend of the states', row(1, ['Statut', 'Libellé']) + row(2, ['SUCCESS', 'Le paiement est effectué'])],
    ['sums of days', row(1, ['Date', 'Nombre', 'Montant', 'Devise']) + row(2, ['21/11/2026', 12, 18000, 'XOF'])],
    ['sums of operators', row(1, ['Opérateur', 'Nombre', 'Montant']) + row(2, ['MTN', 12, 18000])],
    ['the columns and no line', names],
    ['nothing', ''],
  ])('is read where the other one is %s, before or behind it', async (_what, data) => {
    const other = { name: 'Autre', data }
    expect(await referencesOf([one, other])).toEqual(['A-1'])
    expect(await referencesOf([other, one])).toEqual(['A-1'])
  })

  it('is read where the other one is hidden', async () => {
    expect(await referencesOf([one, { ...page('Page 2', line(12, 'A-2')), state: 'hidden' }])).toEqual(['A-1'])
  })

  it('is known by the columns that somebody has named', async () => {
    const of = (name: string) => ({ name, data: row(1, ['Pièce', 'Statut']) + row(2, [`${name}-1`, 'SUCCESS']) })
    const both = await workbook({ sheets: [of('A'), of('B')] })
    expect(await read(both, 's.xlsx', { map: { reference: 'Pièce' } })).toMatchObject(several('"A", "B"'))
  })

  it('names 20 of the sheets', async () => {
    const sheets = Array.from({ length: 30 }, (_, n) => page(`P${n}`, line(12, 'A')))
    expect(await read(await workbook({ sheets }), 's.xlsx')).toMatchObject({ message: saying(/"P19", ….* one/) })
  })
})
