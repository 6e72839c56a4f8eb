import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, it } from 'vitest'
import { keyOfEnglish, type Language, languages, messageOf, partOf, parts } from '../../src/words/catalogue.ts'
import { render, renderMessage } from '../../src/words/render.ts'
import { say } from '../../src/words/sentence.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = globSync(['src/**/*.ts', 'src/**/*.sql', 'jobs/**/*.ts'], { cwd: root, exclude: ['src/words/**'] }).map(
  (path) => readFileSync(join(root, path), 'utf8'),
)
const messages = (language: Language) => parts.flatMap((part) => Object.entries(partOf(part, language)))
const keys = messages('en').map(([key]) => key)

it('every message is in its part, under a key of its own, in every language, and says something', () => {
  expect(keys.length).toBeGreaterThan(1000)
  expect(new Set(keys).size).toBe(keys.length)
  for (const part of parts) {
    expect(Object.keys(partOf(part, 'en')).filter((key) => !key.startsWith(`${part}.`))).toEqual([])
    expect(Object.keys(partOf(part, 'fr'))).toEqual(Object.keys(partOf(part, 'en')))
  }
  expect(languages.flatMap(messages).filter(([, text]) => text.trim() === '')).toEqual([])
})

it('every message is said by somebody', () => {
  const said = new Set(
    sources.flatMap((source) => source.match(/(?<=\b(?:t|say|payrun\.sentence)\(\s*')[a-zA-Z]+\.\w+(?=')/g) ?? []),
  )
  const logged = new Set(sources.flatMap(loggedIn))
  const unsaid = messages('en').filter(
    ([key, text]) => !said.has(key) && !logged.has(text) && !key.startsWith('names.'),
  )
  expect(unsaid).toEqual([])
})

it('what is logged for people has its French', () => {
  const logged = sources.flatMap(loggedIn)
  expect(logged.length).toBeGreaterThan(30)
  expect(logged.filter((sentence) => keyOfEnglish(sentence) === undefined)).toEqual([])
})

it('finds what is logged', () => {
  const source = `log.warn('a "b"', { rows })\n  cli.log.error(\n    "it isn't",\n  )\n  log.info('not')\n  log.warn(sentence)`
  expect(loggedIn(source)).toEqual(['a "b"', "it isn't"])
})

it('French puts in what English puts in, and every message can be read', () => {
  const wrong = keys.flatMap((key) => {
    const [english, french] = languages.map((language) => namesIn(messageOf(key, language) ?? '', language))
    return english === french ? [] : [{ key, english, french }]
  })
  expect(wrong).toEqual([])
})

it('French puts no "de" or "que" before a name, which may begin with a vowel', () => {
  const named = /\b(?:de|que|jusque) \{(?:name|who|by|operators?|before|now|person|submitter|account)\}/
  // Payrun's own name; and `limits_of_vowel` is beside the other.
  const known = ['ledger.ledger_made_another_edition_use_payrun', 'deskSaid.limits_of']
  expect(messages('fr').filter(([key, text]) => named.test(text) && !known.includes(key))).toEqual([])
})

it('French speaks to a woman as to a man', () => {
  const masculine = /\b[Vv]ous (?:seul|(?:n')?êtes (?:\S+ ){0,2}(?:dé)?connecté)(?![\wé])/
  expect(messages('fr').filter(([, text]) => masculine.test(text))).toEqual([])
})

it('no line breaks within French quotes or before a mark that stands apart, and what is put in stays as it is', () => {
  const breaking = keys.filter((key) => / [:;?!»]|« |[\d}] %/.test(renderMessage(key, {}, 'fr')))
  expect(breaking).toEqual([])
  expect(render(say('deskPlaces.people_none', { search: 'a : « b » 5 % ?' }), 'fr')).toContain(
    '«\u00a0a : « b » 5 % ?\u00a0»',
  )
  expect(renderMessage('web.error_title', { title: 'x' }, 'en')).toBe('Error: x')
})

/** Messages of `log.warn('…')`, `log.error('…')` and `onNotice('…')`. */
function loggedIn(source: string): string[] {
  const calls = source.matchAll(/\b(?:log\.(?:warn|error)|onNotice)\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g)
  return [...calls].map(([, quoted = '']) => quoted.slice(1, -1).replace(/\\(.)/g, '$1'))
}

function namesIn(text: string, language: Language): string {
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
  return [...new Set(namesOf(format.getAst()))].sort().join()
}

const argument = 1

function namesOf(elements: ReturnType<IntlMessageFormat['getAst']>): string[] {
  return elements.flatMap((element) => {
    if (element.type === argument) return [element.value]
    return 'options' in element
      ? [element.value, ...Object.values(element.options).flatMap((option) => namesOf(option.value))]
      : []
  })
}
