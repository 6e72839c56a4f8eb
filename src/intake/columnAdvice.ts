import { editDistance } from '../payout/editDistance.ts'
import { fold } from '../payout/fold.ts'
import { type Field, fieldNames } from './field.ts'

/**
 * Parts of the names that people give to columns, folded: too vague to pay by, good enough to ask about. `net` is what
 * a payroll pays out; a gross amount is never suggested.
 */
const hints: Readonly<Record<Field, readonly string[]>> = {
  operator: ['operat', 'oprat', 'network', 'reseau', 'provider', 'wallet', 'telco'],
  phone_number: ['phone', 'telephone', 'tel', 'mobile', 'msisdn', 'gsm', 'portable', 'numero', 'contact', 'momo'],
  amount: ['montant', 'amount', 'net', 'salaire', 'salary', 'somme', 'apayer', 'topay', 'wage'],
  reference: ['reference', 'matricule'],
  country: ['country', 'pays'],
  currency: ['currency', 'devise'],
  name: ['name', 'nom', 'beneficiaire', 'beneficiary'],
}

const never = /brut|gross|name|date/

/**
 * The columns that a missing field was probably meant by, the likeliest first: nearly one of its names (at most a third
 * of the letters differ), or with a telling part. At most three.
 */
export function likelyColumns(field: Field, columns: readonly string[]): string[] {
  const names = fieldNames[field].map(fold)
  const scored = columns.map((column) => ({ column, score: likeness(fold(column), field, names) }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 3)
    .map(({ column }) => column)
}

/** 0: nothing in common. */
function likeness(folded: string, field: Field, names: readonly string[]): number {
  if (folded.length < 3 || folded.length > 60) return 0
  const near = names.some((name) => editDistance(folded, name) * 3 <= name.length)
  if (near) return 2
  return !never.test(folded) && hints[field].some((hint) => folded.includes(hint)) ? 1 : 0
}
