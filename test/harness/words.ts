import { render } from '../../src/words/render.ts'
import { isSentence, readSentence, type Sentence, type Words } from '../../src/words/sentence.ts'

/** Words as an English reader sees them. */
export const english = (words: Words): string => (typeof words === 'string' ? words : render(words, 'en'))

/** For `toEqual` and `toMatchObject`: a sentence whose English contains this. A plain string never matches. */
export const saying = (words: string | RegExp): object =>
  matching(`a sentence with ${words}`, (text) => (typeof words === 'string' ? text.includes(words) : words.test(text)))

/** The same for a sentence whose English is exactly this. */
export const said = (words: string): object => matching(`the sentence ${words}`, (text) => text === words)

/** The same for a sentence whose English doesn't contain this. */
export const notSaying = (words: string): object =>
  matching(`a sentence without ${words}`, (text) => !text.includes(words))

const matching = (name: string, isRight: (text: string) => boolean): object => ({
  $$typeof: Symbol.for('jest.asymmetricMatcher'),
  asymmetricMatch: (value: unknown) => isSentence(value) && isRight(render(value, 'en')),
  toString: () => name,
  toAsymmetricMatcher: () => name,
  getExpectedType: () => 'object',
})

/** A sentence that is in no catalogue: it is shown by its key, the same in every language. */
export function anySentence(words: string): Sentence {
  const sentence = readSentence({ key: words })
  if (!sentence) throw new Error('a sentence of no words')
  return sentence
}
