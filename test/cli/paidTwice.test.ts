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
    expect(again.document.repeats).toEqual({ batch: document.id, rows: 2, lines: [2, 3] })
  }
  expect(paying.provider.seen).toHaveLength(2)
  const meant = await run('payroll.csv', '--allow-duplicates')
  expect(meant.code).toBe(0)
  expect(meant.stderr).toContain(document.id)
  expect(paying.provider.seen).toHaveLength(4)
})

test('a corrected file whose period was forgotten is told what it pays again, in which batch, and the period of that', async () => {
  writePayroll(paying.folder, 6)
  const { document } = await run('payroll.csv', '--period', '2026-11', '--name', 'Salaries')
  writePayroll(paying.folder, 7, { name: 'whole.csv' })
  const lines = '(lines 2, 3, 4, 5, 6, 7)'
  const again = await run('whole.csv')
  expect(again.document.message).toContain(`as in "Salaries" (batch ${document.id}, for the period 2026-11, `)
  expect(again.document.message).toMatch(/the same people would get [\d,]+ FCFA a second time/)
  expect(again.document.message).toContain(lines)
  expect(again.document.message).toContain('If this is the same payroll, add --period "2026-11" --skip-invalid')
  const right = await run('whole.csv', '--period', '2026-11', '--skip-invalid')
  expect(right.document.counts.paid).toBe(1)
  // What both batches have paid counts.
  expect((await run('whole.csv')).document.message).toContain(
    `. 7 of the 7 rows are already paid, or waiting to be paid: 7,028 FCFA`,
  )
  writePayroll(paying.folder, 8, { name: 'more.csv' })
  const meant = await run('more.csv', '--allow-duplicates')
  expect(meant.stderr).toMatch(/7 of the 8 rows .*, 6 of them as in "Salaries" .* 7,028 FCFA a second time/)
  expect(meant.stderr).toContain('(lines 2, 3, 4, 5, 6, 7, …). They are paid, as duplicates are allowed.')
  const { repeats } = (await run('more.csv', '--period', '2026-11b')).document
  expect([repeats.rows, repeats.lines]).toEqual([8, [2, 3, 4, 5, 6, 7, 8, 9]])
  const whole = await run('whole.csv')
  expect(whole.document.message).toContain('7 rows are refused, as they are already paid, perhaps paid, or waiting')
  writePayroll(paying.folder, 9, { name: 'most.csv' })
  const without = await run('most.csv', '--period', '2026-12')
  expect(without.document.message).toContain('leave out --period and add --skip-invalid')
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
