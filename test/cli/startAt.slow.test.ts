import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'

const paying = setUpPaying()
const json = async (...args: string[]) => JSON.parse((await paying.call(...args, '--json')).stdout)
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
const worker = () => startPayrun(['worker'], { env: paying.env, cwd: paying.folder })

/** As if its time had come. */
async function passTime(): Promise<void> {
  const client = new pg.Client({ connectionString: paying.env['DATABASE_URL'] })
  await client.connect()
  await client.query(`update payrun.batches set start_at = now() - interval '1 second'`)
  await client.end()
}

describe('--at', () => {
  it.each(['run', 'submit'])('%s takes the file now, and workers pay it when its time has come', async (command) => {
    writePayroll(paying.folder, 3)
    const at = tomorrow()
    const ended = await paying.call(command, 'payroll.csv', '--at', at, '--tz', 'UTC')
    expect(ended.code).toBe(0)
    expect(ended.stderr).toContain(`Workers will pay it from ${at.replace('T', ' ')} UTC`)
    // What becomes of the file from now on changes nothing.
    writePayroll(paying.folder, 9)
    expect(await json('status', 'last')).toMatchObject({
      state: 'paused',
      reason: 'scheduled',
      start_at: `${at}:00.000Z`,
    })
    expect((await paying.call('status', 'last')).stdout).toContain(`${at.replace('T', ' ')} UTC`)
    const running = worker()
    await until('the worker is ready', () => running.output().stderr.includes('worker is ready'))
    expect(paying.provider.seen).toEqual([])
    await passTime()
    await until('it is paid', async () => (await json('status', 'last')).state === 'settled')
    expect(paying.provider.seen).toHaveLength(3)
    expect((await json('audit', 'last')).intact).toBe(true)
    running.child.kill('SIGTERM')
    await running.ended
  })

  it('one that a person pauses does not start by itself; resume has it wait again, and pays it after its time', async () => {
    writePayroll(paying.folder, 2)
    await paying.call('submit', 'payroll.csv', '--at', tomorrow(), '--tz', 'UTC')
    await paying.call('pause', 'last')
    const resumed = await paying.call('resume', 'last')
    expect([resumed.code, resumed.stdout]).toEqual([5, expect.stringMatching(/waits for its time again: .* UTC/)])
    expect(await json('pause', 'last')).toMatchObject({ state: 'paused', reason: 'person' })
    await passTime()
    const running = worker()
    await until('the worker is ready', () => running.output().stderr.includes('worker is ready'))
    writePayroll(paying.folder, 1, { name: 'other.csv', prefix: 'O' })
    const other = (await paying.call('submit', 'other.csv', '--allow-duplicates')).stdout.trim()
    await until('the worker has swept', async () => (await json('status', other)).state === 'settled')
    expect((await json('list')).batches[1]).toMatchObject({ state: 'paused', reason: 'person' })
    running.child.kill('SIGTERM')
    await running.ended
    expect((await paying.call('resume', (await json('list')).batches[1].id)).code).toBe(0)
  })

  it('comes after the approval', async () => {
    paying.env['PAYRUN_APPROVALS'] = '2'
    writePayroll(paying.folder, 2)
    await paying.addAccount('Awa', 'preparer')
    await paying.addAccount('Kofi', 'approver')
    const ended = await paying.callAs('Awa', 'submit', 'payroll.csv', '--at', tomorrow(), '--tz', 'UTC')
    expect(ended.stderr).toContain('somebody other than Awa approves it')
    const approved = await paying.callAs('Kofi', 'approve', 'last')
    expect(approved.stdout).toContain('Workers will pay it from')
    expect(await json('status', 'last')).toMatchObject({ state: 'paused', reason: 'scheduled' })
    expect((await paying.call('cancel', 'last')).code).toBe(0)
  })

  it.each([
    [['--at', '2020-01-01T08:00', '--tz', 'UTC'], 'in the past'],
    [['--at', 'noon'], 'is not a time'],
    [['--tz', 'UTC'], '--tz can only be used with --at or --between'],
  ])('%j is refused, and nothing is stored', async (options, why) => {
    writePayroll(paying.folder, 1)
    const ended = await paying.call('submit', 'payroll.csv', ...options)
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(why)
    expect((await json('list')).batches).toEqual([])
  })
})
