import { array, assert, constantFrom, property } from 'fast-check'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, it } from 'vitest'
import { readMessage } from '../../src/words/catalogue.ts'

const put = (name: string) => ({ shown: `<${name}>`, chosenBy: 2 })
const byLibrary = (text: string) =>
  String(new IntlMessageFormat(text, 'fr', undefined, { ignoreTag: true }).format({ a: '<a>', b: '<b>' }))

it.each([
  ["L'opérateur n'a pas {a}", "L'opérateur n'a pas <a>"],
  ["d''{a}", "d'<a>"],
  ["''{a}'' is '{'a'}'", "'<a>' is {a}"],
  ["as in '''{\"order\": 7}'''.", `as in '{"order": 7}'.`],
  ["l'", "l'"],
  ['{ a }{b}', '<a><b>'],
  ['<a> {a} </a> # | >', '<a> <a> </a> # | >'],
  ["it''s '<a>' and '>", "it's <a> and >"],
  ["never closed '{a}", 'never closed {a}'],
  ['', ''],
])('%s is read as the library reads it', (text, said) => {
  expect([readMessage(text, 'fr')(put), byLibrary(text)]).toEqual([said, said])
})

it('whatever apostrophes, braces and angle brackets do to each other, it is what the library makes of it', () => {
  const pieces = constantFrom("'", "''", '{a}', '{b}', '<', '>', '#', 'x', ' ', "'{", "'}", "}'")
  assert(
    property(array(pieces, { maxLength: 8 }), (found) => {
      const text = found.join('')
      const expected = orError(() => byLibrary(text))
      // What is no message for the library is none here, too, but for a brace that closes nothing.
      if (expected === null) return
      expect(readMessage(text, 'fr')(put)).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

function orError(read: () => string): string | null {
  try {
    return read()
  } catch {
    return null
  }
}

it('a message with forms has apostrophes and number signs in it, too', () => {
  const filled = readMessage("{n, plural, one {l'essai '#'{a}} other {l''{b} n''est pas}}", 'fr')
  expect(filled((name) => ({ shown: `<${name}>`, chosenBy: 1 }))).toBe("l'essai #<a>")
  expect(filled((name) => ({ shown: `<${name}>`, chosenBy: 2 }))).toBe("l'<b> n'est pas")
})

it('a form may be chosen by a word', () => {
  const filled = readMessage('{state, select, paid {done: {state}} other {open: {state}}}', 'en')
  expect(filled(() => ({ shown: 'payé', chosenBy: 'paid' }))).toBe('done: payé')
  expect(filled(() => ({ shown: 'échoué', chosenBy: 'failed' }))).toBe('open: échoué')
})
