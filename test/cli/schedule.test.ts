import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writeFile, writePayroll } from '../harness/payroll.ts'
import { payrun, startPayrun, until } from '../harness/payrun.ts'

const paying = setUpPaying()
const json = async (...args: string[]) => JSON.parse((await paying.call(...args, '--json')).stdout)
const monthly = ['--cron', '0 8 1 * *', '--tz', 'Africa/Abidjan', '--period-format', 'yyyy-MM', '--name', 'Salaries']
/** Monthly, but for the options that are given. */
const add = (...args: string[]) => {
  const usual = monthly.filter((_, at) => !args.includes(monthly[at - (at % 2)] ?? ''))
  return paying.call('schedule', 'add', 'payroll.csv', ...usual, ...args)
}

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: paying.env['DATABASE_URL'] })
  await client.connect()
  await client.query(text)
  await client.end()
}
/** As if the latest time had passed while nobody looked. */
const makeDue = () =>
  sql(`update payrun.schedules set handled_until = now() - interval '40 days', created_at = now() - interval '40 days'`)
const worker = (env: NodeJS.ProcessEnv = {}) =>
  startPayrun(['worker'], { env: { ...paying.env, ...env }, cwd: paying.folder })
const listed = async () => (await json('schedule', 'list')).schedules

describe('schedule', () => {
  it('is added with --account by whoever signs in and is an administrator', async () => {
    await paying.addAccount('Awa', 'admin')
    await paying.addAccount('Kofi', 'preparer')
    const wish = ['schedule', 'add', 'payroll.csv', ...monthly]
    const wrong = await payrun([...wish, '--account', 'Awa', '--password-stdin'], {
      env: paying.env,
      cwd: paying.folder,
      input: 'not her password\n',
    })
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
    expect(wrong.stderr).toContain('The name, the password or the code is wrong.')
    expect((await paying.callAs('Kofi', ...wish)).stderr).toContain('It needs one of these roles: admin')
    expect(await listed()).toEqual([])
    expect(await paying.callAs('Awa', ...wish)).toMatchObject({ code: 0, stdout: '1\n' })
    expect(await listed()).toMatchObject([{ submitter: 'Awa' }])
    await paying.addAccount('Ada', 'admin')
    const disabled = await paying.call('account', 'disable', 'Awa')
    expect(disabled.stderr).toContain('Schedules that this account added still pay: Salaries.')
    expect((await paying.call('account', 'disable', 'Kofi')).stderr).toBe('')
  })

  it('has the name of its file where it is given none', async () => {
    const added = await paying.call('schedule', 'add', 'pay/payroll.csv', ...monthly.slice(0, -2))
    expect(added).toMatchObject({ code: 0, stdout: '1\n' })
    expect(await listed()).toMatchObject([{ name: 'payroll.csv' }])
  })

  it('says where several of its times share a period, in which a file is paid once', async () => {
    const twice = ['--cron', '0 8 1,15 * *', '--tz', 'Africa/Abidjan', '--name', 'Twice']
    const monthlyPeriods = await paying.call('schedule', 'add', 'pay.csv', ...twice, '--period-format', 'yyyy-MM')
    const shared = 'A file is paid once in each period, so only the first of them pays it.'
    expect(monthlyPeriods.stderr).toContain(shared)
    expect((await paying.call('schedule', 'list')).stdout).toContain(shared)
    const each = await paying.call(
      'schedule',
      'add',
      'pay.csv',
      ...twice.slice(0, -1),
      'Each',
      '--period-format',
      'yyyy-MM-dd',
    )
    expect(each).toMatchObject({ code: 0 })
    expect(each.stderr).not.toContain('same period')
  })

  it('is added with its next five times and their periods, listed, paused, resumed and removed', async () => {
    const added = await add('--skip-invalid')
    expect(added).toMatchObject({ code: 0, stdout: '1\n' })
    expect(added.stderr).toContain('There is nothing at')
    const [schedule] = await listed()
    expect(schedule).toMatchObject({
      id: 1,
      name: 'Salaries',
      state: 'active',
      period_format: 'yyyy-MM',
      last_run: null,
    })
    expect(schedule.next).toHaveLength(5)
    for (const { at, local, period } of schedule.next) {
      expect(at).toMatch(/-01T08:00:00.000Z$/)
      expect(local).toBe(at.slice(0, 16))
      expect(period).toBe(at.slice(0, 7))
    }
    expect((await paying.call('schedule', 'list')).stdout).toContain('each month on the 1st at 08:00')
    expect((await paying.call('schedule', 'list')).stdout).toContain(
      `${schedule.next[4].local.replace('T', ' ')}  period`,
    )
    expect(await json('schedule', 'pause', 'salaries')).toMatchObject({ state: 'paused', next: [] })
    expect(await json('schedule', 'resume', '1')).toMatchObject({ state: 'active' })
    expect(await json('schedule', 'remove', '1')).toEqual({ id: 1, state: 'removed' })
    expect(await listed()).toEqual([])
    expect((await paying.call('schedule', 'remove', '1')).code).toBe(2)
  })

  it('says that its next run falls into planned maintenance of an operator, and in which hours its batches are paid', async () => {
    await add('--between', '09:00-18:00')
    const plan = (operator: string, from: string, to: string) =>
      paying.call(
        'operators',
        'hold',
        operator,
        '--from',
        `2026-01-01T${from}`,
        '--to',
        `2026-01-01T${to}`,
        '--every',
        'day',
        '--tz',
        'UTC',
      )
    await plan('mtn-benin', '07:50', '08:30')
    await plan('momo-kenya', '08:40', '09:30')
    await plan('momo-ghana', '06:00', '07:59')
    await plan('moov-benin', '10:00', '11:00')
    const [schedule] = await listed()
    const day = schedule.next[0].at.slice(0, 10)
    expect(schedule.next_in_maintenance).toEqual([
      { operator: 'mtn-benin', from: `${day}T07:50:00.000Z`, until: `${day}T08:30:00.000Z` },
      { operator: 'momo-kenya', from: `${day}T08:40:00.000Z`, until: `${day}T09:30:00.000Z` },
    ])
    expect(schedule.between).toEqual({ from: '09:00', to: '18:00', tz: 'Africa/Abidjan' })
    const { stdout } = await paying.call('schedule', 'list')
    expect(stdout).toContain('Pays between 09:00 and 18:00 (Africa/Abidjan): waits until 09:00.')
    expect(stdout).toContain(
      `from ${day} 07:50 UTC to ${day} 08:30 UTC: at the next run its rows wait, and the others are paid.`,
    )
    // Its batches keep them.
    writePayroll(paying.folder, 1)
    await makeDue()
    expect((await paying.call('schedule', 'run', 'Salaries')).code).toBe(0)
    expect((await json('status', 'last')).between).toEqual({ from: '09:00', to: '18:00', tz: 'Africa/Abidjan' })
    // The provider of these tests reads payouts only.
    delete paying.env['PAYRUN_PROVIDER_URL']
    const { checks } = await json('doctor')
    const found = checks.filter(({ name }: { name: string }) => name === 'schedule: Salaries')
    expect(found.map(({ state, detail }: { state: string; detail: string }) => [state, detail.slice(0, 22)])).toEqual([
      ['warning', 'Planned maintenance of'],
      ['warning', 'Planned maintenance of'],
    ])
  })

  it.each([
    [['--between', '8-18'], 'not a span of hours'],
    [['--cron', '0 8 1 *'], 'five fields'],
    [['--tz', 'Abidjan'], 'no time zone'],
    [['--period-format', 'MM'], 'include the year'],
    [['--name', '12'], 'not a number'],
    [['--expect-total', 'abc'], '--expect-total'],
    [['--max-amount', '1,5,0'], '--max-amount'],
  ])('refuses %j', async (wrong, why) => {
    const ended = await add(...wrong)
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(why)
  })

  it('of a name that is taken is refused', async () => {
    await add()
    expect((await add('--name', 'SALARIES')).stderr).toContain('already')
  })

  it('whose file is missing or refused has a failed run and a line in the log at error level; then it is run by hand', async () => {
    await add()
    await makeDue()
    const running = worker()
    await until('it has failed', async () => (await listed())[0].last_run !== null)
    running.child.kill('SIGTERM')
    const lines = (await running.ended).stderr.split('\n').filter((line) => line.includes('a scheduled run failed'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, schedule: 1, code: 'missing' }])
    expect((await listed())[0].last_run).toMatchObject({ state: 'failed', code: 'missing', by: null })
    writeFile(paying.folder, 'payroll.csv', 'APP_KEY=planted,NETWORK_TOKEN=planted\n')
    const unreadable = await paying.call('schedule', 'run', '1')
    expect(unreadable.stdout).toContain('There is no column for the operator, the phone number or the amount in /')
    expect(unreadable.stdout + unreadable.stderr + JSON.stringify(await listed())).not.toContain('planted')
    expect((await paying.call('validate', 'payroll.csv')).stderr).toContain('the file has: APP_KEY=planted')
    writeFile(paying.folder, 'payroll.csv', 'operator,phone_number,amount,name\nmtn-benin,123,100,Planted Name\n')
    const refused = await paying.call('schedule', 'run', '1')
    expect(refused.code).toBe(3)
    expect(refused.stdout).toContain('1 problem (invalid_phone)')
    expect(refused.stdout + refused.stderr).not.toContain('Planted')
    writePayroll(paying.folder, 2)
    const ran = await json('schedule', 'run', '1')
    expect(ran.files).toMatchObject([{ kind: 'submitted' }])
    expect((await json('schedule', 'runs', '1')).runs.map(({ code }: { code: string | null }) => code)).toEqual([
      null,
      'refused',
      'refused',
      'missing',
    ])
    expect((await paying.call('resume', 'last')).code).toBe(0)
    expect(paying.provider.seen).toHaveLength(2)
    writePayroll(paying.folder, 3)
    expect((await paying.call('schedule', 'run', '1')).stdout).toMatch(
      /batch \w+ was already made for this run\. It is settled, with 2 of 2 rows paid\. The file has changed since/,
    )
  })

  it('is not run by hand for a time before it was added, only for the coming one', async () => {
    writePayroll(paying.folder, 2)
    await add()
    const early = await paying.call('schedule', 'run', 'Salaries')
    expect(early).toMatchObject({ code: 2, stdout: '' })
    expect(early.stderr).toContain('No planned time of this schedule has come since it was added.')
    expect(early.stderr).toMatch(/payrun.* schedule run 1 --next/)
    expect((await json('list')).batches).toEqual([])
    const [{ next }] = await listed()
    expect(await json('schedule', 'run', 'Salaries', '--next')).toMatchObject({
      planned_at: next[0].at,
      files: [{ kind: 'submitted' }],
    })
  })
})
