import type { PayoutState } from '../../payout/state.ts'
import type { Words } from '../../words/sentence.ts'
import { readStored } from '../../words/stored.ts'
import type { Ledger } from '../connection/ledger.ts'

/** A row of a batch as people look at it. */
export interface FoundRow {
  batchId: string
  line: number
  reference: string | null
  name: string | null
  operator: string | null
  /** Digits with the country code. */
  phone: string | null
  /** Minor units, as digits. */
  amountMinor: string | null
  currency: string | null
  state: PayoutState
  providerReference: string | null
  errorCode: string | null
  messages: Words[]
  attempts: number
  submittedAt: Date
  sentAt: Date | null
  settledAt: Date | null
}

const columns = `
  b.id as "batchId", p.line, p.reference, p.name, p.operator, p.phone,
  p.amount_minor::text as "amountMinor", p.currency, p.state,
  p.provider_reference as "providerReference",
  coalesce(p.error_code, p.problems->0->>'code') as "errorCode",
  case
    when p.error_message is not null then jsonb_build_array(p.error_message)
    when p.problems is not null then jsonb_path_query_array(p.problems, '$[*].message')
    else '[]'
  end as messages,
  p.attempts, b.created_at as "submittedAt", p.sent_at as "sentAt", p.settled_at as "settledAt"`

export interface RowsWish {
  /** Only rows in one of these states; empty: in any. */
  states: readonly PayoutState[]
  /** Only rows with this in the name or the reference, or, of digits, in the number. */
  search: string | undefined
  /** Only rows after this line. */
  after: number
  limit: number
}

/** Rows of a batch in the file's order. */
export async function listRows(ledger: Ledger, batchNo: number, wish: RowsWish): Promise<FoundRow[]> {
  const { states, search, after, limit } = wish
  const { rows } = await ledger.pool.query<FoundRow>(
    `select ${columns}
       from payrun.payouts p
       join payrun.batches b using (batch_no)
      where p.batch_no = $1
        and p.line > $2
        and (cardinality($3::payrun.payout_state[]) = 0 or p.state = any($3))
        and ($4::text is null
             or p.name ilike $4
             or p.reference ilike $4
             or p.phone like $5)
      order by p.line
      limit $6`,
    [batchNo, after, states, search === undefined ? null : `%${literal(search)}%`, phonePattern(search), limit],
  )
  return rows.map(readMessages)
}

/** A row by its line; undefined where the batch has none there. */
export async function findRow(ledger: Ledger, batchNo: number, line: number): Promise<FoundRow | undefined> {
  const { rows } = await ledger.pool.query<FoundRow>(
    `select ${columns}
       from payrun.payouts p
       join payrun.batches b using (batch_no)
      where p.batch_no = $1
        and p.line = $2`,
    [batchNo, line],
  )
  return rows.map(readMessages)[0]
}

/** Numbers of people, in order, after the one given: with this name, reference or number. */
export async function findPhones(
  ledger: Ledger,
  { search, after, limit }: { search: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await ledger.pool.query<{ phone: string }>(
    `select distinct p.phone
       from payrun.payouts p
      where p.phone > $1
        and (p.name ilike $2 or p.reference ilike $2 or p.phone like $3)
      order by p.phone
      limit $4`,
    [after, `%${literal(search)}%`, phonePattern(search), limit],
  )
  return rows.map(({ phone }) => phone)
}

/** What these numbers were paid or are to be paid, latest first, so many of each. */
export async function listRowsOfPhones(ledger: Ledger, phones: readonly string[], ofEach: number): Promise<FoundRow[]> {
  const { rows } = await ledger.pool.query<FoundRow>(
    `select found.*
       from unnest($1::text[]) wanted (phone)
      cross join lateral (
        select ${columns}
          from payrun.payouts p
          join payrun.batches b using (batch_no)
         where p.phone = wanted.phone
           and p.state <> 'invalid'
         order by p.batch_no desc, p.line
         limit $2
      ) found`,
    [phones, ofEach],
  )
  return rows.map(readMessages)
}

const readMessages = (row: FoundRow): FoundRow => ({ ...row, messages: row.messages.map(readStored) })

/** What is searched for stands for itself. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Of at least four digits, however they are grouped; null: nothing of a number. */
function phonePattern(search: string | undefined): string | null {
  const digits = (search ?? '').replace(/[\s().+-]/g, '')
  return /^\d{4,15}$/.test(digits) ? `%${digits}%` : null
}

/** The cells of a row as its file had them; none where the batch has no such row. */
export async function readCells(ledger: Ledger, batchNo: number, line: number): Promise<(string | null)[]> {
  const { rows } = await ledger.pool.query<{ cells: (string | null)[] }>(
    'select cells from payrun.payouts where batch_no = $1 and line = $2',
    [batchNo, line],
  )
  return rows[0]?.cells ?? []
}
