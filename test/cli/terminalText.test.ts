import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { observe, startRate, timeLeft } from '../../src/cli/terminal/progress.ts'
import { renderTable } from '../../src/cli/terminal/table.ts'
import {
  createStyle,
  displayWidth,
  fitWidth,
  formatAmount,
  formatCount,
  formatDuration,
  formatRate,
  printable,
  type StyleSettings,
  wrapText,
} from '../../src/cli/terminal/text.ts'
import { seed } from '../properties/seeded.ts'

fc.configureGlobal(seed())

const green = '\u001b[32mpaid\u001b[39m'

describe('colours', () => {
  const cases: [string, StyleSettings, boolean][] = [
    ['are on for a terminal', { isTTY: true, term: 'xterm' }, true],
    ['are off for a pipe', { isTTY: false, term: 'xterm' }, false],
    ['are off for a dumb terminal', { isTTY: true, term: 'dumb' }, false],
    ['are off with NO_COLOR', { isTTY: true, noColor: '1' }, false],
    ['are on with an empty NO_COLOR', { isTTY: true, noColor: '' }, true],
    ['are on for a pipe with FORCE_COLOR', { isTTY: false, forceColor: '1' }, true],
    ['are off with FORCE_COLOR=0', { isTTY: true, forceColor: '0' }, false],
    ['are off with NO_COLOR even when FORCE_COLOR is there', { isTTY: true, noColor: '1', forceColor: '1' }, false],
  ]
  for (const [description, settings, colour] of cases) {
    it(description, () => {
      const style = createStyle(settings)
      expect(style.colour).toBe(colour)
      expect(style.paint('paid', 'green')).toBe(colour ? green : 'paid')
    })
  }
})

describe('money for people', () => {
  const cases: [bigint, string, string][] = [
    [1_250_000n, 'XOF', '1,250,000 FCFA'],
    [150_050n, 'KES', '1,500.50 KES'],
    [5n, 'GHS', '0.05 GHS'],
    [0n, 'TZS', '0.00 TZS'],
    [0n, 'RWF', '0 RWF'],
    [-1_500n, 'UGX', '-1,500 UGX'],
    [9_007_199_254_740_993n, 'XAF', '9,007,199,254,740,993 FCFA (XAF)'],
    [9_007_199_254_740_993n, 'ZMW', '90,071,992,547,409.93 ZMW'],
  ]
  for (const [minor, currency, text] of cases) {
    it(`${minor} minor units of ${currency} are ${text}`, () => {
      expect(formatAmount(minor, currency)).toBe(text)
    })
  }

  it('counts are in groups of three', () => {
    expect([0, 999, 1_000, 5_000_000].map(formatCount)).toEqual(['0', '999', '1,000', '5,000,000'])
  })
})

describe('text from elsewhere', () => {
  it('cannot steer the terminal: what cannot be seen is shown by its code', () => {
    expect(printable('a\u001b[2Jb\r\n\t\u0000\u009b\u202e\u200bé漢🙂')).toBe(
      'a\\u001b[2Jb\\r\\n\\t\\u0000\\u009b\\u202e\\u200bé漢🙂',
    )
  })

  it('has a width in columns, colours not counted', () => {
    const widths: [string, number][] = [
      ['payroll', 7],
      ['é', 1],
      ['e\u0301', 1],
      ['漢字', 4],
      ['🙂', 2],
      [green, 4],
      ['✓ … █', 5],
    ]
    expect(widths.map(([text]) => [text, displayWidth(text)])).toEqual(widths)
  })

  it('is cut to a width with …, never in the middle of a character', () => {
    expect([fitWidth('payroll', 7), fitWidth('payroll', 4), fitWidth('漢字漢字', 4), fitWidth('abc', 0)]).toEqual([
      'payroll',
      'pay…',
      '漢…',
      '',
    ])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, width) => {
        expect(displayWidth(fitWidth(printable(text), width))).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('is wrapped between words, and a long word stays whole', () => {
    expect(wrapText('pay the other rows now', 10)).toEqual(['pay the', 'other rows', 'now'])
    expect(wrapText('see /a/very/long/path now', 8)).toEqual(['see', '/a/very/long/path', 'now'])
    expect(wrapText('one line', Number.POSITIVE_INFINITY)).toEqual(['one line'])
    // In French a mark stands apart from its word, and goes with it to the next line.
    expect(wrapText('Pour reprendre :', 14)).toEqual(['Pour', 'reprendre :'])
    expect(wrapText('Que dire ? « abc » ; rien', 9)).toEqual(['Que', 'dire ?', '« abc » ;', 'rien'])
    expect(wrapText(' : ', 10)).toEqual([' : '])
  })
})

describe('the rate', () => {
  it('is not known before there is something to tell from', () => {
    const start = startRate(100, 0)
    expect([start.perSecond, observe(start, 120, 100).perSecond, observe(start, 100, 1_000).perSecond]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('does not count what was done before', () => {
    expect(observe(startRate(300, 0), 400, 1_000).perSecond).toBe(100)
  })

  it('follows a change gently, and gets there', () => {
    let rate = observe(startRate(0, 0), 100, 1_000)
    rate = observe(rate, 300, 2_000)
    expect(rate.perSecond).toBe(150)
    rate = observe(rate, 3_000, 29_000)
    const before = rate.perSecond ?? 0
    rate = observe(rate, 3_200, 30_000)
    expect(rate.perSecond).toBeGreaterThan(before)
    expect(rate.perSecond).toBeLessThan(before + 30)
    for (let second = 31; second < 90; second += 1) rate = observe(rate, rate.done + 200, second * 1_000)
    expect(Math.round(rate.perSecond ?? 0)).toBe(200)
  })

  it('tells the time left only while it can', () => {
    const rate = { perSecond: 120, done: 250, atMs: 0, sinceMs: 0 }
    expect(timeLeft(rate, 500, 250)).toBe('about 3 s left')
    expect(timeLeft(rate, 500, 500)).toBeNull()
    expect(timeLeft({ ...rate, perSecond: 0 }, 500, 250)).toBeNull()
    expect(timeLeft({ ...rate, perSecond: null }, 500, 250)).toBeNull()
  })

  it('is put in words', () => {
    expect([0.2, 45, 90, 91, 3_599, 3_601, 7_200, 200_000].map(formatDuration)).toEqual([
      '1 s',
      '45 s',
      '90 s',
      '2 min',
      '1 h',
      '1 h 1 min',
      '2 h',
      '3 days',
    ])
    expect([0.42, 3, 119.6, 12_345].map(formatRate)).toEqual(['0.4/s', '3/s', '120/s', '12,345/s'])
  })
})

describe('a table', () => {
  const columns = [{ head: 'Id' }, { head: 'Name' }, { head: 'Amount', align: 'right' }] as const
  const rows = [
    ['b1', 'November salaries of all the offices', '1 250 000 XOF\n1.50 KES'],
    ['b2', '漢字', '5 XOF'],
  ]

  it('has a rule under its head, numbers to the right, and no ends of spaces', () => {
    expect(renderTable({ columns, rows, width: 80 }).split('\n')).toEqual([
      'Id  Name                                         Amount',
      '───────────────────────────────────────────────────────',
      'b1  November salaries of all the offices  1 250 000 XOF',
      '                                               1.50 KES',
      'b2  漢字                                          5 XOF',
    ])
  })

  it('cuts words to fit the terminal', () => {
    expect(renderTable({ columns, rows, width: 36 })).toContain('b1  November salarie…  1 250 000 XOF')
    for (const line of renderTable({ columns, rows, width: 36 }).split('\n')) {
      expect(displayWidth(line)).toBeLessThanOrEqual(36)
    }
  })

  it('never cuts a number, however narrow the terminal', () => {
    const text = renderTable({ columns, rows, width: 10 })
    expect(text).toContain('1 250 000 XOF')
    expect(text).toContain('November salaries of all the offices')
  })

  it('is the same with colours as without, colours taken away', () => {
    const style = createStyle({ isTTY: true })
    const coloured = renderTable({ columns, rows, width: 80, style })
    expect(coloured).toContain('\u001b[1mName')
    expect(stripVTControlCharacters(coloured)).toBe(renderTable({ columns, rows, width: 80 }))
  })
})
