import { describe, expect, test } from 'vitest'
import { addColumn, noColumns } from '../../../../src/files/payroll/header/columns.ts'
import type { Refused, Row } from '../../../../src/files/payroll/row.ts'
import { createLeftOut, setAsideTail } from '../../../../src/files/payroll/tail/tail.ts'
import { saying } from '../../../harness/words.ts'
import { checkContent } from '../checkContent.ts'

describe('rows of a template that nobody filled in', () => {
  const numbered = (...below: string[]) =>
    checkContent(
      ['N° ordre;Heures;Nom;Opérateur;Téléphone;Montant', '1;8;Awa;mtn-benin;0197000001;1500', ...below].join('\n'),
    )
  test('and repeated names of the columns are left out and said, wherever they are', async () => {
    const names = 'N° ordre;Heures;Nom;Opérateur;Téléphone;Montant'
    const checked = await numbered(
      '2;;;;;',
      names,
      '3;7;Ali;moov-benin;0195000002;500',
      '4;;;;;0',
      '5;0,00;;;;-',
      'TOTAL;;;;;2000',
    )
    expect(checked.rows.map(({ line }) => line)).toEqual([2, 5])
    expect(checked.result).toMatchObject({
      kind: 'checked',
      summary: {
        valid: 2,
        problemCount: 0,
        notes: [saying(/Lines 3, 6–7 have/), saying(/Line 4 repeats/), saying('total')],
      },
    })
  })
  test('are not if anything else is in them, or nothing else in the file', async () => {
    for (const row of ['2;;Ali;;;', '2;;;mtn-benin;;', '2;;;;0195000002;', '2;;;;;1500', '2;7;;;;'])
      expect((await numbered(row)).rows[1]?.problems.length).toBeGreaterThan(0)
    const none = await checkContent('N°;Opérateur;Téléphone;Montant\n1;;;\n2;;;\n')
    expect(none.result).toMatchObject({ kind: 'refused', message: saying('nothing to pay') })
  })
  test('may be many: the note stays short', () => {
    const columns = noColumns()
    for (const name of ['N°', 'operator', 'phone', 'amount']) addColumn(columns, name)
    const leftOut = createLeftOut(columns)
    const rows = Array.from({ length: 100 }, (_, at) => ({ line: 2 * at, cells: [`${at}`, '', '', '0'] }))
    expect(leftOut.keep(rows)).toEqual([])
    expect(leftOut.notes()).toEqual([saying(/^Lines 0, 2, .*38\D*… have/)])
  })
})

test('rows are handed on as they come: no more than what may stand below them is kept back', async () => {
  const columns = noColumns()
  for (const name of ['operator', 'phone', 'amount']) addColumn(columns, name)
  const paid = (line: number): Row => ({ line, cells: ['mtn-benin', '0197000001', '1500'] })
  const words = (line: number): Row => ({ line, cells: ['', 'Le Directeur', ''] })
  let given = 0
  async function* source(): AsyncGenerator<Row[], Refused | null> {
    for (let line = 1; line <= 1000; line += 10) {
      given = line
      yield Array.from({ length: 10 }, (_, at) => (line + at > 300 && line + at < 800 ? words : paid)(line + at))
    }
    return null
  }
  const rows = setAsideTail(source(), columns)
  const lines: number[] = []
  let mostKept = 0
  for await (const batch of rows) {
    lines.push(...batch.map(({ line }) => line))
    mostKept = Math.max(mostKept, given + 9 - (lines.at(-1) ?? 0))
  }
  expect(lines).toEqual(Array.from({ length: 1000 }, (_, at) => at + 1))
  expect(mostKept).toBeLessThan(80)
})
