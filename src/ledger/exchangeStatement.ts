import type { Outcome } from '../payout/outcome.ts'
import type { PayoutState } from '../payout/state.ts'

/** Names one attempt to pay one row. With the worker's number it is the attempt token: only its holder may settle it. */
export interface Attempt {
  batchNo: number
  line: number
  /** 1 for the row's first claim. */
  attempt: number
  workerNo: number
}

export interface Settlement {
  attempt: Attempt
  outcome: Outcome
}

export interface ClaimWish {
  batchNo: number
  line: number
  workerNo: number
}

/**
 * What one statement did, as the texts of Postgres arrays: one row whatever its size costs less than a row each. Numbers
 * count from 1 among the statement's settlements, or among its claims; null stands for none.
 */
export interface ExchangeRow {
  settled: string | null
  /** Those of `settled` that became `unknown`: another payout holds their reference, or evidence speaks against a new attempt. */
  contradicted: string | null
  claimed: string | null
  /** The attempt of each of `claimed`, in the same order. */
  attempts: string | null
}

/**
 * Settle some attempts and claim some rows, all in one statement and so in one commit.
 *
 * - A settle matches only the very attempt that is still `sending`; a reference that another payout holds turns `paid`
 *   or `accepted` into `unknown`; so does evidence that the row was paid, where it would be pending again.
 * - A claim matches only a `pending` row of a running batch, for a worker whose lease has not ended. What it does not
 *   return is not ours to send.
 * - Each transition appends its event here, in the same statement.
 */
export const exchangeSql = `
with wanted as materialized (
  select * from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::payrun.payout_state[], $6::text[], $7::text[], $8::text[])
    with ordinality as w(batch_no, line, attempt, worker_no, state, reference, code, message, n)
), held as (
  insert into payrun.provider_references (reference, batch_no, line)
  select w.reference, w.batch_no, w.line
    from wanted w
   where w.reference is not null and w.state in ('paid', 'accepted')
   order by w.reference
  on conflict (reference) do nothing
  returning batch_no, line
), doubted as materialized (
  select w.*, (w.reference is not null and w.state in ('paid', 'accepted')
               and (w.batch_no, w.line) not in (select h.batch_no, h.line from held h)) as taken,
         (w.state = 'pending' and exists (
            select from payrun.cases k where k.batch_no = w.batch_no and k.line = w.line and k.says_paid and not k.set_aside)) as withheld
    from wanted w
), judged as materialized (
  select d.n, d.batch_no, d.line, d.attempt, d.worker_no, d.reference, d.taken or d.withheld as contradicted,
         case when d.taken or d.withheld then 'unknown' else d.state end as state,
         case when d.taken or d.withheld then 'contradictory_answer' else d.code end as code,
         case when d.taken then 'The provider answered with a reference that another payout holds.'
              when d.withheld then 'Evidence says that an earlier attempt was paid: it is not sent again.' else d.message end as message
    from doubted d
), settled as (
  update payrun.payouts p set
      state = j.state,
      holds_key = j.state <> 'failed',
      seq = p.seq + 1,
      settled_at = case when j.state = 'pending' then null else now() end,
      sent_at = case when j.state = 'pending' then null else p.sent_at end,
      provider_reference = j.reference,
      head = payrun.next_head(p.head, p.seq + 1, p.attempts, p.worker_no, now(), 'sending',
        j.state, j.code, null, null),
      error_code = j.code,
      error_message = j.message
    from judged j
   where p.batch_no = j.batch_no and p.line = j.line
     and p.state = 'sending' and p.worker_no = j.worker_no and p.attempts = j.attempt
  returning j.n, j.contradicted, p.batch_no, p.line, p.seq, p.attempts, p.worker_no, p.state, p.error_code
), alive as materialized (
  -- The share lock makes an end of the lease wait for this commit: no claim can appear under a worker that was swept.
  select worker_no from payrun.workers where worker_no = any($11::int[]) and ended_at is null for share
), claimed as (
  update payrun.payouts p set
      state = 'sending', seq = p.seq + 1, attempts = p.attempts + 1, worker_no = c.worker_no,
      sent_at = now(), settled_at = null, provider_reference = null, error_code = null, error_message = null,
      head = payrun.next_head(p.head, p.seq + 1, p.attempts + 1, c.worker_no, now(), 'pending', 'sending', null, null, null)
    from unnest($9::int[], $10::int[], $11::int[]) with ordinality as c(batch_no, line, worker_no, n)
    join payrun.batches b on b.batch_no = c.batch_no and b.state = 'running'
    join alive a on a.worker_no = c.worker_no
   where p.batch_no = c.batch_no and p.line = c.line and p.state = 'pending'
  returning c.n, p.batch_no, p.line, p.seq, p.attempts, p.worker_no, p.state
), logged as (
  insert into payrun.events (batch_no, line, seq, attempt, worker_no, from_state, to_state, code)
  select batch_no, line, seq, attempts, worker_no, 'sending'::payrun.payout_state, state, error_code from settled
  union all
  select batch_no, line, seq, attempts, worker_no, 'pending', state, null from claimed
)
select s.settled, s.contradicted, c.claimed, c.attempts
  from (select array_agg(n)::text as settled,
               array_agg(n) filter (where contradicted)::text as contradicted from settled) s,
       (select array_agg(n)::text as claimed, array_agg(attempts)::text as attempts from claimed) c`

/** `{1,2,3}` as numbers. */
export const numbersOf = (array: string | null): number[] =>
  array === null ? [] : array.slice(1, -1).split(',').map(Number)

/** The statement's parameters, in the order of `exchangeSql`. */
export function exchangeParameters(settlements: readonly Settlement[], claims: readonly ClaimWish[]): unknown[] {
  const ints = (numbers: number[]) => `{${numbers.join(',')}}`
  const stored = settlements.map(({ outcome }) => storedOutcome(outcome))
  return [
    ints(settlements.map(({ attempt }) => attempt.batchNo)),
    ints(settlements.map(({ attempt }) => attempt.line)),
    ints(settlements.map(({ attempt }) => attempt.attempt)),
    ints(settlements.map(({ attempt }) => attempt.workerNo)),
    `{${stored.map(({ state }) => state).join(',')}}`,
    texts(stored.map(({ reference }) => reference)),
    texts(stored.map(({ code }) => code)),
    texts(stored.map(({ message }) => message)),
    ints(claims.map((claim) => claim.batchNo)),
    ints(claims.map((claim) => claim.line)),
    ints(claims.map((claim) => claim.workerNo)),
  ]
}

/** A Postgres array of texts; quicker than the driver's, which looks at every value thrice. */
const texts = (values: (string | null)[]): string => `{${values.map(element).join(',')}}`

const element = (value: string | null): string =>
  value === null ? 'NULL' : `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`

export interface StoredOutcome {
  state: PayoutState
  reference: string | null
  code: string | null
  message: string | null
}

/** How an outcome stands in the ledger. The one place that says which state each outcome leads to. */
export function storedOutcome(outcome: Outcome): StoredOutcome {
  switch (outcome.kind) {
    case 'paid':
      return { state: 'paid', reference: outcome.providerReference, code: null, message: null }
    case 'accepted':
    case 'failed':
    case 'unknown':
      return {
        state: outcome.kind,
        reference: outcome.providerReference,
        code: outcome.code,
        message: storable(outcome.message),
      }
    case 'not_taken':
      return { state: 'pending', reference: null, code: outcome.code, message: storable(outcome.message) }
  }
}

/** Postgres text holds no NUL; a message is one sentence, never a page. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, 500)
