import type { ClientBase, PoolClient } from 'pg'
import { type ChangeKind, recordChange } from '../accounts/trail.ts'
import { inTransaction, isUniqueViolation, type Ledger } from '../connection/ledger.ts'
import { markRequestKey, type RequestKey } from '../intake/requestKeys.ts'
import type { PlannedRun } from './scheduleRuns.ts'

/** A file, or a folder of files, that is paid at planned times. */
export interface Schedule {
  scheduleNo: number
  name: string
  /** Absolute. */
  path: string
  /** Five fields, on the clocks of `zone`. */
  cron: string
  zone: string
  periodFormat: string
  sandbox: boolean
  /** The options of submit, as they were given; the commands know their shape. */
  options: object
  peopleNeeded: number
  /** Who added it: the submitter of its batches. */
  submitter: string
  /** Null: an account vouches for who it was. */
  submitterLogin: string | null
  createdAt: Date
  /** Planned times up to this one have run, or were missed for good. */
  handledUntil: Date
  pausedAt: Date | null
  /** The database's time when this was read, by which it is decided what is due. */
  now: Date
}

const columns = `
  s.schedule_no as "scheduleNo", s.name, s.path, s.cron, s.zone,
  s.period_format as "periodFormat", s.sandbox, s.options, s.approvals_needed as "peopleNeeded",
  s.submitter, s.submitter_login as "submitterLogin", s.created_at as "createdAt",
  s.handled_until as "handledUntil", s.paused_at as "pausedAt", clock_timestamp() as now`

export type ScheduleToAdd = Omit<Schedule, 'scheduleNo' | 'createdAt' | 'handledUntil' | 'pausedAt' | 'now'>

/** Who changes schedules, and the key of the request that asked for it. */
interface ChangedBy {
  actor: string
  requestKey?: RequestKey | undefined
}

/**
 * Add one, with its line in the trail. @param by who adds it: its submitter may be another
 *
 * @returns its number; undefined when another schedule has that name
 */
export async function addSchedule(
  ledger: Ledger,
  schedule: ScheduleToAdd,
  { actor, requestKey }: ChangedBy,
): Promise<number | undefined> {
  const { name, sandbox } = schedule
  try {
    return await inTransaction(ledger, async (client) => {
      const scheduleNo = await insertSchedule(client, schedule)
      await recordChange(client, actor, 'schedule.added', name, { schedule: scheduleNo, sandbox })
      await markRequestKey(client, requestKey)
      return { commit: true, value: scheduleNo }
    })
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

async function insertSchedule(client: ClientBase, schedule: ScheduleToAdd): Promise<number> {
  const { name, path, cron, zone, periodFormat, sandbox, options, peopleNeeded, submitter, submitterLogin } = schedule
  const { rows } = await client.query<{ schedule_no: number }>(
    `insert into payrun.schedules (
       name, path, cron, zone, period_format, sandbox, options, approvals_needed, submitter,
       submitter_login
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     returning schedule_no`,
    [name, path, cron, zone, periodFormat, sandbox, JSON.stringify(options), peopleNeeded, submitter, submitterLogin],
  )
  return rows[0]!.schedule_no
}

/** All that are not removed; with `sandbox`, only those of the sandbox or of the provider. */
export async function listSchedules(ledger: Ledger, sandbox?: boolean): Promise<Schedule[]> {
  const { rows } = await ledger.pool.query<Schedule>(
    `select ${columns}
       from payrun.schedules s
      where s.removed_at is null
        and ($1::boolean is null or s.sandbox = $1)
      order by s.schedule_no`,
    [sandbox ?? null],
  )
  return rows
}

/** By its number or name; undefined when there is none (any more). */
export async function findSchedule(ledger: Ledger, idOrName: string): Promise<Schedule | undefined> {
  const { rows } = await ledger.pool.query<Schedule>(
    `select ${columns}
       from payrun.schedules s
      where s.removed_at is null
        and (s.schedule_no::text = $1 or lower(s.name) = lower($1))
      order by s.schedule_no::text = $1 desc
      limit 1`,
    [idOrName.trim()],
  )
  return rows[0]
}

/** A removed schedule, by its number or the name that it had, and who removed it. */
export async function findRemoved(
  { pool }: Ledger,
  idOrName: string,
): Promise<{ scheduleNo: number; name: string; by: string | null } | undefined> {
  const { rows } = await pool.query<{ scheduleNo: number; name: string; by: string | null }>(
    `select s.schedule_no as "scheduleNo", s.name, ${latestActor} as by
       from payrun.schedules s
      where s.removed_at is not null
        and (s.schedule_no::text = $1 or lower(s.name) = lower($1))
      order by s.schedule_no::text = $1 desc, s.removed_at desc
      limit 1`,
    [idOrName.trim(), 'schedule.removed'],
  )
  return rows[0]
}

/** Who last made such a change to it; null if the trail has none. */
export async function whoChangedSchedule(
  { pool }: Ledger,
  scheduleNo: number,
  what: ChangeKind,
): Promise<string | null> {
  const { rows } = await pool.query<{ by: string | null }>(
    `select ${latestActor} as by
       from payrun.schedules s
      where s.schedule_no = $1`,
    [scheduleNo, what],
  )
  return rows[0]?.by ?? null
}

const latestActor = `(
         select c.actor
           from payrun.changes c
          where c.what = $2
            and c.details ->> 'schedule' = s.schedule_no::text
          order by c.change_no desc
          limit 1)`

export type ScheduleChange = Extract<ChangeKind, `schedule.${'paused' | 'resumed' | 'removed'}`>

/** What each change sets, and of which schedules. */
const changes: Readonly<Record<ScheduleChange, { set: string; where: string }>> = {
  // Planned times from now on are not run.
  'schedule.paused': { set: 'paused_at = now()', where: 'paused_at is null' },
  // They are run again; those of the pause are not caught up with.
  'schedule.resumed': {
    set: 'paused_at = null, handled_until = greatest(handled_until, now())',
    where: 'paused_at is not null',
  },
  // No time of it is run any more. Its runs are kept, and its batches are as they are.
  'schedule.removed': { set: 'removed_at = now()', where: 'true' },
}

/**
 * Pause a schedule, resume or remove it, with a line in the trail.
 *
 * @returns false when it was so already, or is removed: nothing has changed
 */
export const changeSchedule = (
  ledger: Ledger,
  scheduleNo: number,
  what: ScheduleChange,
  { actor, requestKey }: ChangedBy,
): Promise<boolean> =>
  inTransaction(ledger, async (client) => {
    const { set, where } = changes[what]
    const { rows } = await client.query<{ name: string; sandbox: boolean }>(
      `update payrun.schedules
          set ${set}
        where schedule_no = $1
          and ${where}
          and removed_at is null
       returning name, sandbox`,
      [scheduleNo],
    )
    const [changed] = rows
    if (!changed) return { commit: false, value: false }
    await recordChange(client, actor, what, changed.name, { schedule: scheduleNo, sandbox: changed.sandbox })
    await markRequestKey(client, requestKey)
    return { commit: true, value: true }
  })

/** A planned time has been handled, whatever its result. */
export async function markHandled(ledger: Ledger, scheduleNo: number, until: Date): Promise<void> {
  await ledger.pool.query(
    `update payrun.schedules
        set handled_until = greatest(handled_until, $2)
      where schedule_no = $1`,
    [scheduleNo, until],
  )
}

/** Spells "sche". */
const scheduleLock = 0x73636865

/**
 * Do something while no other process works on the schedule. This only saves two workers that are called at once from recording a failed run twice: that
 * nothing is paid twice is ensured by the indexes of schedule_runs.
 *
 * @returns undefined when another process works on it: nothing was done. If this process dies, its connection gives the lock back
 */
export async function withScheduleLock<Value>(
  ledger: Ledger,
  scheduleNo: number,
  work: () => Promise<Value>,
): Promise<Value | undefined> {
  const client = await ledger.pool.connect()
  let broken = true
  try {
    const lock = [scheduleLock, scheduleNo]
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', lock)
    try {
      return rows[0]?.got ? await work() : undefined
    } finally {
      if (rows[0]?.got) await client.query('select pg_advisory_unlock($1, $2)', lock)
      broken = false
    }
  } finally {
    // A connection that could not give the lock back is not used again: the lock goes with it.
    client.release(broken)
  }
}

/** Whether a schedule still runs: a person may run a paused one. It can't be paused or removed until the transaction ends. */
export async function standsToRun(client: PoolClient, { scheduleNo, actor }: PlannedRun): Promise<boolean> {
  const { rowCount } = await client.query(
    `select
       from payrun.schedules
      where schedule_no = $1
        and removed_at is null
        and (paused_at is null or $2)
        for share`,
    [scheduleNo, actor !== null],
  )
  return rowCount === 1
}
