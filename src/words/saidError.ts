import { render } from './render.ts'
import type { Sentence } from './sentence.ts'

/** An error that people are told of: `said` for whoever reads it; its message is the same in English, for logs. */
export class SaidError extends Error {
  readonly said: Sentence

  constructor(said: Sentence, options?: ErrorOptions) {
    super(render(said, 'en'), options)
    this.said = said
  }
}
