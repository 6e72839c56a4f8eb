import { type Sentence, say } from '../../../words/sentence.ts'
import { type Field, fieldNames, fieldOf } from '../field.ts'
import { type ColumnMap, mappedField } from './columns.ts'
import { namePartOf } from './nameParts.ts'

export type ColumnMapResult<Key extends string = Field> =
  | { ok: true; map: Partial<Record<Key, string>> }
  | { ok: false; message: Sentence }

const fields = Object.keys(fieldNames) as Field[]

/**
 * Adds one `--map` to those before it. The field may have any name of its columns (`phone`, `montant`). In the column's name, case,
 * accents, spaces and punctuation don't matter.
 *
 * @param text `phone=N° de téléphone`
 */
export const addToMap = (map: ColumnMap, text: string): ColumnMapResult =>
  addMapping(map, text, (key) => (isPartOfName(key) ? null : fieldOf(key)), fields)

/** `Prénoms` is not the name of a field: one column can't be chosen as a part of the name. */
const isPartOfName = (key: string): boolean => fieldOf(key) === 'name' && !['any', 'whole'].includes(namePartOf(key))

/** The same for other fields. */
export function addMapping<Key extends string>(
  map: Partial<Record<Key, string>>,
  text: string,
  fieldOf: (name: string) => Key | null,
  fields: readonly Key[],
): ColumnMapResult<Key> {
  const at = text.indexOf('=')
  const [key, column] = at === -1 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (key === '' || column === '') {
    return wrong(say('files.write_field_equals_sign_columns_name'))
  }
  const field = fieldOf(key)
  if (field === null) return wrong(say('files.no_field_fields', { key, fields }))
  if (map[field] !== undefined) return wrong(say('files.field_mapped_twice_map_one_column', { field }))
  if (mappedField(map, column) !== null) return wrong(say('files.column_mapped_twice_map_one_field', { column }))
  return { ok: true, map: { ...map, [field]: column } }
}

const wrong = (message: Sentence): { ok: false; message: Sentence } => ({ ok: false, message })
