import { type Sentence, say } from '../../../words/sentence.ts'
import type { Field } from '../field.ts'

/** The fields in people's words: the operator, the phone number. */
export const fieldWords: Readonly<Record<Field, Sentence>> = {
  operator: say('files.field_operator'),
  phone_number: say('files.field_phone_number'),
  amount: say('files.field_amount'),
  reference: say('files.field_reference'),
  country: say('files.field_country'),
  currency: say('files.field_currency'),
  name: say('files.field_name'),
}

/** "the operator, the phone number or the amount" */
export function anyOf(fields: readonly Field[]): Sentence | readonly Sentence[] {
  const words = fields.map((field) => fieldWords[field])
  const last = words.at(-1)
  return words.length < 2 || !last ? words : say('files.or', { some: words.slice(0, -1), last })
}
