import { expect, it } from 'vitest'
import { providerWords } from '../../src/provider/answers/providerWords.ts'
import { renderWords } from '../../src/words/render.ts'
import { payable } from './payables.ts'

it.each([
  ['as they are', 'Wallet is closed', 'Wallet is closed'],
  ['on one line', ' Wallet\r\n\tis \u0000\u001b[31mclosed\u202e ', 'Wallet is [31mclosed'],
  ['without any', ' \n ', 'The provider refused the payout without giving a reason.'],
  ['with our number', 'No wallet for 2290197000001', 'No wallet for 229******01'],
  ['with our number, written otherwise', 'No wallet for +229 01 97 00 00 01.', 'No wallet for 229******01.'],
  ['with our national number', 'No wallet: 0197000001', 'No wallet: 229******01'],
  ['with another number', 'Sender 2290155555555 is blocked', 'Sender [number] is blocked'],
  ['with the name, either way around', 'ZINSOU, Awa is not Awa Zinsou', '[name], [name] is not [name] [name]'],
  ['with a part of the name inside a word', 'Awaiting', 'Awaiting'],
  ['with short numbers', 'Limit of 500000 XOF, code 4031', 'Limit of 500000 XOF, code 4031'],
])('gives the words of a refusal %s', (_what, words, expected) => {
  expect(renderWords(providerWords(words, payable), 'en')).toBe(expected)
})

it('cuts long words at 300 characters, not inside a pair', () => {
  expect(providerWords('x'.repeat(70_000), payable)).toBe(`${'x'.repeat(299)}…`)
  expect(renderWords(providerWords(`${'x'.repeat(298)}😀😀`, payable), 'en').isWellFormed()).toBe(true)
})

it.each(["N'Guessan", 'Marie-Claire', 'O.Brien (Jr)', '[x] {y} \\z', 'Éléonore', '+++'])(
  'takes out the name %s',
  (name) => {
    const words = providerWords(`Holder ${name} unknown`, { ...payable, name })
    expect(words).not.toContain(name.split(/[\s.]/).findLast((part) => part.length > 2) ?? 'nothing')
  },
)

it.each([
  ['Mamadou Sène', 'MAMADOU SENE'],
  ['Jean-Pierre Koffi', 'Koffi Jean Pierre'],
])('takes out the name %s as providers write it', (name, written) => {
  const words = renderWords(providerWords(`Holder ${written} unknown`, { ...payable, name }), 'en')
  expect(words).toMatch(/^Holder (\[name\] ?)+ unknown$/)
})
