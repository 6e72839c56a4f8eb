import { randomInt } from 'node:crypto'

/** No vowels, no look-alikes: an id can be read out over the phone and never spells a word. */
const alphabet = '23456789bcdfghjkmnpqrstvwxz'

/** A new batch id: 10 characters of 27, beginning with a letter so that no id is a number. */
export function newBatchId(): string {
  const letter = alphabet[8 + randomInt(alphabet.length - 8)]
  return letter + Array.from({ length: 9 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
