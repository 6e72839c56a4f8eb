import type { Language } from './language.ts'
import { render } from './render.ts'
import { isSentence, type Sentence } from './sentence.ts'

/** A value in which each sentence is text: what other people's code gets. */
export type Rendered<Value> = Sentence extends Value
  ? Exclude<Value, Sentence> | string
  : Value extends readonly (infer Item)[]
    ? Rendered<Item>[]
    : Value extends object
      ? { [Name in keyof Value]: Rendered<Value[Name]> }
      : Value

/** Plain data (objects, lists, texts, numbers) with its sentences as text. */
export const rendered = <Value>(value: Value, language: Language): Rendered<Value> =>
  renderedIn(value, language) as Rendered<Value>

function renderedIn(value: unknown, language: Language): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isSentence(value)) return render(value, language)
  if (Array.isArray(value)) return value.map((item) => renderedIn(item, language))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, renderedIn(item, language)]))
}
