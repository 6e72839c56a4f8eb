import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { payrun, startPayrun } from '../harness/payrun.ts'

const paying = setUpPaying()

/** What most tests rest on: `payrun` runs a command inside this process, where `startPayrun` starts one. */
it.each([
  ['a document', ['status', 'last', '--json'], 0],
  ['a table', ['operators'], 0],
  ['a report on standard output', ['report', 'last'], 0],
  ['help', ['run', '--help'], 0],
  ['a wrong option', ['run', '--wrong'], 2],
  ['a file that is not there', ['submit', 'missing.csv'], 2],
  ['a file that was taken before', ['submit', 'payroll.csv', '--json'], 3],
])('a command says and ends the same inside another process as in its own: %s', async (_, args, code) => {
  writePayroll(paying.folder, 3)
  const options = { env: paying.env, cwd: paying.folder }
  expect((await payrun(['submit', 'payroll.csv'], options)).code).toBe(0)
  const inside = await payrun(args, options)
  expect(inside).toEqual(await startPayrun(args, options).ended)
  expect(inside.code).toBe(code)
})

it('standard input is what it is given', async () => {
  const options = {
    env: paying.env,
    cwd: paying.folder,
    input: 'operator,phone_number,amount\nmtn-benin,0197000001,1500\n',
  }
  const inside = await payrun(['validate', '-', '--json'], options)
  expect(inside).toEqual(await startPayrun(['validate', '-', '--json'], options).ended)
  expect(JSON.parse(inside.stdout)).toMatchObject({ rows: 1, valid: 1 })
})
