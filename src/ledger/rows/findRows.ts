import type { Doubt, PayoutState } from '../../payout/state.ts'
import { readStored, type Words } from '../../words/sentence.ts'
import type { Ledger } from '../connection/ledger.ts'
import { doubtSql } from './contradictions.ts'
import { digitsOf, findLines, type IndexedLines } from './findLines.ts'

/** A row of a batch as people look at it. */
export interface FoundRow {
  batchId: string
  batchName: string
  /** Of a batch of the sandbox: nobody gets any money. */
  sandbox: boolean
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
  doubt: Doubt | null
  attempts: number
  submittedAt: Date
  sentAt: Date | null
  settledAt: Date | null
}

/** Of the payouts `p` of batches `b`, as FoundRow has them but for the messages (readMessages). */
export const rowColumns = `
  b.id as "batchId", b.name as "batchName", b.sandbox, p.line, p.reference, p.name, p.operator,
  p.phone,
  p.amount_minor::text as "amountMinor", p.currency, p.state,
  p.provider_reference as "providerReference",
  coalesce(p.error_code, p.problems->0->>'code') as "errorCode",
  case
    when p.error_message is not null then jsonb_build_array(p.error_message)
    when p.problems is not null then jsonb_path_query_array(p.problems, '$[*].message')
    else '[]'
  end as messages,
  ${doubtSql} as doubt,
  p.attempts, b.created_at as "submittedAt", p.sent_at as "sentAt", p.settled_at as "settledAt"`

/** Rows of the batch $1, and what follows in the condition. */
const rowsSql = `
select ${rowColumns}
  from payrun.payouts p
  join payrun.batches b using (batch_no)
 where p.batch_no = $1`

export interface RowsWish {
  /** Only rows in one of these states; empty: in any. */
  states: readonly PayoutState[]
  /**
   * Only rows with this in the name or the reference, or, of digits, in the number; or with a word that begins with each of its words, whatever
   * the accents and the order.
   */
  search: string | undefined
  /** Only rows after this line. */
  after: number
  limit: number
}

/** The result of a search for rows. */
interface FoundRows {
  rows: FoundRow[]
  /**
   * Up to this line everything was found; after it, only rows with a word that begins, or a number that ends, with the search. Null: the page is
   * full, or this is the end of the batch.
   */
  searchedTo: number | null
}

/** No index helps with a search inside words: it reads so many lines at a time, and fewer if it compares their words, too. */
const [linesAtOnce, wordedAtOnce] = [5_000, 2_000]
/** Rows in a state are looked for in the chunks that have some, so many chunks (12,000 rows, or 3,000) at a time. */
const [chunksAtOnce, wordedChunksAtOnce] = [60, 15]

/**
 * Rows of a batch in the file's order. A batch of a million rows is not read for a few of them: chunks know which states they have, and indexes
 * know words and the ends of numbers.
 *
 * @param withinMs stop after so long, or as soon as an index has given some rows, and say how far the search has come
 */
export async function listRows(
  ledger: Ledger,
  batchNo: number,
  wish: RowsWish,
  withinMs = Infinity,
): Promise<FoundRows> {
  const began = performance.now()
  const rows: FoundRow[] = []
  const { search } = wish
  const indexed = search === undefined ? nothing : await findLines(ledger, batchNo, search, wish.after)
  let { after } = wish
  for (;;) {
    const left = { ...wish, after, limit: wish.limit - rows.length }
    const part = await nextPart(ledger, batchNo, left, indexed)
    rows.push(...(await readPart(ledger, batchNo, left, part, indexed)))
    if (rows.length === wish.limit || part.to === null) return { rows, searchedTo: null }
    const isFirst = after === wish.after
    after = part.to
    // A search that many rows match has found some in the lines above: the index is only used for what few have.
    if (isFirst && indexed.areAll && indexed.lines.length > 0 && withinMs !== Infinity) {
      const further = await readLines(ledger, batchNo, { ...left, after }, indexed)
      if (further.length > 0 && rows.length + further.length < wish.limit)
        return { rows: [...rows, ...further], searchedTo: after }
    }
    if (performance.now() - began > withinMs) return { rows, searchedTo: after }
  }
}

const nothing: IndexedLines = { lines: [], areAll: true }

/** Rows on lines that an index has found. */
async function readLines(
  ledger: Ledger,
  batchNo: number,
  { states, after, limit }: RowsWish,
  { lines }: IndexedLines,
): Promise<FoundRow[]> {
  const { rows } = await ledger.pool.query<FoundRow>(
    `${rowsSql}
        and p.line > $2
        and p.line = any($3::int[])
        and (cardinality($4::payrun.payout_state[]) = 0 or p.state = any($4))
      order by p.line
      limit $5`,
    [batchNo, after, lines, states, limit],
  )
  return rows.map(readMessages)
}

/** Which rows to read next: those on lines up to `to` (null: all), of some chunks (null: of all; none: the invalid ones). */
interface Part {
  to: number | null
  chunks: number[] | null
}

async function nextPart(
  ledger: Ledger,
  batchNo: number,
  { states, search, after }: RowsWish,
  { areAll }: IndexedLines,
): Promise<Part> {
  if (states.length === 1 && states[0] === 'invalid') return { to: null, chunks: [] }
  if (states.length > 0 && !states.includes('invalid'))
    return nextChunks(ledger, batchNo, states, after, areAll ? chunksAtOnce : wordedChunksAtOnce)
  if (search === undefined) return { to: null, chunks: null }
  const { rows } = await ledger.pool.query<{ last: number | null }>(
    'select max(line) as last from payrun.payouts where batch_no = $1',
    [batchNo],
  )
  const to = after + (areAll ? linesAtOnce : wordedAtOnce)
  return { to: to < (rows[0]?.last ?? 0) ? to : null, chunks: null }
}

/** Chunks with rows in these states, or that somebody is at work on. Those of several operators lie side by side. */
async function nextChunks(
  ledger: Ledger,
  batchNo: number,
  states: readonly PayoutState[],
  after: number,
  atOnce: number,
): Promise<Part> {
  const { rows } = await ledger.pool.query<{ chunkNo: number; firstLine: number }>(
    `select h.chunk_no as "chunkNo", h.first_line as "firstLine"
       from payrun.chunks h
      where h.batch_no = $1
        and h.last_line > $2
        and (
             h.totals is null
          or exists (
               select from unnest(h.totals) t
                where t.state = any($3::payrun.payout_state[])
             )
          or h.open
             and exists (
               select from payrun.events e
                where e.batch_no = h.batch_no
                  and e.line between h.first_line and h.last_line
             )
        )
      order by h.first_line
      limit $4`,
    [batchNo, after, states, atOnce + 1],
  )
  const beyond = rows[atOnce]
  return { to: beyond ? beyond.firstLine - 1 : null, chunks: rows.slice(0, atOnce).map(({ chunkNo }) => chunkNo) }
}

async function readPart(
  ledger: Ledger,
  batchNo: number,
  wish: RowsWish,
  { to, chunks }: Part,
  indexed: IndexedLines,
): Promise<FoundRow[]> {
  const { states, search, after, limit } = wish
  const ofChunks =
    chunks === null
      ? '$8::int[] is null'
      : chunks.length === 0
        ? 'p.chunk_no is null and cardinality($8::int[]) = 0'
        : `p.chunk_no is not null
           and payrun.chunk_key(p.batch_no, p.chunk_no) = any(
             select payrun.chunk_key($1, c) from unnest($8::int[]) c
           )`
  if (chunks?.length === 0 && !states.includes('invalid')) return []
  const { rows } = await ledger.pool.query<FoundRow>(
    `${rowsSql}
        and p.line > $2
        and ($3::int is null or p.line <= $3)
        and (cardinality($4::payrun.payout_state[]) = 0 or p.state = any($4))
        and ($5::text is null
             or p.name ilike $5
             or p.reference ilike $5
             or p.phone like $6
             or p.line = any($9::int[])
             or $10 and payrun.search_words(p.name, p.reference) @@ payrun.search_query($11))
        and ${ofChunks}
      order by p.line
      limit $7`,
    [
      batchNo,
      after,
      to,
      states,
      search === undefined ? null : `%${literal(search)}%`,
      phonePattern(search),
      limit,
      chunks,
      indexed.lines,
      !indexed.areAll,
      search,
    ],
  )
  return rows.map(readMessages)
}

/** A row by its line; undefined where the batch has none there. */
export async function findRow(ledger: Ledger, batchNo: number, line: number): Promise<FoundRow | undefined> {
  const { rows } = await ledger.pool.query<FoundRow>(
    `${rowsSql}
        and p.line = $2`,
    [batchNo, line],
  )
  return rows.map(readMessages)[0]
}

export const readMessages = (row: FoundRow): FoundRow => ({ ...row, messages: row.messages.map(readStored) })

/** What is searched for stands for itself. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const phonePattern = (search: string | undefined): string | null => {
  const digits = digitsOf(search)
  return digits === null ? null : `%${digits}%`
}
