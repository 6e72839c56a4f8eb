import { isGone, ownIdentity, type ProcessIdentity } from '../processIdentity.ts'
import type { Ledger } from './ledger.ts'

/**
 * Lease lengths, in seconds, by the database's clock (architecture, rule 5). With a sweep every 5 s, the rows of a worker that
 * stands still are unknown within 30 s of its last heartbeat.
 */
export const heartbeatSeconds = 5
export const deadAfterSeconds = 25

/** Register this process as a worker: a new number each time, so a number that was given up never claims again. */
export async function registerWorker(ledger: Ledger, identity: ProcessIdentity = ownIdentity()): Promise<number> {
  const { rows } = await ledger.pool.query<{ worker_no: number }>(
    `insert into payrun.workers (host, boot_id, pid, process_start) values ($1, $2, $3, $4) returning worker_no`,
    [identity.host, identity.bootId, identity.pid, identity.processStart],
  )
  return rows[0]!.worker_no
}

/** Renew the lease. False when it has ended: taken for dead (a stopped process, a long pause), so register anew. */
export async function heartbeat(ledger: Ledger, workerNo: number): Promise<boolean> {
  // A timeout of its own: a connection that has fallen silent must not be the last heartbeat.
  const beat = {
    text: `update payrun.workers set heartbeat_at = now() where worker_no = $1 and ended_at is null`,
    values: [workerNo],
    query_timeout: 10_000,
  }
  const { rowCount } = await ledger.pool.query(beat)
  return rowCount === 1
}

/** Give the lease back. Rows that are still `sending` under it are unknown from now on: nobody waits for their answers. */
export async function endWorker(ledger: Ledger, workerNo: number): Promise<void> {
  await ledger.pool.query(`update payrun.workers set ended_at = now() where worker_no = $1 and ended_at is null`, [
    workerNo,
  ])
}

/**
 * End the leases of the dead: no heartbeat for 25 s, or a process of this very machine that is gone.
 *
 * @returns how many were found dead
 */
export async function endDeadWorkers(
  ledger: Ledger,
  ownWorkerNo?: number,
  own: ProcessIdentity = ownIdentity(),
): Promise<number> {
  const { rows } = await ledger.pool.query<{
    worker_no: number
    host: string
    boot_id: string
    pid: number
    process_start: string
    silent: boolean
  }>(
    `select worker_no, host, boot_id, pid, process_start, heartbeat_at < now() - make_interval(secs => $2) as silent
       from payrun.workers where ended_at is null and worker_no is distinct from $3 and (host = $1 or heartbeat_at < now() - make_interval(secs => $2))`,
    [own.host, deadAfterSeconds, ownWorkerNo ?? null],
  )
  const processIsGone = ({ host, boot_id: bootId, pid, process_start: processStart }: (typeof rows)[number]) =>
    isGone({ host, bootId, pid, processStart }, own)
  const dead = rows.filter((row) => row.silent || processIsGone(row))
  if (dead.length === 0) return 0
  const { rowCount } = await ledger.pool.query(
    // Asked again: a lease that was renewed in the meantime goes on. New rings: the dead one's jobs still count as taken.
    `with ended as (
       update payrun.workers set ended_at = now() where worker_no = any($1) and ended_at is null
          and (worker_no = any($2) or heartbeat_at < now() - make_interval(secs => $3)) returning worker_no
     ), rung as (
       update payrun.batches set ring_no = ring_no + 1 where state = 'running' and exists (select from ended)
     )
     select worker_no from ended`,
    [dead.map((row) => row.worker_no), dead.filter(processIsGone).map((row) => row.worker_no), deadAfterSeconds],
  )
  return rowCount ?? 0
}
