import { beforeEach, expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'
import { waitUntilServerGone } from '../harness/postgres.ts'
import { holdAnswers } from '../harness/provider.ts'
import { killAndResume } from './killAndResume.ts'

const paying = setUpPaying()
beforeEach(() => {
  paying.env['PAYRUN_CONCURRENCY'] = '20'
})
const call = paying.call
const start = (...args: string[]) => startPayrun(args, { env: paying.env, cwd: paying.folder })

it('a run on the embedded Postgres that is killed is taken up by resume: no row is paid twice, none is lost', async () => {
  delete paying.env['DATABASE_URL']
  await killAndResume(paying)
  await waitUntilServerGone(paying.env['PAYRUN_HOME'] ?? '')
})

it('workers pay what is submitted, share it, and survive the loss of one of them', async () => {
  const gate = holdAnswers(paying.provider, 600)
  // 20 chunks: more than one worker takes at once.
  writePayroll(paying.folder, 4000)
  const workers = [start('worker'), start('worker')]
  // Each widens by its own good answers only: a worker that comes late would find none left.
  await until('both are ready', () => workers.every((each) => each.output().stderr.includes('worker is ready')))
  const submitted = await call('submit', 'payroll.csv')
  expect(submitted.code).toBe(0)
  expect(submitted.stdout.trim()).toMatch(/^[a-z0-9]{10}$/)
  await until('both wait for answers', () => paying.provider.open() >= 40)
  const [first, second] = workers
  process.kill(first!.pid, 'SIGKILL')
  await first!.ended
  gate.open()
  await until(
    'the batch has settled',
    async () => JSON.parse((await call('status', 'last', '--json')).stdout).state === 'settled',
  )
  const after = JSON.parse((await call('status', 'last', '--json')).stdout).counts
  expect((after['paid'] ?? 0) + (after['unknown'] ?? 0)).toBe(4000)
  expect(after['unknown'] ?? 0).toBeLessThanOrEqual(20)
  expect([...paying.provider.paidTimes().values()]).toEqual(Array(4000).fill(1))
  process.kill(second!.pid, 'SIGTERM')
  expect((await second!.ended).code).toBe(0)
})
