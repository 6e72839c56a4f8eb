import { describe, expect, test } from 'vitest'
import { checkRow } from '../../../src/files/payroll/checkRow.ts'
import { addColumn, noColumns } from '../../../src/files/payroll/header/columns.ts'
import type { ProblemCode } from '../../../src/payout/problem.ts'
import { saying } from '../../harness/words.ts'

const good = { operator: 'mtn-benin', phone: '+2290197000001', montant: '1500' }

function check(cells: Partial<Record<'operator' | 'pays' | 'devise' | 'nom' | 'id', string>>) {
  const all = { ...good, ...cells }
  const columns = noColumns()
  for (const name of Object.keys(all)) addColumn(columns, name)
  return checkRow({ line: 2, cells: Object.values(all) }, columns, {})
}

const said = saying('invisible marks that change the direction of writing')
const marks = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200f\u061c']

describe('marks that change the direction of writing are a problem of the cell: it may look different from what it is', () => {
  test.each<[code: ProblemCode, column: string, before: string, after: string]>([
    ['unknown_operator', 'operator', 'mtn-', 'benin'],
    ['unknown_operator', 'operator', 'MTN ', 'Bénin'],
    ['unknown_operator', 'operator', 'nineb-', 'ntm'],
    ['unknown_country', 'pays', '', 'Bénin'],
    ['unknown_currency', 'devise', 'XO', 'F'],
    ['invalid_name', 'nom', 'Awa ', 'Diop'],
    ['malformed', 'id', 'EMP-', '12-34'],
  ])('%s: %s, between "%s" and "%s"', (code, column, before, after) => {
    for (const mark of marks) {
      const checked = check({ [column]: before + mark + after })
      expect(checked).toMatchObject({ ok: false, problems: [{ column, code, message: said }] })
    }
  })

  test('in a name that is written from right to left, too', () => {
    for (const mark of marks.slice(0, 9)) expect(check({ nom: `${mark}محمد` })).toMatchObject({ ok: false })
  })
})

test.each([
  ['Arabic', 'محمد ولد أحمد'],
  ['N’Ko', 'ߡߡߊߡߊߘߎ ߖߊߟߏ'],
  ['Adlam', '𞤀𞤸𞤥𞤢𞤣𞤵'],
  ['Hebrew', 'דיאלו משה'],
  ['Arabic with the mark of its keyboards', '\u200fمحمد (2)\u061c'],
  ['Latin with the mark that changes nothing', 'Awa\u200e Diop'],
  ['with a joiner', 'علی\u200cرضا'],
])('a name and a reference in %s are fine', (_, name) => {
  expect(check({ nom: name, id: name })).toMatchObject({ ok: true, payable: { name }, reference: name })
})
