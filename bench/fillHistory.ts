import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { newBatchId } from '../src/payout/keys.ts'

/** Tables that get a row or two for each paid row: their indexes are built when the rows are there. */
const large = ['payouts', 'events', 'provider_references']
const workers = 2

/**
 * Give a ledger years of history: copies of the paid batch that it has, one a week, the last one a week ago. Four people in five are paid
 * each week under the same number; references, amounts, salts, keys and times are each batch's own. Hash chains are made by the
 * database's own functions, so that `audit` accepts them, and rows, events, feed, and statistics are as workers and autovacuum would have
 * left them.
 *
 * @param url a superuser's
 * @param batches how many to add
 */
export async function fillHistory(url: string, batches: number, tell: (text: string) => void): Promise<void> {
  const client = await connected(url)
  const numbers: number[] = []
  try {
    await client.query(templateSql)
    for (let n = 1; n <= batches; n += 1) numbers.push(await addBatch(client, n, batches))
    const { rows: indexes } = await client.query<{ constraint: string | null; table: string; made: string }>(
      indexesSql,
      [large],
    )
    for (const { constraint, table, made } of indexes) {
      await client.query(
        constraint ? `alter table payrun.${table} drop constraint ${constraint}` : `drop index payrun.${indexOf(made)}`,
      )
    }
    const waiting = numbers.map((batchNo, at) => ({ batchNo, n: at + 1 }))
    await Promise.all(Array.from({ length: workers }, () => fillBatches(url, waiting, batches, tell)))
    await inParallel(url, indexes, async (one, { constraint, table, made }) => {
      const began = performance.now()
      await one.query(constraint ? `alter table payrun.${table} add constraint ${constraint} ${made}` : made)
      tell(`${constraint ?? indexOf(made)}: ${Math.round((performance.now() - began) / 1000)} s`)
    })
    for (const batchNo of numbers) await settleBatch(client, batchNo)
    await client.query('drop table payrun_template, payrun_template_chunks')
    await inParallel(url, [...large, 'chunks', 'feed', 'batches', 'links'], async (one, table) => {
      await one.query(`vacuum (analyze, freeze) payrun.${table}`)
    })
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

const indexOf = (made: string): string => /INDEX (\S+) ON/.exec(made)![1]!

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set synchronous_commit = off`)
  await client.query(`set work_mem = '128MB'`)
  await client.query(`set maintenance_work_mem = '1GB'`)
  return client
}

async function inParallel<Each>(
  url: string,
  all: readonly Each[],
  work: (client: pg.Client, each: Each) => Promise<void>,
): Promise<void> {
  const left = [...all]
  const one = async () => {
    const client = await connected(url)
    try {
      for (let each = left.shift(); each !== undefined; each = left.shift()) await work(client, each)
    } finally {
      await client.end()
    }
  }
  await Promise.all(Array.from({ length: workers }, one))
}

/** Weeks from the newest batch to this one, and one more: the newest is a week old. */
const age = (n: number, batches: number): string => `${batches - n + 1} weeks`

async function addBatch(client: pg.Client, n: number, batches: number): Promise<number> {
  await client.query('begin')
  const { rows } = await client.query<{ batch_no: number }>(
    `insert into payrun.batches (
       id, name, period, sandbox, file_name, file_sha256, file_rows, file_columns, max_unknown, report_path, report_format, submitter,
       submitter_login, created_at)
     select $1, 'Week ' || $2, 'week ' || $2, sandbox, 'week-' || $2 || '.csv', $3, file_rows, file_columns, max_unknown, report_path,
            report_format, submitter, submitter_login, created_at - $4::interval
       from payrun.batches
      where batch_no = (select min(batch_no) from payrun.batches)
     returning batch_no`,
    [newBatchId(), String(n), randomBytes(32).toString('hex'), age(n, batches)],
  )
  const { batch_no: batchNo } = rows[0]!
  await client.query(
    `insert into payrun.batch_events (batch_no, at, to_state, actor)
     select batch_no, created_at, state, submitter from payrun.batches where batch_no = $1`,
    [batchNo],
  )
  await client.query('commit')
  return batchNo
}

async function fillBatches(
  url: string,
  waiting: { batchNo: number; n: number }[],
  batches: number,
  tell: (text: string) => void,
): Promise<void> {
  const client = await connected(url)
  try {
    // The triggers are for rows that come as pending and move. Nothing below changes a row.
    await client.query('set session_replication_role = replica')
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const began = performance.now()
      const { batchNo, n } = next
      await client.query(rowsSql, [batchNo, String(n), age(n, batches)])
      await client.query(eventsSql, [batchNo, age(n, batches)])
      if (n % 10 === 0) tell(`batch ${n}: ${Math.round(performance.now() - began)} ms`)
    }
  } finally {
    await client.end()
  }
}

async function settleBatch(client: pg.Client, batchNo: number): Promise<void> {
  await client.query('begin')
  const { rows } = await client.query<{ at: Date }>(
    `update payrun.batches b
        set state = 'settled',
            settled_at = b.created_at + (select t.settled_at - t.created_at from payrun.batches t where t.batch_no = (select min(batch_no) from payrun.batches))
      where batch_no = $1
     returning settled_at as at`,
    [batchNo],
  )
  await client.query(
    `insert into payrun.batch_events (batch_no, at, from_state, to_state, checkpoint)
     select $1::int, $2, 'running', 'settled', sha256(string_agg(c.checkpoint, ''::bytea order by c.chunk_no))
       from payrun.chunks c
      where c.batch_no = $1::int`,
    [batchNo, rows[0]!.at],
  )
  await client.query('select payrun.number_feed()')
  await client.query(feedSql, [batchNo])
  await client.query('commit')
}

const indexesSql = `
select c.conname as constraint, i.indrelid::regclass::text as full, t.relname as table,
       coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) as made
  from pg_index i
  join pg_class t on t.oid = i.indrelid
  join pg_namespace s on s.oid = t.relnamespace and s.nspname = 'payrun'
  left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
 where t.relname = any($1)
 -- the longest first, since several are built at a time
 order by pg_get_indexdef(i.indexrelid) ~ 'gin' desc, t.relname = 'events' desc`

const templateSql = `
create unlogged table payrun_template as
select p.line, p.chunk_no, p.operator, p.currency, p.amount_minor, p.name, p.phone, p.settled_at, p.worker_no,
       e1.worker_no as worker1, e2.worker_no as worker2, e1.at as at1, e2.at as at2
  from payrun.payouts p
  join payrun.events e1 on e1.batch_no = p.batch_no and e1.line = p.line and e1.seq = 1
  join payrun.events e2 on e2.batch_no = p.batch_no and e2.line = p.line and e2.seq = 2
 where p.batch_no = (select min(batch_no) from payrun.batches)
   and p.state = 'paid'
   and p.seq = 2
 order by p.line;
create unlogged table payrun_template_chunks as select * from payrun.chunks where batch_no = (select min(batch_no) from payrun.batches);
analyze payrun_template, payrun_template_chunks`

/** $1: batch number, $2: which one of the history it is, $3: how long ago. */
const rowsSql = `
with made as materialized (
  select t.line, t.chunk_no, t.operator, t.currency, t.amount_minor, t.settled_at, t.worker_no, t.worker1, t.worker2, t.at1,
         t.at2, 'P' || $2::text || '-' || t.line as reference, 'H' || $2::text || '-' || t.line as provider_reference,
         case when t.line % 5 > 0 then t.name else 'Week ' || $2::text || ' Person ' || t.line end as name,
         case
           when t.line % 5 > 0 then t.phone
           else '22901' || (40000000 + ($2::text::int * 50000 + t.line / 5) % 50000000)
         end as phone
    from payrun_template t
), keyed as materialized (
  select m.*, b.id, b.salt, b.batch_no,
         left(encode(sha256(convert_to('["reference","' || m.reference || '","' || b.period || '"]', 'UTF8')), 'hex'), 32)::uuid as key,
         json_build_array(m.reference, m.name, m.operator, m.phone, m.amount_minor::text) as cells
    from made m
    join payrun.batches b on b.batch_no = $1::int
), begun as materialized (
  select k.*,
         payrun.first_chain_hash(
           k.id, k.line, k.chunk_no, k.operator,
           payrun.person_hash(k.salt, k.line, k.phone, k.name, k.cells, null), k.currency, k.amount_minor, k.reference, k.key) as hash
    from keyed k
), paid as (
  insert into payrun.payouts (
    batch_no, line, chunk_no, worker_no, amount_minor, sent_at, settled_at, payout_key, state, attempts, seq, holds_key, operator, phone,
    currency, name, reference, provider_reference, cells, chain_hash)
  select b.batch_no, b.line, b.chunk_no, b.worker_no, b.amount_minor, b.at1 - $3::interval, b.settled_at - $3::interval, b.key, 'paid', 1, 2,
         true, b.operator, b.phone, b.currency, b.name, b.reference, b.provider_reference, b.cells,
         payrun.next_chain_hash(
           payrun.next_chain_hash(
             b.hash, 1, 1, b.worker1, b.at1 - $3::interval, 'pending', 'sending', null, null, null, null),
           2, 1, b.worker2, b.at2 - $3::interval, 'sending', 'paid', null, null, null,
           payrun.answer_hash(b.provider_reference, null, null))
    from begun b
   order by b.line
  returning line, chunk_no, currency, amount_minor, provider_reference, chain_hash
), named as (
  insert into payrun.provider_references (reference, batch_no, line)
  select p.provider_reference, $1::int, p.line
    from paid p
)
insert into payrun.chunks (batch_no, chunk_no, operator, rows, first_line, last_line, open, totals, checkpoint, seqs)
select $1::int, c.chunk_no, c.operator, c.rows, c.first_line, c.last_line, false, c.totals, p.checkpoint, c.seqs
  from payrun_template_chunks c
  join (
    select chunk_no, sha256(string_agg(chain_hash, ''::bytea order by line)) as checkpoint
      from paid
     group by chunk_no
  ) p using (chunk_no)`

const eventsSql = `
insert into payrun.events (batch_no, line, seq, attempt, worker_no, at, from_state, to_state)
select $1::int, line, 1, 1, worker1, at1 - $2::interval, 'pending'::payrun.payout_state, 'sending'::payrun.payout_state from payrun_template
union all
select $1::int, line, 2, 1, worker2, at2 - $2::interval, 'sending', 'paid' from payrun_template`

/** The rows' entries, numbered behind what is numbered. */
const feedSql = `
insert into payrun.feed (last_n, first_n, batch_no, lines, seqs)
select m.n + s.so_far, m.n + s.so_far - cardinality(s.lines) + 1, $1::int, s.lines, s.seqs
  from (select max(last_n) as n from payrun.feed) m
 cross join (
   select lines, seqs, (sum(cardinality(lines)) over (order by last_n))::bigint as so_far
     from payrun.feed
    where batch_no = (select min(batch_no) from payrun.batches)
      and lines is not null
 ) s`
