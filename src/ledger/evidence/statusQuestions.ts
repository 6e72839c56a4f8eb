import type { Payable } from '../../payout/keys.ts'
import { readStored, type Sentence, say, storedJson, type Words } from '../../words/sentence.ts'
import type { Ledger } from '../connection/ledger.ts'

/** When an accepted payout is asked about. */
export interface StatusTiming {
  /** Between becoming accepted and the first question; each later wait is twice the one before. */
  firstWaitMs: number
  /** No wait is longer. */
  longestWaitMs: number
  /** No question is planned for later than this after becoming accepted. */
  endMs: number
}

/** An accepted payout whose turn it is to be asked about. */
export interface StatusQuestion {
  batchNo: number
  batchId: string
  line: number
  /** The attempt that was accepted. */
  attempt: number
  /** The provider's reference. */
  reference: string
  payable: Payable
}

/**
 * Take the accepted payouts that are due, at most `limit`, and plan the next question about each in the same statement: if several processes ask at
 * once, each payout goes to one of them, and to nobody else before its next time.
 *
 * A payout that nobody could ask about in its three days (no process ran, no PAYRUN_STATUS_PATH) is asked about once.
 *
 * Crash window: if the process dies before the answer is recorded, that question is lost, and the next one comes at its time.
 *
 * @param scope the batches of the sandbox, or those of the provider; or one batch alone
 */
export async function takeDueQuestions(
  ledger: Ledger,
  scope: { sandbox: boolean; batchNo: number | undefined },
  timing: StatusTiming,
  limit: number,
): Promise<StatusQuestion[]> {
  const { rows } = await ledger.pool.query<Omit<StatusQuestion, 'payable'> & Payable & { amountMinor: string }>(
    dueSql,
    [
      scope.sandbox,
      scope.batchNo ?? null,
      timing.firstWaitMs / 1000,
      timing.longestWaitMs / 1000,
      timing.endMs / 1000,
      limit,
    ],
  )
  return rows.map(({ batchNo, batchId, line, attempt, reference, operator, phone, amountMinor, currency, name }) => {
    const payable = { operator, phone, amountMinor: BigInt(amountMinor), currency, name }
    return { batchNo, batchId, line, attempt, reference, payable }
  })
}

const dueSql = `
with due as (
  select q.batch_no, q.line
    from payrun.status_questions q
    join payrun.batches b on b.batch_no = q.batch_no
   where q.next_at <= now()
     and (q.asked > 0 or q.next_at <= now() - make_interval(secs => $3))
     and b.sandbox = $1
     and ($2::int is null or q.batch_no = $2)
   order by q.next_at
   limit $6
     for update of q skip locked
), waits as (
  select d.batch_no, d.line,
         now() + least(
           make_interval(secs => $4),
           make_interval(secs => $3) * power(2, least(q.asked + 1, 40))
         ) as next_at
    from due d
    join payrun.status_questions q on q.batch_no = d.batch_no and q.line = d.line
), asked as (
  update payrun.status_questions q
     set asked = q.asked + 1,
         next_at = case
           when w.next_at > q.since + make_interval(secs => $5) then 'infinity'
           else w.next_at
         end
    from waits w
   where q.batch_no = w.batch_no
     and q.line = w.line
  returning q.batch_no, q.line
)
select p.batch_no as "batchNo", b.id as "batchId", p.line, p.attempts as attempt,
       p.provider_reference as reference, p.operator, p.phone, p.amount_minor as "amountMinor",
       p.currency, p.name
  from asked a
  join payrun.payouts p on p.batch_no = a.batch_no and p.line = a.line
  join payrun.batches b on b.batch_no = p.batch_no
 where p.state = 'accepted'
   and p.provider_reference is not null
 order by p.batch_no, p.line`

/** What a status call or a notification says for certain. */
type StatusFound = { kind: 'paid' } | { kind: 'failed'; message: Words }

/** How the provider said so, for the event. */
type WordBy = 'status call' | 'notification'

const notes: Readonly<Record<WordBy, Sentence>> = {
  'status call': say('stored.status_call'),
  notification: say('stored.notification'),
}

/**
 * Settle an accepted payout by the provider's word, with its event. Nothing happens if it isn't accepted any more under the attempt and the reference
 * that were asked about (a person, a statement or another process was first), or if another payout holds the reference.
 *
 * @returns whether this call settled it
 */
export async function settleAccepted(
  ledger: Ledger,
  question: Pick<StatusQuestion, 'batchNo' | 'line' | 'attempt' | 'reference'>,
  found: StatusFound,
  by: WordBy = 'status call',
): Promise<boolean> {
  const { batchNo, line, attempt, reference } = question
  const [code, message] = found.kind === 'failed' ? ['refused', storedJson(found.message)] : [null, null]
  const values = [batchNo, line, attempt, reference, found.kind, code, message, storedJson(notes[by])]
  const { rows } = await ledger.pool.query<{ line: number }>(settleSql, values)
  return rows.length > 0
}

const settleSql = `
with standing as materialized (
  select p.batch_no, p.line
    from payrun.payouts p
   where p.batch_no = $1
     and p.line = $2
     and p.state = 'accepted'
     and p.attempts = $3
     and p.provider_reference = $4
     and not exists (
           select from payrun.provider_references r
            where r.reference = $4 and (r.batch_no <> $1 or r.line <> $2))
     for update
), held as (
  insert into payrun.provider_references (reference, batch_no, line)
  select $4, batch_no, line
    from standing
  on conflict (reference) do nothing
)
select m.line
  from standing s
 cross join lateral payrun.move_rows(array[payrun.a_move(
    s.batch_no, array[s.line], 'accepted', $5,
    reference => $4, code => $6, message => $7, note => $8
  )]) m`

/**
 * Keep an answer that changed nothing, for people to see. Silence (`unanswered`) doesn't take the place of a word.
 * A payout that was settled in the meantime keeps nothing.
 */
export async function keepAnswer(
  ledger: Ledger,
  { batchNo, line }: Pick<StatusQuestion, 'batchNo' | 'line'>,
  answer: { kind: string; shown: Words },
): Promise<void> {
  await ledger.pool.query(
    `update payrun.status_questions
        set answer_kind = $3, answer = $4, answered_at = now()
      where batch_no = $1
        and line = $2
        and ($3 <> 'unanswered' or coalesce(answer_kind, 'unanswered') = 'unanswered')`,
    [batchNo, line, answer.kind, storedJson(answer.shown)],
  )
}

/** What the provider last said about accepted rows of a batch, and about how many; `over`: how many of these aren't asked about any more. */
export interface StatusAnswers {
  kind: string
  answer: Words
  rows: number
  over: number
}

/** The answers that changed nothing, the most frequent first, 20 at most. */
export async function readStatusAnswers(ledger: Ledger, batchNo: number): Promise<StatusAnswers[]> {
  const { rows } = await ledger.pool.query<StatusAnswers>(
    `select answer_kind as kind, answer, count(*)::int as rows,
            (count(*) filter (where next_at = 'infinity'))::int as over
       from payrun.status_questions
      where batch_no = $1
        and answer_kind is not null
      group by 1, 2
      order by 3 desc, 1, 2
      limit 20`,
    [batchNo],
  )
  return rows.map((row) => ({ ...row, answer: readStored(row.answer) }))
}
