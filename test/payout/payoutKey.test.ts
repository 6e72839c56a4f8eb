import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payoutKey, referenceForm } from '../../src/payout/keys.ts'
import { seed } from '../properties/seeded.ts'

fc.configureGlobal(seed())

const sha = 'a'.repeat(64)

test('a key is 32 hex characters, the same for the same payout, whatever spaces stand around its reference', () => {
  const key = payoutKey({ period: '2026-11', reference: 'EMP-1' })
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(payoutKey({ period: '2026-11', reference: ' EMP-1\t' })).toBe(key)
})

test('keys differ by reference, case, period, file and line, and no two identities are written the same', () => {
  const identities = [
    { period: null, reference: 'EMP-1' },
    { period: null, reference: 'emp-1' },
    { period: '', reference: 'EMP-1' },
    { period: 'null', reference: 'EMP-1' },
    { period: '2026-11', reference: 'EMP-1' },
    { period: '2026', reference: '11,EMP-1' },
    { period: '2026","11', reference: 'EMP-1' },
    { period: null, fileSha256: sha, line: 2 },
    { period: null, fileSha256: sha, line: 3 },
    { period: '2026-11', fileSha256: sha, line: 2 },
    { period: null, fileSha256: 'b'.repeat(64), line: 2 },
    { period: null, payrunId: 'kxxxxxxxxx:2' },
    { period: null, payrunId: 'kxxxxxxxxx:3' },
    { period: null, reference: 'kxxxxxxxxx:2' },
    { period: null, reference: 'EMP-1', sandbox: true },
    { period: 'sandbox', reference: 'EMP-1' },
  ]
  expect(new Set(identities.map(payoutKey)).size).toBe(identities.length)
})

const keyOf = (reference: string, period: string | null = null) => payoutKey({ period, reference })
const formOf = (key: string) => key.slice(0, 16)

test.each([
  ['composed and decomposed accents', 'PAIE-é1', 'PAIE-e\u03011'],
  ['full-width letters and digits', 'ＥＭＰ－１', 'EMP-1'],
  ['a no-break space', 'EMP\u00a01', 'EMP 1'],
  ['a ligature', 'oﬃce 1', 'office 1'],
])('one reference, with %s: one key', (_, one, other) => {
  expect(keyOf(one)).toBe(keyOf(other))
})

test.each([
  ['leading zeros', '001', '1'],
  ['decimals of a whole number', '17.0', '17'],
  ['decimals behind a comma', '017,00', '17'],
  ['leading zeros of a number in it', 'EMP-007/03', 'EMP-7/3'],
  ['case', 'emp-1', 'EMP-1'],
  ['case beyond ASCII', 'straße-é', 'STRASSE-É'],
  ['doubled spaces', 'EMP  1', 'EMP 1'],
  ['a no-break space beside a space', 'EMP\u00a0 1', 'EMP 1'],
  ['another dash', 'EMP–1', 'EMP-1'],
  ['a minus sign', 'EMP−1', 'EMP-1'],
  ['a zero-width space', 'EMP\u200b-1', 'EMP-1'],
  ['a soft hyphen', 'EM\u00adP-1', 'EMP-1'],
  ['a bidirectional mark', '\u200eEMP-1\u200f', 'EMP-1'],
  ['the apostrophe of a spreadsheet', "'0042", '42'],
  ['another apostrophe', 'L’1', "L'1"],
])('one reference, with %s: two keys of one form', (_, one, other) => {
  expect(keyOf(one)).not.toBe(keyOf(other))
  expect(formOf(keyOf(one))).toBe(formOf(keyOf(other)))
  expect(formOf(keyOf(one, 'march'))).not.toBe(formOf(keyOf(other)))
})

test.each([
  ['EMP-1', 'EMP-10'],
  ['1.5', '1.05'],
  ['0', ''],
  ['000', '1'],
  ['10', '1'],
  ['A1-2', 'A12'],
  ['EMP 001', 'EMP-001'],
  ['EMP 001', 'EMP001'],
  ['É', 'E'],
])('%j and %j are two forms', (one, other) => {
  expect(formOf(keyOf(one))).not.toBe(formOf(keyOf(other)))
})

test('the form of a form is that form, and no reference is without one', () => {
  const piece = fc.constantFrom(
    '0',
    '00',
    '7',
    'é',
    'e\u0301',
    ' ',
    '\u00a0',
    "'",
    '–',
    '-',
    'ß',
    '\u200b',
    '.',
    'Ａ',
    'x',
  )
  const references = fc.oneof(
    fc.string(),
    fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(references, (text) => {
      const form = referenceForm(text)
      expect(form === '').toBe(text === '')
      expect(referenceForm(form)).toBe(form)
    }),
  )
})

test('keys stay what they are: they are in ledgers', () => {
  expect(keyOf('EMP-1')).toBe('f9453d1451e1993108e4ef9e5219f891')
  expect(keyOf('EMP-01')).toBe('f9453d1451e19931cd49f17f64f139e6')
  expect(payoutKey({ period: '2026-11', fileSha256: sha, line: 2 })).toBe('aeaf9e0ee0748604b97b75c16d933b91')
  expect(payoutKey({ period: null, fileSha256: sha, line: 3 })).toBe('fdc1d7aa64443280c00e18c31199b39c')
  expect(payoutKey({ period: null, payrunId: 'kxxxxxxxxx:2' })).toBe('44ab25209b8aa366ee0c3e2eefb626eb')
  const sandbox = { period: '2026-11', reference: 'EMP-1', sandbox: true }
  expect(payoutKey(sandbox)).toBe('49eb4e5a21c4410aafa1c3f7c6e4eeb6')
  const quoted = { period: 'Été "1"\n', reference: 'Paie "n° 1" \\ é' }
  expect(payoutKey(quoted)).toBe('f2ce37e533c0be3560d9caf6b9098a49')
  expect(keyOf('é\u2028x')).toBe('5666001d99ccadd8bf5e3251bd399408')
})
