import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { searchTrail } from '../../src/app/accounts/trail.ts'
import { addSchedule, changeSchedule } from '../../src/app/schedules/changeSchedules.ts'
import { usualChecks } from '../../src/app/submit/submission.ts'
import { writeFile } from '../harness/payroll.ts'
import { temporaryFolder } from '../harness/payrun.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'
import { ledgerOf, setUpApp } from './setUpApp.ts'

const db = setUpLedger()
const app = setUpApp(db)

const wish = (name: string) => ({
  name,
  path: '/srv/payroll',
  cron: '0 8 25 * *',
  zone: 'Africa/Porto-Novo',
  periodFormat: undefined,
  sandbox: true,
  as: undefined,
  options: usualChecks,
})

const add = (name: string) => addSchedule(app.as('awa'), wish(name))
const change = (name: string, what: Parameters<typeof changeSchedule>[2]) => changeSchedule(app.as('awa'), name, what)
const kept = () =>
  db.query('select name, handled_until, paused_at, removed_at from payrun.schedules order by schedule_no')
const trail = async () =>
  (await searchTrail(ledgerOf(db), {})).entries
    .filter(({ what }) => what.startsWith('schedule.'))
    .map(({ actor, what, subject, details }) => ({ actor, what, subject, details }))

it('a change of a schedule and its line in the trail are kept together, or neither', async () => {
  expect(await add('Running')).toMatchObject({ ok: true })
  expect(await add('Waiting')).toMatchObject({ ok: true })
  expect(await change('waiting', 'pause')).toMatchObject({ changed: true })
  const [before, told] = [await kept(), await trail()]
  await db.query(`
    create function public.fail() returns trigger language plpgsql as 'begin raise exception ''the trail is away''; end';
    create trigger changes_fail before insert on payrun.changes for each row execute function public.fail()`)
  await expect(add('Another')).rejects.toThrow('the trail is away')
  await expect(change('Running', 'pause')).rejects.toThrow('the trail is away')
  await expect(change('Waiting', 'resume')).rejects.toThrow('the trail is away')
  await expect(change('Running', 'remove')).rejects.toThrow('the trail is away')
  expect(await kept()).toEqual(before)
  await db.query('drop trigger changes_fail on payrun.changes; drop function public.fail()')
  expect(await trail()).toEqual(told)
  expect(await change('Running', 'remove')).toMatchObject({ changed: true, after: undefined })
  expect((await trail())[0]).toMatchObject({ what: 'schedule.removed', subject: 'Running' })
})

it('the trail has each change once, with the name that the schedule has, and no change that changed nothing', async () => {
  await add('Salaries')
  expect(await add('SALARIES')).toMatchObject({ ok: false, message: { key: 'ledger.name_taken' } })
  expect(await change('salaries', 'resume')).toMatchObject({ changed: false })
  await change('salaries', 'pause')
  expect(await change('1', 'pause')).toMatchObject({ changed: false })
  const line = { actor: 'awa', subject: 'Salaries', details: { schedule: 1, sandbox: true } }
  expect(await trail()).toEqual([
    { ...line, what: 'schedule.paused' },
    { ...line, what: 'schedule.added' },
  ])
})

it('a file whose name is not that of a payout file can not be scheduled; a folder of any name can, and what is not there yet', async () => {
  const { path: folder, remove } = temporaryFolder()
  onTestFinished(remove)
  const addPath = (name: string, path: string) => addSchedule(app.as('awa'), { ...wish(name), path })
  for (const name of ['.env', 'shadow', 'payroll.pdf'])
    expect(await addPath(name, writeFile(folder, name, ''))).toMatchObject({
      field: 'path',
      message: { key: 'ledger.no_payout_file' },
    })
  expect(await addPath('of files', writeFile(folder, 'payroll.CSV', ''))).toMatchObject({ ok: true, isThere: true })
  expect(await addPath('of a folder', mkdtempSync(join(folder, '2026.11-')))).toMatchObject({ ok: true, isThere: true })
  expect(await addPath('of a later folder', join(folder, 'salaries'))).toMatchObject({ ok: true, isThere: false })
})
