import type { DatabaseError } from 'pg'
import type { Outcome } from '../../payout/outcome.ts'
import { isUniqueViolation } from '../connection/ledger.ts'
import { doubting, taking, weighing } from './careful.ts'

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

const limits = `limits as materialized (
  select exists (select from payrun.floats f where f.is_limit)
         or exists (
           select from payrun.operator_windows o
            where o.removed_at is null
              -- the clocks may be turned back within it
              and (o.every is not null
                or o.ends > (now() at time zone o.time_zone) - interval '1 day')
         ) as is_limited,
         exists (
           select from payrun.batches b
            where b.batch_no = any($9::int[])
              and b.pay_from is not null
         ) as has_hours
)`

const wanted = `
    from unnest(
      $1::int[], $2::int[], $3::int[], $4::int[], $5::payrun.payout_state[], $6::text[], $7::text[],
      $8::jsonb[]
    ) with ordinality as w(batch_no, line, attempt, worker_no, state, reference, code, message, n)`

const counting = `standbys as (
  -- In the commit that they confirm, so that a failover can be judged by it: after one it stays as
  -- it was, until the ledger is found to be whole.
  update payrun.server
     set synchronous_standbys = current_setting('synchronous_standby_names')
   where synchronous_standbys is distinct from current_setting('synchronous_standby_names')
     and moved_at is null
     and fenced_at is null
), counted as materialized (
  -- Locked by this, too: an end of the lease waits for this commit, so that no claim can appear
  -- under a worker that was swept.
  update payrun.workers
     set commits = commits + 1
   where worker_no = any($4::int[] || $11::int[])
  returning worker_no, commits, ended_at
)`

/**
 * @param answers what the answers come to
 * @param and more conditions: for all, and for claims
 */
const wishing = (answers: string, and: { all: string; ofClaims: string }): string => `wished as materialized (
  select w.n, w.batch_no, w.line, w.worker_no, w.attempt, 0 as claims,
         'sending'::payrun.payout_state as from_state, w.state as to_state, w.reference, w.code,
         w.message, w.contradicted, null::boolean as sandbox
    from ${answers} w
   -- The worker first, as a sweep takes it: with a row in hand, each could wait for the other.
   where (select count(*) from counted) >= 0
     ${and.all}
  union all
  select c.n, c.batch_no, c.line, c.worker_no, null, 1, 'pending', 'sending', null, null, null,
         false, b.sandbox
    from unnest($9::int[], $10::int[], $11::int[])
         with ordinality as c (batch_no, line, worker_no, n)
    join payrun.batches b on b.batch_no = c.batch_no and b.state = 'running'
    join counted k on k.worker_no = c.worker_no and k.ended_at is null
   where exists (select from payrun.server s where s.fenced_at is null and s.moved_at is null)
     ${and.all} ${and.ofClaims}
)`

const moving = (and: string): string => `moved as (
  update payrun.payouts p
     set state = w.to_state,
         holds_key = w.to_state <> 'failed',
         seq = p.seq + 1,
         attempts = p.attempts + w.claims,
         worker_no = w.worker_no,
         sent_at = case
           when w.claims = 1 then now()
           when w.to_state = 'pending' then null
           else p.sent_at
         end,
         settled_at = case when w.to_state in ('pending', 'sending') then null else now() end,
         provider_reference = w.reference,
         chain_hash = payrun.next_chain_hash(
           p.chain_hash, p.seq + 1, p.attempts + w.claims, w.worker_no, now(), w.from_state,
           w.to_state,
           w.code, null, null,
           case when w.to_state not in ('pending', 'sending') then
             payrun.answer_hash(w.reference, w.code, case when w.message is not null then
               payrun.message_hash(
                 (select b.salt from payrun.batches b where b.batch_no = p.batch_no),
                 p.line, w.message)
             end)
           end
         ),
         error_code = w.code,
         error_message = w.message
    from wished w
   where p.batch_no = w.batch_no
     and p.line = w.line
     and p.state = w.from_state
     and (w.claims = 1 or (p.worker_no = w.worker_no and p.attempts = w.attempt))
     ${and}
  returning w.n, w.claims, w.contradicted, w.from_state, p.batch_no, p.line, p.seq, p.attempts,
            p.worker_no, p.state, p.provider_reference, p.error_code, w.sandbox, p.currency,
            p.amount_minor
), logged as (
  insert into payrun.events (batch_no, line, seq, attempt, worker_no, from_state, to_state, code)
  select batch_no, line, seq, attempts, worker_no, from_state, state, error_code
    from moved
)`

/** In one column: each takes time to read, thousands of times a second (`readCommitResult`). Null is written as nothing. */
const told = `
select concat(
         array_agg(n) filter (where claims = 0), '|',
         array_agg(n) filter (where contradicted), '|',
         array_agg(n) filter (where claims = 1), '|',
         array_agg(attempts) filter (where claims = 1), '|',
         -- both in the order of one scan
         (select concat(array_agg(c.worker_no), '|', array_agg(c.commits)) from counted c), '|',
         (select l.is_limited or l.has_hours from limits l)
       ) as told
  from moved`

const inHours = 'and (b.pay_from is null or payrun.may_claim(b.pay_from, b.pay_until, b.pay_zone))'
const isFitting = 'and not (w.claims = 1 and w.n = any(array(select t.n from barred t)))'

/**
 * Settle some attempts and claim some rows, all in one statement and so in one commit:
 * - A settle matches only the very attempt that is still `sending`; a reference that another payout holds turns `paid`
 *   or `accepted` into `unknown`; so does evidence that the row was paid, where it would be pending again.
 * - A claim matches only a `pending` row of a running batch within its hours (0021_hours.sql), for a worker whose lease has not ended, in a ledger that is
 *   not fenced. What it does not return is not ours to send.
 * - A claim that would pass what may be spent is not made, and is written down as waiting. What is claimed is taken from
 *   the float in here, and what was refused or not sent is given back (0018_float.sql).
 * - It counts itself with the worker, so that a mark outside of the ledger can say how far the ledger had come.
 *
 * `careful` is all of that. Nearly all commits need no float, window or hours, and no look at who holds a reference; being ready for
 * them took a third of the time. `plain` is without. Where there is a limit it moves nothing and says so (`isLimited`), a reference that is
 * held makes it fail (`isReferenceHeld`), and it is not for answers that make a row `pending` again.
 */
export const groupCommitSql = {
  plain: `
with ${limits}, ${counting}, ${wishing(`(select *, false as contradicted ${wanted})`, {
    all: 'and not (select l.is_limited or l.has_hours from limits l)',
    ofClaims: '',
  })}, ${moving('')}, referenced as (
  insert into payrun.provider_references (reference, batch_no, line)
  select m.provider_reference, m.batch_no, m.line
    from moved m
   where m.provider_reference is not null
     and m.state in ('paid', 'accepted')
   order by m.provider_reference
)${told}`,
  careful: `
with ${limits}, wanted as materialized (
  select * ${wanted}
), ${doubting}, ${counting},
${wishing('judged', { all: '', ofClaims: inHours })}${weighing},
${moving(isFitting)}${taking}${told}`,
}

/** A plain group commit failed, and moved nothing, since one of its references is in the ledger. */
export const isReferenceHeld = (error: unknown): boolean =>
  isUniqueViolation(error) && (error as DatabaseError).constraint === 'provider_references_pkey'

/**
 * What one statement did: one row, whatever its size, costs less than a row each. Numbers count from 1 among the statement's
 * settlements, or among its claims.
 */
export interface CommitResult {
  settled: number[]
  /** Those of `settled` that became `unknown`: another payout holds their reference, or evidence speaks against a new attempt. */
  contradicted: number[]
  claimed: number[]
  /** The attempt of each of `claimed`, in the same order. */
  attempts: number[]
  /** The workers of the statement, and how many group commits each has made by now. */
  workers: number[]
  commits: number[]
  /** There is a float, a window or a batch with hours: a plain statement has moved nothing. */
  isLimited: boolean
}

/** The column of `groupCommitSql`: arrays of Postgres, and t or f. */
export function readCommitResult(told: string): CommitResult {
  const [settled = '', contradicted = '', claimed = '', attempts = '', workers = '', commits = '', limited] =
    told.split('|')
  return {
    settled: numbersOf(settled),
    contradicted: numbersOf(contradicted),
    claimed: numbersOf(claimed),
    attempts: numbersOf(attempts),
    workers: numbersOf(workers),
    commits: numbersOf(commits),
    isLimited: limited === 't',
  }
}

/** `{1,2,3}` as numbers; nothing as none. */
const numbersOf = (array: string): number[] => (array === '' ? [] : array.slice(1, -1).split(',').map(Number))
