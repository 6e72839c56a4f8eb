import { readSentence, type Sentence, type Words } from './sentence.ts'

/** A sentence as the message of a zod schema, which is text to zod; `saidIn` reads it back. */
export const toSay = (sentence: Sentence): string => JSON.stringify(sentence)

/** What an issue of such a schema says: a sentence of ours, or zod's own English where the schema has no words for it. */
export function saidIn({ message }: { readonly message: string }): Words {
  if (!message.startsWith('{"key":')) return message
  return readSentence(JSON.parse(message)) ?? message
}
