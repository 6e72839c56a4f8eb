import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runSchedule } from '../../jobs/runSchedule.ts'
import { notesOf } from '../../src/app/schedules/listSchedules.ts'
import { latestRun } from '../../src/ledger/schedules/scheduleRuns.ts'
import { findSchedule } from '../../src/ledger/schedules/schedules.ts'
import { english } from '../harness/words.ts'
import { due, setUpSchedules } from '../jobs/setUpSchedules.ts'

const schedules = setUpSchedules()
const { db, runner, daily, file } = schedules

const notes = async (no: number): Promise<string[]> => {
  const schedule = (await findSchedule(db.ledger, String(no)))!
  return (await notesOf(db.ledger, schedule, await latestRun(db.ledger, no))).map((note) => english(note))
}

test('a schedule says that nobody runs it, that its file has changed since, and what another has paid', async () => {
  const path = file()
  const first = await daily(path, 'yyyy-MM-dd', 'First')
  expect(await notes(first)).toEqual([expect.stringMatching(/^It should have run at .* 08:00, but no worker runs its/)])
  // One worker may be busy with a large file, for a while.
  await db.worker()
  await db.query(
    `update payrun.schedules set cron = to_char(now() at time zone 'UTC' - interval '5 minutes', 'MI HH24 * * *')`,
  )
  await db.query(`update payrun.schedules set handled_until = now() - interval '10 minutes'`)
  expect(await notes(first)).toEqual([])
  await runSchedule(runner(), first, due)
  expect(await notes(first)).toEqual([])
  const second = await daily(path, 'yyyy-MM-dd', 'Second')
  await db.query(`update payrun.schedules set cron = s.cron from payrun.schedules s where s.schedule_no = ${first}`)
  await runSchedule(runner(), second, due)
  expect(await notes(second)).toEqual([expect.stringMatching(/schedule 1 \(First\) had already submitted the period/)])
  const third = await daily(path, 'yyyy-MM', 'Third')
  await db.query('update payrun.schedules set handled_until = now()')
  expect(await notes(third)).toEqual([expect.stringContaining('Schedule 2 (Second) is for the same path, with other')])
  writeFileSync(path, 'more')
  expect(await notes(first)).toEqual(['The file has changed since the last run, which took what it had then.'])
})
