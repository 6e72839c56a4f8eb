import { expect, test } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile } from '../harness/payroll.ts'

const paying = setUpPaying()

const head = 'reference,name,operator,phone_number,amount\n'
const awa = (reference: string, amount: number) => `${reference},Awa Diop,mtn-benin,${beninNumber(1)},${amount}\n`

/** Two months of pay: Awa in both, Aïcha in the second. */
async function payTwoMonths(): Promise<string[]> {
  writeFile(paying.folder, 'october.csv', `${head}${awa('OCT-1', 1000)}`)
  writeFile(
    paying.folder,
    'november.csv',
    `${head}${awa('NOV-1', 2500)}NOV-2,Aïcha Koné,mtn-benin,${beninNumber(2)},700\n`,
  )
  const ids: string[] = []
  for (const file of ['october.csv', 'november.csv'])
    ids.push(JSON.parse((await paying.call('run', file, '--json')).stdout).id)
  return ids
}

test.each([
  ['the beginning of a name', 'awa', beninNumber(1)],
  ['a name without its accents', 'aicha kone', beninNumber(2)],
  ['a reference', 'NOV-2', beninNumber(2)],
  ['the end of a number', beninNumber(2).slice(-8), beninNumber(2)],
])('person finds everything that one person was paid, by %s', async (_by, word, number) => {
  const [october, november] = await payTwoMonths()
  const { code, stdout } = await paying.call('person', word, '--json')
  expect(code).toBe(0)
  const { people, next } = JSON.parse(stdout)
  expect(next).toBeNull()
  expect(people).toHaveLength(1)
  expect(people[0].phone_number).toBe(number)
  const payouts = people[0].payouts.map(({ batch, line, amount, status }: Record<string, unknown>) => [
    batch,
    line,
    amount,
    status,
  ])
  expect(payouts).toEqual(
    number === beninNumber(1)
      ? [
          [november, 2, '2500', 'paid'],
          [october, 2, '1000', 'paid'],
        ]
      : [[november, 3, '700', 'paid']],
  )
})

test('person shows the sum of it, the references and each payout', async () => {
  const [october, november] = await payTwoMonths()
  const { stdout } = await paying.call('person', 'awa')
  expect(stdout).toContain(`Awa Diop, +${beninNumber(1)}`)
  expect(stdout).toContain('References: NOV-1, OCT-1')
  expect(stdout).toContain('Paid 3,500 FCFA in 2 payouts; 0 open.')
  expect(stdout).toMatch(new RegExp(`2,500 FCFA +paid +${november}:2\n.*1,000 FCFA +paid +${october}:2`))
})

/** Awa is paid in the sandbox: nothing reaches the provider. */
async function payInSandbox(): Promise<string> {
  writeFile(paying.folder, 'trial.csv', `${head}${awa('TRIAL-1', 9000)}${awa('TRIAL-2', 9500)}`)
  return JSON.parse((await paying.call('run', 'trial.csv', '--sandbox', '--json')).stdout).id
}

test('person marks payouts of the sandbox, and counts none of them as paid', async () => {
  const [october] = await payTwoMonths()
  const trial = await payInSandbox()
  const { stdout } = await paying.call('person', 'awa')
  expect(stdout).toContain('Paid 3,500 FCFA in 2 payouts; 0 open.')
  expect(stdout).toContain('2 payouts of the sandbox are not counted: nobody was paid.')
  expect(stdout).toMatch(new RegExp(`9,000 FCFA +sandbox, paid +${trial}:2\n`))
  expect(stdout).toMatch(new RegExp(`1,000 FCFA +paid +${october}:2`))
  const [person] = JSON.parse((await paying.call('person', 'awa', '--json')).stdout).people
  expect(person.payouts.map((each: { sandbox: boolean }) => each.sandbox)).toEqual([true, true, false, false])
})

test('person says that nothing was paid to somebody whom only the sandbox paid', async () => {
  await payInSandbox()
  const { stdout } = await paying.call('person', 'awa')
  expect(stdout).toContain('Not paid yet; 0 open.\n2 payouts of the sandbox are not counted: nobody was paid.')
  expect(stdout).not.toContain('Paid 18,500')
})

test('person says that nobody was found, and how to search', async () => {
  await payTwoMonths()
  const { code, stdout } = await paying.call('person', 'nobody')
  expect(code).toBe(0)
  expect(stdout).toContain('Nobody was found for nobody. Type the beginning of a name')
  expect(JSON.parse((await paying.call('person', 'nobody', '--json')).stdout)).toEqual({ people: [], next: null })
})

test('a report to print shows the number and the amount that were paid, where others have the usual headings', async () => {
  const columns = 'reference,a,b,c,d,operator,phone,Wallet X,amount,Part 2'
  writeFile(
    paying.folder,
    'parts.csv',
    `${columns}\nP-1,1,2,3,4,mtn-benin,${beninNumber(3)},${beninNumber(4)},9000,500\n`,
  )
  const chosen = ['--map', 'phone=wallet x', '--map', 'amount=Part 2']
  expect((await paying.call('run', 'parts.csv', ...chosen)).code).toBe(0)
  const { stdout } = await paying.call('report', 'last', '--format', 'html', '--with-paid')
  expect(stdout).toMatch(
    new RegExp(`data-label="Wallet X"[^>]*>${beninNumber(4)}<.*data-label="Part 2"[^>]*>500.FCFA<`, 's'),
  )
  expect(stdout).not.toMatch(/data-label="(amount|phone)"/)
})

test('report --receipts has a slip for each person who was paid, to print', async () => {
  const [, november] = await payTwoMonths()
  const { code, stdout } = await paying.call('report', november!, '--receipts')
  expect(code).toBe(0)
  expect(stdout.match(/<article/g)).toHaveLength(2)
  expect(stdout).toContain('Aïcha Koné')
  const refused = await paying.call('report', november!, '--receipts', '-o', 'slips.csv')
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--receipts writes an HTML page')])
})
