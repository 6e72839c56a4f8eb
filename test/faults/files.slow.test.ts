import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reply, succeed } from '../harness/provider.ts'
import { assertInvariants } from './invariants.ts'
import { setUpScenes } from './setUp.ts'

const here = setUpScenes()

it.each(['run', 'submit'])(
  '%s killed in the middle of intake: there is no batch, and the file can come again',
  async (command) => {
    const { scene, provider } = here
    scene.payroll(700)
    const killed = scene.start([command, 'payroll.csv'], { crash: { at: 'in-intake', mode: 'kill', nth: 2 } })
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' })
    for (const table of ['batches', 'chunks', 'payouts']) {
      expect(await scene.query(`select count(*)::int as n from payrun.${table}`)).toEqual([{ n: 0 }])
    }
    expect(provider.seen).toHaveLength(0)
    expect(await scene.call('run', 'payroll.csv')).toMatchObject({ code: 0 })
    await assertInvariants(scene, { unknownAtMost: 0 })
  },
)

describe('standard output that is closed early', () => {
  it('does not stop a run: every row is paid, and the report is written', async () => {
    const { scene } = here
    scene.payroll(200)
    const running = scene.start(['run', 'payroll.csv', '--json', '--report', 'paid.csv'])
    running.child.stdout?.destroy()
    expect(await running.ended).toMatchObject({ code: 0, stdout: '' })
    expect(readdirSync(scene.folder)).toContain('paid.csv')
    await assertInvariants(scene, { unknownAtMost: 0 })
  })

  it('ends a report quietly', async () => {
    const { scene } = here
    // Far more than a pipe holds.
    scene.payroll(800)
    expect(await scene.call('run', 'payroll.csv')).toMatchObject({ code: 0 })
    const reporting = scene.start(['report', 'last', '--format', 'json'])
    reporting.child.stdout?.once('data', () => reporting.child.stdout?.destroy())
    const { code, stderr } = await reporting.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await assertInvariants(scene, { unknownAtMost: 0 })
  })
})

it('a report that is killed while it is written again: the old one stays whole', async () => {
  const { scene, provider } = here
  scene.payroll(700)
  provider.answer = (each) => (each.nth === 3 ? reply(each.response, 500, {}) : succeed(each))
  await scene.call('run', 'payroll.csv')
  const target = join(scene.folder, 'report.csv')
  expect(await scene.call('report', 'last', '-o', target)).toMatchObject({ code: 0 })
  const old = (await scene.call('report', 'last')).stdout
  const killed = scene.start(['report', 'last', '-o', target], { crash: { at: 'in-report', mode: 'kill' } })
  expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' })
  expect(readFileSync(target, 'utf8')).toBe(old)
  await assertInvariants(scene)
})
