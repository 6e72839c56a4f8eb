import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { beninNumber, ghanaNumber, writeFile } from '../harness/payroll.ts'
import { until } from '../harness/payrun.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'
import { reply, startProvider, succeed } from '../harness/provider.ts'
import { freePort } from '../harness/redis.ts'
import { http } from '../provider/rawServer.ts'
import { assertInvariants } from './invariants.ts'
import { pay, type RawCall, startRawProvider } from './rawProvider.ts'
import { openScene, type Scene, stopPolitely } from './scene.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())

async function sceneWith(provider: Scene['provider'] & { url: string }): Promise<Scene> {
  const scene = openScene((await postgres.createLedger()).url, provider)
  onTestFinished(() => scene.remove())
  return scene
}

const okHead = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const success = (reference: string) => JSON.stringify({ error: false, status: 'success', reference })
/** The answer says whatever `body` is; the money has moved, or hasn't. */
const says = (status: number, body: string, headers: Record<string, string> = {}) => ({
  answer: ({ socket }: RawCall) => void socket.write(http(status, body, headers)),
})
const paidAnd = (tell: (socket: Socket, body: string) => unknown) => ({
  answer: (call: RawCall) => void tell(call.socket, success(call.carryOut())),
})

interface Misbehaviour {
  answer(call: RawCall): void
  status: string
  code?: string
}

const lost = { status: 'unknown', code: 'connection_lost' }
const unreadable = { status: 'unknown', code: 'unreadable_answer' }
const contradictory = { status: 'unknown', code: 'contradictory_answer' }
const serverError = { status: 'unknown', code: 'server_error' }
const late = { status: 'unknown', code: 'timeout' }

const misbehaviours: Record<string, Misbehaviour> = {
  'no answer': { ...paidAnd(() => undefined), ...late },
  'a slow drip': {
    ...paidAnd((socket) => {
      socket.write(`${okHead}Content-Length: 100000\r\n\r\n`)
      const drip = setInterval(() => socket.write(' '), 20)
      socket.on('close', () => clearInterval(drip))
    }),
    ...late,
  },
  'a reset': { ...paidAnd((socket) => socket.resetAndDestroy()), ...lost },
  'a close': { ...paidAnd((socket) => socket.end()), ...lost },
  'half the headers': { ...paidAnd((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Ty')), ...lost },
  'half the body': {
    ...paidAnd((socket, body) => socket.end(`${okHead}Content-Length: 500\r\n\r\n${body}`)),
    ...lost,
  },
  'a truncated body that the close ends': {
    ...paidAnd((socket, body) => socket.end(`${okHead}\r\n${body.slice(0, -3)}`)),
    ...unreadable,
  },
  '200 with HTML': { ...paidAnd((socket) => socket.write(http(200, '<html>success</html>'))), ...unreadable },
  '200 with nothing': { ...paidAnd((socket) => socket.write(http(200, ''))), ...unreadable },
  '204': { ...paidAnd((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n')), ...unreadable },
  'another content type': {
    ...paidAnd((socket, body) => socket.write(http(200, body, { 'Content-Type': 'text/html' }))),
    status: 'paid',
  },
  '20 MB': {
    ...paidAnd((socket, body) => {
      socket.write(`${okHead}Content-Length: ${20 * 1024 * 1024}\r\n\r\n${body}`)
      socket.write(Buffer.alloc(20 * 1024 * 1024, 32))
    }),
    ...unreadable,
  },
  'a reference that another row holds': {
    ...paidAnd((socket) => socket.write(http(200, success(firstReference)))),
    ...contradictory,
  },
  'duplicate keys': {
    ...says(200, '{"error":true,"error":false,"status":"success","reference":"D-1"}'),
    ...contradictory,
  },
  'a key __proto__': {
    ...says(200, '{"__proto__":{"error":false,"status":"success","reference":"P-1"}}'),
    ...unreadable,
  },
  'numbers as strings': { ...says(200, '{"error":"false","status":"success","reference":"N-1"}'), ...unreadable },
  '1e400': { ...says(200, '{"error":1e400,"status":"success","reference":"I-1"}'), ...unreadable },
  'failure without an error': { ...says(200, '{"error":false,"status":"FAILED","reference":"F-1"}'), ...contradictory },
  'success with an error': { ...says(200, '{"error":true,"status":"success","reference":"S-1"}'), ...contradictory },
  'not final': {
    ...paidAnd((socket) => socket.write(http(200, '{"error":false,"status":"PENDING","reference":"A-1"}'))),
    status: 'accepted',
    code: 'not_final',
  },
  refused: {
    ...says(200, '{"error":true,"status":"FAILED","message":"no such wallet"}'),
    status: 'failed',
    code: 'refused',
  },
  '400': { ...says(400, '{"status":400,"message":"amount is missing"}'), status: 'failed', code: 'refused' },
  '422': { ...says(422, '{"status":422,"message":"bad number"}'), status: 'failed', code: 'refused' },
  '400 with HTML': { ...says(400, '<html>bad</html>'), ...unreadable },
  '408': { ...says(408, '{}'), ...serverError },
  '409': { ...says(409, '{}'), ...serverError },
  '500': { ...paidAnd((socket) => socket.write(http(500, '{}'))), ...serverError },
  '503': { ...says(503, '{}'), ...serverError },
}

/** The good row before all others has it. */
const firstReference = `RAW-${beninNumber(1)}-1`

it('each bad answer that there is, once, between good ones: each row ends as it should, and nothing is sent again', async () => {
  const kinds = Object.entries(misbehaviours)
  const provider = await startRawProvider((call) => {
    const n = Number(call.payout.amount) - 1_000
    const kind = n % 2 === 0 ? kinds[n / 2 - 1] : undefined
    if (kind) kind[1].answer(call)
    else pay(call)
  })
  onTestFinished(() => provider.close())
  const scene = await sceneWith(provider)
  // One at a time, so that a good answer stands between any two unclear ones and the operator isn't held.
  Object.assign(scene.env, { PAYRUN_CONCURRENCY: '1', PAYRUN_TIMEOUT_MS: '1000' })
  scene.payroll(2 * kinds.length + 1)
  expect(await scene.call('run', 'payroll.csv')).toMatchObject({ code: 4 })
  expect(provider.seen).toHaveLength(2 * kinds.length + 1)
  const { rows } = await assertInvariants(scene)
  const ended = rows.filter((_, index) => index % 2 === 1).map(({ status, ...row }) => ({ status, code: codeOf(row) }))
  expect(Object.fromEntries(kinds.map(([name], index) => [name, ended[index]]))).toEqual(
    Object.fromEntries(kinds.map(([name, { status, code = null }]) => [name, { status, code }])),
  )
  expect(rows.filter(({ status }, index) => index % 2 === 0 && status !== 'paid')).toEqual([])
})

const codeOf = (row: object): unknown => ('error_code' in row ? row.error_code : undefined)

it('a provider out of reach: nothing is sent, and all is paid once it can be reached', async () => {
  const port = await freePort()
  const scene = await sceneWith({ url: `http://127.0.0.1:${port}`, seen: [], paidTimes: () => new Map() })
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
  const scene = await sceneWith(provider)
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
  const scene = await sceneWith(provider)
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
  const scene = await sceneWith(provider)
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
  const scene = await sceneWith(provider)
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
  const scene = await sceneWith(provider)
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
  const scene = await sceneWith(provider)
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
