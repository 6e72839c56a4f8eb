import { expect, test } from 'vitest'
import { beninNumber, ghanaNumber, writeFile } from '../harness/payroll.ts'
import { reply } from '../harness/provider.ts'
import { codes, crew, type Person, setUpCrew, type Told } from './crew.ts'

const { file, pay, paying, query, validate } = setUpCrew()

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
    // Another number under the same reference, which only differs where it is masked, and one under the same name.
    ['E-2', 'Aïcha Koné', 102, 2000],
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
  expect(byReference.message).toContain(`The reference E-2 was last paid to 229*******002 (batch ${id}, line 3)`)
  expect(byReference.message).toContain('this row pays 229*******102')
  expect(byName.message).toContain('BA Moussa, or somebody of the same name, was last paid at 229********03')
  expect(otherName.message).toContain('under the name "Yao Kouassi"')
  expect(unusual.message).toContain('16,000 FCFA is more than three times what this number usually gets (4,000 FCFA)')
  expect(byReference).toMatchObject({ column: 'phone_number', value: beninNumber(102) })
})

test('references that are paid with a period while the file has none, or the other way round, are refused by validate as by run', async () => {
  const { id } = await pay('october.csv', crew, '2026-10')
  const answer = async (command: string, ...options: string[]) => {
    const { code, stdout } = await paying.call(command, 'again.csv', ...options, '--json')
    const { warnings: _, warning_counts: __, comparison: ___, ...rest } = JSON.parse(stdout)
    return { code, ...rest }
  }
  // Of few rows, each is refused; of most of them, the file is.
  const others: Person[] = [5, 6].map((n) => [`N-${n}`, `Fatou ${n}`, n, 500])
  file('again.csv', [...others, ['e-04', 'Yao Kouassi', 14, 9000]])
  const ofRow = await answer('validate')
  expect(ofRow).toMatchObject({ code: 3, valid: 2, problems: [{ line: 4, value: 'e-04', code: 'possible_duplicate' }] })
  expect(ofRow.problems[0].message).toContain(`already in batch ${id}, line 5, for the period 2026-10 (paid)`)
  expect(await answer('run')).toEqual(ofRow)
  file('again.csv', [...others, ['e-04', 'Yao Kouassi', 14, 9000], ...crew.slice(0, 2)])
  const ofFile = await answer('validate')
  expect(ofFile).toMatchObject({ code: 3, problems: [] })
  expect(ofFile.message).toContain(
    `3 of the 5 rows have a reference of "october.csv" (batch ${id}, for the period 2026-10`,
  )
  expect(ofFile.message).toContain('add --period "2026-10" --skip-invalid')
  const { notes: _, ...said } = ofFile
  expect(await answer('run', '--skip-invalid')).toEqual(said)
  const ran = await paying.call('run', 'again.csv', '--allow-duplicates')
  expect(ran.stderr).toMatch(/- 3 rows may be paid already: .*\n\s+line 4: The reference e-04.*\n\s+and 2 more/)
  file('again.csv', crew.slice(0, 2))
  expect((await answer('validate', '--period', 'oct. 2026')).message).toContain('add --period "2026-10"')
  expect((await validate('crew.csv', crew.slice(2, 3))).warning_counts).not.toHaveProperty('other_period')
})

test('validate says of a file that was submitted, or mostly paid, what run says', async () => {
  await pay('october.csv', crew, '2026-10')
  for (const period of ['2026-10', '2026-11']) {
    const [checked, ran] = [
      await paying.call('validate', 'october.csv', '--period', period, '--json'),
      await paying.call('run', 'october.csv', '--period', period, '--json'),
    ]
    expect([checked.code, JSON.parse(checked.stdout).message]).toEqual([3, JSON.parse(ran.stdout).message])
    expect(JSON.parse(checked.stdout).message).toContain('This same file was already submitted')
  }
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
  expect(same.comparison[1]).toBe('Everybody gets the same amount as before.')
})

test('of several people of one name each is one who came or went; a word for all of them is no name', async () => {
  const before: Person[] = [...crew, ['E-5', 'Moussa Ba', 5, 5000], ['E-6', 'Awa Diop', 6, 6000]]
  await pay('october.csv', before, '2026-10')
  const stay = before.filter(([reference]) => !['E-3', 'E-5'].includes(reference))
  const come = (name: string, from: number, count: number) =>
    Array.from({ length: count }, (_, n): Person => [`N-${from + n}`, name, from + n, 1000])
  const three = await validate('three.csv', [...stay, ...come('Moussa Ba', 20, 3)])
  expect(three.comparison[0]).toContain('6 people and 21,000 FCFA then, 7 people and 16,000 FCFA now.')
  expect(three.comparison.slice(1)).toEqual(['1 person is new: 1,000 FCFA.', '2 people have another number.'])
  expect(codes(three)).toEqual([
    [6, 'number_changed'],
    [7, 'number_changed'],
    [8, 'number_changed'],
    [7, 'name_repeated'],
    [8, 'name_repeated'],
  ])

  const staff = Array.from({ length: 21 }, (_, n): Person => [`S-${n}`, `Employee ${n}`, 200 + n, 1000])
  await pay('bonus.csv', [...staff, ...come('Prime de fin d’année', 30, 21)], '2026-11')
  const word = await validate('word.csv', [...staff, ...come('Prime de fin d’année', 60, 21)])
  expect(word.comparison.slice(1)).toEqual(['21 people are new: 21,000 FCFA.', '21 people are gone: 21,000 FCFA.'])
  expect(codes(word)).toEqual(Array.from({ length: 21 }, (_, n) => [23 + n, 'first_payment']))
})

test('nor is what hundreds of payments have for a name', async () => {
  const paid = (count: number, name: string) =>
    Array.from({ length: count }, (_, n): Person => [`${name}-${n}`, name, 100 + n, 1000])
  await pay('many.csv', [...paid(501, 'Salaire mensuel'), ['E-1', 'Awa Diop', 1, 1000]], '2026-10')
  // Payments of the sandbox don't count: whoever pays there a hundred times hides nobody's new number here.
  const played = file('played.csv', paid(501, 'Awa Diop'))
  expect((await paying.call('run', played, '--sandbox', '--json')).code).toBe(0)
  const found = await validate('november.csv', [
    ['N-1', 'Salaire mensuel', 11, 1000],
    ['N-2', 'Awa Diop', 12, 2000],
  ])
  expect(codes(found)).toEqual([
    [3, 'number_changed'],
    [2, 'first_payment'],
  ])
})

test('somebody of each of the last three files who is not in this one is missed', async () => {
  for (const month of ['08', '09', '10']) await pay(`m${month}.csv`, crew, `2026-${month}`)
  const found = await validate('november.csv', crew.slice(0, 3))
  expect(found.warnings).toMatchObject([{ line: null, code: 'person_missing' }])
  expect(found.warnings[0].message).toContain('Yao Kouassi is not in this file')
  file('cut.csv', [...crew.slice(0, 3), ['"E-4', 'Yao', 4, 1]])
  const { stdout } = await paying.call('validate', 'cut.csv', '--period', '2026-11', '--allow-duplicates', '--json')
  expect([JSON.parse(stdout).valid, stdout]).toEqual([3, expect.not.stringMatching(/comparison|person_missing/)])
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
    { line: 3, code: 'unusual_amount' },
  ])
  const ran = await paying.call('run', 'file.csv')
  expect(ran.code).toBe(0)
  expect(ran.stderr).toContain('1 amount is not a multiple that the operator accepts')
  expect(ran.stderr).toContain('Nobody has checked the limits of mtn-benin yet')
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

test('without a terminal, a retry says what to look at before it pays, in the language of whoever reads, and in JSON', async () => {
  await pay('october.csv', crew, '2026-10')
  const { answer } = paying.provider
  paying.provider.answer = ({ response }) =>
    reply(response, 200, { error: true, status: 'FAILED', message: 'Wallet is full' })
  const ran = await paying.call('run', file('november.csv', [['N-4', 'Yao Kouassi', 4, 16000]]), '--json')
  const { id } = JSON.parse(ran.stdout)
  const english = await paying.call('retry', id)
  expect([english.code, english.stderr]).toEqual([4, expect.stringContaining('Look at this before you pay:')])
  expect(english.stderr).toContain('line 2: 16,000 FCFA is more than three times')
  paying.env['PAYRUN_LANG'] = 'fr'
  const french = await paying.call('retry', id)
  expect(french.stderr.replace(/[\u00a0\u202f]/g, ' ')).toContain('ligne 2 : 16 000 FCFA')
  delete paying.env['PAYRUN_LANG']
  paying.provider.answer = answer
  const done = await paying.call('retry', id, '--json')
  expect([done.code, JSON.parse(done.stdout)]).toMatchObject([
    0,
    {
      counts: { paid: 1 },
      warned: {
        warnings: [{ line: 2, code: 'unusual_amount', column: 'amount', value: '16000' }],
        warning_counts: { unusual_amount: 1 },
      },
    },
  ])
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
  expect(notes).toEqual([expect.stringContaining('Nobody has checked the limits of momo-ghana yet')])
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
  expect((await paying.call('operators', 'limits', '-o', 'limits.csv')).stderr).toContain('already exists')
  paying.env['PAYRUN_LIMITS'] = 'limits.csv'
  const again = JSON.parse((await paying.call('operators', 'limits', '--json')).stdout)
  expect(again.limits).toEqual(listed.limits)
  expect(again.file).toContain('limits.csv')
  expect((await paying.call('operators', 'limits')).stdout).toContain('to be checked')
})
