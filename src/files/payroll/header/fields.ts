import { type Sentence, say } from '../../../words/sentence.ts'

export type Field = 'operator' | 'phone_number' | 'amount' | 'reference' | 'country' | 'currency' | 'name'

/** By itself, `amafaranga` (money, francs) is a unit. */
const ofRwanda = ['amafaranga', "umubare w'amafaranga", 'amafaranga (rwf)', 'amafaranga (frw)']

/** The names of the columns (docs/payout-files.md). Compared folded. */
export const fieldNames: Readonly<Record<Field, readonly string[]>> = {
  operator: [
    ...['operator', 'opérateur', 'operator_code', 'code opérateur', 'réseau', 'network', "nom de l'opérateur"],
    ...['nom opérateur', 'operator name', 'nom du réseau', 'network name', 'réseau du bénéficiaire'],
    ...['beneficiary network', 'kampuni ya simu'],
  ],
  phone_number: ['phone_number', 'phone', 'phoneNumber', 'msisdn', 'téléphone', 'numéro', 'numéro de téléphone', 'tél'],
  amount: [
    'amount',
    'montant',
    'net à payer',
    'to pay',
    'total to pay',
    'amount to be paid',
    'take home',
    'take home pay',
    ...ofRwanda,
  ],
  reference: ['reference', 'référence', 'réf', 'id', 'payout_id', 'external_id', 'matricule'],
  country: ['country', 'pays', 'nchi', 'igihugu'],
  currency: ['currency', 'devise', 'monnaie'],
  name: ['name', 'nom', 'beneficiary', 'bénéficiaire', 'nom et prénoms', 'full name'],
}

export const requiredFields = ['operator', 'phone_number', 'amount'] as const satisfies readonly Field[]

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
