import { expect, it } from 'vitest'
import { renderTable } from '../../src/cli/terminal/table.ts'

const columns = [{ head: 'Batch', whole: true }, { head: 'Name' }, { head: 'Paid', align: 'right' }] as const
const rows = [
  ['vj5tjc5qpr', 'salaries of november', '1 490'],
  ['wtrk7w8z5j', 'bonuses', '6 000'],
]

it('an id is never cut: what is beside it gives way', () => {
  expect(renderTable({ columns, rows, width: 27 })).toBe(
    ['Batch       Name       Paid', '─'.repeat(27), 'vj5tjc5qpr  salarie…  1 490', 'wtrk7w8z5j  bonuses   6 000'].join(
      '\n',
    ),
  )
})

it('where even that does not fit, each row has lines of its own', () => {
  expect(renderTable({ columns, rows, width: 20 })).toBe(
    [
      'Batch  vj5tjc5qpr',
      'Name   salaries of november',
      'Paid   1 490',
      '',
      'Batch  wtrk7w8z5j',
      'Name   bonuses',
      'Paid   6 000',
    ].join('\n'),
  )
})
