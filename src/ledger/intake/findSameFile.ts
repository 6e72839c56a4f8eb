import { type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { PoolClient } from 'pg'
import type { Ledger } from '../connection/ledger.ts'
import { stands } from '../schedules/scheduleRuns.ts'
import type { BatchToStore, FileFacts } from './insertBatch.ts'

/** A batch that had the same bytes; of workbooks, the same cells. */
export interface SameFile {
  batchNo: number
  batchId: string
  name: string
  createdAt: Date
  period: string | null
  /** Its rows have no numbers any more. */
  purged: boolean
  /** `--allow-duplicates` lets it through: it was another period's, and not of the same scheduled folder. */
  isOtherPeriod: boolean
}

/**
 * The same file in whatever period, but for the batches of a schedule's other planned times; for a file of a schedule's folder
 * also what that folder has had, whatever it was called. A cancelled batch counts in another period only, and if some of it
 * may have been paid: its own period tells that row by row.
 *
 * @param purged by which it may be a purged batch's file
 */
export async function findSameFile(
  client: PoolClient,
  { sha256, cellsSha256 = null }: FileFacts,
  { period, sandbox, run }: BatchToStore,
  purged: SlowHashes | undefined,
): Promise<SameFile | undefined> {
  const values = [
    sha256,
    period,
    sandbox,
    run?.inFolder ? run.scheduleNo : null,
    run?.scheduleNo ?? null,
    run?.planned ?? null,
    cellsSha256,
    purged?.file ?? null,
    purged?.cells ?? null,
  ]
  const { rows } = await client.query<SameFile>({ ...sameFile, values })
  return rows[0]
}

type SlowHashes = Record<'file' | 'cells', Buffer | null>

/** Made before anything is locked, since they take about 0.1 s each. @returns undefined if no batch was purged */
export async function slowHashes(
  client: PoolClient,
  { sha256, cellsSha256 = null }: FileFacts,
): Promise<SlowHashes | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `select id
       from payrun.installation
      where exists (
              select from payrun.batches where purged_at is not null
                 and coalesce(purged_file, purged_cells) is not null
            )`,
  )
  const [ledger] = rows
  if (!ledger) return undefined
  return { file: await slowHash(sha256, ledger.id), cells: await slowHash(cellsSha256, ledger.id) }
}

const costly: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }

/**
 * By which a purged batch recognizes its file. Who guesses at a phone number in it needs as long for each guess.
 *
 * @param ledgerId as in payrun.installation: what was guessed for one ledger is of no use for another
 * @returns 32 bytes; null of null
 */
export const slowHash = async (sha256: string | null, ledgerId: string): Promise<Buffer | null> =>
  sha256 === null
    ? null
    : promisify<string, string, number, ScryptOptions, Buffer>(scrypt)(sha256, ledgerId, 32, costly)

/**
 * Whether batch `b` was paid for another planned time of the same path: what a schedule pays again is meant to be the same. Not
 * where the periods are written otherwise: then another period may be the same month.
 *
 * @param scheduleNo the parameter that holds the schedule's number, null where no schedule submits; `planned`: its time
 */
export const isOtherRunOf = (scheduleNo: string, planned: string): string => `exists (
  select from payrun.schedule_runs r
    join payrun.schedules s using (schedule_no)
   where r.batch_no = b.batch_no
     and r.planned <> ${planned}::text
     and (s.path, s.sandbox, s.period_format) = (
       select o.path, o.sandbox, o.period_format
         from payrun.schedules o
        where o.schedule_no = ${scheduleNo}::int
     ))`

/** Planning it takes far longer than looking: prepared, it is planned once for a connection. */
const sameFile = {
  name: 'payrun-same-file',
  text: `
select f.batch_no as "batchNo", f.id as "batchId", f.name, f.created_at as "createdAt", f.period,
       f.purged_at is not null as purged,
       not f.same_period and not f.same_folder as "isOtherPeriod"
  from (
    select b.*,
           coalesce(b.period, '') = coalesce($2, '') and b.state <> 'cancelled' as same_period,
           exists (
             select from payrun.schedule_runs r
               join payrun.schedules s using (schedule_no)
              where r.batch_no = b.batch_no
                and r.in_folder
                and ${stands}
                and s.path = (
                  select o.path from payrun.schedules o where o.schedule_no = $4
                )
           ) as same_folder,
           coalesce(b.period, '') <> coalesce($2, '')
             and not ${isOtherRunOf('$5', '$6')}
             and (
               b.state <> 'cancelled'
               or exists (
                 select from payrun.payouts p where p.batch_no = b.batch_no and p.holds_key
               )
             ) as other_period
      from payrun.batches b
     where (
             b.file_sha256 = $1
             or b.cells_sha256 = $7
             or b.purged_at is not null and b.purged_file = $8
             or b.purged_cells = $9
           )
       and b.sandbox = $3
  ) f
 where f.same_period or f.same_folder or f.other_period
 order by f.same_period or f.same_folder desc, f.batch_no
 limit 1`,
}

/** The id of the latest batch that was submitted from a file of these bytes. */
export async function findByFile({ pool }: Ledger, sha256: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from payrun.batches where file_sha256 = $1 order by batch_no desc limit 1',
    [sha256],
  )
  return rows[0]?.id
}
