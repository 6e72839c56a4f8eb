import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Ledger } from './ledger.ts'

/** Where and as what a process runs, so that another process of the same machine can tell whether it's still there. */
export interface ProcessIdentity {
  host: string
  bootId: string
  pid: number
  processStart: string
}

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
 * End the leases of the dead: no heartbeat for 25 s, or a process of this very machine that is gone (its pid is free, or
 * was given to another process). Another boot proves nothing: two machines may have one name.
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
  const isGone = (row: (typeof rows)[number]) =>
    row.host === own.host && row.boot_id === own.bootId && processStartOf(row.pid) !== row.process_start
  const dead = rows.filter((row) => row.silent || isGone(row))
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
    [dead.map((row) => row.worker_no), dead.filter(isGone).map((row) => row.worker_no), deadAfterSeconds],
  )
  return rowCount ?? 0
}

export function ownIdentity(): ProcessIdentity {
  return {
    host: `${hostname()} ${pidNamespace()}`,
    bootId: bootId(),
    pid: process.pid,
    processStart: processStartOf(process.pid) ?? '',
  }
}

/** When the process was started, as the kernel counts it; undefined when there is no such process. */
function processStartOf(pid: number): string | undefined {
  try {
    // After the parenthesised name, which may hold anything, the 20th field is the start time (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return process.platform === 'linux' ? undefined : aliveElsewhere(pid)
  }
}

/** Without /proc (macOS) a pid is all there is: a pid that has come round is then found dead by its silence. */
function aliveElsewhere(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
    return ''
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? '' : undefined
  }
}

/** Containers may share a host name: a pid means something only inside its namespace. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return process.platform
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  } catch {
    return 'unknown'
  }
}
