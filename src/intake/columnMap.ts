import { fold } from '../payout/fold.ts'
import { t } from '../words/t.ts'
import { type Field, fieldNames, fieldOf } from './field.ts'

/** `--map FIELD=COLUMN`: the column, as the file names it, that stands for a field. */
export type ColumnMap = Partial<Record<Field, string>>

export type ColumnMapResult = { ok: true; map: ColumnMap } | { ok: false; message: string }

const fields = Object.keys(fieldNames) as Field[]

/**
 * Adds one `--map` to those before it. The field goes by any name that a column of it may have (`phone`, `montant`); the
 * column is compared as names are: case, accents, spaces and punctuation do not matter.
 *
 * @param text `phone=N° de téléphone`
 */
export function addToMap(map: ColumnMap, text: string): ColumnMapResult {
  const at = text.indexOf('=')
  const [key, column] = at === -1 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (key === '' || column === '') {
    return wrong(t`Write the field, an equals sign and the column's name, as in --map phone="N° de téléphone".`)
  }
  const field = fieldOf(key)
  if (field === null) return wrong(t`There is no field "${key}": the fields are ${fields.join(', ')}.`)
  if (map[field] !== undefined) return wrong(t`The field ${field} is mapped twice: map it to one column.`)
  if (mappedField(map, column) !== null) return wrong(t`The column "${column}" is mapped twice: map it to one field.`)
  return { ok: true, map: { ...map, [field]: column } }
}

/** The field that a column is mapped to, null when it is none's. */
export function mappedField(map: ColumnMap, column: string): Field | null {
  const name = column.trim()
  const folded = fold(name)
  for (const field of fields) {
    const wanted = map[field]
    if (wanted === undefined) continue
    if (wanted === name || (folded !== '' && fold(wanted) === folded)) return field
  }
  return null
}

/** A column's name as one types it after `--map field=`. */
export const shownAs = (name: string): string => (/^[\p{L}\p{N}_.-]+$/u.test(name) ? name : `"${name}"`)

const wrong = (message: string): ColumnMapResult => ({ ok: false, message })
