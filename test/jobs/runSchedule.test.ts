import { statSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSchedule, type ScheduleRunner } from '../../jobs/runSchedule.ts'
import { cancelBatch } from '../../src/ledger/batches/moveAsked.ts'
import type { Ledger } from '../../src/ledger/connection/ledger.ts'
import { beginTry, listRuns } from '../../src/ledger/schedules/scheduleRuns.ts'
import { changeSchedule, findSchedule } from '../../src/ledger/schedules/schedules.ts'
import { latch } from '../harness/ledger.ts'
import { writeFile } from '../harness/payroll.ts'
import { anySentence, saying } from '../harness/words.ts'
import { byHand, due, oldFile, setUpSchedules } from './setUpSchedules.ts'

const schedules = setUpSchedules()
const { db, runner, daily, file, batches } = schedules

test('after a long absence the latest time is run, once, and its period is that of the time', async () => {
  const no = await daily(file())
  const ran = await runSchedule(runner(), no, due)
  expect(ran).toMatchObject({ kind: 'ran', files: [{ kind: 'submitted' }] })
  const [run] = await listRuns(db.ledger, no)
  expect(run?.missed).toBeGreaterThanOrEqual(3)
  expect(await batches()).toEqual([run?.planned.slice(0, 10)])
  expect(await runSchedule(runner(), no, due)).toEqual({ kind: 'nothing' })
  expect(schedules.errors).toEqual([])
})

test.each(['schedule.paused', 'schedule.removed'] as const)(
  'one that is %s while its file is read stores nothing',
  async (stop) => {
    const no = await daily(file())
    const reading = runner({
      submit: async (...of) => {
        expect(await changeSchedule(db.ledger, no, stop, { actor: 'awa' })).toBe(true)
        return runner().submit(...of)
      },
    })
    const stopped = { files: [{ kind: 'failed', message: saying('paused or removed while') }] }
    expect(await runSchedule(reading, no, due)).toMatchObject(stopped)
    expect(await batches()).toEqual([])
  },
)

test('two workers called at the same moment make one batch', async () => {
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
  const path = join(schedules.folder, 'late.csv')
  const no = await daily(path)
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ kind: 'failed', code: 'missing' }] })
  expect(schedules.errors).toEqual(['a scheduled run failed (see payrun schedule runs)'])
  expect(await runSchedule(runner(), no, due)).toEqual({ kind: 'nothing' })
  const refusing = runner({
    submit: async () => ({ kind: 'failed', code: 'refused', message: anySentence('two problems') }),
  })
  oldFile(schedules.folder, 'late.csv')
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

test('a file that is being written at its time is waited for, and one that never ends is not paid by half', async () => {
  const path = writeFile(schedules.folder, 'pay.csv', 'half')
  const no = await daily(path)
  const waitFor = async () => utimesSync(path, 1_000, 1_000)
  expect(await runSchedule(runner({ wait: waitFor }), no, due)).toMatchObject({ files: [{ kind: 'submitted' }] })
  const other = writeFile(schedules.folder, 'endless.csv', 'half')
  await db.query(`update payrun.schedules set path = $1, handled_until = handled_until - interval '1 day'`, [other])
  const endless = await runSchedule(runner({ wait: async () => undefined }), no, due)
  expect(endless).toMatchObject({ files: [{ kind: 'failed', code: 'refused' }] })
  expect(await batches()).toHaveLength(1)
})

test('a file that stops in the middle of a line stays due until it has not changed for a minute', async () => {
  const path = writeFile(schedules.folder, 'pay.csv', 'reference,amount\nR-1,15')
  const no = await daily(path)
  const ageSeconds = (seconds: number) => utimesSync(path, new Date(), new Date(Date.now() - seconds * 1_000))
  ageSeconds(40)
  for (const _ of [1, 2])
    expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ message: saying('may not be complete') }] })
  expect([await batches(), await listRuns(db.ledger, no)]).toEqual([[], []])
  ageSeconds(70)
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ kind: 'submitted' }] })
  // Its end came later: it is told to whoever asks, and a whole last line is not waited for.
  writeFile(schedules.folder, 'pay.csv', 'reference,amount\nR-1,150000\n')
  ageSeconds(60)
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'already', isChanged: true }] })
  await schedules.nextDay()
  await db.query('delete from payrun.schedule_runs')
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ kind: 'submitted' }] })
})

test('a path that can not be looked at makes a failed run, and not one that is due for ever', async () => {
  const path = join(schedules.folder, 'loop')
  symlinkSync(path, path)
  const no = await daily(path)
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ kind: 'failed', code: 'missing' }] })
  expect((await listRuns(db.ledger, no))[0]?.message).toEqual(saying('ELOOP'))
  expect(await runSchedule(runner(), no, due)).toEqual({ kind: 'nothing' })
})

test('a file is paid again in later periods, and never because its periods are written otherwise', async () => {
  const path = file()
  const runs = async (no: number, occasion: Parameters<typeof runSchedule>[2] = due) => {
    const ran = await runSchedule(schedules.sameBytes(), no, occasion)
    return ran.kind === 'ran' ? ran.files.map(({ kind }) => kind) : ran.kind
  }
  const month = await daily(path, 'yyyy-MM', 'By month')
  expect(await runs(month)).toEqual(['submitted'])
  const day = await daily(path, 'yyyy-MM-dd', 'By day')
  expect(await runs(day)).toEqual(['failed'])
  expect(await runs(day, { ...byHand, time: 'next' })).toEqual(['failed'])
  await changeSchedule(db.ledger, day, 'schedule.removed', { actor: 'awa' })
  await changeSchedule(db.ledger, month, 'schedule.removed', { actor: 'awa' })
  const again = await daily(path, "yyyy-MM'x'")
  expect(await runs(again)).toEqual(['failed'])
  // Other workers' schedules of the same periods share them.
  await db.query(`update payrun.schedules set period_format = 'yyyy-MM-dd'`)
  expect(await runs(again, { ...byHand, time: 'next' })).toEqual(['submitted'])
  expect(await batches()).toHaveLength(2)
})

test('a cancelled batch sets its run aside: the schedule says that it does not pay, and a person can run the time', async () => {
  const first = await daily(file(), 'yyyy')
  await runSchedule(runner(), first, due)
  const [run] = await db.query<{ batch_no: number }>('select batch_no from payrun.batches')
  await cancelBatch(db.ledger, run!.batch_no, 'awa')
  await schedules.nextDay()
  const cancelled = { kind: 'failed', code: 'refused', message: saying(/was cancelled.*payrun schedule run/) }
  expect(await runSchedule(runner(), first, due)).toMatchObject({ files: [cancelled] })
  // Likewise if it was another schedule's, which has been removed since.
  await changeSchedule(db.ledger, first, 'schedule.removed', { actor: 'awa' })
  const no = await daily(file(), 'yyyy')
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [cancelled] })
  expect(schedules.errors).toHaveLength(2)
  expect(await runSchedule(runner(), no, due)).toEqual({ kind: 'nothing' })
  expect(await batches()).toHaveLength(1)
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'submitted' }] })
  // What was paid by hand counts, and not what was cancelled before.
  await schedules.nextDay()
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ kind: 'already' }] })
  expect((await listRuns(db.ledger, no)).map(({ code }) => code)).toEqual([null, 'refused'])
  expect((await listRuns(db.ledger, first)).map(({ setAside }) => setAside)).toEqual([false, true])
})

test('while it is paused nothing is run, and what passed then is not caught up with', async () => {
  const no = await daily(file())
  expect(await changeSchedule(db.ledger, no, 'schedule.paused', { actor: 'awa' })).toBe(true)
  expect(await changeSchedule(db.ledger, no, 'schedule.paused', { actor: 'awa' })).toBe(false)
  expect(await runSchedule(runner(), no, due)).toEqual({ kind: 'nothing' })
  expect(await changeSchedule(db.ledger, no, 'schedule.resumed', { actor: 'awa' })).toBe(true)
  expect(await runSchedule(runner(), no, due)).toEqual({ kind: 'nothing' })
  expect(await findSchedule(db.ledger, 'SALARIES')).toMatchObject({ scheduleNo: no, pausedAt: null })
})

test('a batch of a schedule is the batch of who added it', async () => {
  await runSchedule(runner(), await daily(file()), due)
  expect(await db.query('select submitter from payrun.batches')).toEqual([{ submitter: 'awa' }])
})

test('a file that has ended two processes is not opened a third time, and the run says so', async () => {
  const path = file()
  const no = await daily(path)
  // As runSchedule counts a try before it opens the file, by processes that end there.
  const { size, mtimeMs } = statSync(path)
  for (const before of [0, 1])
    expect(await beginTry(db.ledger, { scheduleNo: no, file: path, version: `${size} ${mtimeMs}` })).toBe(before)
  const opened: string[] = []
  const noting = runner({
    submit: (schedule, at, run) => {
      opened.push(at)
      return runner().submit(schedule, at, run)
    },
  })
  const message = saying(/died 2 times while it read .*pay\.csv/)
  expect(await runSchedule(noting, no, due)).toMatchObject({ files: [{ kind: 'failed', code: 'unexpected', message }] })
  expect(await listRuns(db.ledger, no)).toMatchObject([{ code: 'unexpected', message }])
  // The next planned time does not open it either.
  await schedules.nextDay()
  expect(await runSchedule(noting, no, due)).toMatchObject({ files: [{ kind: 'failed' }] })
  expect(opened).toEqual([])
  // A person does, and what is read well is no longer suspected.
  expect(await runSchedule(noting, no, byHand)).toMatchObject({ files: [{ kind: 'submitted' }] })
  await schedules.nextDay()
  expect(await runSchedule(noting, no, due)).toMatchObject({ files: [{ kind: 'already' }] })
  expect(opened).toEqual([path, path])
})

test('a file that is refused again and again is tried each time: its process lives', async () => {
  const no = await daily(file())
  const refuses = runner({ submit: async () => ({ kind: 'failed', code: 'refused', message: anySentence('no') }) })
  for (let times = 0; times < 4; times++)
    expect(await runSchedule(refuses, no, byHand)).toMatchObject({ files: [{ code: 'refused' }] })
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'submitted' }] })
})
