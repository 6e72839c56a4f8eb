import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { runSchedule } from '../../jobs/runSchedule.ts'
import { cancelBatch } from '../../src/ledger/batches/moveAsked.ts'
import { latestRun, listRuns } from '../../src/ledger/schedules/scheduleRuns.ts'
import { changeSchedule } from '../../src/ledger/schedules/schedules.ts'
import { writeFile } from '../harness/payroll.ts'
import { anySentence, saying } from '../harness/words.ts'
import { byHand, due, oldFile, setUpSchedules } from './setUpSchedules.ts'

/** As if nobody may open the files of these names: whoever is root may open all. @returns makes them readable again */
function makeUnreadable(...names: string[]): () => void {
  const { open } = files
  const spy = vi.spyOn(files, 'open').mockImplementation(async (path, ...rest) => {
    if (!names.includes(basename(String(path)))) return open(path, ...rest)
    throw Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open' })
  })
  syncBuiltinESMExports()
  return () => {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
}

const schedules = setUpSchedules()
const { db, runner, daily, nextDay, file, batches } = schedules

test('a folder has each new file taken once, by its name, and none that may still be being written', async () => {
  const incoming = join(schedules.folder, 'in')
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
  // New content under the name of a paid file is not paid, and not passed over in silence.
  oldFile(incoming, 'b.csv', 'other rows')
  await nextDay()
  const ran = await runSchedule(runner(), no, due)
  expect(ran).toMatchObject({ files: [{ file: 'b.csv', kind: 'failed', message: saying('content has changed') }] })
  await db.query(`update payrun.schedule_runs set at = now() + interval '1 minute'`)
  await nextDay()
  expect(await taken(due)).toEqual([])
  expect(await batches()).toHaveLength(3)
  expect(new Set(await batches()).size).toBe(1)
})

test('a schedule that is removed and added again pays no file and no period again', async () => {
  const incoming = join(schedules.folder, 'in')
  mkdirSync(incoming)
  oldFile(incoming, 'a.csv')
  const first = await daily(incoming)
  expect(await runSchedule(runner(), first, due)).toMatchObject({ files: [{ kind: 'submitted' }] })
  await changeSchedule(db.ledger, first, 'schedule.removed', { actor: 'awa' })
  const second = await daily(incoming, 'yyyy')
  expect(await runSchedule(runner(), second, due)).toMatchObject({ files: [] })
  await changeSchedule(db.ledger, second, 'schedule.removed', { actor: 'awa' })
  const single = await daily(file(), 'yyyy-MM')
  expect(await runSchedule(runner(), single, due)).toMatchObject({ files: [{ kind: 'submitted' }] })
  await changeSchedule(db.ledger, single, 'schedule.removed', { actor: 'awa' })
  const again = await daily(file(), 'yyyy-MM')
  expect(await runSchedule(runner(), again, due)).toMatchObject({ files: [{ kind: 'already' }] })
  expect(await batches()).toHaveLength(2)
})

test('a file that was paid and then renamed in its folder is refused, whatever the period, and seen', async () => {
  const incoming = join(schedules.folder, 'in')
  mkdirSync(incoming)
  const path = oldFile(incoming, 'a.csv')
  const bytes = schedules.sameBytes()
  const no = await daily(incoming, "yyyy-MM-dd'T'HH:mm")
  expect(await runSchedule(bytes, no, due)).toMatchObject({ files: [{ kind: 'submitted' }] })
  renameSync(path, join(incoming, 'a-done.csv'))
  const tomorrow = await runSchedule(bytes, no, { ...byHand, time: 'next' })
  expect(tomorrow).toMatchObject({ files: [{ file: 'a-done.csv', kind: 'failed', message: saying('same_file') }] })
  expect(await batches()).toHaveLength(1)
})

test('a file of a folder that was refused is not tried again by itself until it is changed', async () => {
  const incoming = join(schedules.folder, 'in')
  mkdirSync(incoming)
  oldFile(incoming, 'a.csv')
  const no = await daily(incoming)
  const refusing = runner({
    submit: async () => ({ kind: 'failed', code: 'refused', message: anySentence('two problems') }),
  })
  expect(await runSchedule(refusing, no, due)).toMatchObject({ files: [{ kind: 'failed' }] })
  const failedMinutesAgo = (minutes: number) =>
    db.query(`update payrun.schedule_runs set at = now() - make_interval(mins => ${minutes})`)
  await failedMinutesAgo(-1)
  await nextDay()
  expect(await runSchedule(refusing, no, due)).toMatchObject({ kind: 'ran', files: [] })
  expect(await runSchedule(refusing, no, byHand)).toMatchObject({ files: [{ kind: 'failed' }] })
  expect(await listRuns(db.ledger, no)).toHaveLength(2)
  // What it was refused for has been fixed since.
  await failedMinutesAgo(1)
  await nextDay()
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ kind: 'submitted' }] })
})

test('the latest run of a folder is the file that was refused, whatever became of those after it, until it is submitted', async () => {
  const incoming = join(schedules.folder, 'in')
  mkdirSync(incoming)
  for (const name of ['a.csv', 'b.csv', 'c.csv']) oldFile(incoming, name)
  const no = await daily(incoming)
  expect(await latestRun(db.ledger, no)).toBeUndefined()
  const refusing = runner({
    submit: async (schedule, path, run) =>
      run.file === 'b.csv'
        ? { kind: 'failed', code: 'refused', message: anySentence('two problems') }
        : runner().submit(schedule, path, run),
  })
  expect(await runSchedule(refusing, no, due)).toMatchObject({ files: [{}, { kind: 'failed' }, { kind: 'submitted' }] })
  expect(await latestRun(db.ledger, no)).toMatchObject({ file: 'b.csv', code: 'refused' })
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'submitted' }] })
  expect(await latestRun(db.ledger, no)).toMatchObject({ file: 'b.csv', code: null })
})

test('a folder that was missing is the latest run no more, once its files are submitted', async () => {
  const incoming = join(schedules.folder, 'in')
  const no = await daily(incoming)
  await runSchedule(runner(), no, due)
  expect(await latestRun(db.ledger, no)).toMatchObject({ code: expect.any(String), inFolder: false })
  mkdirSync(incoming)
  oldFile(incoming, 'a.csv')
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'submitted' }] })
  expect(await latestRun(db.ledger, no)).toMatchObject({ file: 'a.csv', code: null })
})

const newestBatch = async (): Promise<number> =>
  (await db.query<{ no: number }>('select max(batch_no) as no from payrun.batches'))[0]?.no ?? 0

test('a file whose batch was cancelled is not taken again by itself, and not at all once some of it was sent', async () => {
  const incoming = join(schedules.folder, 'in')
  mkdirSync(incoming)
  oldFile(incoming, 'a.csv')
  const no = await daily(incoming, "yyyy-MM-dd'T'HH:mm")
  await runSchedule(runner(), no, due)
  await cancelBatch(db.ledger, await newestBatch(), 'awa')
  await nextDay()
  expect(await runSchedule(runner(), no, due)).toMatchObject({ kind: 'ran', files: [] })
  // One that was corrected since, or run by hand before its time, is not passed over in silence; it is told once.
  const tells = async (file: string) => {
    const message = saying(new RegExp(`${file}.*was cancelled.*payrun schedule run ${no}`))
    await nextDay()
    expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ file, kind: 'failed', message }] })
    await db.query(`update payrun.schedule_runs set at = now() + interval '1 minute' where code is not null`)
    await nextDay()
    expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [] })
  }
  oldFile(incoming, 'a.csv', 'corrected')
  await tells('a.csv')
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'submitted' }] })
  oldFile(incoming, 'b.csv')
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'submitted' }] })
  await cancelBatch(db.ledger, await newestBatch(), 'awa')
  await tells('b.csv')
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'submitted' }] })
  await db.query(`update payrun.payouts set state = 'sending' where batch_no = ${await newestBatch()} and line = 2`)
  await cancelBatch(db.ledger, await newestBatch(), 'awa')
  expect(await runSchedule(runner(), no, { ...byHand, time: 'next' })).toMatchObject({ files: [] })
  const single = await daily(file(), 'yyyy', 'Single')
  await runSchedule(runner(), single, due)
  await db.query(`update payrun.payouts set state = 'sending' where batch_no = ${await newestBatch()} and line = 2`)
  await cancelBatch(db.ledger, await newestBatch(), 'awa')
  expect(await runSchedule(runner(), single, byHand)).toMatchObject({ files: [{ kind: 'already' }] })
})

test('the only file of a schedule that a person ran early and that has changed since makes a failed run at its time', async () => {
  const no = await daily(file())
  await runSchedule(runner(), no, byHand)
  await nextDay()
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ kind: 'already' }] })
  expect(await listRuns(db.ledger, no)).toHaveLength(1)
  oldFile(schedules.folder, 'pay.csv', 'two more people')
  await nextDay()
  const failed = { kind: 'failed', code: 'refused', message: saying(/was submitted early as batch .*changed since/) }
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [failed] })
  expect(schedules.errors).toHaveLength(1)
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [{ kind: 'already', isChanged: true }] })
  // Of a time that the schedule has run itself, the file may change: it is the next period's.
  await db.query('update payrun.schedule_runs set actor = null')
  await nextDay()
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [{ kind: 'already' }] })
  expect(await batches()).toHaveLength(1)
})

test('a file that has become a pipe or a device is refused at once, by hand as well, and nothing opens it', async () => {
  const path = join(schedules.folder, 'pay.csv')
  execFileSync('mkfifo', [path])
  const no = await daily(path)
  const opening = runner({ submit: () => Promise.reject(new Error('opened')) })
  const failed = { files: [{ kind: 'failed', code: 'refused', message: saying('was not a file but') }] }
  expect(await runSchedule(opening, no, due)).toMatchObject(failed)
  await db.query(`update payrun.schedules set path = '/dev/zero'`)
  expect(await runSchedule(opening, no, byHand)).toMatchObject(failed)
  expect(await listRuns(db.ledger, no)).toHaveLength(2)
})

test('a file that can not be read fails alone, and the others of its folder are paid', async () => {
  const incoming = join(schedules.folder, 'in')
  mkdirSync(incoming)
  const no = await daily(incoming)
  oldFile(incoming, 'paid.csv')
  await runSchedule(runner(), no, due)
  // The first was paid, the second is young, and the third can't even be looked at.
  for (const name of ['paid.csv', 'young.csv']) oldFile(incoming, name, 'changed')
  const makeReadable = makeUnreadable('paid.csv', 'young.csv')
  const young = new Date(Date.now() - 30_000)
  utimesSync(join(incoming, 'young.csv'), young, young)
  symlinkSync('loop.csv', join(incoming, 'loop.csv'))
  oldFile(incoming, 'z.csv')
  const reading = runner({
    submit: async (schedule, path, run) =>
      /loop|young/.test(path)
        ? { kind: 'failed', code: 'refused', message: anySentence('unreadable') }
        : runner().submit(schedule, path, run),
  })
  await nextDay()
  expect(await runSchedule(reading, no, due)).toMatchObject({
    files: [
      { file: 'loop.csv', message: saying('unreadable') },
      { file: 'young.csv', message: saying('unreadable') },
      { file: 'z.csv', kind: 'submitted' },
    ],
  })
  // One that may be cut off waits in a planned run; who runs it by hand says that it is whole.
  makeReadable()
  rmSync(join(incoming, 'loop.csv'))
  await db.query('delete from payrun.schedule_runs where code is not null')
  await nextDay()
  const taken = { file: 'paid.csv', message: saying('content has changed') }
  const cutOff = { message: saying(/young\.csv may not be complete/) }
  expect(await runSchedule(runner(), no, due)).toMatchObject({ files: [taken, cutOff] })
  const whole = { file: 'young.csv', kind: 'submitted' }
  expect(await runSchedule(runner(), no, byHand)).toMatchObject({ files: [taken, whole] })
})
