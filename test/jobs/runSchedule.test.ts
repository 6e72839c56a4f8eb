import { mkdirSync, renameSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { runSchedule, type ScheduleRunner } from '../../jobs/runSchedule.ts'
import { cancelBatch } from '../../src/ledger/batches.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { listRuns } from '../../src/ledger/scheduleRuns.ts'
import { addSchedule, findSchedule, pauseSchedule, removeSchedule, resumeSchedule } from '../../src/ledger/schedules.ts'
import type { Log } from '../../src/log.ts'
import { type LedgerServer, latch, payableRows, startLedgerServer, type TestLedger } from '../harness/ledger.ts'
import { writeFile } from '../harness/payroll.ts'
import { temporaryFolder } from '../harness/payrun.ts'

let server: LedgerServer
let db: TestLedger
let folder: { path: string; remove(): void }
let errors: string[]
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = await server.open()
  folder = temporaryFolder()
  errors = []
})
afterEach(async () => {
  await db.close()
  folder.remove()
})

const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: (message) => void errors.push(message) }

/** As a worker: what it submits are three rows of their own, put in as a file is. */
function runner(change: Partial<ScheduleRunner> = {}): ScheduleRunner {
  return {
    ledger: db.ledger,
    log,
    wait: () => Promise.reject(new Error('there is nothing to wait for')),
    submit: async (schedule, _path, run) => {
      const stored = await db.store(payableRows(3), { run, period: run.period, actor: schedule.submitter })
      if (stored.kind === 'already_run') return { kind: 'already', batchId: stored.batchId }
      if (stored.kind !== 'stored') return { kind: 'failed', code: 'refused', message: stored.kind }
      return { kind: 'submitted', batchId: stored.batchId }
    },
    ...change,
  }
}

/** A schedule of every day at eight, that was added and handled last on 1 November; and now is 5 November. */
async function daily(path: string, periodFormat = 'yyyy-MM-dd', name = 'Salaries'): Promise<number> {
  const scheduleNo = await addSchedule(db.ledger, {
    name,
    path,
    cron: '0 8 * * *',
    zone: 'Africa/Abidjan',
    periodFormat,
    sandbox: false,
    options: {},
    approvalsNeeded: 1,
    submitter: 'awa',
    submitterLogin: 'awa',
  })
  await db.query(
    `update payrun.schedules set handled_until = at, created_at = at
       from (select date_trunc('day', now()) - interval '5 days' + interval '8 hours' as at) as five_days_ago`,
  )
  return scheduleNo!
}
/** Written a while ago. */
function oldFile(where: string, name: string): string {
  const path = writeFile(where, name, name)
  utimesSync(path, 1_000, 1_000)
  return path
}
const file = () => oldFile(folder.path, 'pay.csv')
/** As if it were the next day. */
const nextDay = () => db.query(`update payrun.schedules set handled_until = handled_until - interval '1 day'`)
const due = { kind: 'due' } as const
const byHand = { kind: 'by_hand', actor: 'kofi', time: 'latest' } as const
const batches = async () =>
  (await db.query<{ period: string }>('select period from payrun.batches order by batch_no')).map(
    ({ period }) => period,
  )

test('after a long absence the latest time is run, once, and its period is that of the time', async () => {
  const no = await daily(file())
  const ran = await runSchedule(runner(), no, due)
  expect(ran).toMatchObject({ kind: 'ran', files: [{ kind: 'submitted' }] })
  const [run] = await listRuns(db.ledger, no)
  expect(run?.missed).toBeGreaterThanOrEqual(3)
  expect(await batches()).toEqual([run?.planned.slice(0, 10)])
  expect(await runSchedule(runner(), no, due)).toEqual({ kind: 'nothing' })
  expect(errors).toEqual([])
})

test('two workers rung at the same moment make one batch', async () => {
  const no = await daily(file())
  const results = await Promise.all(Array.from({ length: 6 }, () => runSchedule(runner(), no, due)))
  expect(results.filter(({ kind }) => kind === 'ran')).toHaveLength(1)
  expect(await batches()).toHaveLength(1)
})

test('without their lock, too: two intakes of one planned time make one batch', async () => {
  const no = await daily(file())
  const { opened, open } = latch()
  let waiting = 0
  const together: ScheduleRunner['submit'] = async (schedule, path, run) => {
    waiting += 1
    if (waiting === 2) open()
    await opened
    return runner().submit(schedule, path, run)
  }
  // Each with a lock space of its own, as if the lock were lost.
  const unlocked = (): Ledger => {
    const { pool } = db.ledger
    const connect = async () => {
      const client = await pool.connect()
      const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
      const free = (...args: unknown[]) =>
        String(args[0]).includes('pg_try_advisory_lock') ? Promise.resolve({ rows: [{ got: true }] }) : query(...args)
      return Object.assign(Object.create(client), { query: free, release: client.release.bind(client) })
    }
    return { ...db.ledger, pool: Object.assign(Object.create(pool), { connect, query: pool.query.bind(pool) }) }
  }
  const both = await Promise.all(
    [1, 2].map(() => runSchedule(runner({ ledger: unlocked(), submit: together }), no, due)),
  )
  expect(both.map((ran) => (ran.kind === 'ran' ? ran.files[0]?.kind : ran.kind)).sort()).toEqual([
    'already',
    'submitted',
  ])
  expect(await batches()).toHaveLength(1)
})

test('a worker that dies after the batch and before the time is handled leaves nothing to pay again', async () => {
  const no = await daily(file())
  const dies = runner({
    submit: async (...args) => {
      await runner().submit(...args)
      throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' })
    },
  })
  await expect(runSchedule(dies, no, due)).rejects.toThrow('Connection terminated')
  expect(await runSchedule(runner(), no, due)).toMatchObject({ kind: 'ran', files: [{ kind: 'already' }] })
  expect(await runSchedule(runner(), no, due)).toEqual({ kind: 'nothing' })
  expect(await batches()).toHaveLength(1)
  expect(await listRuns(db.ledger, no)).toHaveLength(1)
})

test('a period is paid once, though several planned times fall into it', async () => {
  const no = await daily(file(), 'yyyy')
  await runSchedule(runner(), no, due)
  await db.query(`update payrun.schedules set handled_until = handled_until - interval '20 days'`)
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ kind: 'already' }] })
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'already' }] })
  expect(await runSchedule(runner(), no, { ...byHand, time: 'next' })).toMatchObject({ files: [{ kind: 'already' }] })
  expect(await batches()).toHaveLength(1)
})

test('the database has room for one batch of a time, a period, a file, by raw SQL as well', async () => {
  const no = await daily(file())
  await runSchedule(runner(), no, due)
  const again = (set: string) =>
    db.query(
      `insert into payrun.schedule_runs (schedule_no, planned, planned_at, period, file, in_folder, batch_no)
       select schedule_no, ${set}, batch_no from payrun.schedule_runs`,
    )
  await expect(again('planned, planned_at, period || 2, file, in_folder')).rejects.toThrow('schedule_runs_time')
  await expect(again(`planned || '2', planned_at, period, file, in_folder`)).rejects.toThrow('schedule_runs_period')
})

test('a file that is missing or refused makes a failed run that is seen, and can be run by hand once it is there', async () => {
  const path = join(folder.path, 'late.csv')
  const no = await daily(path)
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ kind: 'failed', code: 'missing' }] })
  expect(errors).toEqual(['a scheduled run failed: see payrun schedule runs'])
  expect(await runSchedule(runner(), no, due)).toEqual({ kind: 'nothing' })
  const refusing = runner({ submit: async () => ({ kind: 'failed', code: 'refused', message: 'two problems' }) })
  oldFile(folder.path, 'late.csv')
  expect(await runSchedule(refusing, no, byHand)).toMatchObject({ files: [{ code: 'refused' }] })
  const bug = runner({ submit: () => Promise.reject(new Error('a bug')) })
  expect(await runSchedule(bug, no, byHand)).toMatchObject({ files: [{ code: 'unexpected' }] })
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'submitted' }] })
  const runs = await listRuns(db.ledger, no)
  expect(runs.map(({ code, message, actor }) => [code, message !== null, actor])).toEqual([
    [null, false, 'kofi'],
    ['unexpected', true, 'kofi'],
    ['refused', true, 'kofi'],
    ['missing', true, null],
  ])
  expect(new Set(runs.map(({ planned }) => planned)).size).toBe(1)
})

test('by hand, no time is run that passed before the schedule was added', async () => {
  const no = await daily(file())
  await db.query('update payrun.schedules set created_at = now(), handled_until = now()')
  expect(await runSchedule(runner(), no, byHand)).toEqual({ kind: 'nothing' })
  expect(await batches()).toEqual([])
  expect(await runSchedule(runner(), no, { ...byHand, time: 'next' })).toMatchObject({ files: [{ kind: 'submitted' }] })
  await db.query(`update payrun.schedules set created_at = now() - interval '25 hours'`)
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'submitted' }] })
  expect(await batches()).toHaveLength(2)
})

test('a folder has each new file taken once, by its name, and none that may still be being written', async () => {
  const incoming = join(folder.path, 'in')
  mkdirSync(join(incoming, 'sub.csv'), { recursive: true })
  for (const name of ['b.csv', 'a.xlsx', '.hidden.csv', 'notes.pdf']) oldFile(incoming, name)
  writeFile(incoming, 'fresh.csv', 'x')
  const no = await daily(incoming)
  const waits: number[] = []
  const taken = async (occasion: Parameters<typeof runSchedule>[2] = byHand) => {
    const wait = async (ms: number) => void waits.push(ms)
    const ran = await runSchedule(runner({ wait }), no, occasion)
    return ran.kind === 'ran' ? ran.files.map(({ file }) => file) : ran.kind
  }
  expect(await taken(due)).toEqual(['a.xlsx', 'b.csv'])
  expect(waits.length).toBeGreaterThan(0)
  expect(await taken()).toEqual([])
  oldFile(incoming, 'fresh.csv')
  oldFile(incoming, 'b.csv')
  expect(await taken()).toEqual(['fresh.csv'])
  expect(await batches()).toHaveLength(3)
  expect(new Set(await batches()).size).toBe(1)
})

test('a file that is being written at its time is waited for, and one that never ends is not paid by half', async () => {
  const path = writeFile(folder.path, 'pay.csv', 'half')
  const no = await daily(path)
  const waitFor = async () => utimesSync(path, 1_000, 1_000)
  expect(await runSchedule(runner({ wait: waitFor }), no, due)).toMatchObject({ files: [{ kind: 'submitted' }] })
  const other = writeFile(folder.path, 'endless.csv', 'half')
  await db.query(`update payrun.schedules set path = $1, handled_until = handled_until - interval '1 day'`, [other])
  const endless = await runSchedule(runner({ wait: async () => undefined }), no, due)
  expect(endless).toMatchObject({ files: [{ kind: 'failed', code: 'refused' }] })
  expect(await batches()).toHaveLength(1)
})

test('a schedule that is removed and added again pays no file and no period again', async () => {
  const incoming = join(folder.path, 'in')
  mkdirSync(incoming)
  oldFile(incoming, 'a.csv')
  const first = await daily(incoming)
  expect(await runSchedule(runner(), first, due)).toMatchObject({ files: [{ kind: 'submitted' }] })
  await removeSchedule(db.ledger, first)
  const second = await daily(incoming, 'yyyy')
  expect(await runSchedule(runner(), second, due)).toMatchObject({ files: [] })
  await removeSchedule(db.ledger, second)
  const single = await daily(file(), 'yyyy-MM')
  expect(await runSchedule(runner(), single, due)).toMatchObject({ files: [{ kind: 'submitted' }] })
  await removeSchedule(db.ledger, single)
  const again = await daily(file(), 'yyyy-MM')
  expect(await runSchedule(runner(), again, due)).toMatchObject({ files: [{ kind: 'already' }] })
  expect(await batches()).toHaveLength(2)
})

test('a file that was paid and then renamed in its folder is refused, whatever the period, and seen', async () => {
  const incoming = join(folder.path, 'in')
  mkdirSync(incoming)
  const path = oldFile(incoming, 'a.csv')
  const bytes = runner({
    submit: async (_schedule, _path, run) => {
      const stored = await db.store(payableRows(2), { run, period: run.period, sha256: 'the same bytes' })
      if (stored.kind === 'stored') return { kind: 'submitted', batchId: stored.batchId }
      return { kind: 'failed', code: 'refused', message: stored.kind }
    },
  })
  const no = await daily(incoming, "yyyy-MM-dd'T'HH:mm")
  expect(await runSchedule(bytes, no, due)).toMatchObject({ files: [{ kind: 'submitted' }] })
  renameSync(path, join(incoming, 'a-done.csv'))
  const tomorrow = await runSchedule(bytes, no, { ...byHand, time: 'next' })
  expect(tomorrow).toMatchObject({ files: [{ file: 'a-done.csv', kind: 'failed', message: 'same_file' }] })
  expect(await batches()).toHaveLength(1)
})

test('a file of a folder that was refused is not tried again by itself until it is changed', async () => {
  const incoming = join(folder.path, 'in')
  mkdirSync(incoming)
  oldFile(incoming, 'a.csv')
  const no = await daily(incoming)
  const refusing = runner({ submit: async () => ({ kind: 'failed', code: 'refused', message: 'two problems' }) })
  expect(await runSchedule(refusing, no, due)).toMatchObject({ files: [{ kind: 'failed' }] })
  const failedMinutesAgo = (minutes: number) =>
    db.query(`update payrun.schedule_runs set at = now() - make_interval(mins => ${minutes})`)
  await failedMinutesAgo(-1)
  await nextDay()
  expect(await runSchedule(refusing, no, due)).toMatchObject({ kind: 'ran', files: [] })
  expect(await runSchedule(refusing, no, byHand)).toMatchObject({ files: [{ kind: 'failed' }] })
  expect(await listRuns(db.ledger, no)).toHaveLength(2)
  // What it was refused for has been mended since.
  await failedMinutesAgo(1)
  await nextDay()
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ kind: 'submitted' }] })
})

test('a path that can not be looked at makes a failed run, and not one that is due for ever', async () => {
  const path = join(folder.path, 'loop')
  symlinkSync(path, path)
  const no = await daily(path)
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ kind: 'failed', code: 'missing' }] })
  expect((await listRuns(db.ledger, no))[0]?.message).toContain('ELOOP')
  expect(await runSchedule(runner(), no, due)).toEqual({ kind: 'nothing' })
})

test('a cancelled batch sets its run aside: the time can be run again', async () => {
  const no = await daily(file())
  await runSchedule(runner(), no, due)
  const [run] = await db.query<{ batch_no: number }>('select batch_no from payrun.batches')
  await cancelBatch(db.ledger, run!.batch_no, 'awa')
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'submitted' }] })
  expect((await listRuns(db.ledger, no)).map(({ setAside }) => setAside)).toEqual([false, true])
})

test('a file whose batch was cancelled is not taken again by itself, and not at all once some of it was sent', async () => {
  const incoming = join(folder.path, 'in')
  mkdirSync(incoming)
  oldFile(incoming, 'a.csv')
  const no = await daily(incoming, "yyyy-MM-dd'T'HH:mm")
  await runSchedule(runner(), no, due)
  await cancelBatch(db.ledger, 1, 'awa')
  await nextDay()
  expect(await runSchedule(runner(), no, due)).toMatchObject({ kind: 'ran', files: [] })
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'submitted' }] })
  await db.query(`update payrun.payouts set state = 'sending' where batch_no = 2 and line = 2`)
  await cancelBatch(db.ledger, 2, 'awa')
  expect(await runSchedule(runner(), no, { ...byHand, time: 'next' })).toMatchObject({ files: [] })
  const single = await daily(file(), 'yyyy', 'Single')
  await runSchedule(runner(), single, due)
  await db.query(`update payrun.payouts set state = 'sending' where batch_no = 3 and line = 2`)
  await cancelBatch(db.ledger, 3, 'awa')
  expect(await runSchedule(runner(), single, byHand)).toMatchObject({ files: [{ kind: 'already' }] })
})

test('while it is paused nothing is run, and what passed then is not caught up with', async () => {
  const no = await daily(file())
  expect(await pauseSchedule(db.ledger, no)).toBe(true)
  expect(await pauseSchedule(db.ledger, no)).toBe(false)
  expect(await runSchedule(runner(), no, due)).toEqual({ kind: 'nothing' })
  expect(await resumeSchedule(db.ledger, no)).toBe(true)
  expect(await runSchedule(runner(), no, due)).toEqual({ kind: 'nothing' })
  expect(await findSchedule(db.ledger, 'SALARIES')).toMatchObject({ scheduleNo: no, pausedAt: null })
})

test('a batch of a schedule is the batch of who added it', async () => {
  await runSchedule(runner(), await daily(file()), due)
  expect(await db.query('select submitter from payrun.batches')).toEqual([{ submitter: 'awa' }])
})
