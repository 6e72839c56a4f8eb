import { hasAmounts, type StatementField } from '../../files/statement/statementColumns.ts'
import { clipped } from '../../payout/typedText.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { Reconciliation } from './reconcile.ts'

const mostTold = 10

/**
 * The fields that may be in a column whose name payrun doesn't know. Null if there are none, or if the lines settled or agreed with
 * rows and nothing was left.
 */
export function unreadColumns({
  columns: { index, names },
  statement: { lines },
  matched: { left, recognised },
}: Pick<Reconciliation, 'columns' | 'statement' | 'matched'>): Sentence | null {
  if (left.length === 0 && recognised.length > 0) return null
  const hasNumbers = lines.some(({ phones, mentioned }) => phones.length > 0 || mentioned !== undefined)
  const fields: StatementField[] = []
  if (index.reference === undefined) fields.push('reference')
  if (index.phone === undefined && !hasNumbers) fields.push('phone')
  if (!hasAmounts({ index })) fields.push('amount')
  if (index.date === undefined) fields.push('date')
  const used = new Set(Object.values(index))
  const unread = names.filter((name, at) => name !== '' && !used.has(at))
  const [field] = fields
  if (field === undefined || unread.length === 0) return null
  const columns = unread.slice(0, mostTold).map((name) => clipped(name))
  return say('summary.columns_missing', { fields, columns, field })
}
