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
    expect(table).toContain('mtn-benin is held by')
    expect(table).toContain('(outage until noon, ask 229********01)')
    const status = await paying.call('status', 'last')
    expect(status.stdout).toContain('mtn-benin is held by')
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
    await paying.call('operators', 'hold', 'mtn-benin', '--sandbox')
    const heldIn = async (...args: string[]) =>
      (await json('operators', ...args)).operators.filter(({ held }: { held: boolean }) => held).length
    expect(await heldIn()).toBe(0)
    expect(await heldIn('--sandbox')).toBe(1)
    expect((await json('operators', 'release', 'mtn-benin')).changed).toBe(false)
  })
})
