import type { ClientBase, PoolClient } from 'pg'
import { evidenceSentence } from '../../payout/evidenceSentence.ts'
import {
  type Discrepancy,
  type Holder,
  isHolders,
  isUnnamed,
  type Matched,
  type MatchInput,
  mayBePaid,
  mayBeTo,
  type Resolution,
  type Statement,
  type StatementLine,
} from '../../payout/reconciliation.ts'
import { type Sentence, say, storedJson } from '../../words/sentence.ts'
import { recordChange } from '../accounts/trail.ts'
import { inTransaction, type Ledger } from '../connection/ledger.ts'
import { bindRequestKey, type RequestKey } from '../intake/requestKeys.ts'
import { type OpenRowSettled, readSentRows, settleOpenRows } from '../rows/resolveRow.ts'

export interface ReconcileWish {
  batchNo: number
  statement: Statement
  /** The statement covers the whole period: rows that it doesn't have were not paid. */
  complete: boolean
  /** Say what would be done, and do nothing. */
  dryRun: boolean
  actor: string
  /** Of the request that brought the statement. */
  requestKey?: RequestKey | undefined
}

/** What the ledger knows that a statement's lines may be about. */
type Known = Pick<MatchInput, 'rows' | 'others' | 'owners'>

/** Judges which of the ledger's rows the statement settles; `refusal`: why none of it may be used. */
type Judge<Refusal> = (known: Known) => { ok: true; matched: Matched } | { ok: false; refusal: Refusal }

/** `refused`: nothing was changed. */
export type Reconciled<Refusal> = { kind: 'reconciled'; matched: Matched } | { kind: 'refused'; refusal: Refusal }

/**
 * Settle a batch's unknown and accepted rows by a provider's statement, in one transaction with the rows locked. The same statement again finds
 * nothing to do. Doubtful rows stay, and what contradicts settled rows changes none of them: it is kept as a discrepancy, so that nobody
 * unknowingly retries a row that the statement calls paid.
 *
 * @param judge judges with the rows locked; src/reconcile has it
 */
export function reconcile<Refusal>(
  ledger: Ledger,
  wish: ReconcileWish,
  judge: Judge<Refusal>,
): Promise<Reconciled<Refusal>> {
  return inTransaction<Reconciled<Refusal>>(ledger, async (client) => {
    if (!wish.dryRun) await lockRows(client, wish.batchNo)
    const judged = judge(await readKnown(client, wish.batchNo, wish.statement.lines, wish.complete))
    if (!judged.ok) return { commit: false, value: { kind: 'refused', refusal: judged.refusal } }
    const { matched } = judged
    if (wish.dryRun) return { commit: false, value: { kind: 'reconciled', matched } }
    return { commit: true, value: { kind: 'reconciled', matched: await apply(client, wish, matched) } }
  })
}

/**
 * Lock the rows: a late answer, a status call or another person may want them at the same moment. A retry wants the failed ones: it comes before
 * this, or sees the discrepancies that this finds.
 */
async function lockRows(client: PoolClient, batchNo: number): Promise<void> {
  await client.query(
    `select from payrun.payouts
      where batch_no = $1
        and state in ('unknown', 'accepted', 'failed')
      order by line
        for update`,
    [batchNo],
  )
}

async function apply(client: PoolClient, wish: ReconcileWish, matched: Matched): Promise<Matched> {
  const statement = wish.statement.sha256.slice(0, 12)
  const rows = matched.resolutions.map((resolution) => settledBy(resolution, statement))
  const moved = await settleOpenRows(client, wish.batchNo, wish.actor, rows)
  await recordDiscrepancies(client, wish.batchNo, matched.discrepancies, statement)
  // A reference may have been taken by another payout since it was looked up: that row is left.
  const taken = matched.resolutions.filter(({ row }) => !moved.has(row.line))
  const left = [...matched.left, ...taken.map(({ row }) => ({ row, why: 'reference_taken' as const, lines: [] }))]
  const resolutions = matched.resolutions.filter(({ row }) => moved.has(row.line))
  await recordReconciled(client, wish, resolutions.length, matched.discrepancies.length)
  await bindRequestKey(client, wish.requestKey, wish.batchNo)
  return { ...matched, resolutions, left }
}

/** Record who applied the statement: rows have in their history who settled them, but not who brought what contradicts them. */
async function recordReconciled(
  client: ClientBase,
  { batchNo, actor, statement }: ReconcileWish,
  settled: number,
  contradicted: number,
): Promise<void> {
  if (settled === 0 && contradicted === 0) return
  const { rows } = await client.query<{ id: string }>('select id from payrun.batches where batch_no = $1', [batchNo])
  const details = { statement: statement.sha256, settled, contradicted }
  await recordChange(client, actor, 'batch.reconciled', rows[0]!.id, details)
}

function settledBy({ row, to, reference, by, statementLine }: Resolution, statement: string): OpenRowSettled {
  const from = row.state === 'accepted' ? 'accepted' : 'unknown'
  const isAbsent = by === 'absence'
  const message = isAbsent ? say('stored.not_in_complete_statement') : say('stored.statement_says_not_paid')
  const note = noteOf(by, statement, statementLine ?? 0)
  return { line: row.line, from, to, reference, message, note }
}

function noteOf(by: Resolution['by'], statement: string, line: number): Sentence {
  switch (by) {
    case 'absence':
      return say('stored.absent_from_statement', { statement })
    case 'reference':
      return say('stored.statement_line_by_reference', { statement, line })
    case 'number':
      return say('stored.statement_line_by_number', { statement, line })
  }
}

/**
 * Keep what a statement says against the ledger, once each. If one of its lines says that the payout was made, the row isn't retried any more unless
 * a person insists (see retryRows), and isn't sent if it was retried already.
 *
 * @param statement what it is known by, without its file's name
 */
async function recordDiscrepancies(
  client: ClientBase,
  batchNo: number,
  discrepancies: readonly Discrepancy[],
  statement: string,
): Promise<void> {
  if (discrepancies.length === 0) return
  const told = discrepancies.map(({ row, kind, lines }) => {
    const paying = lines.find(mayBePaid)
    const first = paying ?? lines[0]
    return {
      line: row.line,
      kind,
      saysPaid: paying !== undefined || kind === 'failed_but_maybe_carried_out',
      reference: first?.reference ?? null,
      note: storedJson(evidenceSentence(first, row.currency, statement)),
    }
  })
  const values = [
    batchNo,
    told.map(({ line }) => line),
    told.map(({ kind }) => kind),
    told.map(({ saysPaid }) => saysPaid),
    told.map(({ reference }) => reference),
    told.map(({ note }) => note),
  ]
  await client.query(
    `insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, reference, note)
     select p.batch_no, p.line, p.attempts, c.kind, c.says_paid, c.reference, c.note
       from unnest($2::int[], $3::text[], $4::boolean[], $5::text[], $6::jsonb[]) as c(
         line, kind, says_paid, reference, note
       )
       join payrun.payouts p on p.batch_no = $1 and p.line = c.line
      order by c.says_paid desc
     on conflict do nothing`,
    values,
  )
  // An earlier statement may have had the same discrepancy without saying that the row was paid, and somebody may have set that aside.
  await client.query(
    `update payrun.discrepancies k
        set says_paid = true, note = c.note, set_aside = false, at = clock_timestamp()
       from unnest($2::int[], $3::text[], $4::boolean[], $5::text[], $6::jsonb[]) as c(
         line, kind, says_paid, reference, note
       )
       join payrun.payouts p on p.batch_no = $1 and p.line = c.line
      where k.batch_no = $1
        and k.line = c.line
        and k.attempt = p.attempts
        and k.kind = c.kind
        and k.reference is not distinct from c.reference
        and c.says_paid
        and not k.says_paid`,
    values,
  )
  // A row that was retried and is pending again is not sent against such evidence.
  await client.query('select payrun.withhold($1, line) from unnest($2::int[]) line', [
    batchNo,
    told.filter(({ saysPaid }) => saysPaid).map(({ line }) => line),
  ])
}

/**
 * What the ledger knows that a statement's lines may be about: the batch's unknown and accepted rows, its rows with a
 * listed reference or number, who holds the listed references, and payouts of other batches to the same numbers. If the
 * statement is complete, all paid rows of the batch besides: it has to have them. If a line names nobody, all failed ones: it
 * may be about any of them.
 */
async function readKnown(
  client: PoolClient,
  batchNo: number,
  lines: readonly StatementLine[],
  complete: boolean,
): Promise<Known> {
  const references = [...new Set(lines.map(({ reference }) => reference).filter((each) => each !== null))]
  const holders = await readHolders(client, references)
  const isOwn = (holder: FoundHolder) => holder.batchNo === batchNo
  const free = lines.filter((line) => {
    const holder = line.reference === null ? undefined : holders.get(line.reference)
    return holder === undefined || !isHolders(line, holder)
  })
  const phones = [...new Set(free.flatMap(mayBeTo))]
  const ownLines = [...holders.values()].filter(isOwn).map(({ line }) => line)
  const rows = await readSentRows(
    client,
    `p.batch_no = $1
        and (
          p.state in ('unknown', 'accepted')
          or p.line = any($2)
          or p.phone = any($3)
          or p.provider_reference = any($4)
          or ($5 and p.state = 'paid')
          or ($6 and p.state = 'failed')
        )`,
    [batchNo, ownLines, phones, references, complete, free.some(isUnnamed)],
  )
  const ours = new Set(rows.map(({ phone }) => phone))
  const others = await readSentRows(
    client,
    `p.phone = any($2)
        and reverse(p.phone) collate "C" = any(array(select reverse(n) from unnest($2::text[]) n))
        and p.batch_no <> $1
        and b.sandbox = (select o.sandbox from payrun.batches o where o.batch_no = $1)`,
    [batchNo, phones.filter((phone) => ours.has(phone))],
  )
  const owners = new Map([...holders].map(([reference, holder]) => [reference, isOwn(holder) ? holder.line : holder]))
  return { rows, others, owners }
}

interface FoundHolder extends Holder {
  batchNo: number
  line: number
}

/** Who holds these references. */
async function readHolders(client: PoolClient, references: readonly string[]): Promise<Map<string, FoundHolder>> {
  const { rows } = await client.query<Omit<FoundHolder, 'amountMinor'> & { reference: string; amountMinor: string }>(
    `select r.reference, r.batch_no as "batchNo", r.line, p.state, p.operator, p.phone,
            p.amount_minor as "amountMinor", p.currency,
            date_part('epoch', p.sent_at) * 1000 as "sentAtMs"
       from payrun.provider_references r
       join payrun.payouts p on p.batch_no = r.batch_no and p.line = r.line
      where r.reference = any($1)`,
    [references],
  )
  return new Map(
    rows.map(({ reference, amountMinor, ...holder }) => [reference, { ...holder, amountMinor: BigInt(amountMinor) }]),
  )
}

/** The batches with rows that a statement may settle, oldest first; or those of the sandbox, by which nobody was paid. */
export async function findOpenBatches({ pool }: Ledger, sandbox = false): Promise<number[]> {
  const { rows } = await pool.query<{ batchNo: number }>(
    `select b.batch_no as "batchNo"
       from payrun.batches b
      where b.sandbox = $1
        and exists (
          select from payrun.payouts p
           where p.batch_no = b.batch_no
             and p.state in ('unknown', 'accepted')
        )
      order by b.batch_no`,
    [sandbox],
  )
  return rows.map(({ batchNo }) => batchNo)
}

/** How many of these references are the payer's own, of rows of these batches. */
export async function countOwnReferences(
  ledger: Ledger,
  batches: readonly number[],
  references: readonly string[],
): Promise<number> {
  const { rows } = await ledger.pool.query<{ n: number }>(
    `select count(distinct reference)::int as n
       from payrun.payouts
      where batch_no = any($1)
        and reference = any($2)`,
    [batches, references],
  )
  return rows[0]?.n ?? 0
}
