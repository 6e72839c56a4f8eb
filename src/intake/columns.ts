import { fold } from '../payout/fold.ts'
import { type Refused, refused } from './row.ts'

export type Field = 'operator' | 'phone_number' | 'amount' | 'reference' | 'country' | 'currency' | 'name'

/** What people call the columns, French and English (contract, "Payout files"). Compared folded. */
const names: Readonly<Record<Field, readonly string[]>> = {
  operator: ['operator', 'opérateur', 'operator_code', 'code opérateur'],
  phone_number: ['phone_number', 'phone', 'phoneNumber', 'msisdn', 'téléphone', 'numéro', 'numéro de téléphone'],
  amount: ['amount', 'montant'],
  reference: ['reference', 'référence', 'id', 'payout_id', 'external_id', 'matricule'],
  country: ['country', 'pays'],
  currency: ['currency', 'devise'],
  name: ['name', 'nom', 'beneficiary', 'bénéficiaire'],
}

const requiredFields = ['operator', 'phone_number', 'amount'] as const satisfies readonly Field[]

/** The columns that a report adds (contract, "The report"). In an input they are left out: the next report replaces them. */
export const reportColumns = [
  'line',
  'status',
  'provider_reference',
  'error_code',
  'error_message',
  'attempts',
  'sent_at',
  'settled_at',
] as const

const fieldsByName = new Map<string, Field>()
for (const field of Object.keys(names) as Field[]) {
  for (const name of names[field]) fieldsByName.set(fold(name), field)
}

/** The field that a column's name stands for, null for any other column. */
export const fieldOf = (name: string): Field | null => fieldsByName.get(fold(name)) ?? null

/** Whether a column is one that a report adds. */
export const isReportColumn = (name: string): boolean =>
  (reportColumns as readonly string[]).includes(name.trim().toLowerCase())

/** The columns that are kept, and where the fields are among them. Grows while a JSON file is read. */
export interface Columns {
  /** As the file names them, trimmed, without the report's own. */
  names: string[]
  /** Index into `names`. */
  index: Partial<Record<Field, number>>
  /** True when the file has all the columns that a report adds: it is one of ours. */
  isReport: boolean
  /** Of a statement every column is kept and none stands for a field of a payout: statementColumns.ts looks at the names. */
  of: 'payouts' | 'statement'
}

export const noColumns = (of: Columns['of'] = 'payouts'): Columns => ({ names: [], index: {}, isReport: false, of })

/** What a row looks like in JSON, for sentences. */
export const exampleOf = {
  payouts: '{"operator": …, "amount": …}',
  statement: '{"reference": …, "status": …}',
} as const

/** Adds a column. Returns its index among the kept ones, -1 when it is not kept, or why the file can't be taken. */
export function addColumn(columns: Columns, written: string): number | Refused {
  const name = written.trim()
  if (name.includes('\0') || !name.isWellFormed()) {
    return refused(
      `The name of column ${columns.names.length + 1} holds characters that are no text: write it anew.`,
      1,
    )
  }
  if (columns.of === 'statement') return columns.names.push(name) - 1
  if (isReportColumn(name)) return -1
  const field = fieldOf(name)
  const index = columns.names.length
  if (field !== null) {
    const other = columns.index[field]
    if (other !== undefined) return twice(columns.names[other] ?? '', name, field)
    columns.index[field] = index
  }
  columns.names.push(name)
  return index
}

/** Why the file can't be paid: a required column that it does not have. Null when it has them all. */
export function missingColumns(columns: Columns, advice: string): Refused | null {
  if (columns.of === 'statement') return null
  const missing = requiredFields.filter((field) => columns.index[field] === undefined)
  if (missing.length === 0) return null
  const seen = columns.names.filter((name) => name !== '').map(shorten)
  const has = seen.length === 0 ? 'the file names no columns' : `the file has: ${seen.join(', ')}`
  return refused(`There is no column for ${missing.join(', ')}; ${has}. ${advice}`, 1)
}

const twice = (one: string, other: string, field: Field): Refused =>
  one === other
    ? refused(`There are two columns "${shorten(one)}": keep one of them.`, 1)
    : refused(`The columns "${shorten(one)}" and "${shorten(other)}" both stand for ${field}: keep one of them.`, 1)

const shorten = (name: string): string => (name.length > 40 ? `${name.slice(0, 39)}…` : name)
