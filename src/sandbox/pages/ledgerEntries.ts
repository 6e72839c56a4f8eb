import type {
  CarriedOut,
  CollectionRecord,
  CollectionState,
  PaidBy,
  PaymentRecord,
  PaymentState,
  SandboxServices,
} from '../records.ts'
import { pageSize } from './pager.ts'

export const ledgerKinds = ['all', 'payouts', 'payments', 'collections'] as const

export type LedgerKind = (typeof ledgerKinds)[number]

/** A line of the ledger page. */
export interface LedgerEntry {
  kind: 'payout' | 'payment' | 'collection'
  /** When it was asked for, ISO 8601. */
  at: string
  state: PaymentState | CollectionState
  amount: string
  currency: string
  /** The other side's account; null when nobody has paid yet. */
  account: PaidBy | null
  reference: string
  /** Where it can be paid, while it can; null otherwise. */
  path: string | null
}

/** A page (from 1) of what the sandbox carried out, newest first, all kinds together or one. */
export function ledgerEntries(
  { payouts, payments, collections }: SandboxServices,
  kind: LedgerKind,
  page: number,
): { total: number; entries: LedgerEntry[] } {
  const end = page * pageSize
  // The newest of each kind up to the end of the page: what belongs on the page is among them.
  const asked = { offset: 0, limit: end }
  const none = { total: 0, rows: [] }
  const wanted = (one: LedgerKind) => kind === 'all' || kind === one
  const found = [
    wanted('payouts') ? entriesOf(payouts.list(asked), ofPayout) : none,
    wanted('payments') ? entriesOf(payments.list(asked), ofPayment) : none,
    wanted('collections') ? entriesOf(collections.list(asked), ofCollection) : none,
  ]
  const newestFirst = found.flatMap(({ rows }) => rows).sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return {
    total: found.reduce((sum, { total }) => sum + total, 0),
    entries: newestFirst.slice(end - pageSize, end),
  }
}

const entriesOf = <Row>({ total, rows }: { total: number; rows: Row[] }, entry: (row: Row) => LedgerEntry) => ({
  total,
  rows: rows.map(entry),
})

const ofPayout = ({ at, amount, currency, operator, phone, reference }: CarriedOut): LedgerEntry => ({
  kind: 'payout',
  at,
  state: 'paid',
  amount,
  currency,
  account: { by: 'mobile', operator, phone },
  reference,
  path: null,
})

const ofPayment = ({ createdAt, state, amount, currency, paidBy, reference }: PaymentRecord): LedgerEntry => ({
  kind: 'payment',
  at: createdAt,
  state,
  amount,
  currency,
  account: paidBy,
  reference,
  path: state === 'created' ? `/pay/${encodeURIComponent(reference)}` : null,
})

const ofCollection = (collection: CollectionRecord): LedgerEntry => {
  const { createdAt, state, amount, currency, operator, phone, reference } = collection
  const path = state === 'pending' ? `/handset/${encodeURIComponent(reference)}` : null
  const account = { by: 'mobile' as const, operator, phone }
  return { kind: 'collection', at: createdAt, state, amount, currency, account, reference, path }
}
