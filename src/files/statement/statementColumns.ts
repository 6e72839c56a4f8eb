import { fold } from '../../payout/typedText.ts'
import { say } from '../../words/sentence.ts'
import { type Refused, refused } from '../payroll/row.ts'

export type StatementField = 'reference' | 'phone' | 'amount' | 'currency' | 'status' | 'date'

/**
 * What statements call their columns, French and English, compared folded. The first group that a file has a column of
 * counts: beside `reference`, a column `id` is some other number.
 */
const names: Readonly<Record<StatementField, readonly (readonly string[])[]>> = {
  reference: [
    ['provider_reference', 'référence prestataire', 'référence opérateur'],
    ['reference', 'référence', 'ref', 'réf', 'transaction reference', 'payment reference', 'payout reference'],
    ['référence transaction', 'référence de la transaction', 'référence du paiement', 'numéro de référence'],
    ['transaction_id', 'id transaction', 'id de transaction', 'id de la transaction', 'numéro de transaction'],
    ['transaction', 'transaction number', 'transaction no', 'payout_id', 'payment_id', 'receipt', 'reçu'],
    ['id'],
  ],
  phone: [
    ['phone_number', 'phone', 'msisdn', 'téléphone', 'numéro de téléphone', 'numéro', 'tél'],
    [
      'recipient',
      'recipient number',
      'recipient phone',
      'destinataire',
      'numéro destinataire',
      'numéro du destinataire',
    ],
    [
      'beneficiary number',
      'numéro bénéficiaire',
      'numéro du bénéficiaire',
      'customer phone',
      'mobile',
      'mobile number',
    ],
  ],
  amount: [
    ['amount', 'montant'],
    ['transaction amount', 'montant transaction', 'montant de la transaction', 'montant payé', 'amount paid'],
  ],
  currency: [['currency', 'devise', 'monnaie', 'currency code', 'code devise']],
  status: [
    ['status', 'statut', 'état', 'state', 'transaction status', 'payment status', 'payout status', 'status text'],
    ['statut transaction', 'statut de la transaction', 'statut du paiement', 'état de la transaction'],
    ['result', 'résultat', 'situation', 'outcome'],
  ],
  date: [
    ['date', 'datetime', 'date_time', 'timestamp', 'date et heure', 'date heure', 'transaction date'],
    ['date transaction', 'date de transaction', 'date de la transaction', 'date opération', "date de l'opération"],
    ['created_at', 'created', 'date de création', 'sent_at', "date d'envoi", 'time', 'paid_at', 'date de paiement'],
    ['settled_at', 'completed_at', 'updated_at'],
  ],
}

const places = new Map<string, { field: StatementField; rank: number }>()
for (const field of Object.keys(names) as StatementField[]) {
  names[field].forEach((group, rank) => {
    for (const name of group) places.set(fold(name), { field, rank })
  })
}

export interface StatementColumns {
  /** Index among the file's columns. */
  index: Partial<Record<StatementField, number>>
  names: readonly string[]
}

/** Finds what each column of a statement stands for; or why the statement can't be used. */
export function findStatementColumns(columns: readonly string[]): { ok: true; columns: StatementColumns } | Refused {
  const index: StatementColumns['index'] = {}
  const ranks: Partial<Record<StatementField, number>> = {}
  for (const [at, name] of columns.entries()) {
    const place = places.get(fold(name))
    if (!place) continue
    const { field, rank } = place
    const before = ranks[field]
    if (before === rank) return twice(columns[index[field] ?? 0] ?? '', name, field)
    if (before !== undefined && before < rank) continue
    index[field] = at
    ranks[field] = rank
  }
  const hasNumber = index.phone !== undefined && index.amount !== undefined && index.date !== undefined
  if (index.reference !== undefined || hasNumber) return { ok: true, columns: { index, names: columns } }
  const seen = columns.filter((name) => name !== '').map(shorten)
  return refused(seen.length === 0 ? say('files.statement_no_names') : say('files.statement_no_columns', { seen }), 1)
}

/**
 * Which of a file's first records names the columns of a statement: the first that names more than one of them and would do,
 * since a title, an account and a period may stand above; else the first that would do.
 *
 * @returns -1 where none does
 */
export function findStatementNames(records: readonly { cells: readonly string[] }[]): number {
  const named = records.map(({ cells }) => {
    const found = findStatementColumns(cells)
    return 'ok' in found ? Object.keys(found.columns.index).length : 0
  })
  const certain = named.findIndex((fields) => fields > 1)
  return certain === -1 ? named.findIndex((fields) => fields > 0) : certain
}

/** Whether a record above the names would be a line of the statement if it stood below them: it is not to be left out unseen. */
export function mayBeStatementLine(cells: readonly string[], names: readonly string[]): boolean {
  const found = findStatementColumns(names)
  if (!('ok' in found)) return false
  const { reference, phone, amount } = found.columns.index
  const has = (at: number | undefined, what: RegExp) => at !== undefined && what.test(cells[at] ?? '')
  return has(amount, /^\s*[-+'\u2212]?\s*\d[\d\s.,]*$/) && (has(reference, /\S/) || has(phone, /\d{6}/))
}

const twice = (one: string, other: string, field: StatementField): Refused =>
  refused(say('files.columns_both_may_remove_rename_one', { one: shorten(one), other: shorten(other), field }), 1)

const shorten = (name: string): string => (name.length > 40 ? `${name.slice(0, 39)}…` : name)
