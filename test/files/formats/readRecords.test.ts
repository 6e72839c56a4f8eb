import { expect, test } from 'vitest'
import { saying } from '../../harness/words.ts'
import { checkContent } from '../payroll/checkContent.ts'

const header = 'operator,phone_number,amount'
const plain = Array.from({ length: 3000 }, (_, index) => `mtn-benin,019${7000000 + index},1500`)
const late = ['"mtn-benin",0197003000,"15\n00"', '', ...plain.slice(0, 3).map((line) => `${line}1`)]

test('where quotes come late, rows have the line on which they start', async () => {
  const { rows } = await checkContent([header, ...plain, ...late].join('\n'))
  expect(rows.slice(2999).map(({ line }) => line)).toEqual([3001, 3002, 3005, 3006, 3007])
})

test('a quote that comes late and breaks is named', async () => {
  const { result } = await checkContent([header, ...plain, ...late, 'mtn"benin",0197003001,1500'].join('\n'))
  expect(result).toMatchObject({ kind: 'refused', line: 3008, message: saying('middle of a cell') })
})
