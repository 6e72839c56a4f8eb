import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { reply } from '../harness/provider.ts'

const paying = setUpPaying()

it('advises at the end of a retry what status does: no retry of rows that a statement calls paid', async () => {
  writePayroll(paying.folder, 3)
  paying.provider.answer = ({ response }) => reply(response, 400, { error: true, status: 'FAILED', message: 'Blocked' })
  const ran = await paying.call('run', 'payroll.csv')
  expect([ran.code, ran.stdout]).toEqual([4, expect.stringContaining('Once any other cause is fixed, try again:')])
  expect(JSON.parse((await paying.call('status', 'last', '--json')).stdout)).not.toHaveProperty('contradicted')
  const line = `OP-1,+${beninNumber(1)},1001,XOF,SUCCESS,${new Date().toISOString()}`
  writeFile(paying.folder, 's.csv', `reference,phone,amount,currency,status,date\n${line}\n`)
  expect((await paying.call('reconcile', 'last', 's.csv')).stdout).toContain('says that the money moved')

  const again = await paying.call('retry', 'last', '--line', '3')
  expect(again.code).toBe(4)
  expect(again.stdout).toContain('contradicts 1 row: line 2. Ask the provider about it first. What contradicts it:')
  expect(again.stdout).toMatch(/payrun audit \w+ --line 2\n/)
  expect(again.stdout).toContain('Try nothing again until that is clear.')
  expect(again.stdout).not.toMatch(/payrun retry|payrun report \w+ says|Once any other cause is fixed, try again/)
  const contradicted = { rows: 1, failed: 1, lines: [2] }
  const ended = await paying.call('retry', 'last', '--line', '3', '--json')
  expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'settled', contradicted })
  expect(JSON.parse((await paying.call('status', 'last', '--json')).stdout)).toMatchObject({ contradicted })

  const told = (await paying.call('audit', 'last', '--line', '2')).stdout
  expect(told).toMatch(
    /What contradicts it .*\n {2}20\S+ \S+ UTC {2}statement \w{12}, line 2 \(1,001 FCFA, 20.*, SUCCESS\)\n {25,}Nobody has looked/,
  )
  const { contradictions } = JSON.parse((await paying.call('audit', 'last', '--line', '2', '--json')).stdout)
  expect(contradictions).toEqual([
    {
      at: expect.any(String),
      note: expect.stringMatching(/^statement \w{12}, line 2 \(.*SUCCESS\)$/),
      looked_into: false,
    },
  ])
  const other = await paying.call('audit', 'last', '--line', '3')
  expect(other.stdout).not.toContain('What contradicts it')
})
