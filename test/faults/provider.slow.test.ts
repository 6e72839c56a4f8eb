import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { beninNumber, ghanaNumber, writeFile } from '../harness/payroll.ts'
import { until } from '../harness/payrun.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'
import { reply, startProvider, succeed } from '../harness/provider.ts'
import { freePort } from '../harness/redis.ts'
import { assertInvariants } from './invariants.ts'
import { pay, startRawProvider } from './rawProvider.ts'
import { sceneWith, stopPolitely } from './scene.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())

it('a provider out of reach: nothing is sent, and all is paid once it can be reached', async () => {
  const port = await freePort()
  const scene = await sceneWith(postgres, { url: `http://127.0.0.1:${port}`, seen: [], paidTimes: () => new Map() })
  await scene.submit(30)
  const worker = await scene.worker()
  await until('it is found out of reach', () => worker.output().stderr.includes('out of reach'))
  expect((await scene.counts())['unknown']).toBeUndefined()
  const provider = await startProvider(succeed, port)
  onTestFinished(() => provider.close())
  scene.provider = provider
  await scene.untilBatch('settled')
  await stopPolitely(worker)
  expect(provider.seen).toHaveLength(30)
  await assertInvariants(scene, { unknownAtMost: 0 })
})

it('a certificate that nobody vouches for: nothing is sent, the batch is paused, and resume goes on when it is fixed', async () => {
  const fixture = (name: string) => readFileSync(new URL(`../provider/fixtures/self-signed.${name}`, import.meta.url))
  const tls = createTlsServer(
    { key: fixture('key'), cert: fixture('crt') },
    (socket) => void socket.on('error', () => {}),
  )
  tls.listen(0, '127.0.0.1')
  await once(tls, 'listening')
  const provider = await startProvider()
  onTestFinished(async () => {
    tls.close()
    await provider.close()
  })
  const scene = await sceneWith(postgres, provider)
  scene.payroll(30)
  const bad = { PAYRUN_PROVIDER_URL: `https://127.0.0.1:${(tls.address() as AddressInfo).port}` }
  const paused = await scene.start(['run', 'payroll.csv', '--json'], { env: bad }).ended
  expect(paused.code).toBe(5)
  expect(JSON.parse(paused.stdout)).toMatchObject({ state: 'paused', reason: 'tls', counts: { pending: 30 } })
  await assertInvariants(scene, { batch: 'paused', unknownAtMost: 0 })
  expect(await scene.call('resume', 'last')).toMatchObject({ code: 0 })
  expect(provider.seen).toHaveLength(30)
  await assertInvariants(scene, { unknownAtMost: 0 })
})

it('keys that are refused mid-batch cost at most as many calls as may be in flight, pause it, and resume goes on', async () => {
  const provider = await startProvider((each) =>
    each.nth > 40 ? reply(each.response, 401, { status: 401, message: 'no' }) : succeed(each),
  )
  onTestFinished(() => provider.close())
  const scene = await sceneWith(postgres, provider)
  scene.payroll(200)
  expect(await scene.call('run', 'payroll.csv')).toMatchObject({ code: 5 })
  expect(provider.seen.length).toBeLessThanOrEqual(40 + 20)
  await assertInvariants(scene, { batch: 'paused', unknownAtMost: 0 })
  provider.answer = succeed
  expect(await scene.call('resume', 'last')).toMatchObject({ code: 0 })
  await assertInvariants(scene, { unknownAtMost: 0 })
})

it('5xx for one operator: at most 5 rows and those in flight are unclear, it is held, and the other operator is paid', async () => {
  const provider = await startProvider((each) =>
    each.payout.operator === 'momo-ghana' ? reply(each.response, 503, {}) : succeed(each),
  )
  onTestFinished(() => provider.close())
  const scene = await sceneWith(postgres, provider)
  const lines = ['reference,operator,phone_number,amount']
  for (let n = 1; n <= 80; n += 1) {
    lines.push(`B${n},mtn-benin,${beninNumber(n)},${100 + n}`, `G${n},momo-ghana,${ghanaNumber(n)},${100 + n}.00`)
  }
  scene.file = { name: writeFile(scene.folder, 'two.csv', `${lines.join('\n')}\n`), rows: 160 }
  expect(await scene.call('run', 'two.csv')).toMatchObject({ code: 5 })
  const { totals } = await assertInvariants(scene, { batch: 'paused' })
  expect(totals.counts['paid']).toBe(80)
  expect(totals.counts['unknown']).toBeLessThanOrEqual(5 + 5)
  provider.answer = succeed
  expect(await scene.call('resume', 'last')).toMatchObject({ code: 4 })
  await assertInvariants(scene, { unknownAtMost: 10 })
})

it('a server that closes connections as they fall idle: one round of unclear rows at most, then each has its own', async () => {
  const provider = await startRawProvider((call) => {
    pay(call)
    // Not each time: five unclear answers in a row hold the operator.
    if (provider.seen.length % 10 === 0) setTimeout(() => call.socket.destroy(), 3)
  })
  onTestFinished(() => provider.close())
  const scene = await sceneWith(postgres, provider)
  scene.payroll(300)
  await scene.call('run', 'payroll.csv')
  expect(provider.seen.length).toBeLessThanOrEqual(300)
  await assertInvariants(scene, { unknownAtMost: 20 })
})

it('every row refused for want of money: paused after 20 and the rows in flight at most, with the words; all is paid later', async () => {
  const provider = await startProvider((each) =>
    reply(each.response, 200, { error: true, status: 'FAILED', message: `Solde insuffisant : ${each.nth} XOF` }),
  )
  onTestFinished(() => provider.close())
  const scene = await sceneWith(postgres, provider)
  scene.payroll(300)
  const paused = await scene.start(['run', 'payroll.csv', '--json']).ended
  expect(paused.code).toBe(5)
  const { reason, reason_says } = JSON.parse(paused.stdout)
  expect([reason, reason_says]).toEqual(['refused_in_a_row', expect.stringContaining('Solde insuffisant')])
  expect(provider.seen.length).toBeLessThanOrEqual(10 + 5)
  await assertInvariants(scene, { batch: 'paused', unknownAtMost: 0 })
  provider.answer = succeed
  expect(await scene.call('resume', 'last')).toMatchObject({ code: 4 })
  expect(await scene.call('retry', 'last')).toMatchObject({ code: 0 })
  await assertInvariants(scene, { unknownAtMost: 0 })
})

it('the same over two workers and two operators, and as --max-refused says', async () => {
  const provider = await startProvider((each) =>
    reply(each.response, 200, { error: true, status: 'FAILED', message: 'Insufficient balance' }),
  )
  onTestFinished(() => provider.close())
  const scene = await sceneWith(postgres, provider)
  const lines = ['reference,operator,phone_number,amount']
  for (let n = 1; n <= 150; n += 1) {
    lines.push(`B${n},mtn-benin,${beninNumber(n)},${100 + n}`, `G${n},momo-ghana,${ghanaNumber(n)},${100 + n}.00`)
  }
  scene.file = { name: writeFile(scene.folder, 'two.csv', `${lines.join('\n')}\n`), rows: 300 }
  const workers = [await scene.worker(), await scene.worker()]
  expect(await scene.call('submit', 'two.csv', '--max-refused', '100,20')).toMatchObject({ code: 0 })
  await scene.untilBatch('paused')
  for (const worker of workers) await stopPolitely(worker)
  // Two workers with 5 rows of each of two operators in flight, and what they send while their counts are on their way.
  expect(provider.seen.length).toBeLessThanOrEqual(20 + 2 * 2 * 5 + 2 * 2 * 5)
  await assertInvariants(scene, { batch: 'paused', unknownAtMost: 0 })
})
