import { describe, expect, test } from 'vitest'
import { checkCopy } from '../../../../src/files/payroll/copy/fixedCopy.ts'
import type { Row } from '../../../../src/files/payroll/row.ts'
import { findLinesAmong, withoutLines } from '../../../../src/files/payroll/tail/linesAmong.ts'
import { saying } from '../../../harness/words.ts'
import { row, workbook } from '../../../harness/workbook.ts'
import { checkContent, payoutFileOf } from '../checkContent.ts'

const header = 'Matricule;Nom;Primes;Opérateur;Téléphone;Montant'
const paid = (line: number, amount: number) => `E${line};Awa Ba;;mtn-benin;019700${1000 + line};${amount}`
const csvOf = (lines: readonly string[]) => `${[header, ...lines].join('\n')}\n`
const check = (lines: readonly string[], options = {}) => checkContent(csvOf(lines), 'csv', options)
const total = 'TOTAL GENERAL;;;;;6000'
const byDepartment = (first: string, below: readonly string[], heading = 'SERVICE FINANCIER;;;;;') => [
  'DIRECTION;;;;;',
  'DIRECTION DES ETUDES',
  paid(4, 1000),
  paid(5, 2000),
  first,
  heading,
  paid(8, 3000),
  ...below,
]

describe('headings and subtotals among the rows', () => {
  test.each([
    ['Sous-total;;500;;;3000', ['Sous-total;;;;;3 000', total]],
    ['S/TOTAL;;;;;3000', ['S/TOTAL;;;;;3000', total]],
    ['ST;;;;;3000', ['ST;;;;;3000', 'T O T A L;;;;;6000']],
    ['TOTAL DIRECTION;;;;;3000', ['TOTAL FINANCE;;;;;3000', total, 'Fait à Cotonou, le 30/11/2026']],
    ['Sous-total;;;;;3000', ['S/T finances;;;;;3000', 'Total direction;;;;;6000', ';Total;;;;6000']],
    [';Total 1;;;;3000', [';;500;;;6000']],
    ['Sous-total;;;;;3000', ['Arrêté à la somme de 6 000 FCFA']],
  ])('are left out if the total at the end is that of the rows: %s', async (first, below) => {
    const { rows, result } = await check(byDepartment(first, below), { expectCount: 3, expectTotal: '6000' })
    expect(rows.map(({ line }) => line)).toEqual([4, 5, 8])
    expect(result).toMatchObject({ kind: 'checked', summary: { rows: 3, valid: 3, problemCount: 0 } })
    const [note] = result.kind === 'checked' ? result.summary.notes : []
    expect(note).toEqual(saying(/^Lines 2 \("DIRECTION"\), 3 .+, 6 .+, 7 \("SERVICE FINANCIER"\) are not payouts/))
  })
  test('are left out of a workbook, too', async () => {
    const lines = [header, ...byDepartment('S/T;;;;;3000', [total])]
    const data = lines
      .map((line, at) =>
        row(
          at + 1,
          line.split(';').map((cell) => cell || null),
        ),
      )
      .join('')
    const { rows, result } = await checkContent(await workbook({ sheets: [{ data }] }), 'xlsx')
    expect(rows.map(({ line }) => line)).toEqual([4, 5, 8])
    expect(result).toMatchObject({ kind: 'checked', summary: { rows: 3, problemCount: 0 } })
  })
  test('do not hide what is wrong with a row, which counts in the total', async () => {
    const lines = byDepartment('Sous-total;;;;;3000', ['E9;Ali;;mtn-benin;12;500', 'TOTAL;;;;;6500'])
    const { rows, result } = await check(lines)
    expect(rows.map(({ line, problems }) => [line, problems.length])).toEqual([
      [4, 0],
      [5, 0],
      [8, 0],
      [9, 1],
    ])
    expect(result).toMatchObject({ kind: 'checked', summary: { rows: 4, invalid: 1, problemCount: 1 } })
  })
  test.each([
    ['no total follows', byDepartment('Sous-total;;;;;3000', []), [2, 3, 6, 7]],
    ['only that of the last group does', byDepartment('Sous-total;;;;;3000', ['Sous-total;;;;;3000']), [2, 3, 6, 7]],
    ['an amount is unreadable', byDepartment(paid(6, 0).replace(/0$/, '1.500'), [total]), [2, 3, 6, 7]],
    ['the subtotal is another sum', byDepartment('Sous-total;;;;;2000', [total]), [6]],
    ['it has a number or a reference', byDepartment('E6;Total;;;;3000', ['TOTAL;;;;;9000']), [6]],
    ['it has a digit', byDepartment('S/T;;;;;3000', [total], 'SERVICE 2;;;;;'), [7]],
    ['it stands under the amounts', byDepartment('S/T;;;;;3000', [total], ';;;;;FINANCES'), [2, 3, 6, 7]],
    ['it stands under the operators', byDepartment('S/T;;;;;3000', [total], ';;;FINANCES;;'), [7]],
    ['another cell is filled', byDepartment('S/T;;;;;3000', [total], 'Finances;Ali;;;;'), [7]],
    ['no payout is below it', byDepartment('S/T;;;;;3000', [';Ali Sow;;;;', total]), [9]],
  ])('stay problems if %s', async (_, lines, problems) => {
    const { result } = await check(lines)
    expect(result).toMatchObject({ kind: 'checked' })
    const found = result.kind === 'checked' ? result.summary.problems : []
    expect([...new Set(found.map(({ line }) => line))]).toEqual(problems)
  })
  const mixed = [
    ...['À payer par virement bancaire', 'Not to be paid until signed', 'Banque', 'Absents non payés', 'PERÇU'],
    ...['À valider', 'Cash only', 'Retraités', 'À REVOIR', ';Ali Sow', ';SOW ALI', ';Équipe payée'],
    ...['Cotonou', 'Block A', 'Servis', 'Done', 'Through Ecobank', 'Agents fictifs', 'Ghost workers', 'Post office'],
    ...['Communes servies', 'SITES TRAITÉS', 'ECOLES EN GREVE', 'Centre de Parakou OK', 'VILLAGES - TEST', 'Dépôts'],
    ...['Commune de Kétou : fait', 'Commune de Bohicon (autre fichier)', "Communes d'octobre", 'Security deposit'],
    ...[';École Sainte Rita', ';Boutique Awa', ';;Sécurité', ';;Commune de Kétou'],
    ...['Total par chèque;;;;;10', 'Total banque;;;;;10'],
  ]
  const neutral = [
    ...['PERSONNEL NON ENSEIGNANT', 'Department of accounts', ';Service financier', 'Service après-vente'],
    ...['Direction des approvisionnements', 'Parking attendants unit', 'Service des maladies tropicales', 'Agents'],
    ...[
      ';LOGISTIQUE',
      ';Lagos office',
      ';Human Resources',
      ';Équipe de nuit',
      'Chantier Calavi',
      'École Sainte Rita',
      'Commune de Kétou',
      ";Commune d'Abomey-Calavi",
      'CENTRE DE SANTÉ DE CALAVI',
      ';Sécurité',
      'Sous-total à payer;;;;;10',
    ],
    'Total Awa;;;;;10',
  ]
  test('stay problems if they say whether or how to pay, or may be a person', async () => {
    const lines = [...mixed, ...neutral].flatMap((each, at) => [paid(2 * at + 2, 10), each])
    const { result } = await check([...lines, paid(99, 10), `TOTAL;;;;;${10 * (mixed.length + neutral.length + 1)}`])
    const problems = result.kind === 'checked' ? result.summary.problems : []
    expect([...new Set(problems.map(({ line }) => lines[line - 2]))]).toEqual(mixed)
  })
  test.each([
    [
      'a subtotal',
      byDepartment('S/T;;;;;2000', [total]),
      /^Lines 2 .+They were left out/,
      [6],
      /subtotal is 2,000, .+3,000/,
    ],
    [
      'the last subtotal',
      byDepartment('S/T;;;;;3000', ['S/T;;;;;2000', total]),
      /7 .+are left out/,
      [],
      /Line 9 .+3,000/,
    ],
    ['the total', byDepartment('S/T;;;;;3000', ['TOTAL;;;;;7000']), /7 .+are left out/, [], /Line 9 .+6,000/],
    ['no total', byDepartment('S/T;;;;;3000', []), /^Lines 2 .+can stay if/, [2, 3, 6, 7], null],
  ])('are told of truly if %s is wrong', async (_, lines, note, problems, said) => {
    const { result } = await check(lines)
    const { summary } = result
    expect(summary?.notes[0]).toEqual(saying(note))
    expect([...new Set(summary?.problems.map(({ line }) => line))]).toEqual(problems)
    expect(summary?.rows).toBe(3 + problems.length)
    const message = result.kind === 'refused' ? result.message : summary?.problems[0]?.message
    if (said) expect(message).toEqual(saying(said))
    if (result.kind !== 'refused') return
    // A person says that it is wrong.
    expect((await check(lines, { toldTotals: true })).result).toMatchObject({ kind: 'checked', summary: { rows: 3 } })
  })
  test('stay problems of a file with several currencies', async () => {
    const kenya = 'E9;Jane;;momo-kenya;0712345678;10'
    expect((await check(byDepartment('S/T;;;;;3000', [kenya, 'TOTAL;;;;;6010']))).rows).toHaveLength(8)
  })
  test.each([
    [1_000, []],
    [1_001, [3]],
  ])('stay problems if there are more than any list has: %d', async (many, kept) => {
    const services = Array.from({ length: many }, () => 'SERVICE;;;;;')
    const file = await payoutFileOf(csvOf([paid(2, 100), ...services, paid(3, 100), 'TOTAL;;;;;200']))
    const heading: Row = { line: 3, cells: [], aside: { kind: 'heading', line: 3, label: 'SERVICE' } }
    expect(withoutLines([heading], await findLinesAmong(file, {})).map(({ line }) => line)).toEqual(kept)
  })
  test('are in a copy as they are in the file', async () => {
    const [before, after] = [paid(4, 1000), paid(4, 1000).replace('01970', '+22901970')]
    const lines = byDepartment('S/T;;;;;3000', [total])
    const [file, copy] = await Promise.all(
      [lines, lines.map((line) => (line === before ? after : line))].map((each) => payoutFileOf(csvOf(each))),
    )
    if (!file || !copy) throw new Error('two files')
    expect(await checkCopy(file, copy, {})).toMatchObject({ isFaithful: true, result: { summary: { rows: 3 } } })
    expect(await checkCopy(file, await payoutFileOf(csvOf(lines.toSpliced(5, 1, ''))), {})).toMatchObject({
      isFaithful: false,
    })
  })
})

describe('sums without a label', () => {
  const rows = [paid(2, 1000), paid(3, 2000)]
  test.each([';;;;;3000', ';;500;;;3 000 FCFA', ';;;;;3000\nLe Directeur'])(
    'are the total if they agree: %j',
    async (below) => {
      const checked = await checkContent(csvOf([...rows, below]).trimEnd())
      expect(checked.rows.map(({ line }) => line)).toEqual([2, 3])
      expect(checked.result).toMatchObject({ kind: 'checked', summary: { rows: 2, problemCount: 0 } })
      const notes = checked.result.kind === 'checked' ? checked.result.summary.notes : []
      expect(notes[0]).toEqual(saying(/^Line 4 is the total of the file: 3,000/))
    },
  )
  test.each([
    ['another sum', [...rows, ';;;;;3001']],
    ['a number of its own', [...rows, '3;;;;;3000']],
    ['a name', [...rows, ';Ali;;;;3000']],
    ['rows below it', [...rows, ';;;;;3000', paid(5, 10)]],
    ['a single row above it', [paid(2, 1000), ';;;;;1000']],
  ])('are a row if there is %s', async (_, lines) => {
    const { result } = await check(lines)
    expect(result).toMatchObject({ kind: 'checked', summary: { rows: lines.length, invalid: 1 } })
  })
})
