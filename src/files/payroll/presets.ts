import { fold } from '../../payout/typedText.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type ColumnMap, type Field, namesRequired } from './columns.ts'

/** A file that another program exports, known by its headings: where it has what a payout needs. docs/payout-files.md has the sources. */
interface Preset {
  /** As people call the program. */
  name: string
  /** All of them are there; their order does not matter. */
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
 * `--map`, and what the headings of a known export add to it. A file whose own names say all that a payout needs is read by those.
 *
 * @returns `note`: for people; undefined where the headings are no export's
 */
export function withPreset(map: ColumnMap, cells: readonly string[]): { map: ColumnMap; note?: Sentence } {
  // Nearly every line that is looked at: a known export has five headings at least.
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
