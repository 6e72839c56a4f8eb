import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatWireAmount, parseAmount, parseLimit } from '../../src/payout/money/money.ts'
import { type Currency, currencyDecimals } from '../../src/payout/operators/operator.ts'
import { showMoney } from '../../src/words/render.ts'
import type { Sentence } from '../../src/words/sentence.ts'
import { english } from '../harness/words.ts'
import { seed, seeded } from './seeded.ts'

fc.configureGlobal(seed())

const currency = fc.constantFrom(...(Object.keys(currencyDecimals) as Currency[]))
const runs = seeded(3000)

/** Up to 15 digits before the mark: with two decimals that is beyond what a JavaScript number can hold. */
const minorOf = (of: Currency) =>
  fc.oneof(
    fc.bigInt({ min: 1n, max: 10n ** BigInt(15 + currencyDecimals[of]) - 1n }),
    fc.bigInt({ min: 1n, max: 5_000_000n }),
    fc.constantFrom(1n, 10n ** BigInt(14 + currencyDecimals[of]) + 1n, 10n ** BigInt(15 + currencyDecimals[of]) - 1n),
  )

const amounts = currency.chain((of) => fc.record({ of: fc.constant(of), minor: minorOf(of) }))

describe('what is accepted means one amount, and exactly that one', () => {
  test('an amount comes back exactly from every accepted way to write it', () => {
    const separators = fc.constantFrom(' ', '\u00a0', '\u202f', "'", '.', ',', '')
    const style = fc.record({ groups: separators, mark: fc.constantFrom('.', ','), zeros: fc.nat(4), pad: blanks })
    fc.assert(
      fc.property(amounts, style, ({ of, minor }, { groups, mark, zeros, pad }) => {
        fc.pre(groups !== mark)
        const text = write(minor, of, groups, mark, zeros)
        fc.pre(readings(text).size === 1 && !isRefusedOutOfCaution(text))
        expect([text, parseAmount(pad[0] + text + pad[1], of)]).toEqual([text, { ok: true, amountMinor: minor }])
      }),
      runs,
    )
  })

  test('any text that is accepted has one reading, and it is the one that was taken', () => {
    const symbols = fc.constantFrom(..."00123456789.,' \u00a0\u202f-+e")
    const nearMiss = fc
      .tuple(amounts, fc.nat(20), symbols, fc.constantFrom(' ', "'", '.', ',', ''), fc.nat(3))
      .map(([{ of, minor }, at, symbol, groups, zeros]) => {
        const text = write(minor, of, groups, groups === ',' ? '.' : ',', zeros)
        return text.slice(0, at) + symbol + text.slice(at)
      })
    const texts = fc.oneof(
      fc.string({ unit: symbols, maxLength: 24 }),
      fc.string({ unit: 'grapheme' }),
      fc.double().map(String),
      nearMiss,
    )
    fc.assert(
      fc.property(texts, currency, (text, of) => {
        const result = parseAmount(text, of)
        const found = [...readings(text)].map((reading) => minorOfReading(reading, of))
        if (result.ok) expect(found).toEqual([result.amountMinor])
        else expectRefusal(result, text)
      }),
      seeded(10_000),
    )
  })

  test('a text that could be two amounts is refused in every currency', () => {
    const ambiguous = fc
      .tuple(fc.integer({ min: 1, max: 999 }), fc.constantFrom('.', ','), fc.nat(999))
      .map(([head, mark, tail]) => `${head}${mark}${String(tail).padStart(3, '0')}`)
    fc.assert(
      fc.property(ambiguous, currency, (text, of) => {
        expect(readings(text).size).toBe(2)
        expect(parseAmount(text, of)).toMatchObject({ ok: false, code: 'invalid_amount' })
      }),
      runs,
    )
  })

  test('a limit is read as the amount is, with the decimals that the currency lacks cut off', () => {
    fc.assert(
      fc.property(amounts, ({ of, minor }) => {
        expect(parseLimit(formatWireAmount(minor, of), of)).toEqual({ ok: true, amountMinor: minor })
        if (currencyDecimals[of] === 0) {
          expect(parseLimit(`${minor}.99`, of)).toEqual({ ok: true, amountMinor: minor })
        }
      }),
      runs,
    )
  })
})

describe('what is written is the amount', () => {
  test('the wire form has the digits of the amount and the decimals of its currency, and the form for people its groups', () => {
    fc.assert(
      fc.property(amounts, ({ of, minor }) => {
        const wire = formatWireAmount(minor, of)
        expect(BigInt(wire.replace('.', ''))).toBe(minor)
        expect(wire).toMatch(currencyDecimals[of] === 0 ? /^[1-9]\d*$/ : /^(?:0|[1-9]\d*)\.\d\d$/)
        expect(showMoney(String(minor), of, 'en').replaceAll(',', '').split(' ')[0]).toBe(wire)
      }),
      runs,
    )
  })
})

test('text of any length is read or refused, in time that grows with its length only', () => {
  const units = fc.constantFrom('1', '1,', ',111', ' 111', ".'", '1 1', '0', '-', ' ', '1.1')
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 20_000 }), fc.constantFrom('', 'x', '.', '5'), (unit, count, end) => {
      const result = parseAmount(unit.repeat(count) + end, 'KES')
      if (!result.ok) expect(english(result.message).length).toBeLessThan(400)
    }),
    seeded(200),
  )
})

const blanks = fc.tuple(fc.constantFrom('', ' ', '\t', '\u00a0'), fc.constantFrom('', ' ', '\n'))

/** Writes an amount with groups of three, a decimal mark where it is needed, and zeros behind it. */
function write(minor: bigint, of: Currency, groups: string, mark: string, zeros: number): string {
  const decimals = currencyDecimals[of]
  const digits = String(minor).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '') + '0'.repeat(zeros)
  const parts: string[] = []
  for (let end = whole.length; end > 0; end -= 3) parts.unshift(whole.slice(Math.max(0, end - 3), end))
  return parts.join(groups) + (fraction === '' ? '' : mark + fraction)
}

/**
 * Every amount that a text can stand for, as `whole.fraction` without superfluous zeros: tries each pair of a mark for
 * decimals and a mark for groups, and knows nothing of what is accepted.
 */
function readings(text: string): Set<string> {
  const found = new Set<string>()
  for (const decimal of [null, '.', ',']) {
    for (const group of [null, '.', ',', ' ', '\u00a0', '\u202f', "'"]) {
      const [whole = '', fraction = '0', ...more] = decimal === null ? [text.trim()] : text.trim().split(decimal)
      if (more.length > 0 || !onlyDigits(fraction)) continue
      const groups = group === null ? [whole] : whole.split(group)
      const [head = '', ...rest] = groups
      if (!groups.every(onlyDigits) || !rest.every(({ length }) => length === 3)) continue
      if (rest.length > 0 && (head.length > 3 || head.startsWith('0'))) continue
      found.add(`${BigInt(groups.join(''))}.${[...fraction].reverse().join('').replace(/^0+/, '')}`)
    }
  }
  return found
}

const onlyDigits = (text: string): boolean => text !== '' && [...text].every((char) => char >= '0' && char <= '9')

/** Has one reading, but looks like one that has two: `0.500`, `1 500.000`. */
const isRefusedOutOfCaution = (text: string): boolean =>
  /^\d{1,3}[.,]\d{3}$/.test(text) || /^\d{1,3}(?:[ \u00a0\u202f']\d{3})+[.,]\d{3}$/.test(text)

/** Minor units of a reading whose fraction was turned around; null where the currency can't say it. */
function minorOfReading(reading: string, of: Currency): bigint | null {
  const [whole = '', turned = ''] = reading.split('.')
  const decimals = currencyDecimals[of]
  if (turned.length > decimals) return null
  const fraction = [...turned].reverse().join('').padEnd(decimals, '0')
  return BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction === '' ? 0 : fraction)
}

/** A refusal is a sentence, and says `not positive` only of what is a number. */
function expectRefusal(result: { code: string; message: Sentence }, text: string): void {
  expect(english(result.message)).toMatch(/[.]$/)
  if (result.code !== 'invalid_amount') expect(text).toMatch(/\d/)
}
