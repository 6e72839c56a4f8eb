import { afterAll, afterEach, expect, it } from 'vitest'
import { setLanguage, spokenLanguage, t } from '../../src/cli/terminal/text.ts'
import { languageOfLocale } from '../../src/words/catalogue.ts'

afterEach(() => setLanguage('en'))
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

it("t speaks the process's language", async () => {
  expect(t('names.state_paid')).toBe('paid')
  setLanguage('fr')
  expect([spokenLanguage(), t('names.state_paid')]).toEqual(['fr', 'payé'])
})
