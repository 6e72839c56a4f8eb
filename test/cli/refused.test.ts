import { describe, expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'

const paying = setUpPaying()

describe('a file that is refused', () => {
  it('has all its problems printed, and nothing of it stored or sent', async () => {
    const lines = [
      'reference,operator,phone_number,amount',
      'A,mtn-benin,12,100',
      `B,mtn-bénin-x,${beninNumber(1)},-5`,
      `C,mtn-benin,${beninNumber(3)},100`,
    ]
    writeFile(paying.folder, 'bad.csv', lines.join('\n'))
    const ended = await paying.call('run', 'bad.csv', '--json')
    expect(ended.code).toBe(3)
    const document = JSON.parse(ended.stdout)
    expect(document).toMatchObject({ file: 'bad.csv', rows: 3, valid: 1, totals: { XOF: '100' } })
    expect(document.problems.map(({ line, code }: { line: number; code: string }) => [line, code])).toEqual([
      [2, 'invalid_phone'],
      [3, 'unknown_operator'],
      [3, 'amount_not_positive'],
    ])
    expect(paying.provider.seen).toHaveLength(0)
    expect(JSON.parse((await paying.call('list', '--json')).stdout)).toEqual({ batches: [] })
  })

  it('pays the valid rows with --skip-invalid, reports the others, and ends with 4', async () => {
    writeFile(
      paying.folder,
      'some.csv',
      `reference,operator,phone_number,amount\nA,mtn-benin,12,100\nB,mtn-benin,${beninNumber(2)},200\n`,
    )
    const ended = await paying.call('run', 'some.csv', '--skip-invalid', '--json')
    expect(ended.code).toBe(4)
    expect(JSON.parse(ended.stdout).counts).toEqual({ invalid: 1, paid: 1 })
    const report = (await paying.call('report', 'last')).stdout.split('\n')
    expect(report[1]).toMatch(/^A,mtn-benin,12,100,2,invalid,,invalid_phone,/)
    expect(report[2]).toMatch(/^B,.*,3,paid,REF/)
  })

  it.each([
    { what: 'another count', args: ['--expect-count', '3'], says: /expected 3 payable rows.*has 2/ },
    { what: 'another total', args: ['--expect-total', '2 004'], says: /expected a total of 2,004/ },
    { what: 'an amount over the limit', args: ['--max-amount', '1001'], says: /amount_over_limit/ },
  ])('is refused for $what', async ({ args, says }) => {
    writePayroll(paying.folder, 2)
    const ended = await paying.call('run', 'payroll.csv', ...args)
    expect(ended.code).toBe(3)
    expect(ended.stdout + ended.stderr).toMatch(says)
    expect(paying.provider.seen).toHaveLength(0)
  })

  it.each([
    [4, /You expected 4 payable rows \(--expect-count\), but the file has 2\./],
    [3, null],
    [2, null],
    [1, /You expected 1 payable rows \(--expect-count\), but the file has 2\./],
  ])('tells a count of %d beside an invalid row if correcting it cannot give that count', async (expected, says) => {
    const rows = ['A,foo', 'B,mtn-benin', 'C,mtn-benin'].map((start, at) => `${start},${beninNumber(at)},100`)
    writeFile(paying.folder, 'some.csv', `reference,operator,phone_number,amount\n${rows.join('\n')}\n`)
    const ended = await paying.call('run', 'some.csv', '--expect-count', `${expected}`, '--json')
    expect(ended.code).toBe(3)
    const { problems, message } = JSON.parse(ended.stdout)
    expect(problems).toMatchObject([{ code: 'unknown_operator' }])
    expect(message).toEqual(says === null ? undefined : expect.stringMatching(says))
  })

  it('agrees with control totals that are right', async () => {
    writePayroll(paying.folder, 2)
    expect((await paying.call('run', 'payroll.csv', '--expect-count', '2', '--expect-total', '2003')).code).toBe(0)
  })

  it('names the batch and line that hold a reference', async () => {
    writePayroll(paying.folder, 2)
    const first = JSON.parse((await paying.call('run', 'payroll.csv', '--json')).stdout)
    writePayroll(paying.folder, 3, { name: 'more.csv' })
    const ended = await paying.call('run', 'more.csv', '--json')
    expect(ended.code).toBe(3)
    const { problems, ...found } = JSON.parse(ended.stdout)
    expect(found).toMatchObject({ rows: 3, valid: 1, totals: { XOF: '1003' } })
    expect(problems).toHaveLength(2)
    expect(problems[0]).toMatchObject({ line: 2, column: 'reference', value: 'EMP-1', code: 'reference_in_use' })
    expect(problems[0].message).toContain(`batch ${first.id}, line 2`)
    expect(paying.provider.seen).toHaveLength(2)
  })

  it("takes rows without a reference for duplicates when they look like one of today's", async () => {
    const row = `mtn-benin,${beninNumber(5)},500`
    writeFile(paying.folder, 'a.csv', `operator,phone_number,amount\n${row}\n`)
    writeFile(paying.folder, 'b.csv', `operator,phone_number,amount,note\n${row},again\n`)
    expect((await paying.call('run', 'a.csv')).code).toBe(0)
    const refused = await paying.call('run', 'b.csv', '--json')
    expect(refused.code).toBe(3)
    expect(JSON.parse(refused.stdout).problems[0].code).toBe('possible_duplicate')
    expect((await paying.call('run', 'b.csv', '--allow-duplicates')).code).toBe(0)
  })
})
