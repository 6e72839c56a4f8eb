import { randomUUID } from 'node:crypto'
import type { PayoutRequest } from '../../provider/wire.ts'
import { type Clock, isoTime } from './clock.ts'
import { openJournal } from './journal.ts'
import type { CarriedOut, CollectionRecord, NotificationRecord, Page, PageAsked, PaymentRecord } from './records.ts'

/** Records of one kind by key, oldest first. Callers get and give copies. */
export interface Kept<Row> {
  get(key: string): Row | null
  /** Adds a record, or replaces the one with its key. It is in the journal when this returns. */
  put(row: Row): void
  page(asked: PageAsked): Page<Row>
  /** Oldest first. */
  all(): Row[]
}

interface Store {
  payments: Kept<PaymentRecord>
  collections: Kept<CollectionRecord>
  notifications: Kept<NotificationRecord>
  payouts: Kept<PayoutRecord>
  close(): void
}

interface Rows {
  payments: PaymentRecord
  collections: CollectionRecord
  notifications: NotificationRecord
  payouts: PayoutRecord
}

type Entry = { [Kind in keyof Rows]: { kind: Kind; row: Rows[Kind] } }[keyof Rows]

/** A journal with fewer lines is not compacted. */
const minCompactLines = 1000

/**
 * The sandbox's records, in memory and, if it is given, in a folder.
 *
 * @throws StateFolderError if the folder can't be used
 */
export function createStore(folder?: string): Store {
  const journal = folder === undefined ? null : openJournal<Entry>(folder)
  const rows = {
    payments: new Map<string, PaymentRecord>(),
    collections: new Map<string, CollectionRecord>(),
    notifications: new Map<string, NotificationRecord>(),
    payouts: new Map<string, PayoutRecord>(),
  }
  for (const entry of journal?.found ?? []) restore(rows, entry)

  const write = (entry: Entry): void => journal?.append(entry)
  const tidy = (): void => {
    const live = Object.values(rows).reduce((sum, { size }) => sum + size, 0)
    if (!journal || journal.lines() <= Math.max(minCompactLines, 2 * live)) return
    try {
      journal.compact(entriesOf(rows))
    } catch {
      // There is no room for a second file, so the long one stays.
    }
  }

  return {
    payments: keep(rows.payments, referenceOf, (row) => write({ kind: 'payments', row }), tidy),
    collections: keep(rows.collections, referenceOf, (row) => write({ kind: 'collections', row }), tidy),
    notifications: keep(rows.notifications, idOf, (row) => write({ kind: 'notifications', row }), tidy),
    payouts: keep(rows.payouts, referenceOf, (row) => write({ kind: 'payouts', row }), tidy),
    close: () => journal?.close(),
  }
}

type Maps = { [Kind in keyof Rows]: Map<string, Rows[Kind]> }

const referenceOf = ({ reference }: { reference: string }): string => reference
const idOf = ({ id }: { id: string }): string => id

function restore(rows: Maps, entry: Entry): void {
  switch (entry.kind) {
    case 'payments':
      return void rows.payments.set(entry.row.reference, entry.row)
    case 'collections':
      return void rows.collections.set(entry.row.reference, entry.row)
    case 'notifications':
      return void rows.notifications.set(entry.row.id, entry.row)
    case 'payouts':
      return void rows.payouts.set(entry.row.reference, entry.row)
  }
}

function* entriesOf(rows: Maps): Generator<Entry> {
  for (const row of rows.payments.values()) yield { kind: 'payments', row }
  for (const row of rows.collections.values()) yield { kind: 'collections', row }
  for (const row of rows.notifications.values()) yield { kind: 'notifications', row }
  for (const row of rows.payouts.values()) yield { kind: 'payouts', row }
}

function keep<Row>(
  rows: Map<string, Row>,
  keyOf: (row: Row) => string,
  write: (row: Row) => void,
  tidy: () => void,
): Kept<Row> {
  return {
    get: (key) => structuredClone(rows.get(key) ?? null),
    put: (row) => {
      const copy = structuredClone(row)
      // Memory last: what can't be written has not happened.
      write(copy)
      rows.set(keyOf(copy), copy)
      tidy()
    },
    page: (asked) => structuredClone(newestFirst([...rows.values()], asked)),
    all: () => structuredClone([...rows.values()]),
  }
}

/** @param rows oldest first */
export function newestFirst<Row>(rows: readonly Row[], { offset, limit }: PageAsked): Page<Row> {
  const end = Math.max(0, rows.length - offset)
  return { total: rows.length, rows: rows.slice(Math.max(0, end - limit), end).reverse() }
}

/** The answer of the status call about one reference. */
export interface StatusAnswer {
  error: boolean
  status: string
  reference: string
  message: string
}

/** A payout that was answered with a reference, whether or not money moved. */
interface PayoutRecord {
  reference: string
  /** Null if it was refused. */
  carriedOut: CarriedOut | null
  /** How it was refused. `error` is false if the script contradicts itself. */
  refusal: { error: boolean; message: string } | null
  /** Until then the status call answers PENDING (Unix ms). Null if it was final at once. */
  pendingUntilMs: number | null
}

export interface PayoutBook {
  /** In the order of payment. Grows while the sandbox runs. */
  carriedOut: readonly CarriedOut[]
  /**
   * Moves the money.
   * @param pendingMs for how long it is PENDING; by default it is final at once
   */
  pay(payout: PayoutRequest, pendingMs?: number): StatusAnswer
  /** Moves no money. The status call gives the same answer. */
  refuse(error: boolean, message: string): StatusAnswer
  statusOf(reference: string): StatusAnswer | null
  /** Restores a record of an earlier run. */
  restore(record: PayoutRecord): void
}

/**
 * The payouts of a sandbox.
 * @param onRecord called with each record, to store it
 */
export function createPayoutBook(clock: Clock, onRecord: (record: PayoutRecord) => void = () => undefined): PayoutBook {
  const referencePrefix = `sbx-${randomUUID().slice(0, 8)}`
  const carriedOut: CarriedOut[] = []
  const records = new Map<string, PayoutRecord>()
  let count = 0
  const nextReference = () => `${referencePrefix}-${++count}`

  function restore(record: PayoutRecord): void {
    records.set(record.reference, record)
    if (record.carriedOut) carriedOut.push(record.carriedOut)
  }

  function keep(record: PayoutRecord): void {
    // Stored before anybody can see it: what can't be written has not happened.
    onRecord(record)
    restore(record)
  }

  const answerOf = ({ reference, carriedOut: made, refusal, pendingUntilMs }: PayoutRecord): StatusAnswer => {
    if (!made) return { error: refusal?.error ?? true, status: 'FAILED', reference, message: refusal?.message ?? '' }
    return pendingUntilMs !== null && clock.nowMs() < pendingUntilMs ? pending(reference) : paid(made)
  }

  return {
    carriedOut,
    restore,
    pay: ({ operator, amount, currency, phoneNumber }, pendingMs) => {
      const reference = nextReference()
      const nowMs = clock.nowMs()
      const made = { reference, operator, amount, currency, phone: phoneNumber, at: isoTime(nowMs) }
      const pendingUntilMs = pendingMs === undefined ? null : nowMs + pendingMs
      keep({ reference, carriedOut: made, refusal: null, pendingUntilMs })
      return pendingMs === undefined ? paid(made) : pending(reference)
    },
    refuse: (error, message) => {
      const record = { reference: nextReference(), carriedOut: null, refusal: { error, message }, pendingUntilMs: null }
      keep(record)
      return answerOf(record)
    },
    statusOf: (reference) => {
      const record = records.get(reference)
      return record ? answerOf(record) : null
    },
  }
}

/** The form of the document's sample (2.7). */
const paid = ({ reference, amount, currency, phone }: CarriedOut): StatusAnswer => ({
  error: false,
  status: 'success',
  reference,
  message: `Transfer of ${amount} ${currency} to ${phone} was successful`,
})

const pending = (reference: string): StatusAnswer => ({
  error: false,
  status: 'PENDING',
  reference,
  message: 'The payout is being processed',
})
