import { fold } from '../../../payout/typedText.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { type ColumnMap, type Field, namesRequired } from './columns.ts'

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
 * Adds the columns of a known export to `--map`. A file whose own names are enough for a payout is read by those.
 *
 * @returns `note`: for people; undefined if the headings aren't those of a known export
 */
export function withPreset(map: ColumnMap, cells: readonly string[]): { map: ColumnMap; note?: Sentence } {
  // True of nearly every line: a known export has at least five headings.
  if (cells.length < 5 || namesRequired(map, cells)) return { map }
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
