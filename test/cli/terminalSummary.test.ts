import { describe, expect, it } from 'vitest'
import { pauseReasonSentence } from '../../src/cli/terminal/pauseReason.ts'
import { renderProblems } from '../../src/cli/terminal/problems.ts'
import { type BatchSummary, renderSummary } from '../../src/cli/terminal/summary.ts'
import { pauseReasons } from '../../src/payout/outcome.ts'
import type { Problem } from '../../src/payout/problem.ts'
import { payoutStates } from '../../src/payout/state.ts'

const settled: BatchSummary = {
  batchId: 'b7f3',
  name: 'November',
  state: 'settled',
  reason: null,
  counts: { paid: 3 },
  sums: { paid: { XOF: 1_250_000n, KES: 150_050n } },
  asksStatus: false,
  reportPath: '/srv/report.csv',
  seconds: 4.21,
  rate: 119,
}
const options = { command: 'payrun', width: Number.POSITIVE_INFINITY }
const summaryOf = (changes: Partial<BatchSummary>) => renderSummary({ ...settled, ...changes }, options)

describe('the summary', () => {
  it('of a batch that is paid ends with how to have a report to send on', () => {
    expect(summaryOf({})).toBe(`Batch b7f3 (November)
All 3 rows are paid

Status  Rows         Amount
───────────────────────────
✓ paid     3   1 500.50 KES
              1 250 000 XOF

It took 4.2 s: 119 rows/s.

Report: /srv/report.csv

What to do next
- For a report to print or send on:
    payrun report b7f3 -o b7f3.html
`)
  })

  it('of a mixed batch tells the states apart without colour, adds up, and says what to do, the worst first', () => {
    const counts = { paid: 1_000, failed: 2, unknown: 1, accepted: 3, invalid: 1, cancelled: 0 }
    const sums = { paid: { XOF: 1_000_000n }, failed: { XOF: 500n, KES: 5n }, unknown: { KES: 10n } }
    expect(summaryOf({ name: null, counts, sums, seconds: null, rate: null })).toBe(`Batch b7f3
Settled, but 7 of 1 007 rows are not paid

Status       Rows         Amount
────────────────────────────────
✓ paid      1 000  1 000 000 XOF
✗ failed        2       0.05 KES
                         500 XOF
? unknown       1       0.10 KES
… accepted      3
! invalid       1
  total     1 007       0.15 KES
                   1 000 500 XOF

Report: /srv/report.csv

What to do next
- 1 row may or may not have been paid; payrun will never send it again by itself. The provider's statement settles it (or, row by row, resolve):
    payrun reconcile b7f3 STATEMENT
- 2 rows failed: the provider refused them, and no money moved. See the report for why. Once that is mended, try again:
    payrun retry b7f3
- 3 rows are with the provider, which has not yet said whether they are paid. The provider's statement settles them (or, row by row, resolve):
    payrun reconcile b7f3 STATEMENT
- 1 row is invalid and was skipped. The report has the reasons. Mend it, and give it in a new file.
- For a report to print or send on:
    payrun report b7f3 -o b7f3.html
`)
  })

  it('ends with a command to type, whatever became of the rows', () => {
    for (const state of ['settled', 'cancelled', 'paused', 'running', 'awaiting_approval'] as const)
      for (const row of payoutStates)
        expect(
          summaryOf({ state, reason: state === 'paused' ? 'person' : null, counts: { paid: 1, [row]: 1 } }),
        ).toMatch(/\n {4}payrun (report|retry|reconcile|resume|approve|status) b7f3[^\n]*\n$/)
  })

  it('advises no retry that would be refused', () => {
    const counts = { paid: 1, failed: 1 }
    const cancelled = summaryOf({ state: 'cancelled', counts })
    expect(cancelled).toContain('Once that is mended, put it into a new file.')
    expect(cancelled).not.toContain('payrun retry')
    expect(summaryOf({ state: 'paused', reason: 'person', counts: { ...counts, pending: 1 } })).toContain(
      'Once that is mended, and the batch goes on, try again:\n    payrun retry b7f3\n',
    )
  })

  it('has accepted rows waited for only where the provider is asked about them', () => {
    expect(summaryOf({ counts: { accepted: 1 }, asksStatus: true })).toContain(
      'whether it is paid. Workers ask it. Wait, and look again:\n    payrun status b7f3\n',
    )
  })

  it('points to the report command where no report was written', () => {
    expect(summaryOf({ counts: { paid: 1, failed: 1 }, reportPath: null })).toContain(
      'payrun report b7f3 says why. Once that is mended, try again:\n    payrun retry b7f3\n',
    )
  })

  for (const reason of pauseReasons) {
    it(`of a batch paused (${reason}) says why, and how to go on`, () => {
      const text = summaryOf({ state: 'paused', reason, counts: { paid: 1, pending: 2 } })
      expect(text).toContain('\nPaused\n')
      expect(text).toContain(
        `- ${pauseReasonSentence(reason)} 2 rows wait to be paid. To go on:\n    payrun resume b7f3\n`,
      )
    })
  }

  it('has a different sentence for each reason to pause', () => {
    expect(new Set(pauseReasons.map((reason) => pauseReasonSentence(reason))).size).toBe(pauseReasons.length)
    expect(pauseReasonSentence('operator_held', 'npm run -s payrun --')).toContain('`npm run -s payrun -- operators`')
  })

  it('of a batch that is not done says who pays it and how to follow', () => {
    const text = summaryOf({ state: 'running', counts: { pending: 1, paid: 2 }, reportPath: null })
    expect(text).toContain('1 row is still to be paid')
    expect(text).toContain('    payrun status b7f3 --watch\n')
    expect(summaryOf({ state: 'awaiting_approval' })).toContain('Nothing is paid until somebody approves it.')
    expect(summaryOf({ state: 'cancelled', counts: { cancelled: 2 } })).toContain(
      '2 rows were cancelled before being sent',
    )
  })

  it('wraps sentences to the terminal, but never a command', () => {
    const text = renderSummary(
      { ...settled, state: 'paused', reason: 'unauthorized', counts: { pending: 2 } },
      { command: 'npm run -s payrun --', width: 24 },
    )
    expect(text).toContain('- The provider turned\n  the credentials down.\n')
    expect(text).toContain('\n    npm run -s payrun -- resume b7f3\n')
    const mixed = { ...settled, counts: { paid: 1, failed: 1 } }
    expect(renderSummary(mixed, { command: 'payrun', width: 24 })).toContain(
      '\nSettled, but 1 of 2 rows\nis not paid\n',
    )
  })

  it('lets no control character of a name or a path through', () => {
    const text = summaryOf({ name: 'a\u001b[2Jb', reportPath: '/srv/a\u0007' })
    expect(text).toContain('(a\\u001b[2Jb)')
    expect(text).toContain('/srv/a\\u0007')
  })
})

const problem = (line: number, changes: Partial<Problem> = {}): Problem => ({
  line,
  column: 'phone_number',
  value: '0022',
  code: 'invalid_phone',
  message: 'This is too short.',
  ...changes,
})

describe('the list of problems', () => {
  it('has each on a line of its own, in the order of the file, then the count and what to do', () => {
    const problems = [
      problem(12),
      problem(12, { column: 'amount', value: '', code: 'missing_amount', message: 'There is no amount.' }),
      problem(3, { column: '', value: '', code: 'malformed', message: 'The row has 9 cells and the header 8.' }),
      problem(1_200),
    ]
    expect(
      renderProblems(problems, { file: 'payroll.csv' }),
    ).toBe(`line 3: The row has 9 cells and the header 8. (malformed)
line 12, phone_number "0022": This is too short. (invalid_phone)
line 12, amount: There is no amount. (missing_amount)
line 1200, phone_number "0022": This is too short. (invalid_phone)

payroll.csv: 4 problems in 3 rows (2 invalid_phone, 1 missing_amount, 1 malformed).
Mend payroll.csv and give it again.
To pay the other rows now and leave these out, add --skip-invalid.`)
  })

  it('stops at 1,000 and says how many more there are', () => {
    const problems = Array.from({ length: 1_500 }, (_, index) => problem(index + 2))
    const lines = renderProblems(problems, { file: 'payroll.csv' }).split('\n')
    expect(lines[999]).toContain('line 1001,')
    expect(lines[1_000]).toBe('… and 500 more. --json prints all of them.')
    expect(lines[1_002]).toBe('payroll.csv: 1 500 problems in 1 500 rows (1 500 invalid_phone).')
  })

  it('counts all of them when only the first were kept', () => {
    const text = renderProblems([problem(2)], { file: 'payroll.csv', total: 5_000 })
    expect(text).toContain('… and 4 999 more.')
    expect(text).toContain('payroll.csv: 5 000 problems.\n')
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
