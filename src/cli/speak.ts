import type { Key, Language } from '../words/catalogue.ts'
import { render, renderMessage, renderValue } from '../words/render.ts'
import type { Given, Sentence, Value } from '../words/sentence.ts'

/** The language of this process: that of whoever started it. Set once, before anything is said. */
let current: Language = 'en'

export function setLanguage(language: Language): Promise<void> {
  current = language
  return Promise.resolve()
}

export const spokenLanguage = (): Language => current

/** A sentence as text, in the process's language: where whoever started the process is who reads. */
export function t<K extends Key>(key: K, ...args: Given<K>): string {
  return renderMessage(key, args[0] ?? {}, current)
}

/** A sentence, wherever it arose, in the process's language. */
export const text = (told: Sentence | string): string => (typeof told === 'string' ? told : render(told, current))

/** A value by itself, as the cell of a table has it, in the process's language. */
export const shown = (value: Value): string => renderValue(value, current)
