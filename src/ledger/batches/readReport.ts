import { escapeLiteral, type PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import Cursor from 'pg-cursor'
import { doubtfulCells, formulaSign, formulaStart, numberCell } from '../../payout/report.ts'
import type { Doubt, PayoutState } from '../../payout/state.ts'
import { readStored, type Sentence, say, type Words } from '../../words/sentence.ts'
import type { Ledger } from '../connection/ledger.ts'
import { readGroups } from '../connection/ledger.ts'

/** What is stored for people, as text in the language of whoever reads the report. */
type Rendered = (words: Words) => string

/** One row of a batch as the report needs it, in the file's order. */
export interface LedgerReportRow {
  cells: (string | null)[]
  line: number
  status: PayoutState
  providerReference: string | null
  errorCode: string | null
  /** What evidence says against the row comes first. */
  errorMessage: string | null
  doubt: Doubt | null
  operator: string | null
  /** Minor units, as digits; null for a row that is not payable. */
  amountMinor: string | null
  currency: string | null
  attempts: number
  sentAt: Date | null
  settledAt: Date | null
}

/** The rows in doubt, by line (readDoubts). */
type Doubts = ReadonlyMap<number, { doubt: Doubt }>

const doubtSays: Readonly<Record<Doubt, Sentence>> = {
  maybe_paid: say('report.maybe_paid'),
  maybe_not_paid: say('report.maybe_not_paid'),
}

/** Every row of a batch in the file's order, in groups, as one snapshot: a row is never seen twice or missed. */
export async function* readReportRows(
  ledger: Ledger,
  batchNo: number,
  rendered: Rendered,
  doubts: Doubts = new Map(),
): AsyncGenerator<LedgerReportRow[]> {
  yield* overOneConnection(ledger, async function* (client) {
    const cursor = client.query(new Cursor<StoredRow>(reportSql, [batchNo]))
    // The next group is on its way while one is made use of.
    for (let next = readGroup(cursor); ; ) {
      const rows = await next
      if (rows.length === 0) return
      next = readGroup(cursor)
      yield rows.map(({ messages, ...row }) => {
        const doubt = doubts.get(row.line)?.doubt ?? null
        return { ...row, doubt, errorMessage: messageText(messages, doubt, rendered) }
      })
    }
  })
}

/** A reader that stops early leaves a cursor or a COPY open: that connection is not used again. */
async function* overOneConnection<Part>(
  ledger: Ledger,
  read: (client: PoolClient) => AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  const client = await ledger.pool.connect()
  let isLeftOpen = true
  try {
    yield* read(client)
    isLeftOpen = false
  } finally {
    client.release(isLeftOpen)
  }
}

/** A row that was paid, for the person who was: those of a purged batch have no name and no number. */
interface PaidRow
  extends Pick<
    LedgerReportRow,
    'line' | 'operator' | 'amountMinor' | 'currency' | 'providerReference' | 'sentAt' | 'settledAt'
  > {
  /** Who called it paid or loaded the statement that does; null: the provider's own answer. */
  saidBy: string | null
  isWord: boolean
  name: string | null
  phone: string | null
  reference: string | null
}

/** The paid rows of a batch in the file's order, in groups, as one snapshot; or the one on a line, if it is paid. */
export async function* readPaidRows(ledger: Ledger, batchNo: number, line: number | null): AsyncGenerator<PaidRow[]> {
  yield* overOneConnection(ledger, (client) => readGroups<PaidRow>(client, paidSql, [batchNo, line], 1_000))
}

/** The event that made it paid has an actor only if a person or a statement did. A person's note is text; that of a statement is a sentence of payrun's. */
const paidSql = `
select p.line, p.name, p.phone, p.reference, p.operator, p.amount_minor as "amountMinor",
       p.currency, p.provider_reference as "providerReference", p.sent_at as "sentAt",
       p.settled_at as "settledAt", e.actor as "saidBy",
       coalesce(jsonb_typeof(e.note) = 'string', false) as "isWord"
  from payrun.payouts p
  left join payrun.events e
       on (e.batch_no, e.line, e.seq) = (p.batch_no, p.line, p.seq)
       and e.actor is not null
 where p.batch_no = $1
   and p.state = 'paid'
   and ($2::int is null or p.line = $2)
 order by p.line`

/** A failed read reaches whoever waits for it. If nobody does any more, it must not end the process. */
function readGroup(cursor: Cursor<StoredRow>): Promise<StoredRow[]> {
  const rows = cursor.read(1000)
  rows.catch(() => undefined)
  return rows
}

/** As it is stored: the messages of a row, one or (of an invalid row) several. */
interface StoredRow extends Omit<LedgerReportRow, 'errorMessage' | 'doubt'> {
  messages: unknown[] | null
}

function messageText(messages: unknown[] | null, doubt: Doubt | null, rendered: Rendered): string | null {
  const said = [...(doubt ? [doubtSays[doubt]] : []), ...(messages ?? []).map(readStored)]
  return said.length === 0 ? null : said.map(rendered).join(' ')
}

const errorCodeSql = "coalesce(error_code, problems->0->>'code')"

/** `case` and not `coalesce`, which would go through the problems of every row: a third of what Postgres does here. */
const messagesSql = `case
  when error_message is not null then jsonb_build_array(error_message)
  when problems is not null then jsonb_path_query_array(problems, '$[*].message')
end`

const reportSql = `
select cells, line, state as status, provider_reference as "providerReference",
       ${errorCodeSql} as "errorCode", ${messagesSql} as messages, operator,
       amount_minor as "amountMinor", currency, attempts, sent_at as "sentAt",
       settled_at as "settledAt"
  from payrun.payouts
 where batch_no = $1
 order by line`

/**
 * Every row of a batch in the file's order as a record of the CSV report, which Postgres makes: in less than half the time, and
 * with none of the rows in this process. The input's cells at `kept` (indexes) come first, then what the report adds; quotes
 * as RFC 4180 has them, LF, UTF-8; what is absent or empty is nothing between two commas. One snapshot, as in readReportRows.
 *
 * Sentences are rendered here, some thousand at a time, and go back to Postgres with the statement that writes the rows up to
 * the last of them. A batch without sentences is written by one statement.
 */
export async function* readReportCsv(
  ledger: Ledger,
  batchNo: number,
  kept: readonly number[],
  rendered: Rendered,
  doubts: Doubts = new Map(),
): AsyncGenerator<Buffer, void> {
  yield* overOneConnection(ledger, async function* (client) {
    await client.query('begin isolation level repeatable read read only')
    const { id, sandbox } = await readMarks(client, batchNo)
    const marks = { id, sandbox: sandbox ? rendered(say('report.nobody_paid')) : null }
    for (let after = 0, upTo: number | null = 0; upTo !== null; after = upTo ?? after) {
      const told = await readSentences(client, batchNo, after, [...doubts.keys()])
      upTo = told.length < sentencesAtOnce ? null : told.at(-1)!.line
      const texts = told.map(({ line, messages }) => {
        return { line, text: messageText(messages, doubts.get(line)?.doubt ?? null, rendered) }
      })
      const records = recordsSql(batchNo, marks, kept, { after, upTo, texts })
      yield* client.query(copyTo(`copy (${records}) to stdout with (format csv)`))
    }
    await client.query('commit')
  })
}

async function readMarks(client: PoolClient, batchNo: number): Promise<{ id: string; sandbox: boolean }> {
  const { rows } = await client.query<{ id: string; sandbox: boolean }>(
    'select id, sandbox from payrun.batches where batch_no = $1',
    [batchNo],
  )
  if (!rows[0]) throw new Error(`batch ${batchNo} has gone from the ledger`)
  return rows[0]
}

/** What every record ends with: the batch's id, and what one of the sandbox says. */
interface Marks {
  id: string
  sandbox: string | null
}

const sentencesAtOnce = 2_000

/** The next lines with something in a person's language to say, which the provider's own words are not, and those of `also`. */
async function readSentences(
  client: PoolClient,
  batchNo: number,
  after: number,
  also: readonly number[],
): Promise<{ line: number; messages: unknown[] | null }[]> {
  const { rows } = await client.query<{ line: number; messages: unknown[] | null }>(
    `select line, ${messagesSql} as messages
       from payrun.payouts
      where batch_no = $1
        and line > $2
        and (problems is not null or jsonb_typeof(error_message) = 'object' or line = any($4))
      order by line
      limit $3`,
    [batchNo, after, sentencesAtOnce, also],
  )
  return rows
}

/** Whether Postgres can tell what a formula begins with: it knows some of those signs only where text is UTF-8. */
export async function canReadReportCsv(ledger: Ledger): Promise<boolean> {
  const { rows } = await ledger.pool.query<{ encoding: string }>('select getdatabaseencoding() as encoding')
  return rows[0]?.encoding === 'UTF8'
}

/** Some rows of a batch, and what those that have a sentence say. */
interface Piece {
  after: number
  /** Null: to the last one. */
  upTo: number | null
  texts: readonly { line: number; text: string | null }[]
}

/** COPY takes no parameters. */
function recordsSql(
  batchNo: number,
  { id, sandbox }: Marks,
  kept: readonly number[],
  { after, upTo, texts }: Piece,
): string {
  const saysOwn = "error_message #>> '{}'"
  const columns = [
    ...kept.map((index) => `nullif(texts[${index + 1}], '')`),
    'line',
    'state',
    ...['provider_reference', errorCodeSql, texts.length > 0 ? `coalesce(said.text, ${saysOwn})` : saysOwn].map(
      guarded,
    ),
    'attempts',
    ...['sent_at', 'settled_at'].map((column) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
    `${escapeLiteral(`${id}:`)} || line`,
    ...(sandbox === null ? [] : [escapeLiteral(sandbox)]),
  ]
  const said = `left join json_to_recordset(${escapeLiteral(JSON.stringify(texts))})
         as said (line integer, text text)
    using (line)`
  // The cells are taken apart once for each row, and not for each column (offset 0 keeps the two selects apart). As JSON only where
  // they have to be: an array of texts without a backslash is written alike for Postgres, but for its brackets, and read in half the time.
  return `select ${columns.join(', ')}
    from (
      select *,
             case
               when cells::text ~ ${escapeLiteral(doubtfulCells.source)}
                 then array(
                   select ${guarded('t.cell')}
                     from json_array_elements_text(cells) as t (cell)
                 )
               else ('{' || btrim(cells::text, '[]') || '}')::text[]
             end as texts
        from payrun.payouts
       where batch_no = ${batchNo}
         and line > ${after}
         ${upTo === null ? '' : `and line <= ${upTo}`}
       order by line
      offset 0
    ) p
    ${texts.length > 0 ? said : ''}
   order by line`
}

/** As `guardFormula` does it. Of an empty text, COPY would make a pair of quotes. */
const guarded = (cell: string): string =>
  `case
     when ${cell} ~ ${escapeLiteral(formulaSign.source)}
       and ${cell} !~ ${escapeLiteral(numberCell.source)}
       then regexp_replace(${cell}, ${escapeLiteral(formulaStart.source)}, '''', 'g')
     else nullif(${cell}, '')
   end`
