import type { BatchState, PayoutState } from '../../payout/state.ts'
import { readStoredOrNull, type Words } from '../../words/sentence.ts'
import type { Ledger } from '../connection/ledger.ts'

/** One transition of a payout. */
export interface HistoryEvent {
  at: Date
  fromState: PayoutState
  toState: PayoutState
  /** Which attempt it belongs to; 0 before the first. */
  attempt: number
  workerNo: number | null
  /** The machine that the worker ran on. */
  host: string | null
  code: string | null
  /** The login name of whoever did it; null: payrun itself. */
  actor: string | null
  /** A sentence of payrun's, or what that person wrote. */
  note: Words | null
}

export interface History {
  line: number
  state: PayoutState
  operator: string | null
  amountMinor: bigint | null
  currency: string | null
  reference: string | null
  providerReference: string | null
  errorCode: string | null
  submittedAt: Date
  submittedBy: string | null
  events: HistoryEvent[]
}

/** The whole history of the payout of one line; undefined when the batch has no row on that line. */
export async function readHistory(ledger: Ledger, batchNo: number, line: number): Promise<History | undefined> {
  const { rows } = await ledger.pool.query<Omit<History, 'events' | 'amountMinor'> & { amountMinor: string | null }>(
    `select p.line, p.state, p.operator, p.amount_minor as "amountMinor", p.currency, p.reference,
            p.provider_reference as "providerReference",
            coalesce(p.error_code, p.problems->0->>'code') as "errorCode",
            b.created_at as "submittedAt",
            (
              select actor
                from payrun.batch_events e
               where e.batch_no = b.batch_no
               order by event_no
               limit 1
            ) as "submittedBy"
       from payrun.payouts p
       join payrun.batches b on b.batch_no = p.batch_no
      where p.batch_no = $1
        and p.line = $2`,
    [batchNo, line],
  )
  const [payout] = rows
  if (!payout) return undefined
  const { rows: events } = await ledger.pool.query<HistoryEvent>(
    `select e.at, e.from_state as "fromState", e.to_state as "toState", e.attempt,
            e.worker_no as "workerNo", w.host, e.code, e.actor, e.note
       from payrun.events e
       left join payrun.workers w on w.worker_no = e.worker_no
      where e.batch_no = $1
        and e.line = $2
      order by e.seq`,
    [batchNo, line],
  )
  return {
    ...payout,
    amountMinor: payout.amountMinor === null ? null : BigInt(payout.amountMinor),
    events: events.map((event) => ({ ...event, note: readStoredOrNull(event.note) })),
  }
}

/** The states that a batch went through, oldest first. */
export async function readBatchHistory(
  ledger: Ledger,
  batchNo: number,
): Promise<{ at: Date; toState: BatchState; reason: string | null; actor: string | null }[]> {
  const { rows } = await ledger.pool.query(
    `select at, to_state as "toState", reason, actor
       from payrun.batch_events
      where batch_no = $1
      order by event_no`,
    [batchNo],
  )
  return rows
}

/** Who approved a batch, when, oldest first. */
export async function readApprovals(ledger: Ledger, batchNo: number): Promise<{ by: string; at: Date }[]> {
  const { rows } = await ledger.pool.query(
    `select approver as by, at
       from payrun.approvals
      where batch_no = $1
      order by nth`,
    [batchNo],
  )
  return rows
}

/** Who paused, cancelled or rejected a batch, when, and why in their words. */
export interface Stop {
  at: Date
  by: string
  note: string | null
}

/** Who stopped each of these batches last, by the batches' numbers. */
export async function readStops(ledger: Ledger, batchNos: readonly number[]): Promise<Map<number, Stop>> {
  if (batchNos.length === 0) return new Map()
  const { rows } = await ledger.pool.query<Stop & { batchNo: number }>(
    `select distinct on (batch_no) batch_no as "batchNo", at, actor as by, ${noteOfMove} as note
       from payrun.batch_events
      where batch_no = any($1::int[])
        and to_state in ('paused', 'cancelled')
        and actor is not null
        and reason is distinct from 'purged'
      order by batch_no, event_no desc`,
    [batchNos],
  )
  return new Map(rows.map(({ batchNo, ...stop }) => [batchNo, stop]))
}

/** Until 0029_notes_of_deeds.sql the words of a rejection stood behind its reason. */
const noteOfMove = `coalesce(note, substring(reason from '^rejected: (.*)$'))`

/** What somebody, or payrun itself (`by: null`), did with a batch as a whole. */
export interface BatchDeed {
  at: Date
  by: string | null
  kind:
    | 'moved'
    | 'approved'
    | 'resolved'
    | 'retry_asked'
    | 'retry_approved'
    | 'retry_rejected'
    | 'retry_replaced'
    | 'retry_withdrawn'
    | 'reconciled'
  /** Of a move. */
  from: BatchState | null
  to: BatchState | null
  /** Why it was paused or cancelled, as its event has it; of resolved rows: as what. */
  reason: string | null
  /** Of a retry that waits or waited for a second person; of rows resolved within one minute; or settled by a statement. */
  rows: number | null
  /** How many rows a statement contradicted. */
  contradicted: number | null
  /** That person's words. */
  note: string | null
}

/** Who did what with a batch: the latest `most` actions, oldest first. */
export async function readDeeds(ledger: Ledger, batchNo: number, most: number): Promise<BatchDeed[]> {
  const { rows } = await ledger.pool.query<BatchDeed>(
    `select *
       from (
         select at, actor as by, 'moved' as kind, from_state as from, to_state as to,
                substring(reason from '^([^:]*)') as reason, null::int as rows,
                null::int as contradicted, ${noteOfMove} as note, event_no as nth
           from payrun.batch_events
          where batch_no = $1
         union all
         select at, approver, 'approved', null, null, null, rows, null, note, 0
           from payrun.approvals
          where batch_no = $1
         union all
         -- From the index events_by_people alone.
         select max(at), actor, 'resolved', null, null, to_state::text, count(*)::int, null, null, 0
           from payrun.events
          where batch_no = $1
            and actor is not null
            and from_state in ('unknown', 'accepted')
          group by actor, to_state, date_trunc('minute', at)
         union all
         select at, requester, 'retry_asked', null, null, null, cardinality(lines), null,
                asked_note, 0
           from payrun.retry_requests
          where batch_no = $1
         union all
         select decided_at, decided_by, 'retry_' || decision, null, null, null, cardinality(lines),
                null, note, 0
           from payrun.retry_requests
          where batch_no = $1
            and decision is not null
         union all
         select c.at, c.actor, 'reconciled', null, null, null, (c.details ->> 'settled')::int,
                (c.details ->> 'contradicted')::int, null, 0
           from payrun.changes c
           join payrun.batches b on b.id = c.subject
          where c.what = 'batch.reconciled'
            and b.batch_no = $1
       ) deeds
      order by at desc, nth desc
      limit $2`,
    [batchNo, most],
  )
  return rows.reverse()
}
