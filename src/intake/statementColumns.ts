import { fold } from '../payout/fold.ts'
import { t } from '../words/t.ts'
import { type Refused, refused } from './row.ts'

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
  return refused(`${missingSentence(columns.filter((name) => name !== '').map(shorten))} ${howToName()}`, 1)
}

const missingSentence = (seen: readonly string[]): string =>
  seen.length === 0
    ? t`There is no column for the provider's reference, nor columns for number, amount and date; the file names no columns.`
    : t`There is no column for the provider's reference, nor columns for number, amount and date; the file has: ${seen.join(', ')}.`

const howToName = (): string =>
  t`Name the columns reference, phone, amount, currency, status and date, as far as they are there.`

const twice = (one: string, other: string, field: StatementField): Refused =>
  refused(
    t`The columns "${shorten(one)}" and "${shorten(other)}" both may be the ${field}: remove or rename one of them.`,
    1,
  )

const shorten = (name: string): string => (name.length > 40 ? `${name.slice(0, 39)}…` : name)
