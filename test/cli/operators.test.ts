import { describe, expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, ghanaNumber, writeFile } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'

const paying = setUpPaying()
const json = async (...args: string[]) => JSON.parse((await paying.call(...args, '--json')).stdout)

function writeTwoOperators(rows: number): void {
  const lines = ['reference,operator,phone_number,amount']
  for (let n = 0; n < rows; n += 1)
    lines.push(`B${n},mtn-benin,${beninNumber(n)},100`, `G${n},momo-ghana,${ghanaNumber(n)},100`)
  writeFile(paying.folder, 'two.csv', lines.join('\n'))
}

describe('operators hold and release', () => {
  it('sends nothing to a held operator, pays the others, says why, and goes on after the release', async () => {
    writeTwoOperators(3)
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

  it('stops workers that are paying at that moment, while they go on with other operators', async () => {
    writeTwoOperators(3_000)
    const answered: string[] = []
    paying.provider.answer = ({ payout, response }) => {
      answered.push(payout.operator)
      setTimeout(() => {
        response.setHeader('content-type', 'application/json')
        response.end(
          JSON.stringify({
            error: false,
            status: 'success',
            reference: `R${answered.length}-${payout.phoneNumber}`,
            message: 'ok',
          }),
        )
      }, 100)
    }
    const env = { ...paying.env, PAYRUN_CONCURRENCY: '4' }
    const workers = [1, 2].map(() => startPayrun(['worker'], { env, cwd: paying.folder }))
    await paying.call('submit', 'two.csv')
    await until('both operators are paid to', () => new Set(answered).size === 2)
    await paying.call('operators', 'hold', 'mtn-benin')
    // A pause longer than a sweep, seen by what is sent: thirty answers of the other operator without one of this.
    await until(
      'nothing more is sent to it',
      () => answered.slice(-30).length === 30 && answered.slice(-30).every((code) => code === 'momo-ghana'),
    )
    const before = answered.filter((code) => code === 'mtn-benin').length
    const ghana = answered.length - before
    await until('the other goes on', () => answered.filter((code) => code === 'momo-ghana').length > ghana + 20)
    expect(answered.filter((code) => code === 'mtn-benin').length).toBe(before)
    expect(before).toBeLessThan(3_000)
    for (const { child } of workers) child.kill('SIGTERM')
    await Promise.all(workers.map(({ ended }) => ended))
  })

  it('knows no operator of another name, and tells the nearest', async () => {
    const ended = await paying.call('operators', 'hold', 'mtn-bening')
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('Perhaps mtn-benin is meant')
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
