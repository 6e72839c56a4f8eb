import { expect, it } from 'vitest'
import { writePayroll } from '../../harness/payroll.ts'
import { setUpLong } from './setUpLong.ts'

const here = setUpLong('Postgres')

it('the same file submitted by two processes at once, 50 times: one batch each time', async () => {
  const { scene, provider } = here
  for (let n = 1; n <= 50; n += 1) {
    writePayroll(scene.folder, 20, { name: `${n}.csv`, prefix: `RUN${n}`, firstAmount: n * 1000 })
    const both = await Promise.all([scene.call('submit', `${n}.csv`), scene.call('submit', `${n}.csv`)])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 3])
    const refused = both.find(({ code }) => code === 3)
    expect(refused?.stderr).toContain(both.find(({ code }) => code === 0)?.stdout.trim())
  }
  expect(await scene.query('select count(*)::int as n from payrun.batches')).toEqual([{ n: 50 }])
  expect(await scene.counts()).toEqual({ pending: 1_000 })
  expect(provider.seen).toHaveLength(0)
})
