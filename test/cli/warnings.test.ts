import pg from 'pg'
import { expect, test } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, ghanaNumber, writeFile } from '../harness/payroll.ts'
import { reply } from '../harness/provider.ts'

const paying = setUpPaying()

async function query(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: paying.env['DATABASE_URL'] })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

type Person = [reference: string, name: string, number: number, amount: number]

const payroll = (people: readonly Person[]) =>
  `reference,name,operator,phone_number,amount\n${people
    .map(([reference, name, number, amount]) => `${reference},${name},mtn-benin,${beninNumber(number)},${amount}\n`)
    .join('')}`

const file = (name: string, people: readonly Person[]): string => {
  writeFile(paying.folder, name, payroll(people))
  return name
}

const crew: Person[] = [
  ['E-1', 'Awa Diop', 1, 1000],
  ['E-2', 'Aïcha Koné', 2, 2000],
  ['E-3', 'Moussa Ba', 3, 3000],
  ['E-4', 'Yao Kouassi', 4, 4000],
]

const pay = async (name: string, people: readonly Person[], period: string) => {
  const ended = await paying.call('run', file(name, people), '--period', period, '--allow-duplicates', '--json')
  expect(ended.code, ended.stdout).toBe(0)
  return JSON.parse(ended.stdout)
}

const validate = async (name: string, people: readonly Person[]) => {
  const ended = await paying.call('validate', file(name, people), '--json')
  expect(ended.code).toBe(0)
  return JSON.parse(ended.stdout)
}

interface Told {
  line: number | null
  code: string
  message: string
}

const codes = ({ warnings }: { warnings: Told[] }) => warnings.map(({ line, code }) => [line, code])

test('of the first file of a ledger, validate and run say alike that nobody in it was paid before', async () => {
  const checked = await validate('first.csv', crew)
  expect(codes(checked)).toEqual(crew.map((_, index) => [index + 2, 'first_payment']))
  expect(checked.warning_counts).toEqual({ first_payment: 4 })
  const { id } = JSON.parse((await paying.call('submit', 'first.csv', '--json')).stdout)
  const seen = await query(
    'select counts from payrun.warnings_seen join payrun.batches using (batch_no) where id = $1',
    [id],
  )
  expect(seen).toEqual([{ counts: checked.warning_counts }])
})

test('validate tells what is unusual of people by what the ledger paid before', async () => {
  const { id } = await pay('october.csv', crew, '2026-10')
  const found = await validate('november.csv', [
    // The same, with a raise.
    ['E-1', 'Awa Diop', 1, 1500],
    // Another number under the same reference, and one under the same name.
    ['E-2', 'Aïcha Koné', 12, 2000],
    ['N-3', 'BA Moussa', 13, 3000],
    // Another name at the same number, and four times as much.
    ['E-4', 'Paul Hounsou', 4, 16000],
    // New.
    ['E-5', 'Fatou Sow', 5, 1000],
  ])
  expect(codes(found)).toEqual([
    [3, 'number_changed'],
    [4, 'number_changed'],
    [5, 'name_differs'],
    [6, 'first_payment'],
    [5, 'unusual_amount'],
  ])
  expect(found.warning_counts).toEqual({ number_changed: 2, name_differs: 1, first_payment: 1, unusual_amount: 1 })
  const [byReference, byName, otherName, , unusual] = found.warnings
  expect(byReference.message).toContain(`The reference E-2 was last paid to 229********02 (batch ${id}, line 3)`)
  expect(byName.message).toContain('BA Moussa was last paid at 229********03')
  expect(otherName.message).toContain('under the name Yao Kouassi')
  expect(unusual.message).toContain('16,000 FCFA is more than three times what this number usually gets (4,000 FCFA)')
  expect(byReference).toMatchObject({ column: 'phone_number', value: beninNumber(12) })
})

test('names are compared by what they look like: accents, capitals and the order of words tell nothing', async () => {
  await pay('october.csv', crew, '2026-10')
  const found = await validate('november.csv', [
    ['N-1', 'DIOP AWA', 1, 1000],
    ['N-2', 'Aicha KONE', 2, 2000],
    ['N-3', 'Mоussa Ba', 3, 3000],
    ['N-4', 'Yao Kouassi', 4, 12000],
  ])
  expect(found.warnings).toEqual([])
})

test('the file is compared with the one of the last period, in words and sums', async () => {
  const { id } = await pay('october.csv', crew, '2026-10')
  const next: Person[] = [
    ['E-1', 'Awa Diop', 1, 1500],
    ['E-2', 'Aïcha Koné', 12, 2000],
    ['E-3', 'Moussa Ba', 3, 3000],
    ['E-5', 'Fatou Sow', 5, 700],
  ]
  const { comparison } = await validate('november.csv', next)
  expect(comparison[0]).toContain(`(batch ${id}, `)
  expect(comparison[0]).toContain('4 people and 10,000 FCFA then, 4 people and 7,200 FCFA now.')
  expect(comparison.slice(1)).toEqual([
    '1 person is new: 700 FCFA.',
    '1 person is gone: 4,000 FCFA.',
    '1 person gets another amount: 1,000 FCFA then, 1,500 FCFA now.',
    '1 person has another number.',
  ])
  const same = await validate(
    'same.csv',
    crew.map(([reference, ...rest]) => [`X${reference}`, ...rest]),
  )
  expect(same.comparison[1]).toBe('Everybody gets the same as then.')
})

test('somebody of each of the last three files who is not in this one is missed', async () => {
  for (const month of ['08', '09', '10']) await pay(`m${month}.csv`, crew, `2026-${month}`)
  const found = await validate('november.csv', crew.slice(0, 3))
  expect(found.warnings).toMatchObject([{ line: null, code: 'person_missing' }])
  expect(found.warnings[0].message).toContain('Yao Kouassi is not in this file')
  await pay('november.csv', crew.slice(0, 3), '2026-11')
  expect((await validate('december.csv', crew.slice(0, 3))).warnings).toEqual([])
})

test('one number for several people of a file is told without a ledger, and one person twice is not', async () => {
  delete paying.env['DATABASE_URL']
  const found = await validate('file.csv', [
    ['E-1', 'Awa Diop', 1, 1000],
    ['E-2', 'Diop Awa', 1, 2000],
    ['E-3', 'Moussa Ba', 1, 3000],
  ])
  expect(codes(found)).toEqual([[4, 'number_repeated']])
  expect(found.warnings[0].message).toContain('Line 2 pays the same number')
})

const limits = `operator;least;most;multiple of;most a day to one number;source;as of
mtn-benin;100;500 000;5;600000;https://example.com;2026-01-01
`

test("amounts beyond the operator's limits are told, and nothing is refused", async () => {
  writeFile(paying.folder, 'limits.csv', limits)
  paying.env['PAYRUN_LIMITS'] = 'limits.csv'
  const people: Person[] = [
    ['E-1', 'Awa Diop', 1, 95],
    ['E-2', 'Aïcha Koné', 2, 500_005],
    ['E-3', 'Moussa Ba', 3, 1001],
    ['E-4', 'Yao Kouassi', 4, 1000],
  ]
  const found = await validate('file.csv', people)
  expect(found.warnings.filter(({ code }: Told) => code !== 'first_payment')).toMatchObject([
    { line: 2, code: 'amount_below_least', column: 'amount', value: '95' },
    { line: 3, code: 'amount_above_most' },
    { line: 4, code: 'amount_not_multiple' },
  ])
  const ran = await paying.call('run', 'file.csv')
  expect(ran.code).toBe(0)
  expect(ran.stderr).toContain('1 amount is no multiple of what the operator takes')
  expect(ran.stderr).toContain('nobody has checked them')
  expect(paying.provider.seen).toHaveLength(4)
})

test("what one number gets within a day counts over all batches against the operator's limit", async () => {
  writeFile(paying.folder, 'limits.csv', limits)
  paying.env['PAYRUN_LIMITS'] = 'limits.csv'
  await pay('first.csv', [['E-1', 'Awa Diop', 1, 400_000]], '2026-10')
  const under = await validate('second.csv', [['E-2', 'Awa Diop', 1, 200_000]])
  expect(codes(under)).toEqual([])
  const over = await validate('third.csv', [
    ['E-2', 'Awa Diop', 1, 150_000],
    ['E-3', 'Awa Diop', 1, 50_005],
  ])
  expect(codes(over)).toEqual([[2, 'over_daily_limit']])
  expect(over.warnings[0].message).toContain('it would get 600,005 FCFA')
})

test('a table of limits that cannot be read is told of, with its line, and stops nothing', async () => {
  writeFile(paying.folder, 'limits.csv', 'operator,least\nmtn-benin,10\nmtn-nowhere,5\n')
  paying.env['PAYRUN_LIMITS'] = 'limits.csv'
  const found = await validate('file.csv', crew)
  expect(found.notes[0]).toMatch(/limits were not checked: .*limits\.csv, line 3: there is no operator mtn-nowhere\.$/)
})

test('limits that come with payrun are known to be unchecked', async () => {
  writeFile(
    paying.folder,
    'ghana.csv',
    `operator,phone_number,amount,reference\nmomo-ghana,${ghanaNumber(1)},30000,G-1\n`,
  )
  const { warnings, notes } = JSON.parse((await paying.call('validate', 'ghana.csv', '--json')).stdout)
  expect(warnings.map(({ code }: Told) => code)).toContain('over_daily_limit')
  expect(notes).toEqual([expect.stringContaining('momo-ghana come from public sources')])
})

const submit = async (name: string, people: readonly Person[], ...more: string[]) => {
  const ended = await paying.callAs('Awa', 'submit', file(name, people), '--period', '2026-11', ...more, '--json')
  return { ...ended, document: JSON.parse(ended.stdout) }
}

const addPeople = async () => {
  await paying.addAccount('Root', 'admin')
  await paying.addAccount('Awa', 'preparer')
  await paying.addAccount('Kofi', 'approver')
}

const withOtherNumber: Person[] = [['E-1', 'Awa Diop', 11, 1000], ...crew.slice(1)]

test('policy asks for one more person where a number has changed; what both let through is in the trail', async () => {
  await pay('october.csv', crew, '2026-10')
  await addPeople()
  const set = await paying.callAs('Root', 'policy', 'warnings', 'number_changed', 'approve', '--json')
  expect(JSON.parse(set.stdout).warnings).toEqual({ number_changed: 'approve' })
  const usual = await submit('usual.csv', crew, '--allow-duplicates')
  expect(usual.document).toMatchObject({ state: 'running' })
  expect(usual.document).not.toHaveProperty('warnings')
  const { document } = await submit(
    'changed.csv',
    withOtherNumber.slice(0, 3).map(([r, ...of]) => [`N${r}`, ...of]),
  )
  expect(document).toMatchObject({
    state: 'awaiting_approval',
    approval: { people_needed: 2 },
    warnings: { number_changed: 1 },
  })
  const approved = await paying.callAs('Kofi', 'approve', document.id)
  expect(approved.code).toBe(0)
  expect(approved.stderr).toContain('1 person has another number than when last paid')
  expect(approved.stderr).toContain('Awa Diop was last paid at 229********01')
  const seen = await query(
    `select w.deed, w.actor, w.counts from payrun.warnings_seen w join payrun.batches b using (batch_no)
      where b.id = $1 order by w.seen_no`,
    [document.id],
  )
  expect(seen).toEqual([
    { deed: 'submitted', actor: 'Awa', counts: { number_changed: 1 } },
    { deed: 'approved', actor: 'Kofi', counts: { number_changed: 1 } },
  ])
  expect(JSON.parse((await paying.call('audit', '--json')).stdout).intact).toBe(true)
})

test('policy blocks a file with a warning, and says what to do; nothing of it is stored', async () => {
  await pay('october.csv', crew, '2026-10')
  await addPeople()
  await paying.callAs('Root', 'policy', 'warnings', 'unusual_amount', 'block')
  const { code, document } = await submit('november.csv', [
    ['N-1', 'Awa Diop', 1, 3001],
    ['N-2', 'Aïcha Koné', 2, 2100],
  ])
  expect(code).toBe(3)
  expect(document.message).toContain('The policy blocks this file: 1 amount is more than three times the usual')
  expect(document.warnings).toMatchObject([{ line: 2, code: 'unusual_amount' }])
  expect(JSON.parse((await paying.call('list', '--json')).stdout).batches).toHaveLength(1)
  await paying.callAs('Root', 'policy', 'warnings', 'unusual_amount', 'warn')
  const { document: stored } = await submit('november.csv', [
    ['N-1', 'Awa Diop', 1, 3001],
    ['N-2', 'Aïcha Koné', 2, 2100],
  ])
  expect(stored).toMatchObject({ state: 'running', warnings: { unusual_amount: 1 } })
})

test('a retry is looked at by the same policy: refused, or one more person approves it, and the trail has who saw what', async () => {
  await pay('october.csv', crew, '2026-10')
  await addPeople()
  const { answer } = paying.provider
  paying.provider.answer = ({ response }) =>
    reply(response, 200, { error: true, status: 'FAILED', message: 'Wallet is full' })
  const people = withOtherNumber.slice(0, 2).map(([r, name, n, amount]): Person => [`N${r}`, name, n, amount + 1])
  const { id } = JSON.parse((await paying.call('run', file('november.csv', people), '--json')).stdout)
  paying.provider.answer = answer
  paying.provider.seen.length = 0
  const retry = (...more: string[]) => paying.callAs('Awa', 'retry', id, ...more)
  await paying.callAs('Root', 'policy', 'warnings', 'number_changed', 'block')
  const refused = await retry()
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringContaining('The policy blocks this retry: 1 person has another number than when last paid'),
  ])
  expect(paying.provider.seen).toEqual([])
  // The row without a warning may go.
  expect((await retry('--line', '3')).code).toBe(4)
  expect(paying.provider.seen.map(({ amount }) => amount)).toEqual(['2001'])
  await paying.callAs('Root', 'policy', 'warnings', 'number_changed', 'approve')
  const waits = await retry()
  expect([waits.code, waits.stderr]).toEqual([5, expect.stringContaining('the policy asks for one more person')])
  expect(paying.provider.seen).toHaveLength(1)
  expect((await paying.callAs('Awa', 'approve', id)).code).not.toBe(0)
  expect((await paying.callAs('Kofi', 'approve', id)).code).toBe(0)
  expect((await paying.call('resume', id)).code).toBe(0)
  expect(paying.provider.seen.map(({ amount }) => amount)).toEqual(['2001', '1001'])
  const seen = await query(
    `select w.deed, w.actor, w.counts from payrun.warnings_seen w join payrun.batches b using (batch_no)
      where b.id = $1 and w.deed <> 'submitted' order by w.seen_no`,
    [id],
  )
  expect(seen).toEqual([
    { deed: 'retried', actor: 'Awa', counts: { number_changed: 1 } },
    { deed: 'approved', actor: 'Kofi', counts: { number_changed: 1 } },
  ])
  expect(JSON.parse((await paying.call('audit', '--json')).stdout).intact).toBe(true)
})

test('a purged batch keeps how many warnings it had, and no name', async () => {
  await pay('october.csv', crew, '2026-10')
  const { id } = await pay(
    'november.csv',
    withOtherNumber.map(([r, name, n, amount]) => [r, name, n, amount + 1]),
    '2026-11',
  )
  const shown = () =>
    query(`select w.shown::text from payrun.warnings_seen w join payrun.batches b using (batch_no) where b.id = $1`, [
      id,
    ])
  expect((await shown())[0]?.['shown']).toContain('229********01')
  await query('alter table payrun.batch_events disable trigger user', [])
  await query(`update payrun.batch_events set at = at - interval '60 days'`, [])
  await query('alter table payrun.batch_events enable trigger user', [])
  const purged = await paying.call(
    'purge',
    '--before',
    new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10),
  )
  expect(purged.code, purged.stderr).toBe(0)
  expect(await shown()).toEqual([{ shown: null }])
  expect(JSON.parse((await paying.call('status', id, '--json')).stdout).warnings).toEqual({ number_changed: 1 })
})

test('operators limits writes the table to a file that is edited, and reads it back', async () => {
  const listed = JSON.parse((await paying.call('operators', 'limits', '--json')).stdout)
  expect(listed.file).toBeNull()
  const ghana = listed.limits.find(({ operator }: { operator: string }) => operator === 'momo-ghana')
  expect(ghana).toMatchObject({
    most_a_day_to_one_number: '25000.00',
    currency: 'GHS',
    as_of: '2024-03-01',
    checked: '',
  })
  // A figure that nobody could name a source of is not in the table.
  for (const { source, least, most, multiple_of, most_a_day_to_one_number: daily } of listed.limits)
    expect(source !== '' || (least ?? most ?? multiple_of ?? daily) === null).toBe(true)
  expect((await paying.call('operators', 'limits', '-o', 'limits.csv')).code).toBe(0)
  expect((await paying.call('operators', 'limits', '-o', 'limits.csv')).stderr).toContain('is there already')
  paying.env['PAYRUN_LIMITS'] = 'limits.csv'
  const again = JSON.parse((await paying.call('operators', 'limits', '--json')).stdout)
  expect(again.limits).toEqual(listed.limits)
  expect(again.file).toContain('limits.csv')
  expect((await paying.call('operators', 'limits')).stdout).toContain('to be checked')
})
