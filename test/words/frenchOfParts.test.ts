import { afterAll, beforeAll, expect, it } from 'vitest'
import { progressFrame, progressLine } from '../../src/cli/terminal/progress.ts'
import { plainStyle, setLanguage } from '../../src/cli/terminal/text.ts'
import { parseAmount } from '../../src/payout/money/money.ts'
import { parsePhone } from '../../src/payout/phone/phone.ts'
import { checkPayout as checkOrder } from '../../src/provider/calls/publicClient.ts'
import { checkPayout } from '../../src/sandbox/checkRequest.ts'
import type { Language } from '../../src/words/catalogue.ts'
import { clockText, render, renderWords, showMoney } from '../../src/words/render.ts'
import { count, say } from '../../src/words/sentence.ts'

beforeAll(() => setLanguage('fr'))
afterAll(() => setLanguage('en'))

/** The spaces that do not break are told apart by nobody who reads. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

it.each([
  [1_250_000n, 'XOF', '1 250 000 FCFA'],
  [150_050n, 'KES', '1 500,50 KES'],
  [500n, 'GHS', '5,00 GHS'],
])('money is written as in French: %s %s', (amountMinor, currency, shown) => {
  expect(plain(showMoney(String(amountMinor), currency, 'fr'))).toBe(shown)
})

it('what is wrong with a cell is said in French, with the cell as it was', () => {
  const amount = parseAmount('abc', 'XOF')
  const phone = parsePhone('97 00', 'BJ')
  expect(amount.ok ? '' : plain(render(amount.message, 'fr'))).toBe(
    "« abc » n'est pas un montant : écrivez uniquement des chiffres, par exemple 150000.",
  )
  expect(phone.ok ? '' : plain(render(phone.message, 'fr'))).toContain(
    "« 97 00 » n'est pas un numéro de téléphone (Bénin)",
  )
})

it.each([
  [{ paid: 1248, failed: 2, invalid: 3 }, '1 248 payées, 2 échouées, 3 invalides'],
  [
    { paid: 1, failed: 1, unknown: 1, accepted: 1, cancelled: 1 },
    '1 payée, 1 échouée, 1 inconnue, 1 acceptée, 1 annulée',
  ],
  [{ unknown: 2, accepted: 3, cancelled: 4 }, '2 inconnues, 3 acceptées, 4 annulées'],
])('rows are counted in the feminine, as une ligne is: %j', (counts, shown) => {
  const rate = { perSecond: null, done: 0, atMs: 0, sinceMs: 0 }
  const picture = { label: 'Paiement', total: 1300, done: 1253, counts, held: ['mtn-ci', 'moov-togo'], rate }
  expect(plain(progressLine(picture))).toBe(`1 253/1 300 lignes : ${shown} ; suspendus : mtn-ci, moov-togo`)
  const [, words = '', held = ''] = plain(progressFrame(picture, 120, plainStyle)).split('\n')
  expect(words.replace(/ {2}[^\d\s] /g, ', ').slice(2)).toBe(shown)
  expect(held.trim()).toBe('suspendus, faute de réponses claires : mtn-ci, moov-togo')
})

it('a request is judged in the language of whoever reads, and in English by the sandbox, whose document is in English', () => {
  expect(orderProblems({}, 'fr')).toContain('operator manque.')
  expect(orderProblems({}, 'en')).toContain('operator is missing.')
  const answer = checkPayout({ operator: 'mtn-benin' })
  expect(answer.ok ? '' : answer.message).toBe('The request is invalid: amount is missing.')
})

function orderProblems(order: unknown, language: Language): string[] {
  const checked = checkOrder(order)
  return checked.ok ? [] : checked.problems.map(({ message }) => renderWords(message, language))
}

it('the first of a month is the "1er", and what is counted agrees with its number', () => {
  expect(clockText('2026-12-01T07:00:00Z', 'minute', 'fr', 'UTC')).toBe('1er déc. 2026, 07:00')
  expect(clockText('2026-12-11T07:00:00Z', 'minute', 'fr', 'UTC')).toBe('11 déc. 2026, 07:00')
  const paid = (n: number, rows: number) =>
    render(say('deskBatch.paid_of', { paid: count(n), rows: count(rows) }), 'fr')
  expect([paid(0, 1), paid(6, 8)]).toEqual(['0 payée sur 1', '6 payées sur 8'])
  const done = (n: number, total: number) =>
    render(say('summary.rows_done_total', { done: count(n), total: count(total) }), 'fr')
  expect([done(1, 1), done(1, 2)]).toEqual(['1/1 ligne', '1/2 lignes'])
})
