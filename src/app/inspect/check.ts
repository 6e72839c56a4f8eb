import type { Sentence, Words } from '../../words/sentence.ts'

/** One thing that was looked at. Nothing in it is ever a credential. */
export interface Check {
  name: string
  state: 'ok' | 'warning' | 'problem'
  /** How it is: a sentence, or what the server itself says (`on`, `noeviction`). */
  sentence: Words
  /** What to do about it, where the sentence doesn't say. */
  advice?: Sentence
  /** Of a problem, where it matters to what follows: a variable that is wrong, or a database or queue out of reach. */
  kind?: 'configuration' | 'unreachable'
}

export const ok = (name: string, sentence: Words): Check => ({ name, state: 'ok', sentence })

export const warning = (name: string, sentence: Words, advice?: Sentence): Check => ({
  name,
  state: 'warning',
  sentence,
  ...(advice && { advice }),
})

export const problem = (name: string, sentence: Words, advice?: Sentence): Check => ({
  ...warning(name, sentence, advice),
  state: 'problem',
})

export const outOfReach = (name: string, sentence: Words): Check => ({
  ...problem(name, sentence),
  kind: 'unreachable',
})

/** A problem where there is a refusal; else how it is. */
export const refusedBy = (name: string, refusal: Words | undefined, sentence: Words): Check =>
  refusal === undefined ? ok(name, sentence) : problem(name, refusal)
