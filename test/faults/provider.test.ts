import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { beninNumber } from '../harness/payroll.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'
import { http } from '../provider/rawServer.ts'
import { assertInvariants } from './invariants.ts'
import { pay, type RawCall, startRawProvider } from './rawProvider.ts'
import { sceneWith } from './scene.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())

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
  const scene = await sceneWith(postgres, provider)
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
