import { describe, expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writeTwoOperators } from '../harness/payroll.ts'

const paying = setUpPaying()
const json = async (...args: string[]) => JSON.parse((await paying.call(...args, '--json')).stdout)

describe('operators hold and release', () => {
  it('sends nothing to a held operator, pays the others, says why, and goes on after the release', async () => {
    writeTwoOperators(paying.folder, 3)
    const held = await json('operators', 'hold', 'MTN Benin', '--note', 'outage until noon, ask +229 01 97 00 00 01')
    expect(held).toMatchObject({
      operator: 'mtn-benin',
      held: true,
      changed: true,
      hold: { manual: true, until: null },
    })
    expect(held.hold.note).toBe('outage until noon, ask 229********01')
    const ran = await json('run', 'two.csv')
    expect(ran).toMatchObject({ state: 'paused', reason: 'operator_held', counts: { paid: 3, pending: 3 } })
    expect(paying.provider.seen.map(({ operator }) => operator)).toEqual(Array(3).fill('momo-ghana'))
    const table = (await paying.call('operators')).stdout
    expect(table).toContain('mtn-benin has been held by')
    expect(table).toContain('(outage until noon, ask 229********01)')
    const status = await paying.call('status', 'last')
    expect(status.stdout).toContain('mtn-benin has been held by')
    expect(status.stdout).toMatch(/ operators release mtn-benin\n/)
    expect((await json('status', 'last')).holds).toMatchObject([{ operator: 'mtn-benin', manual: true }])
    // Resuming ends holds that payrun made by itself, and leaves a person's.
    expect((await paying.call('resume', 'last')).code).toBe(5)
    expect(paying.provider.seen).toHaveLength(3)
    const released = await json('operators', 'release', 'mtn-benin')
    expect(released).toEqual({ operator: 'mtn-benin', held: false, changed: true, paused_batches: [ran.id] })
    expect((await paying.call('resume', 'last')).code).toBe(0)
    expect((await json('status', 'last')).holds).toBeUndefined()
  })

  it('knows no operator of another name, and tells the nearest', async () => {
    const ended = await paying.call('operators', 'hold', 'mtn-bening')
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('Did you mean mtn-benin?')
  })

  it("keeps the sandbox's holds apart", async () => {
    const held = await paying.call('operators', 'hold', 'mtn-benin', '--sandbox')
    expect(held.stdout).toMatch(/ operators release mtn-benin --sandbox\n$/)
    const heldIn = async (...args: string[]) =>
      (await json('operators', ...args)).operators.filter(({ held }: { held: boolean }) => held).length
    expect(await heldIn()).toBe(0)
    expect(await heldIn('--sandbox')).toBe(1)
    expect((await json('operators', 'release', 'mtn-benin')).changed).toBe(false)
  })
})

/** So many minutes from now, on the clocks of UTC. */
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16)

describe('planned maintenance', () => {
  const plan = (...args: string[]) => paying.call('operators', 'hold', 'mtn-benin', '--tz', 'UTC', ...args)

  it('sends nothing within it, pays the others, says so, and goes on once it is taken away', async () => {
    writeTwoOperators(paying.folder, 3)
    const planned = await plan('--from', at(-60), '--to', at(60), '--note', 'new core')
    expect(planned).toMatchObject({ code: 0 })
    expect(planned.stdout).toContain('mtn-benin: planned maintenance until ')
    const ran = await paying.call('run', 'two.csv', '--json')
    expect(ran.code).toBe(5)
    expect(JSON.parse(ran.stdout)).toMatchObject({ reason: 'window', counts: { paid: 3, pending: 3 } })
    expect(paying.provider.seen.map(({ operator }) => operator)).toEqual(Array(3).fill('momo-ghana'))
    expect((await paying.call('status', 'last')).stdout).toContain('An operator has planned maintenance')
    expect((await paying.call('operators')).stdout).toContain('mtn-benin: planned maintenance until ')
    const found = (await json('operators')).operators.find(({ code }: { code: string }) => code === 'mtn-benin')
    expect(found).toMatchObject({ held: true, windows: [{ every: null, time_zone: 'UTC', note: 'new core' }] })
    expect(await json('operators', 'release', 'mtn-benin', '--planned')).toEqual({ operator: 'mtn-benin', removed: 1 })
    expect((await paying.call('resume', 'last')).code).toBe(0)
    expect([...paying.provider.paidTimes().values()]).toEqual(Array(6).fill(1))
  })

  it('comes again every day or week, and is on only then', async () => {
    const days = (n: number) => n * 24 * 60
    await plan('--from', at(-days(14) - 30), '--to', at(-days(14) + 30), '--every', 'week')
    expect((await paying.call('operators')).stdout).toContain('mtn-benin: planned maintenance until ')
    await paying.call('operators', 'release', 'mtn-benin', '--planned')
    await plan('--from', at(-days(13) - 30), '--to', at(-days(13) + 30), '--every', 'week')
    expect((await paying.call('operators')).stdout).toContain('planned maintenance every week, next at ')
    writeTwoOperators(paying.folder, 2)
    expect((await paying.call('run', 'two.csv')).code).toBe(0)
    await paying.call('operators', 'release', 'mtn-benin', '--planned')
    await plan('--from', at(-days(3) - 30), '--to', at(-days(3) + 30), '--every', 'day')
    expect((await json('operators')).operators.filter(({ held }: { held: boolean }) => held)).toHaveLength(1)
  })

  it('is taken away one by one by the numbers that operators shows', async () => {
    await plan('--from', at(-60), '--to', at(60))
    await plan('--from', '2126-01-01T22:00', '--to', '2126-01-02T02:00')
    const listed = (await json('operators')).operators.find(({ code }: { code: string }) => code === 'mtn-benin')
    const [first, second] = listed.windows.map(({ id }: { id: number }) => id)
    const table = (await paying.call('operators')).stdout
    expect(table).toContain(`- No. ${first}, mtn-benin: planned maintenance until`)
    expect(table).toContain(`- No. ${second}, mtn-benin: planned maintenance from`)
    const release = (code: string, no: number) => json('operators', 'release', code, '--window', String(no))
    expect(await release('moov-benin', first)).toEqual({ operator: 'moov-benin', removed: 0 })
    expect(await release('mtn-benin', first)).toEqual({ operator: 'mtn-benin', removed: 1 })
    expect(await release('mtn-benin', first)).toEqual({ operator: 'mtn-benin', removed: 0 })
    const left = (await json('operators')).operators.find(({ code }: { code: string }) => code === 'mtn-benin')
    expect(left).toMatchObject({ held: false, windows: [{ id: second }] })
  })

  it.each([
    [['--from', '2030-01-01T10:00'], '--from and --to have to be used together'],
    [['--from', '2030-01-01T10:00', '--to', '2030-01-01T09:00'], 'Maintenance has to end after it begins'],
    [['--from', '2020-01-01T10:00', '--to', '2020-01-01T11:00'], 'is already over'],
    [['--from', '2020-01-01T10:00', '--to', '2020-01-03T11:00', '--every', 'day'], 'has to be shorter than that'],
    [['--from', '2020-01-01T10:00Z', '--to', '2030-01-03T11:00'], 'without an offset'],
  ])('refuses %s', async (args, says) => {
    const ended = await plan(...args)
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(says)
  })
})
