import { describe, expect, it } from 'vitest'
import { pauseReasonSentence } from '../../src/alerts/alert.ts'
import type { BatchSummary } from '../../src/cli/terminal/nextSteps.ts'
import { renderSummary } from '../../src/cli/terminal/paying.ts'
import { pauseReasons } from '../../src/payout/outcome.ts'
import { payoutStates } from '../../src/payout/state.ts'
import { render } from '../../src/words/render.ts'

const settled: BatchSummary = {
  batchId: 'b7f3',
  name: 'November',
  sandbox: false,
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

Status  Rows          Amount
────────────────────────────
✓ paid     3    1,500.50 KES
              1,250,000 FCFA

It took 4.2 s (119/s).

Report: /srv/report.csv

What to do next
- For a report to print or forward:
    payrun report b7f3 -o b7f3.html
`)
  })

  it('of a mixed batch tells the states apart without colour, adds up, and says what to do, the worst first', () => {
    const counts = { paid: 1_000, failed: 2, unknown: 1, accepted: 3, invalid: 1, cancelled: 0 }
    const sums = { paid: { XOF: 1_000_000n }, failed: { XOF: 500n, KES: 5n }, unknown: { KES: 10n } }
    expect(summaryOf({ name: null, counts, sums, seconds: null, rate: null })).toBe(`Batch b7f3
Settled, but of 1,007 rows, 3 are not paid and 4 may or may not have been paid

Status       Rows          Amount
─────────────────────────────────
✓ paid      1,000  1,000,000 FCFA
✗ failed        2        0.05 KES
                         500 FCFA
? unknown       1        0.10 KES
… accepted      3
! invalid       1
  total     1,007        0.15 KES
                   1,000,500 FCFA

Report: /srv/report.csv

What to do next
- 1 row may or may not have been paid. payrun will never send it again by itself. The provider's statement settles it (or resolve does, for a single row):
    payrun reconcile b7f3 STATEMENT
- 2 rows failed: the provider refused them, or somebody recorded them as not paid. See the report for why. If a number is wrong, submit the corrected row in a new file. Once any other cause is fixed, try again:
    payrun retry b7f3
- 3 rows are with the provider, which has not said yet whether they are paid. The provider's statement settles them (or resolve does, row by row):
    payrun reconcile b7f3 STATEMENT
- 1 row is invalid and was skipped. The report says why. Fix it and submit it in a new file.
- For a report to print or forward:
    payrun report b7f3 -o b7f3.html
`)
  })

  it('has nothing fixed that another batch has', () => {
    const elsewhere = { paid: 2, paidIn: ['c1', 'c2'], open: 1, openIn: ['c3'] }
    const text = summaryOf({ counts: { paid: 1, invalid: 4 }, elsewhere })
    expect(text).toContain('Settled, but of 5 rows, 1 is not paid and 1 may or may not have been paid')
    expect(text).toContain(`
- 1 row was skipped because it is already in batch c3, not paid or not certainly. Settle or retry it there:
    payrun status c3
- 1 row is invalid and was skipped. The report says why. Fix it and submit it in a new file.
- 2 rows were skipped because they are already paid in batches c1 and c2. There is nothing to do.
`)
    const all = summaryOf({ counts: { paid: 1, invalid: 2 }, elsewhere: { ...elsewhere, open: 0, openIn: [] } })
    expect(all).toContain('\nAll 3 rows are paid, 2 of them in other batches\n')
    expect(all).not.toContain('Fix')
  })

  it('ends with a command to type, whatever became of the rows', () => {
    for (const state of ['settled', 'cancelled', 'paused', 'running', 'awaiting_approval'] as const)
      for (const row of payoutStates)
        expect(
          summaryOf({ state, reason: state === 'paused' ? 'person' : null, counts: { paid: 1, [row]: 1 } }),
        ).toMatch(/\n {4}payrun (report|retry|reconcile|resume|approve|status) b7f3[^\n]*\n$/)
  })

  it('advises no retry of what may have been paid after all', () => {
    const mixed = { counts: { paid: 1, failed: 2 }, contradicted: { rows: 1, failed: 1, first: [3] } }
    for (const how of [{ state: 'settled' }, { state: 'cancelled' }, { state: 'settled', purged: true }] as const) {
      const text = summaryOf({ ...mixed, ...how })
      expect(text).toContain('contradicts 1 row: line 3. Ask the provider about it first.')
      expect(text).toContain('2 rows failed, but 1 of them may have been paid after all (see above).')
      if (how.state === 'settled') expect(text).toContain('1 is not paid and 1 may or may not have been paid\n')
      expect(text).not.toMatch(/payrun retry|no money moved|new file/)
    }
    const ofPaid = summaryOf({ counts: { paid: 1, failed: 2 }, contradicted: { rows: 1, failed: 0, first: [3] } })
    expect(ofPaid).toContain('payrun retry b7f3')
  })

  it('advises no retry that would be refused', () => {
    const counts = { paid: 1, failed: 1 }
    const cancelled = summaryOf({ state: 'cancelled', counts })
    expect(cancelled).toContain('Fix the problem and submit the row in a new file.')
    expect(cancelled).not.toContain('payrun retry')
    expect(summaryOf({ state: 'paused', reason: 'person', counts: { ...counts, pending: 1 } })).toContain(
      'Once any other cause is fixed and the batch has gone on, try again:\n    payrun retry b7f3\n',
    )
  })

  it('has accepted rows waited for only where the provider is asked about them', () => {
    expect(summaryOf({ counts: { accepted: 1 }, asksStatus: true })).toContain(
      'whether it is paid. Workers keep asking. Wait, then look again:\n    payrun status b7f3\n',
    )
  })

  it('points to the report command where no report was written', () => {
    expect(summaryOf({ counts: { paid: 1, failed: 1 }, reportPath: null })).toContain(
      'payrun report b7f3 says why. If a number is wrong, submit the corrected row in a new file. Once any other cause is fixed, try again:\n    payrun retry b7f3\n',
    )
  })

  for (const reason of pauseReasons) {
    it(`of a batch paused (${reason}) says why, and how to go on`, () => {
      const text = summaryOf({ state: 'paused', reason, counts: { paid: 1, pending: 2 } })
      expect(text).toContain('\nPaused\n')
      expect(text).toContain(
        `- ${render(pauseReasonSentence(reason), 'en')} 2 rows are waiting to be paid. To go on:\n    payrun resume b7f3\n`,
      )
    })
  }

  it.each([
    ['operator_held', ['`payrun operators --sandbox`']],
    ['window', ['`payrun operators --sandbox`']],
    ['float', ['`payrun float --sandbox`', '`payrun float set --sandbox`']],
  ] as const)('of a batch of the sandbox paused (%s) names commands of the sandbox', (reason, commands) => {
    const paused = { state: 'paused', reason, counts: { pending: 2 } } as const
    for (const command of commands) {
      expect(summaryOf({ ...paused, sandbox: true })).toContain(command)
      expect(summaryOf(paused)).toContain(command.replace(' --sandbox', ''))
    }
  })

  it.each([
    [false, ''],
    [true, ' --sandbox'],
  ])('has an operator that a person holds released before the batch goes on (sandbox: %s)', (sandbox, flag) => {
    const paused = { state: 'paused', reason: 'operator_held', counts: { pending: 2 }, sandbox } as const
    const text = summaryOf({ ...paused, heldByHand: ['mtn-benin'] })
    expect(text).toContain(
      `- mtn-benin is held by hand, and resume does not end that. Release it first:\n    payrun operators release mtn-benin${flag}\n`,
    )
    expect(text.indexOf('payrun operators release')).toBeLessThan(text.indexOf('payrun resume b7f3'))
    expect(summaryOf({ ...paused, reason: 'person', heldByHand: ['mtn-benin'] })).not.toContain('operators release')
  })

  it('says "you" to whoever has just interrupted it, and to nobody else', () => {
    const paused = { state: 'paused', reason: 'person', counts: { paid: 1, pending: 2 } } as const
    expect(summaryOf({ ...paused, interrupted: 'SIGINT' })).toContain(
      '- You interrupted the payment. 2 rows are waiting',
    )
    expect(summaryOf(paused)).toContain('- This batch was paused by hand. 2 rows are waiting')
    expect(summaryOf({ ...paused, reason: 'tls', interrupted: 'SIGINT' })).not.toContain('You interrupted')
  })

  it('has a different sentence for each reason to pause', () => {
    expect(new Set(pauseReasons.map((reason) => render(pauseReasonSentence(reason), 'en'))).size).toBe(
      pauseReasons.length,
    )
    expect(render(pauseReasonSentence('operator_held', { command: 'npm run -s payrun --' }), 'en')).toContain(
      '`npm run -s payrun -- operators`',
    )
  })

  it('of a batch that is not done says who pays it and how to follow', () => {
    const text = summaryOf({ state: 'running', counts: { pending: 1, paid: 2 }, reportPath: null })
    expect(text).toContain('1 row is still to be paid')
    expect(text).toContain('by any running `payrun worker` or by `payrun resume b7f3`')
    expect(text).toContain('    payrun status b7f3 --watch\n')
    const waits = summaryOf({ state: 'awaiting_approval', counts: { pending: 1 } })
    expect(waits).toContain('Nothing is paid until somebody other than the submitter')
    expect(waits).toContain('    payrun approve b7f3 --account NAME\n')
    expect(summaryOf({ state: 'cancelled', counts: { cancelled: 2 } })).toContain(
      '2 rows were cancelled before they were sent',
    )
  })

  it('wraps sentences to the terminal, but never a command', () => {
    const text = renderSummary(
      { ...settled, state: 'paused', reason: 'unauthorized', counts: { pending: 2 } },
      { command: 'npm run -s payrun --', width: 24 },
    )
    expect(text).toContain('- The provider rejected\n  the credentials. Check\n')
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
