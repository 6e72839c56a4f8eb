import { afterAll, beforeAll, expect, it } from 'vitest'
import { countryName, countryOf } from '../../src/payout/country.ts'
import { formatAmount, parseAmount } from '../../src/payout/money.ts'
import { parsePhone } from '../../src/payout/phone.ts'
import { checkPayout as checkOrder } from '../../src/provider/payoutOrder.ts'
import { checkPayout } from '../../src/sandbox/checkPayout.ts'
import { inEnglish, setLanguage } from '../../src/words/t.ts'

beforeAll(() => setLanguage('fr'))
afterAll(() => setLanguage('en'))

/** The spaces that do not break are told apart by nobody who reads. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

it.each([
  [1_250_000n, 'XOF', '1 250 000 FCFA'],
  [150_050n, 'KES', '1 500,50 KES'],
  [500n, 'GHS', '5,00 GHS'],
])('money is written as in French: %s %s', (amountMinor, currency, shown) => {
  expect(plain(formatAmount(amountMinor, currency))).toBe(shown)
})

it('a country is called by its French name', () => {
  expect(countryName(countryOf('CI'))).toBe("Côte d'Ivoire")
})

it('what is wrong with a cell is said in French, with the cell as it was', () => {
  const amount = parseAmount('abc', 'XOF')
  const phone = parsePhone('97 00', 'BJ')
  expect(amount.ok ? '' : plain(amount.message)).toBe(
    "« abc » n'est pas un montant : écrivez uniquement des chiffres, par exemple 1500 ou 150.50.",
  )
  expect(phone.ok ? '' : plain(phone.message)).toContain("« 97 00 » n'est pas un numéro de téléphone (Bénin)")
})

it('a request is judged in French by the client, and in English by the sandbox, whose document is in English', () => {
  expect(orderProblems({})).toContain('operator manque.')
  const answer = checkPayout({ operator: 'mtn-benin' })
  expect(answer.ok ? '' : answer.message).toBe('The request is invalid: amount is missing.')
})

it('English is spoken inside of inEnglish only, even when it ends in an error', () => {
  expect(inEnglish(() => orderProblems({}))).toContain('operator is missing.')
  expect(() =>
    inEnglish(() => {
      throw new Error('a bug')
    }),
  ).toThrow('a bug')
  expect(orderProblems({})).toContain('operator manque.')
})

function orderProblems(order: unknown): string[] {
  const checked = checkOrder(order)
  return checked.ok ? [] : checked.problems.map(({ message }) => message)
}
