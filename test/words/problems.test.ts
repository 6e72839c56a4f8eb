import { afterEach, expect, it } from 'vitest'
import { setLanguage } from '../../src/cli/terminal/text.ts'
import { countries, currencyDecimals } from '../../src/payout/operators/operator.ts'
import { planProblem } from '../../src/payout/times/plannedTimes.ts'
import { readStartTime } from '../../src/payout/times/zonedTime.ts'
import { type Language, languages, messageOf, partOf } from '../../src/words/catalogue.ts'
import { decimalsOfCurrency, render } from '../../src/words/render.ts'
import { count, money, readSentence, type Sentence, say } from '../../src/words/sentence.ts'
import { checkContent, openContent } from '../files/payroll/checkContent.ts'

afterEach(() => setLanguage('en'))

const parts = ['payout', 'files', 'report']
const keys = parts.flatMap((part) => Object.keys(partOf(part, 'en')))

/** Each name of a message, its plurals' too. */
const namesIn = (key: string): string[] => [
  ...new Set([...(messageOf(key, 'en') ?? '').matchAll(/\{(\w+)(?=[},])/g)].map(([, name = '']) => name)),
]

it.each(keys)('%s reads whole in both languages, whatever is put into it, and after it was stored', (key) => {
  const samples = ['text', 3, count(1), money(150_050n, 'KES'), say('names.state_paid'), ['a', money(5n, 'XOF')]]
  for (const sample of samples) {
    const args = Object.fromEntries(namesIn(key).map((name) => [name, sample]))
    const stored = readSentence(JSON.parse(JSON.stringify({ key, args })))
    if (!stored) throw new Error(`${key} can't be stored`)
    for (const language of languages) {
      const text = render(stored, language)
      expect(text).not.toMatch(/[{}]|\[object|undefined/)
      expect(text.trim()).toBe(text)
    }
  }
})

const header = 'opérateur;phone;montant;reference;pays;devise;name'
const rows = [
  'mtn-bennin;0197000001;1500;;;;',
  ';0197000001;;;;;',
  'MTN;;1.500;;;;',
  'mtn-benin;+22890112345;10,5;;Togo;KES;',
  'mtn-benin;97000001;-5;A;Bennin;FCFA;',
  'momo-kenya;2,29E+11;150.505;A;;;',
  'mtn-benin;O197OOOO01;90000;;;;a\u0001b',
  `mtn-benin;0197000001;abc;${'x'.repeat(201)};Nowhere;EUR;${'n'.repeat(101)}`,
  'mtn-benin;0197000001;1500;;;;;;;',
  'mtn-benin;0197000001;1500;B;;;',
  'mtn-benin;0197000001;1500;;;;',
]

/** What is found of a payroll, and of files and plans that are refused, while a language is spoken. */
async function foundIn(language: Language): Promise<Sentence[]> {
  setLanguage(language)
  const content = ['Pay of November', header, ...rows].join('\n')
  const checked = await checkContent(content, 'csv', { maxAmount: '5000' })
  const refused = await Promise.all(
    [
      ['a.csv', ''],
      ['b.csv', 'operator;tel;Montant net\na;1;2\n'],
      ['c.json', '{'],
      ['d.xls', '\u0000'],
      ['e.csv', `${header}\n`],
    ].map(async ([name = '', bytes = '']) => {
      const opened = await openContent(bytes, name)
      if (opened.kind !== 'opened') return [opened.message]
      const { result } = await checkContent(bytes, name.slice(2))
      return result.kind === 'refused' ? [result.message] : []
    }),
  )
  const totals = await checkContent(content, 'csv', { expectCount: 99, expectTotal: '5' })
  const start = readStartTime('soon', undefined, new Date())
  const plan = planProblem({ cron: 'x', zone: 'Africa/Abidjan' })
  return [
    ...(checked.result.kind === 'checked' ? checked.result.summary.notes : []),
    ...checked.rows.flatMap(({ problems }) => problems.map(({ message }) => message)),
    ...refused.flat(),
    ...(totals.result.kind === 'refused' ? [totals.result.message] : []),
    ...(start.ok ? [] : [start.message]),
    ...(plan ? [plan] : []),
  ]
}

it('what is found while French is spoken reads English for an English reader, and the other way round', async () => {
  const [inFrench, inEnglish] = [await foundIn('fr'), await foundIn('en')]
  expect(inFrench.length).toBeGreaterThan(25)
  expect(inFrench).toEqual(inEnglish)
  const read = (language: Language) => inFrench.map((sentence) => render(sentence, language))
  expect(read('en').filter((text) => / [:?;»]|« | n'est | est /.test(text))).toEqual([])
  expect(read('fr').filter((text) => / (?:is|the|are|was) /.test(text))).toEqual([])
})

it('what readers see of currencies and countries is what files are read by', () => {
  expect(decimalsOfCurrency).toEqual(currencyDecimals)
  for (const { code, name, frenchName } of countries)
    expect([messageOf(`names.country_${code}`, 'en'), messageOf(`names.country_${code}`, 'fr')]).toEqual([
      name,
      frenchName,
    ])
})
