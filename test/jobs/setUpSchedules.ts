import { createHash } from 'node:crypto'
import { readFileSync, utimesSync } from 'node:fs'
import { beforeEach } from 'vitest'
import type { Occasion, ScheduleRunner } from '../../jobs/runSchedule.ts'
import { addSchedule } from '../../src/ledger/schedules/schedules.ts'
import type { Log } from '../../src/log.ts'
import { payableRows, type StoreWish, type TestLedger } from '../harness/ledger.ts'
import { writeFile } from '../harness/payroll.ts'
import { temporaryFolder } from '../harness/payrun.ts'
import { anySentence, english } from '../harness/words.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'

/** A ledger, a folder, and a worker that runs the schedules of files in it. */
export interface Schedules {
  db: TestLedger
  folder: string
  /** What was logged at error level. */
  errors: string[]
  /** As a worker: what it submits are three rows of their own, put in as a file is. */
  runner(change?: Partial<ScheduleRunner>): ScheduleRunner
  /** Like that worker, but every file has the same bytes. */
  sameBytes(): ScheduleRunner
  /** A schedule of every day at eight, that was added and handled last on 1 November; and now is 5 November. */
  daily(path: string, periodFormat?: string, name?: string): Promise<number>
  /** As if it were the next day. */
  nextDay(): Promise<unknown>
  /** A file that was written a while ago. */
  file(): string
  /** The periods of the batches, in order. */
  batches(): Promise<string[]>
}

/** Register the hooks of a test file; the object returned is filled anew before each test. */
export function setUpSchedules(): Schedules {
  const db = setUpLedger({ checked: false })
  const schedules: Schedules = {
    db,
    folder: '',
    errors: [],
    runner: (change = {}) => ({ ...threeRows(db), log: logOf(schedules), ...change }),
    sameBytes: () => ({ ...threeRows(db, sameBytes), log: logOf(schedules) }),
    daily: (path, periodFormat = 'yyyy-MM-dd', name = 'Salaries') => addDaily(db, { path, periodFormat, name }),
    nextDay: () => db.query(`update payrun.schedules set handled_until = handled_until - interval '1 day'`),
    file: () => oldFile(schedules.folder, 'pay.csv'),
    batches: async () => {
      const rows = await db.query<{ period: string }>('select period from payrun.batches order by batch_no')
      return rows.map(({ period }) => period)
    },
  }
  beforeEach(() => {
    const folder = temporaryFolder()
    schedules.folder = folder.path
    schedules.errors = []
    return () => folder.remove()
  })
  return schedules
}

const threeRows = (db: TestLedger, wish: StoreWish = {}): Omit<ScheduleRunner, 'log'> => ({
  ledger: db.ledger,
  wait: () => Promise.reject(new Error('there is nothing to wait for')),
  submit: async (schedule, path, run) => {
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
    const stored = await db.store(payableRows(3), {
      sha256,
      ...wish,
      run,
      period: run.period,
      actor: schedule.submitter,
    })
    if (stored.kind === 'already_run') return { ...stored, kind: stored.became }
    if (stored.kind === 'barred') return { kind: 'failed', code: 'refused', message: stored.message }
    if (stored.kind !== 'stored') return { kind: 'failed', code: 'refused', message: anySentence(stored.kind) }
    return { kind: 'submitted', batchId: stored.batchId }
  },
})

const logOf = (schedules: Schedules): Log => ({
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (message) => void schedules.errors.push(english(message)),
})

async function addDaily(
  db: TestLedger,
  { path, periodFormat, name }: { path: string; periodFormat: string; name: string },
): Promise<number> {
  const scheduleNo = await addSchedule(
    db.ledger,
    {
      name,
      path,
      cron: '0 8 * * *',
      zone: 'Africa/Abidjan',
      periodFormat,
      sandbox: false,
      options: {},
      peopleNeeded: 1,
      submitter: 'awa',
      submitterLogin: 'awa',
    },
    { actor: 'awa' },
  )
  await db.query(
    `update payrun.schedules set handled_until = at, created_at = at
       from (select date_trunc('day', now()) - interval '5 days' + interval '8 hours' as at) as five_days_ago`,
  )
  return scheduleNo!
}

/** Written a while ago. */
export function oldFile(where: string, name: string, content = name): string {
  const path = writeFile(where, name, content)
  utimesSync(path, 1_000, 1_000)
  return path
}

export const due: Occasion = { kind: 'due' }
export const byHand = { kind: 'by_hand', actor: 'kofi', time: 'latest' } as const satisfies Occasion

const sameBytes: StoreWish = {
  sha256: 'the same bytes',
  accept: ({ inUse, repeats }) => inUse.length === 0 && repeats.refusal === null,
}
