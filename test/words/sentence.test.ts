import { expect, expectTypeOf, it } from 'vitest'
import { render } from '../../src/words/render.ts'
import {
  type ArgumentsOf,
  batchStateOf,
  count,
  country,
  isSentence,
  listed,
  moment,
  money,
  operatorOf,
  readSentence,
  type Sentence,
  say,
  stateOf,
} from '../../src/words/sentence.ts'

const sample = () => say('summary.begins_message', { begins: say('names.state_paid'), message: 12n })

it('is plain JSON, frozen, and the same after it was stored', () => {
  const sentence = sample()
  const json = JSON.stringify(sentence)
  expect(JSON.parse(json)).toEqual({
    key: 'summary.begins_message',
    args: { begins: { key: 'names.state_paid', args: {} }, message: { integer: '12' } },
  })
  expect([sentence, sentence.args].every(Object.isFrozen)).toBe(true)
  const again = readSentence(JSON.parse(json))
  expect(again).toEqual(sentence)
  expect(again && render(again, 'fr')).toBe('payé\u00a0: 12')
})

it('throws where it is used as text, by the name of its key', () => {
  const sentence = sample()
  // The compiler can't see these.
  for (const accident of [() => `${sentence}`, () => [sentence].join(), () => String(sentence)]) {
    expect(accident).toThrow(
      new TypeError(
        'the sentence summary.begins_message was used as text: render it in the language of whoever reads it',
      ),
    )
  }
  expectTypeOf<Sentence>().not.toExtend<string>()
})

it('the names of its arguments are read from the English message', () => {
  expectTypeOf<ArgumentsOf<'summary.begins_message'>>().toEqualTypeOf<'begins' | 'message'>()
  expectTypeOf<ArgumentsOf<'ledger.started'>>().toEqualTypeOf<'id' | 'rows'>()
  expectTypeOf<ArgumentsOf<'names.state_paid'>>().toBeNever()
})

it.each([
  ['money of 2 decimals', money(-150_050n, 'KES'), '-1,500.50 KES', '-1 500,50 KES'],
  [
    'money without decimals',
    money(9_007_199_254_740_993n, 'XOF'),
    '9,007,199,254,740,993 FCFA',
    '9 007 199 254 740 993 FCFA',
  ],
  ['money of Central Africa', money(1500n, 'XAF'), '1,500 FCFA (XAF)', '1 500 FCFA (XAF)'],
  ['less than one of its unit', money(5n, 'GHS'), '0.05 GHS', '0,05 GHS'],
  ['money of a currency of 3 decimals', money(1500n, 'TND'), '1.500 TND', '1,500 TND'],
  ['money of no currency at all', money(1500n, '?'), '1,500 ?', '1 500 ?'],
  ['a count', count(1_250_000), '1,250,000', '1 250 000'],
  ['a moment', moment(new Date('2026-12-01T08:00:30Z')), '2026-12-01 08:00 UTC', '2026-12-01 08:00 UTC'],
  ['a day', moment(new Date('2026-12-01T08:00:30Z'), 'day'), '2026-12-01', '2026-12-01'],
  ['a time', moment(new Date('2026-12-01T08:00:30Z'), 'time'), '08:00:30 UTC', '08:00:30 UTC'],
  ['a country', country('CI'), 'Ivory Coast', "Côte d'Ivoire"],
  ['a country that nobody named', country('XX'), 'XX', 'XX'],
  ['a state', stateOf('sending'), 'sending', "en cours d'envoi"],
  ["a batch's state", batchStateOf('awaiting_approval'), 'awaiting approval', "en attente d'approbation"],
  ['an operator', operatorOf('mtn-ci'), 'mtn-ci', 'mtn-ci'],
  ['a list', ['a', say('names.state_paid')], 'a, paid', 'a, payé'],
  ['a list that is read out', listed(['4', '7', '9']), '4, 7 and 9', '4, 7 et 9'],
  ['one that was cut off', listed(['4', '7', '…']), '4, 7, …', '4, 7, …'],
  ['a number', 1500.5, '1500.5', '1500.5'],
])("%s is written in the reader's language, from storage too", (_, argument, english, french) => {
  const sentence = say('summary.begins_message', { begins: '', message: argument })
  const stored = readSentence(JSON.parse(JSON.stringify(sentence)))
  expect(stored).toEqual(sentence)
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/^ ?: /, '')
  expect([plain(render(sentence, 'en')), plain(render(sentence, 'fr'))]).toEqual([english, french])
})

it.each([
  ['null', null],
  ['a text', 'names.state_paid'],
  ['no key', { args: {} }],
  ['an empty key', { key: '', args: {} }],
  ['a list of arguments', { key: 'names.state_paid', args: [] }],
  ['an argument of no kind', { key: 'summary.begins_message', args: { begins: { colour: 'red' } } }],
  ['digits that are none', { key: 'summary.begins_message', args: { begins: { integer: '1e5' } } }],
  [
    'money as a number',
    { key: 'summary.begins_message', args: { begins: { money: { amountMinor: 5, currency: 'XOF' } } } },
  ],
  ['a date that is none', { key: 'summary.begins_message', args: { begins: { date: 'soon', shows: 'day' } } }],
])('%s is no sentence', (_, json) => {
  expect(readSentence(json)).toBeNull()
})

it('a sentence of a newer payrun is shown by its key, and what a message lacks by its name', () => {
  const newer = readSentence({ key: 'ledger.something_new', args: { id: 'k3f9', state: { state: 'paid' } } })
  expect(newer && render(newer, 'fr')).toBe('ledger.something_new (id: k3f9, state: payé)')
  const path = readSentence({ key: '../../secrets.x', args: {} })
  expect(path && render(path, 'en')).toBe('../../secrets.x')
  const lacking = readSentence({ key: 'summary.begins_message', args: { begins: 'a' } })
  expect(lacking && render(lacking, 'en')).toBe('a: {message}')
  const countless = readSentence({ key: 'ledger.started', args: { id: 'b' } })
  expect(countless && render(countless, 'en')).toBe('Batch b: {rows} failed rows are tried again.')
})

it('is told from what only looks like one', () => {
  expect([sample(), { key: 'names.state_paid', args: {} }, null].map(isSentence)).toEqual([true, false, false])
})

it.each([
  [0, '0 failed rows are', '0 ligne'],
  [1n, '1 failed row is', '1 ligne'],
  [count(2), '2 failed rows are', '2 lignes'],
])('the form goes with the count %s: French counts nothing as one', (n, english, french) => {
  const sentence = say('ledger.started', { rows: n, id: 'b' })
  expect(render(sentence, 'en')).toContain(`Batch b: ${english} tried again.`)
  expect(render(sentence, 'fr')).toMatch(new RegExp(`${french}\\b`))
})

it('a number that chooses a plural is a count, and written as one; a line is none', () => {
  const told = say('deskBatch.invalid_rows', { rows: 99_999 })
  expect(render(told, 'en')).toMatch(/^99,999 rows were left out/)
  expect(render(told, 'fr')).toMatch(/^99\u202f999 lignes/)
  expect(render(say('stored.alike', { n: 1_200, line: 10_500, batchId: 'b', heldLine: 12_000 }), 'en')).toMatch(
    /^1,200 rows .* line 10500: .* line 12000 /,
  )
})
