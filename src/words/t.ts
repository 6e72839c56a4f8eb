import type { Catalogue } from './catalogue.ts'
import type { Language } from './language.ts'

/**
 * Sentences for people, in the language of whoever reads them. The English sentence is its own key: code reads as what it
 * says, and a catalogue holds each other language. A test finds every sentence in the code and compares the catalogue.
 *
 *     t`Batch ${id} has ${plural(n, t`${n} row`, t`${n} rows`)}.`
 *
 * The language is the process's, set once, before anything that says something is loaded. A page that speaks to somebody
 * else (the sandbox's) has its own words file and takes the language as an argument.
 */
let catalogue: Catalogue = {}
let current: Language = 'en'
let rules = new Intl.PluralRules('en')

/** Speak this language from now on. The catalogue of another language than English is loaded only where it is spoken. */
export async function setLanguage(language: Language): Promise<void> {
  catalogue = language === 'fr' ? (await import('./fr.ts')).fr : {}
  current = language
  rules = new Intl.PluralRules(language)
}

export const spokenLanguage = (): Language => current

/** A whole sentence or label. What is put in stays as it is; a translation may put it in another order. */
export function t(strings: TemplateStringsArray, ...values: readonly (string | number | bigint)[]): string {
  const translated = catalogue[keyOf(strings)]
  if (translated !== undefined) return fill(translated, values)
  return strings.reduce((text, part, index) => `${text}${values[index - 1] ?? ''}${part}`)
}

/** A sentence that was written down in English, as log lines are, for a person: as it is where nobody has translated it. */
export const translated = (sentence: string): string => catalogue[sentence] ?? sentence

/** What `say` says in English, whatever the language: for answers to machines whose document is in English. */
export function inEnglish<Said>(say: () => Said): Said {
  const spoken = catalogue
  catalogue = {}
  try {
    return say()
  } finally {
    catalogue = spoken
  }
}

/** The form that goes with a count: English has one row and 0 rows, French 0 ligne and 1 ligne. */
export function plural(count: number | bigint, one: string, other: string): string {
  return rules.select(Number(count)) === 'one' ? one : other
}

/** `Batch {1} has {2}.`: the key under which a catalogue has a sentence. */
export const keyOf = (strings: readonly string[]): string =>
  strings.reduce((text, part, index) => `${text}{${index}}${part}`)

const fill = (text: string, values: readonly (string | number | bigint)[]): string =>
  text.replace(/\{(\d+)\}/g, (_, number: string) => String(values[Number(number) - 1] ?? ''))
