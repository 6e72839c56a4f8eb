import { isGone, ownIdentity, type ProcessIdentity } from '../../process.ts'
import { inTransaction, type Ledger } from '../connection/ledger.ts'
import { begunSql, closeStoppedChunks } from './chunks.ts'

/**
 * Lengths of a lease, in seconds, by the database's clock (docs/design.md, rule 5). With a sweep every 5 s, the rows of a worker that stands
 * still become unknown within 30 s of its last heartbeat.
 */
export const heartbeatSeconds = 5
export const deadAfterSeconds = 25

/** Register this process as a worker: a new number each time, so a number that was given up never claims again. */
export async function registerWorker(ledger: Ledger, identity: ProcessIdentity = ownIdentity()): Promise<number> {
  const { rows } = await ledger.pool.query<{ worker_no: number }>(
    `insert into payrun.workers (host, boot_id, pid, process_start)
     values ($1, $2, $3, $4)
     returning worker_no`,
    [identity.host, identity.bootId, identity.pid, identity.processStart],
  )
  return rows[0]!.worker_no
}

/** Renew the lease. @returns false if it has ended, since the process was taken for dead (it was stopped, or paused for long): register again */
export async function heartbeat(ledger: Ledger, workerNo: number): Promise<boolean> {
  // With a timeout of its own: a connection that has fallen silent must not stop the heartbeat for good.
  const beat = {
    text: `
      update payrun.workers
         set heartbeat_at = now()
       where worker_no = $1
         and ended_at is null`,
    values: [workerNo],
    query_timeout: 10_000,
  }
  const { rowCount } = await ledger.pool.query(beat)
  return rowCount === 1
}

/** Give the lease back. Rows that are still `sending` under it become unknown: nobody waits for their answers. */
export async function endWorker(ledger: Ledger, workerNo: number): Promise<void> {
  await ledger.pool.query(
    `
    update payrun.workers
       set ended_at = now()
     where worker_no = $1
       and ended_at is null`,
    [workerNo],
  )
}

/**
 * End the leases of dead workers: those without a heartbeat for 25 s, and processes of this machine that are gone.
 *
 * @returns how many were found dead
 */
export async function endDeadWorkers(
  ledger: Ledger,
  ownWorkerNo?: number,
  own: ProcessIdentity = ownIdentity(),
): Promise<number> {
  const { rows } = await ledger.pool.query<ProcessIdentity & { workerNo: number; silent: boolean }>(
    `select worker_no as "workerNo", host, boot_id as "bootId", pid, process_start as "processStart",
            heartbeat_at < now() - make_interval(secs => $2) as silent
       from payrun.workers
      where ended_at is null
        and worker_no is distinct from $3
        and (host = $1 or heartbeat_at < now() - make_interval(secs => $2))`,
    [own.host, deadAfterSeconds, ownWorkerNo ?? null],
  )
  const processIsGone = (row: ProcessIdentity) => isGone(row, own)
  const dead = rows.filter((row) => row.silent || processIsGone(row))
  if (dead.length === 0) return 0
  const { rowCount } = await ledger.pool.query(
    // Checked again: a lease that was renewed meanwhile goes on. A new round: the dead worker's jobs still count as taken.
    `with ended as (
       update payrun.workers
          set ended_at = now()
        where worker_no = any($1)
          and ended_at is null
          and (worker_no = any($2) or heartbeat_at < now() - make_interval(secs => $3))
       returning worker_no
     ), new_round as (
       update payrun.batches
          set round_no = round_no + 1
        where state = 'running'
          and exists (select from ended)
     )
     select worker_no
       from ended`,
    [
      dead.map(({ workerNo }) => workerNo),
      dead.filter(processIsGone).map(({ workerNo }) => workerNo),
      deadAfterSeconds,
    ],
  )
  return rowCount ?? 0
}

/**
 * Make the rows `unknown` (`worker_lost`) that ended workers left in `sending`: their requests may have left, and nobody can know. Their
 * batches start a new round, since the dead process's jobs still count as taken. Chunks that a dead process left open in cancelled and paused
 * batches are closed if they have nothing to pay.
 *
 * Safe to run anywhere, any number of times: a worker is swept once, in the statement that moves its rows.
 *
 * Crash window: if the process dies between the end of a lease and this, the worker is still unswept, and the next sweep anywhere finds it.
 *
 * @returns how many rows were moved
 */
export async function sweepLostRows(ledger: Ledger): Promise<number> {
  const ended = await ledger.pool.query(
    `select from payrun.workers
      where ended_at is not null
        and swept_at is null
      limit 1`,
  )
  const lost = ended.rowCount === 0 ? 0 : await sweepEnded(ledger)
  // Crash window: if the process dies before this, those chunks are still open, and every sweep looks for them.
  await closeStoppedChunks(ledger)
  return lost
}

function sweepEnded(ledger: Ledger): Promise<number> {
  return inTransaction(ledger, async (client) => {
    // Row by row from the index payouts_chunk: a bitmap of a million open rows doesn't fit into memory, and then each row would be compared
    // with the whole list of chunks.
    await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off')
    const { rows } = await client.query<{ lost: number }>(sweepSql)
    return { commit: true, value: rows[0]?.lost ?? 0 }
  })
}

const sweepSql = `
with ended as (
  select worker_no
    from payrun.workers
   where ended_at is not null
     and swept_at is null
     for update skip locked
), in_flight as (
  select p.batch_no, p.worker_no, array_agg(p.line order by p.line) as lines
    from payrun.payouts p
   where p.state = 'sending'
     and p.worker_no in (select worker_no from ended)
     -- As a list, and no join: the planner can't know how few rows a chunk has, and would read the
     -- whole table for many chunks.
     and payrun.chunk_key(p.batch_no, p.chunk_no) = any (array(
           select payrun.chunk_key(c.batch_no, c.chunk_no)
             from payrun.chunks c
            where c.open
              and ${begunSql}
         ))
   group by p.batch_no, p.worker_no
), lost as materialized (
  select batch_no
    from payrun.move_rows(array(
      select payrun.a_move(
               f.batch_no, f.lines, 'sending', 'unknown',
               worker_no => f.worker_no,
               code => 'worker_lost',
               message => payrun.sentence('stored.worker_lost'))
        from in_flight f
    ))
), new_round as (
  update payrun.batches
     set round_no = round_no + 1
   where state = 'running'
     and batch_no in (select batch_no from lost)
), swept as (
  update payrun.workers
     set swept_at = now()
   where worker_no in (select worker_no from ended)
)
select count(*)::int as lost
  from lost`

/** A row that is `sending` under a living worker. */
interface SendingRow {
  batchNo: number
  line: number
  attempt: number
}

/** With more open chunks than this, their rows are not read every few seconds: what is hidden among them is found once they are fewer. */
const mostOpenChunks = 50
/** A claim younger than this may still be on its way to its caller. */
const unclaimedSeconds = 10

/**
 * The rows that this worker is sending by what the ledger says. Among them may be rows that nobody has in hand: a failover has lost their
 * settles, or the packets of their claim came half a minute late, after the claim was repeated.
 *
 * @param all even if many rows have to be read
 */
export async function readSending(ledger: Ledger, workerNo: number, all: boolean): Promise<SendingRow[]> {
  const { rows } = await ledger.pool.query<SendingRow>(sendingSql, [
    workerNo,
    unclaimedSeconds,
    all ? 2_147_483_647 : mostOpenChunks,
  ])
  return rows
}

const sendingSql = `
with open_chunks as materialized (
  select payrun.chunk_key(c.batch_no, c.chunk_no) as key
    from payrun.chunks c
   where c.open
   limit $3::bigint + 1
)
select p.batch_no as "batchNo", p.line, p.attempts as attempt
  from payrun.payouts p
 where p.state = 'sending'
   and p.worker_no = $1
   and p.sent_at < now() - make_interval(secs => $2)
   and payrun.chunk_key(p.batch_no, p.chunk_no) = any (array(
         select key
           from open_chunks
          where (select count(*) from open_chunks) <= $3::bigint
       ))`

/**
 * Make rows of a living worker `unknown` that nobody has in hand: their requests may have left, and no answer will come. Each only if it is
 * still the same attempt.
 *
 * @returns how many rows were moved
 */
export async function loseRows(ledger: Ledger, workerNo: number, rows: readonly SendingRow[]): Promise<number> {
  if (rows.length === 0) return 0
  const { rowCount } = await ledger.pool.query(loseSql, [
    workerNo,
    rows.map(({ batchNo }) => batchNo),
    rows.map(({ line }) => line),
    rows.map(({ attempt }) => attempt),
  ])
  return rowCount ?? 0
}

const loseSql = `
with standing as materialized (
  select p.batch_no, p.line
    from unnest($2::int[], $3::int[], $4::int[]) as r (batch_no, line, attempt)
    join payrun.payouts p on p.batch_no = r.batch_no and p.line = r.line and p.attempts = r.attempt
   where p.state = 'sending'
     and p.worker_no = $1
   order by p.batch_no, p.line
     for update of p
)
select m.batch_no
  from payrun.move_rows(array(
    select payrun.a_move(
             s.batch_no, array_agg(s.line order by s.line), 'sending', 'unknown',
             worker_no => $1,
             code => 'worker_lost',
             message => payrun.sentence('stored.nobody_has_it_in_hand'))
      from standing s
     group by s.batch_no
  )) m`

/** A process that pays, or did so until recently. */
export interface WorkerSeen {
  workerNo: number
  host: string
  pid: number
  startedAt: Date
  /** Since its last heartbeat. */
  silentSeconds: number
  /** Alive: it renews its lease. Silent: it doesn't, and will soon be taken for dead. Ended: it left, or was taken for dead. */
  state: 'alive' | 'silent' | 'ended'
}

/** Workers whose lease lasts or ended within the last hour, 50 at most, living ones first. */
export async function listWorkers(ledger: Ledger): Promise<WorkerSeen[]> {
  const statement = {
    name: 'payrun-workers-seen',
    text: `
      select worker_no as "workerNo", host, pid, started_at as "startedAt",
             greatest(0, extract(epoch from now() - heartbeat_at))::int as "silentSeconds",
             case
               when ended_at is not null then 'ended'
               when heartbeat_at < now() - make_interval(secs => $1) then 'silent'
               else 'alive'
             end as state
        from payrun.workers
       where ended_at is null
          or heartbeat_at > now() - interval '1 hour'
       order by ended_at is not null, worker_no desc
       limit 50`,
    values: [deadAfterSeconds],
    query_timeout: 5_000,
  }
  const { rows } = await ledger.pool.query<WorkerSeen>(statement)
  return rows
}
