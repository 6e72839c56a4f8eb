import { describe, expect, it } from 'vitest'
import { renderProblems } from '../../src/cli/terminal/problems.ts'
import type { Problem } from '../../src/payout/problem.ts'
import { country, say } from '../../src/words/sentence.ts'
import { anySentence } from '../harness/words.ts'

const problem = (line: number, changes: Partial<Problem> = {}): Problem => ({
  line,
  column: 'phone_number',
  value: '0022',
  code: 'invalid_phone',
  message: anySentence('This is too short.'),
  ...changes,
})

describe('the list of problems', () => {
  it('has a paragraph for each kind with its lines, in the order of the file, then the count and what to do', () => {
    const problems = [
      ...[12, 4, 7, 8, 9, 10, 20, 21].map((line) => problem(line)),
      problem(12, { column: 'amount', value: '', code: 'missing_amount', message: anySentence('There is no amount.') }),
      problem(3, {
        column: '',
        value: '',
        code: 'malformed',
        message: anySentence('The row has 9 cells and the header 8.'),
      }),
    ]
    expect(
      renderProblems(problems, { file: 'payroll.csv' }),
    ).toBe(`line 3: The row has 9 cells and the header 8. (malformed)
lines 4, 7–10, 12, 20, 21, phone_number "0022": This is too short. (invalid_phone)
line 12, amount: There is no amount. (missing_amount)

payroll.csv: 10 problems in 9 rows (8 invalid_phone, 1 missing_amount, 1 malformed).
Fix payroll.csv and submit it again.
To pay the other rows now and leave these out, add --skip-invalid.`)
  })

  it('explains once what differs in its values only, says each value once, and what was probably meant', () => {
    const old = (line: number, digits: string) =>
      problem(line, {
        column: 'N° de téléphone',
        value: digits,
        message: say('payout.number_benin_form_before_november_2024', { text: digits, digits: `22901${digits}` }),
        suggestion: `+22901${digits}`,
      })
    const text = renderProblems([old(4, '97000001'), old(9, '97000002'), old(10, '97000003')], {
      file: 'payroll.xlsx',
      letters: new Map([['N° de téléphone', 'C']]),
    })
    const [explained, values] = text.split('\n')
    expect(explained).toBe(
      'lines 4, 9, 10, N° de téléphone (column C): "97000001" is a Benin number from before November 2024: put 01 before the eight digits, as in +2290197000001. (invalid_phone)',
    )
    expect(values).toBe('  Likewise: line 9 "97000002" → +2290197000002, line 10 "97000003" → +2290197000003.')
  })

  it('keeps apart what is said of two countries, and names the line that has a reference already', () => {
    const abroad = (line: number, code: string) =>
      problem(line, {
        message: say('payout.number_another_country_operator_correct_one', { text: 'x', name: country(code) }),
      })
    expect(renderProblems([abroad(2, 'BJ'), abroad(3, 'TG'), abroad(4, 'BJ')], { file: 'a.csv' })).toMatch(
      /^lines 2, 4,.*\n.*line 3,/,
    )
    const twice = (line: number, first: number) =>
      problem(line, {
        value: `E${first}`,
        code: 'duplicate_reference',
        message: say('payout.reference_already_line_give_each_payout', { reference: `E${first}`, first }),
      })
    expect(renderProblems([twice(7, 2), twice(9, 3)], { file: 'a.csv' })).toContain(
      'Likewise: line 9 "E3" (already on line 3).',
    )
  })

  it('tells apart rows of different widths and amounts of different currencies, and says what is in each row', () => {
    const wide = (line: number, cells: number) =>
      problem(line, {
        column: '',
        value: `row ${line}`,
        code: 'malformed',
        message: say('payout.row_cells_header_add_remove_delimiters', { cells, width: 3 }),
      })
    expect(renderProblems([wide(2, 2), wide(3, 6), wide(5, 6)], { file: 'a.csv' })).toMatch(
      /^line 2, "row 2": The row has 2 cells.*\nlines 3, 5, "row 3": The row has 6 cells.*\n {2}Likewise: line 5 "row 5"\.\n/,
    )
    const exact = (line: number, currency: string) =>
      problem(line, {
        column: 'amount',
        value: '5',
        code: 'too_many_decimals',
        message: say('payout.too_many_decimals_decimals_most', { text: '1.555', currency, decimals: 2 }),
      })
    expect(renderProblems([exact(2, 'GHS'), exact(3, 'KES')], { file: 'a.csv' })).toMatch(
      /^line 2, amount "5": .*GHS.*\nline 3, amount "5": .*KES/,
    )
  })

  it('has the value of every line, a few on each line of text', () => {
    const problems = Array.from({ length: 60 }, (_, index) => problem(index, { value: `x${index}` }))
    const lines = renderProblems(problems, { file: 'a.json', place: 'element' }).split('\n')
    expect(lines.filter((line) => line.startsWith('  Likewise: element'))).toHaveLength(3)
    expect(lines.join().match(/"x\d+"/g)).toHaveLength(60)
  })

  it('stops at 1,000 and says how many more there are', () => {
    const problems = Array.from({ length: 1_500 }, (_, index) => problem(index + 2))
    const lines = renderProblems(problems, { file: 'payroll.csv' }).split('\n')
    expect(lines[0]).toContain('lines 2–1001,')
    expect(lines[1]).toBe('… and 500 more. --json prints all of them.')
    expect(lines[3]).toBe('payroll.csv: 1,500 problems in 1,500 rows (1,500 invalid_phone).')
  })

  it('counts all of them when only the first were kept', () => {
    const text = renderProblems([problem(2)], { file: 'payroll.csv', total: 5_000 })
    expect(text).toContain('… and 4,999 more.')
    expect(text).toContain('payroll.csv: 5,000 problems.\n')
  })

  it('offers --allow-duplicates only where rows look like duplicates, and --skip-invalid only where it can help', () => {
    const duplicate = problem(2, { code: 'possible_duplicate' })
    expect(renderProblems([duplicate], { file: 'a.csv' })).toContain('--allow-duplicates')
    expect(renderProblems([problem(2)], { file: 'a.csv' })).not.toContain('--allow-duplicates')
    expect(renderProblems([problem(2)], { file: 'a.csv', maySkip: false })).not.toContain('--skip-invalid')
  })

  it('speaks of elements in JSON files', () => {
    expect(renderProblems([problem(2)], { file: 'a.json', place: 'element' })).toMatch(/^element 2, phone_number/)
  })

  it('lets no control character of a cell through', () => {
    expect(renderProblems([problem(2, { value: '\u001b[2J' })], { file: 'a.csv' })).toContain('"\\u001b[2J"')
  })

  it('says so when there are none', () => {
    expect(renderProblems([], { file: 'payroll.csv' })).toBe('payroll.csv: no problems.')
  })
})
