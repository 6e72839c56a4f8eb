import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Payable } from '../../src/payout/keys.ts'
import {
  countries,
  findCountry,
  findOperator,
  nearestOperator,
  operators,
} from '../../src/payout/operators/operator.ts'
import type { Response } from '../../src/provider/answers/answer.ts'
import { messageContradicts } from '../../src/provider/answers/messageContradicts.ts'
import { outcomeOf, retryAfterMs } from '../../src/provider/answers/outcome.ts'
import { providerWords } from '../../src/provider/answers/providerWords.ts'
import { renderWords, showMoney } from '../../src/words/render.ts'
import { anyCharacter, seeded } from './seeded.ts'

const payable: Payable = {
  operator: 'mtn-benin',
  phone: '2290197000001',
  amountMinor: 150_000n,
  currency: 'XOF',
  name: 'Awa Koné',
}
const now = new Date('2026-11-20T08:00:00.000Z')
const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: anyCharacter }), fc.string())

describe('an answer', () => {
  const word = fc.constantFrom('success', 'SUCCESS', ' Success ', 'FAILED', 'PENDING', 'completed', 'x', '', '200')
  const value = fc.oneof(fc.constantFrom(true, false, 'true', 'false', null, 0, 1, 200), word, fc.jsonValue())
  const key = fc.oneof(
    fc.constantFrom('error', 'status', 'reference', 'message', 'error', 'status'),
    fc.constantFrom('Error', 'data', '__proto__', 'st\\u0061tus', '\\u0065rror', 'ref\\u0065rence'),
  )
  const usual = fc
    .tuple(fc.boolean(), word, fc.option(fc.constantFrom('TX-1', ' TX-2 ', '')))
    .map(([error, status, reference]): [string, unknown][] => [
      ['error', error],
      ['status', status],
      ...(reference === null ? [] : [['reference', reference] as [string, unknown]]),
    ])
  const others = fc.array(fc.tuple(key, value), { maxLength: 4 })
  const entries = fc.oneof(
    others,
    fc.tuple(usual, fc.oneof(fc.constant([]), others)).map((both) => both.flat()),
    fc.tuple(others, usual).map((both) => both.flat()),
  )
  const httpStatus = fc.oneof(
    fc.constantFrom(200, 201, 400, 422, 500, 302, 401, 429, 418),
    fc.integer({ min: 200, max: 599 }),
  )

  test('means paid only where every `error` says false and every `status` says success, in a 2xx', () => {
    let paid = 0
    let failed = 0
    fc.assert(
      fc.property(entries, httpStatus, fc.boolean(), (fields, status, delimited) => {
        const text = `{${fields.map(([name, each]) => `"${name}":${JSON.stringify(each)}`).join(',')}}`
        const outcome = outcomeOf(response(status, text, delimited), payable, now)
        const said = (name: string) =>
          fields.filter(([each]) => JSON.parse(`"${each}"`) === name).map(([, each]) => each)
        if (outcome.kind === 'paid' || outcome.kind === 'accepted') {
          expect(status >= 200 && status < 300).toBe(true)
          expect(said('error')).toEqual([false])
          const [word] = said('status')
          expect(String(word).trim().toLowerCase() === 'success').toBe(outcome.kind === 'paid')
          expect(said('reference').length).toBeLessThan(2)
          paid += 1
        }
        if (outcome.kind === 'failed') {
          expect([200, 201, 202, 400, 422].includes(status) || (status > 202 && status < 300)).toBe(true)
          // Said once that there was an error; or, in a 400 or 422, the error body of section 7.
          if (said('error').length > 0) expect(said('error')).toEqual([true])
          else expect(said('status')).toEqual([status])
          failed += 1
        }
        if (outcome.kind === 'not_taken') expect([401, 403, 404, 405, 415, 429]).toContain(status)
      }),
      seeded(5000),
    )
    expect([paid > 0, failed > 0]).toEqual([true, true])
  })

  test('of any bytes is judged, and never as paid, accepted or failed', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      anyText.map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(bytes, httpStatus, fc.boolean(), (body, status, delimited) => {
        const answer = { ...response(status, '', delimited), body: Buffer.from(body) }
        expect(['unknown', 'not_taken']).toContain(outcomeOf(answer, payable, now).kind)
      }),
      seeded(3000),
    )
  })

  test('that is cut short anywhere is unknown, and one with more text behind it too', () => {
    const whole = '{"error":false,"status":"success","reference":"TX-1","message":"Paid 1500 to 2290197000001"}'
    const cut = fc.integer({ min: 0, max: whole.length - 1 }).map((at) => whole.slice(0, at))
    const more = fc.tuple(anyText, fc.constant(whole)).map(([text, first]) => `${first}${text}`)
    fc.assert(
      fc.property(fc.oneof(cut, more), fc.boolean(), (text, delimited) => {
        fc.pre(text.trim() !== whole)
        expect(outcomeOf(response(200, text, delimited), payable, now).kind).toBe('unknown')
      }),
      seeded(1000),
    )
  })
})

describe('the message of a good answer', () => {
  const gap = fc.constantFrom('', ' ', '-', '.', '\u00a0')
  const spaced = fc
    .tuple(
      fc.constantFrom('2290197000001', '+2290197000001', '002290197000001', '0197000001', '22997000001', '97000001'),
      gap,
    )
    .map(([digits, between]) => digits.replace(/(?<=\d)(?=(?:\d\d)+$)/g, between))
  const amount = fc.constantFrom(
    '150000 XOF',
    '150 000 XOF',
    '150,000.00 XOF',
    '150.000 FCFA',
    'XOF 150000',
    '150 000 F CFA',
  )
  const sentence = fc.tuple(
    fc.constantFrom('Paid ', 'Transfer of ', 'Envoi de ', ''),
    amount,
    spaced,
    fc.constantFrom('.', ' done', ' ok.'),
  )

  test('that names our number and our amount in any way does not contradict', () => {
    fc.assert(
      fc.property(sentence, ([verb, sum, number, end]) => {
        const message = `${verb}${sum} to ${number}${end}`
        expect([message, messageContradicts(message, payable)]).toEqual([message, false])
      }),
      seeded(1000),
    )
  })

  test('that names another number, or another amount, contradicts', () => {
    const otherNumber = fc.integer({ min: 97_000_002, max: 97_999_999 }).map((national) => `+22901${national}`)
    const otherAmount = fc.bigInt({ min: 1n, max: 10n ** 9n }).filter((minor) => minor !== payable.amountMinor)
    fc.assert(
      fc.property(sentence, otherNumber, otherAmount, ([verb, sum, number], wrong, minor) => {
        expect(messageContradicts(`${verb}${sum} to ${wrong}`, payable)).toBe(true)
        const message = `${verb}${showMoney(String(minor), 'XOF', 'en')} to ${number}`
        expect([message, messageContradicts(message, payable)]).toEqual([message, true])
      }),
      seeded(1000),
    )
  })

  test('is judged whatever it is', () => {
    const long = fc
      .tuple(fc.constantFrom('1 ', '1.', '22901', '(', 'XOF', '1 XOF '), fc.nat(3000))
      .map(([unit, times]) => unit.repeat(times))
    fc.assert(
      fc.property(fc.oneof(anyText, long), (text) => {
        expect(typeof messageContradicts(text, payable)).toBe('boolean')
      }),
      seeded(1000),
    )
  })
})

test("the provider's words keep no number of the beneficiary's, no name, no control character and no second line", () => {
  const national = '97000001'
  const forms = fc.constantFrom('2290197000001', '+229 01 97 00 00 01', '01-97-00-00-01', '97000001', '+2290197000002')
  const parts = fc.array(fc.oneof(anyText, forms, fc.constantFrom('Awa', 'KONÉ', ' Koné ', '\n', '\0')), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(parts, (texts) => {
      const words = renderWords(providerWords(texts.join(' '), payable), 'en')
      expect(words.length).toBeLessThanOrEqual(300)
      expect(words).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(words.replace(/\D/g, '')).not.toContain(national)
      expect(words).not.toMatch(/(?<![\p{L}\p{N}])(?:awa|koné)(?![\p{L}\p{N}])/iu)
    }),
    seeded(2000),
  )
})

describe('Retry-After', () => {
  test('in seconds or as a date is that long, and never under 1 s or over 5 min', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (seconds) => {
        const expected = Math.min(Math.max(seconds * 1000, 1000), 300_000)
        expect(retryAfterMs(String(seconds), now)).toBe(expected)
        const date = new Date(Math.min(now.getTime() + seconds * 1000, Date.UTC(9999, 0)))
        expect(retryAfterMs(date.toUTCString(), now)).toBe(expected)
      }),
      seeded(1000),
    )
  })
  test('of any other text is none, or within the same bounds', () => {
    const near = fc.tuple(
      fc.constantFrom('Mon, ', 'Fri ', '-', '+', '1e', '0x', ''),
      fc.oneof(anyText, fc.integer().map(String)),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          near.map((both) => both.join('')),
        ),
        (text) => {
          const waitMs = retryAfterMs(text, now)
          if (waitMs === undefined) return
          expect(waitMs >= 1000 && waitMs <= 300_000).toBe(true)
          expect(text).toMatch(/^\s*(?:\d+|[A-Z][a-z]{2,8},? .*)\s*$/s)
        },
      ),
      seeded(2000),
    )
  })
})

describe('names of operators and countries', () => {
  /** The letters and digits of a text alone, reckoned without the code's own folding. */
  const bare = (text: string) =>
    [...text.normalize('NFKD').toLowerCase()].filter((char) => /[\p{L}\p{N}]/u.test(char)).join('')
  const between = fc.array(fc.constantFrom('', '', '-', '_', ' ', '.', '\u00a0'), { minLength: 40, maxLength: 40 })
  const scattered = (name: fc.Arbitrary<string>) =>
    fc
      .tuple(name, between, fc.infiniteStream(fc.boolean()))
      .map(([text, gaps, upper]) =>
        [...text].map((char, at) => (upper.next().value ? char.toUpperCase() : char) + (gaps[at] ?? '')).join(''),
      )
  test('are found in any case, with any spaces and dashes', () => {
    fc.assert(
      fc.property(scattered(fc.constantFrom(...operators.map(({ code }) => code))), (text) => {
        expect(bare(findOperator(text)?.code ?? '')).toBe(bare(text))
      }),
      seeded(500),
    )
    fc.assert(
      fc.property(scattered(fc.constantFrom(...countries.map(({ frenchName }) => frenchName))), (text) => {
        expect(bare(findCountry(text)?.frenchName ?? '')).toBe(bare(text))
      }),
      seeded(500),
    )
  })
  test('are found only where the text is the name: one that is near is a suggestion, never taken', () => {
    const almost = fc
      .tuple(
        fc.constantFrom(...operators.map(({ code }) => code)),
        fc.nat(20),
        fc.constantFrom('', 'x', '0', 'é', '-'),
        fc.nat(1),
      )
      .map(([code, at, put, drop]) => code.slice(0, at) + put + code.slice(at + drop))
    fc.assert(
      fc.property(fc.oneof(anyText, almost), (text) => {
        const operator = findOperator(text)
        if (operator) expect(bare(operator.code)).toBe(bare(text))
        else expect(nearestOperator(text)?.code).not.toBe(text)
        const country = findCountry(text)
        if (!country) return
        const names = [country.code, country.iso3, country.name, country.frenchName, ...country.aliases]
        expect(names.map(bare)).toContain(bare(text))
      }),
      seeded(3000),
    )
  })
})

function response(httpStatus: number, text: string, delimited: boolean): Response {
  return { kind: 'response', httpStatus, contentType: null, retryAfter: null, body: Buffer.from(text), delimited }
}
