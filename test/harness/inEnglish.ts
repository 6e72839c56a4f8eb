import { render } from '../../src/words/render.ts'
import { readSentence } from '../../src/words/sentence.ts'

/** A value with each of its sentences as English text, including sentences that were read from JSON. */
export function inEnglish<Value>(value: Value): Value
export function inEnglish(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const sentence = 'args' in value ? readSentence({ ...value }) : null
  if (sentence) return render(sentence, 'en')
  if (Array.isArray(value)) return value.map(inEnglish)
  const isPlain = Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inEnglish(item)])) : value
}
