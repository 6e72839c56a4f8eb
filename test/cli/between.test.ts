import { describe, expect, it } from 'vitest'
import { queryOnce } from '../harness/ledger.ts'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { reply } from '../harness/provider.ts'

const paying = setUpPaying()
const json = async (...args: string[]) => JSON.parse((await paying.call(...args, '--json')).stdout)
/** So many minutes from now on the clocks of UTC: `HH:MM`. */
const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
const shut = () => `${clock(60)}-${clock(120)}`
const open = () => `${clock(-60)}-${clock(60)}`

/** The clock is not moved, so the hours are: as if they had begun, or ended. */
async function setHours(hours: string): Promise<void> {
  await queryOnce(
    paying.env['DATABASE_URL']!,
    'update payrun.batches set pay_from = $1, pay_until = $2',
    hours.split('-'),
  )
}

describe('--between', () => {
  it('sends nothing outside of its hours, says until when it waits, and pays once they have begun', async () => {
    writePayroll(paying.folder, 3)
    const [from, to] = shut().split('-')
    const ran = await paying.call('run', 'payroll.csv', '--between', `${from}-${to}`, '--tz', 'UTC')
    expect(ran.code).toBe(5)
    const says = `Pays between ${from} and ${to} (UTC): waits until ${from}.`
    expect(ran.stdout).toContain(says)
    expect(ran.stdout).toContain('Workers go on by themselves when the hours begin')
    expect(paying.provider.seen).toEqual([])
    const status = await json('status', 'last')
    expect(status).toMatchObject({
      state: 'paused',
      reason: 'hours',
      counts: { pending: 3 },
      between: { from, to, tz: 'UTC' },
    })
    expect(status.waits_until.slice(11, 16)).toBe(from)
    expect((await paying.call('status', 'last')).stdout).toContain(says)
    expect((await paying.call('list')).stdout).toContain(`waits until ${from}`)

    // Resuming does not open them.
    expect((await paying.call('resume', 'last')).code).toBe(5)
    expect(paying.provider.seen).toEqual([])

    await setHours(open())
    expect((await paying.call('status', 'last')).stdout).not.toContain('waits until')
    expect((await paying.call('resume', 'last')).code).toBe(0)
    expect([...paying.provider.paidTimes().values()]).toEqual([1, 1, 1])
    expect(await json('status', 'last')).not.toHaveProperty('waits_until')
  })

  it('counts its hours from its time on, where it has one', async () => {
    writePayroll(paying.folder, 1)
    const day = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10)
    const next = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
    const ran = (between: string) =>
      json('run', 'payroll.csv', '--at', `${day}T10:00`, '--between', between, '--tz', 'UTC', '--allow-duplicates')
    const cancelled = async (between: string) => {
      const batch = await ran(between)
      await paying.call('cancel', batch.id)
      return batch
    }
    expect(await cancelled('17:00-18:00')).toMatchObject({ waits_until: `${day}T17:00:00.000Z` })
    expect(await cancelled('08:00-09:00')).toMatchObject({ waits_until: `${next}T08:00:00.000Z` })
    expect(await cancelled('09:00-11:00')).not.toHaveProperty('waits_until')
  })

  it('pays at once within its hours, and on the clocks of the zone that is named', async () => {
    writePayroll(paying.folder, 2)
    expect((await paying.call('run', 'payroll.csv', '--between', open(), '--tz', 'UTC')).code).toBe(0)
    // An hour that is now in UTC is another in Porto-Novo.
    const narrow = `${clock(-20)}-${clock(20)}`
    writePayroll(paying.folder, 1, { name: 'other.csv', prefix: 'O', firstAmount: 700 })
    const ran = await paying.call('run', 'other.csv', '--between', narrow, '--tz', 'Africa/Porto-Novo')
    expect(ran.code).toBe(5)
    expect(ran.stdout).toContain('(Africa/Porto-Novo): waits until')
    expect(paying.provider.seen).toHaveLength(2)
  })

  it('keeps them over a retry of its failed rows', async () => {
    writePayroll(paying.folder, 1)
    paying.provider.answer = ({ response }) => reply(response, 400, { error: true, status: 'FAILED', message: 'no' })
    expect((await paying.call('run', 'payroll.csv', '--between', open(), '--tz', 'UTC')).code).toBe(4)
    await setHours(shut())
    const sent = paying.provider.seen.length
    expect((await paying.call('retry', 'last')).code).toBe(5)
    expect(await json('status', 'last')).toMatchObject({ state: 'paused', reason: 'hours', counts: { pending: 1 } })
    expect(paying.provider.seen).toHaveLength(sent)
  })

  it('is left to the workers by submit, which says when they pay', async () => {
    writePayroll(paying.folder, 1)
    const ended = await paying.call('submit', 'payroll.csv', '--between', '22:00-05:00', '--tz', 'Africa/Abidjan')
    expect(ended.code).toBe(0)
    expect(ended.stderr).toContain('Pays between 22:00 and 05:00 (Africa/Abidjan)')
  })

  it('is shown to whoever approves the batch, and counts from then on', async () => {
    paying.env['PAYRUN_APPROVALS'] = '2'
    writePayroll(paying.folder, 1)
    await paying.addAccount('Awa', 'preparer')
    await paying.addAccount('Kofi', 'approver')
    const [from, to] = shut().split('-')
    const submitted = await paying.callAs('Awa', 'submit', 'payroll.csv', '--between', `${from}-${to}`, '--tz', 'UTC')
    expect(submitted.stderr).toContain(`Pays between ${from} and ${to} (UTC)`)
    const approved = await paying.callAs('Kofi', 'approve', 'last')
    expect(approved.stdout).toContain(`Pays between ${from} and ${to} (UTC): waits until ${from}.`)
    expect((await paying.call('resume', 'last')).code).toBe(5)
    expect(paying.provider.seen).toEqual([])
  })

  it('stands beside --at, whose offset may be its own', async () => {
    writePayroll(paying.folder, 1)
    const at = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)}+01:00`
    const options = ['--at', at, '--between', '08:00-18:00', '--tz', 'Africa/Abidjan']
    expect((await paying.call('submit', 'payroll.csv', ...options)).code).toBe(0)
    expect(await json('status', 'last')).toMatchObject({
      reason: 'scheduled',
      start_at: new Date(at).toISOString(),
      between: { from: '08:00', to: '18:00', tz: 'Africa/Abidjan' },
    })
  })

  it.each([
    [['--between', '8-18'], 'is not a span of hours'],
    [['--between', '08:00-25:00'], 'is not a span of hours'],
    [['--between', '08:00-08:00'], 'begins and ends at the same time'],
    [['--between', '08:00-18:00', '--tz', 'Benin'], 'there is no time zone'],
    [['--between', '08:00-18:00', '--tz', '+01:00'], 'there is no time zone'],
  ])('%j is refused, and nothing is stored', async (options, why) => {
    writePayroll(paying.folder, 1)
    const ended = await paying.call('submit', 'payroll.csv', ...options)
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(why)
    expect((await json('list')).batches).toEqual([])
  })
})
