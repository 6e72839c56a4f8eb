import { afterAll, expect, it } from 'vitest'
import { languageOfLocale } from '../../src/words/language.ts'
import { plural, setLanguage, t } from '../../src/words/t.ts'

afterAll(() => setLanguage('en'))

it.each([
  ['fr_SN.UTF-8', 'fr'],
  ['fr', 'fr'],
  ['fr-CI', 'fr'],
  ['en_KE', 'en'],
  ['sw_KE', undefined],
  ['C.UTF-8', undefined],
  ['french', undefined],
])('the locale %s is spoken to in %s', (locale, language) => {
  expect(languageOfLocale(locale)).toBe(language)
})

it('a sentence is itself in English, and where another language lacks it', async () => {
  await setLanguage('en')
  expect(t`${2} of ${'three'} ${5n}`).toBe('2 of three 5')
  await setLanguage('fr')
  expect(t`A sentence of ${1} that no catalogue has`).toBe('A sentence of 1 that no catalogue has')
})

it('French counts nothing as one', async () => {
  await setLanguage('en')
  expect([0, 1, 2].map((n) => plural(n, 'row', 'rows'))).toEqual(['rows', 'row', 'rows'])
  await setLanguage('fr')
  expect([0, 1, 2n].map((n) => plural(n, 'ligne', 'lignes'))).toEqual(['ligne', 'ligne', 'lignes'])
})
