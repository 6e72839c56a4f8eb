import { expect } from 'vitest'
import { auditBatch } from '../../../src/ledger/audit/auditBatch.ts'
import { readTotals, totalsSql } from '../../../src/ledger/batches/totals.ts'
import { holds, type Model, type ModelDiscrepancy, type ModelEvent, rowNames, rowOf } from './model.ts'
import type { Real } from './real.ts'

/** Everything that model and ledger have to agree on, in the model's names. */
export interface State {
  /** By `batch/line`. */
  rows: Record<string, RowState>
  /** By `batch`. */
  batches: Record<string, unknown>
  /** The provider's references, and the row that each belongs to. */
  references: Record<string, string>
  /** Accepted rows that the provider is asked about. */
  questions: string[]
  workers: Record<string, unknown>
}

interface RowState {
  reference: string
  chunk: number | null
  state: string
  attempts: number
  seq: number
  holdsKey: boolean
  worker: number | null
  providerReference: string | null
  code: string | null
  isSent: boolean
  isSettled: boolean
  events: ModelEvent[]
  discrepancies: Record<string, ModelDiscrepancy>
}

/** What the ledger ought to hold. */
export function expectedState(model: Model): State {
  const state: State = { rows: {}, batches: {}, references: { ...model.references }, questions: [], workers: {} }
  for (const name of rowNames(model)) {
    const row = rowOf(model, name)
    const { reference, chunk, attempts, worker, providerReference, code, isSent, isSettled, events, discrepancies } =
      row
    const seq = events.length
    const rest = {
      reference,
      chunk,
      attempts,
      worker,
      providerReference,
      code,
      isSent,
      isSettled,
      events,
      discrepancies,
    }
    state.rows[name] = { ...rest, state: row.state, seq, holdsKey: holds(row) }
    if (row.state === 'accepted') state.questions.push(name)
  }
  for (const [name, { state: is, rings, chunks, events }] of Object.entries(model.batches)) {
    state.batches[name] = { state: is, rings, chunks, events }
  }
  for (const [name, worker] of Object.entries(model.workers)) state.workers[name] = worker
  state.questions.sort()
  return state
}

interface Found {
  rows: (RowState & { batchNo: number; line: number })[] | null
  batches:
    | { batchNo: number; state: string; rings: number; chunks: Record<string, string> | null; events: string[] }[]
    | null
  references: { reference: string; batchNo: number; line: number }[] | null
  questions: { batchNo: number; line: number }[] | null
  workers: { workerNo: number; isEnded: boolean; isSwept: boolean }[]
}

/** What the ledger holds of this run, read in one statement. */
export async function actualState(real: Real): Promise<State> {
  const batchNames = new Map([...real.batches].map(([name, { batchNo }]) => [batchNo, name]))
  const workerNames = new Map([...real.workers].map(([name, workerNo]) => [workerNo, name]))
  const [found] = await real.lane.db.query<{ found: Found }>(stateSql, [
    [...batchNames.keys()],
    [...workerNames.keys()],
  ])
  const { rows, batches, references, questions, workers } = found!.found
  await expectTotals(real)
  const name = ({ batchNo, line }: { batchNo: number; line: number }) => `${batchNames.get(batchNo)}/${line}`
  const worker = (workerNo: number | null) => (workerNo === null ? null : (workerNames.get(workerNo) ?? -1))
  const bare = (reference: string) => reference.replace(real.prefix, '')
  const rowEntries = (rows ?? []).map(({ batchNo, line, ...row }): [string, RowState] => [
    name({ batchNo, line }),
    {
      ...row,
      reference: bare(row.reference),
      worker: worker(row.worker),
      providerReference: row.providerReference && bare(row.providerReference),
      discrepancies: Object.fromEntries(
        Object.entries(row.discrepancies ?? {}).map(([words, each]) => [bare(words), each]),
      ),
      events: row.events.map((event) => ({ ...event, worker: worker(event.worker) })),
    },
  ])
  return {
    rows: Object.fromEntries(rowEntries),
    batches: Object.fromEntries(
      (batches ?? []).map(({ batchNo, chunks, ...batch }) => [
        batchNames.get(batchNo),
        { ...batch, chunks: chunks ?? {} },
      ]),
    ),
    references: Object.fromEntries((references ?? []).map((each) => [bare(each.reference), name(each)])),
    questions: (questions ?? []).map(name).sort(),
    workers: Object.fromEntries(workers.map(({ workerNo, ...each }) => [workerNames.get(workerNo), each])),
  }
}

const stateSql = `
select json_build_object(
  'rows', (select json_agg(json_build_object('batchNo', p.batch_no, 'line', p.line, 'reference', p.reference, 'chunk', p.chunk_no,
      'state', p.state, 'attempts', p.attempts, 'seq', p.seq, 'holdsKey', p.holds_key, 'worker', p.worker_no,
      'providerReference', p.provider_reference, 'code', p.error_code, 'isSent', p.sent_at is not null,
      'isSettled', p.settled_at is not null, 'events', (
        select coalesce(json_agg(json_build_object('from', e.from_state, 'to', e.to_state, 'attempt', e.attempt,
            'worker', e.worker_no, 'code', e.code, 'actor', e.actor, 'note', e.note) order by e.seq), '[]')
          from payrun.events e where e.batch_no = p.batch_no and e.line = p.line), 'discrepancies', (
        select json_object_agg(concat(k.attempt, ' ', k.kind, ' ', coalesce(k.reference, 'null')),
                               json_build_object('saysPaid', k.says_paid, 'isSetAside', k.set_aside))
          from payrun.discrepancies k where k.batch_no = p.batch_no and k.line = p.line)))
    from payrun.payouts p where p.batch_no = any($1::int[])),
  'batches', (select json_agg(json_build_object('batchNo', b.batch_no, 'state', b.state, 'rings', b.round_no,
      'chunks', (select json_object_agg(c.chunk_no, case when c.open then 'open' else 'closed' end)
                   from payrun.chunks c where c.batch_no = b.batch_no),
      'events', (select json_agg(concat(coalesce(e.from_state::text, 'null'), '>', e.to_state, ' ', coalesce(e.reason, 'null'),
                                        ' ', coalesce(e.actor, 'null')) order by e.event_no)
                   from payrun.batch_events e where e.batch_no = b.batch_no)))
    from payrun.batches b where b.batch_no = any($1::int[])),
  'references', (select json_agg(json_build_object('reference', r.reference, 'batchNo', r.batch_no, 'line', r.line))
    from payrun.provider_references r where r.batch_no = any($1::int[])),
  'questions', (select json_agg(json_build_object('batchNo', q.batch_no, 'line', q.line))
    from payrun.status_questions q where q.batch_no = any($1::int[])),
  'workers', (select json_agg(json_build_object('workerNo', w.worker_no, 'isEnded', w.ended_at is not null,
      'isSwept', w.swept_at is not null)) from payrun.workers w where w.worker_no = any($2::int[]))) as found`

/** Whatever has been done: the totals, many of them kept with the chunks, are what counting the rows comes to. */
async function expectTotals(real: Real): Promise<void> {
  const { query } = real.lane.db
  const batchNos = [...real.batches.values()].map(({ batchNo }) => batchNo)
  const counted = `select batch_no, state, currency, count(*)::int as rows, sum(amount_minor)::text as minor
    from payrun.payouts where batch_no = any($1) group by 1, 2, 3`
  const added = `select batch_no, state, currency, sum(rows)::int as rows, sum(minor)::text as minor
    from ${totalsSql('$1::int[]')} t group by 1, 2, 3`
  expect(await query(`(${added}) except (${counted}) union all ((${counted}) except (${added}))`, [batchNos])).toEqual(
    [],
  )
}

/**
 * What has to hold at the end of every run, whatever the model thinks: the audit of the chained events finds nothing, and
 * counts and sums are the file's.
 */
export async function expectWholeLedger(real: Real, model: Model): Promise<void> {
  const { ledger } = real.lane.db
  for (const [name, { batchNo }] of real.batches) {
    expect((await auditBatch(ledger, batchNo)).findings).toEqual([])
    const rows = Object.values(model.batches[name]?.rows ?? {})
    const { counts, sums } = (await readTotals(ledger, [batchNo])).get(batchNo) ?? { counts: {}, sums: {} }
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(rows.length)
    const paid = rows.filter(({ state }) => state === 'paid')
    expect(sums.paid?.['XOF'] ?? 0n).toBe(paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0n))
    const payable = rows.filter(({ state, chunk }) => state !== 'invalid' && chunk !== null)
    const stored = Object.entries(sums).reduce(
      (sum, [state, each]) => (state === 'invalid' ? sum : sum + (each['XOF'] ?? 0n)),
      0n,
    )
    expect(stored).toBe(payable.reduce((sum, { amountMinor }) => sum + amountMinor, 0n))
  }
}
