import { fold } from '../payout/fold.ts'

export type Field = 'operator' | 'phone_number' | 'amount' | 'reference' | 'country' | 'currency' | 'name'

/** What people call the columns, French and English (contract, "Payout files"). Compared folded. */
export const fieldNames: Readonly<Record<Field, readonly string[]>> = {
  operator: ['operator', 'opérateur', 'operator_code', 'code opérateur'],
  phone_number: ['phone_number', 'phone', 'phoneNumber', 'msisdn', 'téléphone', 'numéro', 'numéro de téléphone'],
  amount: ['amount', 'montant'],
  reference: ['reference', 'référence', 'id', 'payout_id', 'external_id', 'matricule'],
  country: ['country', 'pays'],
  currency: ['currency', 'devise'],
  name: ['name', 'nom', 'beneficiary', 'bénéficiaire'],
}

export const requiredFields = ['operator', 'phone_number', 'amount'] as const satisfies readonly Field[]

const fieldsByName = new Map<string, Field>()
for (const field of Object.keys(fieldNames) as Field[]) {
  for (const name of fieldNames[field]) fieldsByName.set(fold(name), field)
}

/** The field that a column's name stands for, null for any other column. */
export const fieldOf = (name: string): Field | null => fieldsByName.get(fold(name)) ?? null
