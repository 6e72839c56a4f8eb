import { expect, test } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'

const paying = setUpPaying()

const run = async (...args: string[]) => {
  const ended = await paying.call('run', ...args, '--json')
  return { ...ended, document: JSON.parse(ended.stdout) }
}

test('a changed or forgotten period pays nobody twice: the same file names its batch, until duplicates are allowed', async () => {
  writePayroll(paying.folder, 2)
  const { document } = await run('payroll.csv', '--period', '2026-11')
  for (const options of [[], ['--period', '2026-12']]) {
    const again = await run('payroll.csv', ...options)
    expect(again.code).toBe(3)
    expect(again.document.message).toContain(document.id)
    expect(again.document.message).toContain('--allow-duplicates')
  }
  expect(paying.provider.seen).toHaveLength(2)
  const meant = await run('payroll.csv', '--allow-duplicates')
  expect(meant.code).toBe(0)
  expect(meant.stderr).toContain(document.id)
  expect(paying.provider.seen).toHaveLength(4)
})

test('nor does a file with other references, whose people were paid within a day', async () => {
  writePayroll(paying.folder, 6)
  const { document } = await run('payroll.csv', '--period', '2026-11')
  writePayroll(paying.folder, 7, { name: 'again.csv', prefix: 'NEW' })
  const again = await run('again.csv', '--period', '2026-12')
  expect(again.code).toBe(3)
  expect(again.document.message).toContain(`6 of the 7 rows`)
  expect(again.document.message).toContain(document.id)
  expect((await run('again.csv', '--period', '2026-12', '--allow-duplicates')).code).toBe(0)
  expect(paying.provider.seen).toHaveLength(13)
})

test('a payout by itself with a reference of its own is only warned about', async () => {
  const payout = (reference: string) =>
    paying.call(
      'payout',
      '--operator',
      'mtn-benin',
      '--phone',
      beninNumber(1),
      '--amount',
      '500',
      '--reference',
      reference,
    )
  expect((await payout('P-1')).stderr).not.toContain('same amount')
  const second = await payout('P-2')
  expect(second.code).toBe(0)
  expect(second.stderr).toContain('Another payout of the same amount to the same number')
  expect(paying.provider.seen).toHaveLength(2)
  expect((await payout('p–02')).code).toBe(3)
  expect(paying.provider.seen).toHaveLength(2)
})

test('the same number and amount under two references of a file is told', async () => {
  const rows = ['A', 'B'].map((reference) => `${reference},mtn-benin,${beninNumber(1)},500`)
  writeFile(paying.folder, 'twins.csv', `reference,operator,phone_number,amount\n${rows.join('\n')}\n`)
  const ended = await run('twins.csv')
  expect(ended.code).toBe(0)
  expect(ended.stderr).toContain('lines 2 and 3')
})
