import { editDistance, fold } from '../../../payout/typedText.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { doubtOf, type Field, fieldNames } from '../field.ts'
import { isBarePeriod } from './periods.ts'

type ColumnMap = Partial<Record<Field, string>>

/** The columns of a file that another program exports, recognised by its headings. docs/payout-files.md has the sources. */
interface Preset {
  /** The program's name for people. */
  name: string
  /** The file has all of them, in any order. */
  headings: readonly string[]
  map: ColumnMap
}

const presets: readonly Preset[] = [
  {
    name: 'Odoo',
    headings: ['Report Date', 'Employee name', 'Bank account', 'BIC', 'Amount to pay'],
    map: { operator: 'BIC', phone_number: 'Bank account', amount: 'Amount to pay', name: 'Employee name' },
  },
  {
    name: 'ERPNext',
    headings: ['Payroll Number', 'Employee Name', 'Bank Name', 'Employee A/C Number', 'Net Salary Amount'],
    map: {
      operator: 'Bank Name',
      phone_number: 'Employee A/C Number',
      amount: 'Net Salary Amount',
      name: 'Employee Name',
    },
  },
]

/**
 * Adds the columns of a known export to `--map`.
 *
 * @returns `note`: for people; undefined if the headings aren't those of a known export
 */
export function withPreset(map: ColumnMap, cells: readonly string[]): { map: ColumnMap; note?: Sentence } {
  const names = new Set(cells.map(fold))
  const found = presets.find(({ headings }) => headings.every((heading) => names.has(fold(heading))))
  if (!found) return { map }
  const taken = new Set(Object.values(map).map((column) => fold(column ?? '')))
  const added = Object.entries(found.map).filter(
    ([field, column]) => map[field as Field] === undefined && !taken.has(fold(column)),
  )
  const columns = added.map(([field, column]) => `${field}="${column}"`)
  return {
    map: { ...Object.fromEntries(added), ...map },
    note: say('files.preset_used', { name: found.name, columns }),
  }
}

/**
 * Parts of column names, folded: too vague to pay by, but good enough to ask about. `net` is what a payroll pays out; a gross amount
 * is never suggested.
 */
const hints: Readonly<Record<Field, readonly string[]>> = {
  operator: [
    'operat',
    'oprat',
    'network',
    'reseau',
    'provider',
    'wallet',
    'telco',
    'canal',
    'channel',
    'carrier',
    ...['telecom', 'mobilemoney', 'mpesa', 'bank', 'banque', 'moyen', 'modedep', 'paymentm', 'compagnie', 'gsm'],
  ],
  phone_number: [
    'phone',
    'telephone',
    'tel',
    'mobile',
    'msisdn',
    'gsm',
    'portable',
    'num',
    'contact',
    'momo',
    'wallet',
    'whatsapp',
  ],
  amount: [
    ...['montant', 'amount', 'net', 'salaire', 'salary', 'somme', 'payer', 'topay', 'wage', 'takehome', 'perdiem'],
    ...['balance', 'solde', 'payable', 'verser', 'percevoir', 'prime', 'indemnite', 'bourse', 'pecule', 'honoraire'],
    ...['commission', 'stipend', 'allowance', 'amt', 'payout', 'totaldue', 'totalpay', 'refund'],
  ],
  reference: ['reference', 'matricule'],
  country: ['country', 'pays'],
  currency: ['currency', 'devise'],
  name: ['name', 'nom', 'beneficiaire', 'beneficiary'],
}

const never = /brut|gross|name|date/

interface Likely {
  field: Field
  column: string
}

/**
 * The columns that are probably meant for each missing field, the likeliest first and at most three: their names are almost one of its
 * names (at most a third of the letters differ), or contain a typical part. No column is likely for two fields: people try the options
 * together.
 */
export function likelyColumns(missing: readonly Field[], columns: readonly string[]): Likely[] {
  const likeliest = columns.map((column) => {
    const scores = missing.map((field) => ({
      field,
      column,
      score: mayBe(column, field) ? likeness(column, field) : 0,
    }))
    const best = Math.max(...scores.map(({ score }) => score))
    return scores.find(({ score }) => score > 0 && score === best)
  })
  return missing.flatMap((each) =>
    likeliest
      .filter((one) => one !== undefined && one.field === each)
      .sort((one, other) => (other?.score ?? 0) - (one?.score ?? 0))
      .slice(0, 3)
      .flatMap((one) => (one ? [{ field: one.field, column: one.column }] : [])),
  )
}

/** `Contact` looks like `montant` but means the number, and so does `Wallet number`. */
function mayBe(column: string, field: Field): boolean {
  const doubt = doubtOf(column)?.field ?? field
  return doubt === field || (field === 'operator' && !/num/i.test(column)) || fieldsOfNone.includes(field)
}

/** No doubt is about them. */
const fieldsOfNone: readonly Field[] = ['reference', 'country', 'currency', 'name']

/** 0 if they have nothing in common. */
function likeness(column: string, field: Field): number {
  const folded = fold(column)
  if (folded.length < 3 || folded.length > 60) return 0
  if (field === 'amount' && (folded === 'total' || folded === 'nap' || isBarePeriod(column))) return 1
  const near = fieldNames[field].map(fold).some((name) => editDistance(folded, name) * 3 <= name.length)
  if (near) return 2
  if (doubtOf(column)?.field === field) return 1
  return !never.test(folded) && hints[field].some((hint) => folded.includes(hint)) ? 1 : 0
}
