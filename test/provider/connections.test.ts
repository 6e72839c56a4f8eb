import { afterEach, expect, it } from 'vitest'
import { outcomeOf } from '../../src/provider/answers/outcome.ts'
import type { Connections } from '../../src/provider/connections.ts'
import { exchange } from '../../src/provider/exchange.ts'
import { clientOf, payable } from './payables.ts'
import { http, type RawRequest, startRawServer, successBody } from './rawServer.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function serve(answer: (request: RawRequest) => void, connections = 1) {
  const notices: string[] = []
  const server = await startRawServer(answer)
  const client = clientOf(server.url, { connections, onNotice: (message) => notices.push(message) })
  closers.push(server.close, client.close)
  return { server, client, notices }
}

let serial = 0
const goodAnswer = (headers = {}) => http(200, successBody.replace('REF-1', `REF-${++serial}`), headers)
const answerWell = ({ socket }: RawRequest) => socket.write(goodAnswer())

it('uses a connection again, for one request at a time', async () => {
  const { server, client } = await serve(answerWell)
  await Promise.all([1, 2, 3, 4].map(() => client.payout(payable)))
  expect(server.requests).toHaveLength(4)
  expect(server.connections()).toBe(1)
  expect(server.requests.every(({ text }) => /\r\nconnection: keep-alive\r\n/i.test(text))).toBe(true)
})

it('opens no more connections than it was given', async () => {
  const { server, client } = await serve(answerWell, 3)
  await Promise.all(Array.from({ length: 20 }, () => client.payout(payable)))
  expect(server.requests).toHaveLength(20)
  expect(server.connections()).toBe(3)
})

it.each([
  ['Connection: close', { Connection: 'close' }],
  ['a Keep-Alive timeout of one second', { 'Keep-Alive': 'timeout=1' }],
])('does not use a connection again after %s', async (_what, headers) => {
  const { server, client } = await serve(({ socket }) => socket.write(goodAnswer(headers)))
  for (let n = 0; n < 3; n++) expect(await client.payout(payable)).toMatchObject({ kind: 'response' })
  expect(server.connections()).toBe(3)
})

it.each([
  ['HTTP 504', http(504, '{}')],
  ['HTTP 429', http(429, '{}')],
  ['a refusal', http(200, '{"error":true,"status":"FAILED","reference":"REF-1","message":"refused"}')],
  ['a success without a reference', http(200, '{"error":false,"status":"success"}')],
  ['a success that names another number', http(200, successBody.replace(payable.phone, '2290197000009'))],
])('does not use a connection again after %s: another answer may follow', async (_what, answer) => {
  const { server, client, notices } = await serve((request) =>
    request.connection === 1 ? request.socket.write(answer) : answerWell(request),
  )
  for (let n = 0; n < 3; n++) expect(await client.payout(payable)).toMatchObject({ kind: 'response' })
  expect(server.requests.map(({ connection }) => connection)).toEqual([1, 2, 2])
  expect(notices).toEqual([])
})

it.each([
  ['a success', successBody],
  ['a refusal', '{"error":true,"status":"FAILED","reference":"REF-1","message":"refused"}'],
])('reads %s with the reference of an earlier answer as no answer, and reuses no connection', async (_, stray) => {
  const { server, client, notices } = await serve(({ socket, connection, onConnection }) => {
    const reference = `REF-${connection > 1 ? `${connection}.` : ''}${onConnection}`
    const isStray = connection === 1 && onConnection === 3
    socket.write(http(200, isStray ? stray : successBody.replace('REF-1', reference)))
  })
  const answers = []
  for (let n = 0; n < 5; n++) answers.push(await client.payout(payable))
  expect(answers.map(({ kind }) => kind)).toEqual(['response', 'response', 'lost', 'response', 'response'])
  expect(outcomeOf(answers[2]!, payable, new Date())).toMatchObject({
    kind: 'unknown',
    code: 'contradictory_answer',
    providerReference: null,
  })
  expect(server.requests.map(({ connection }) => connection)).toEqual([1, 1, 1, 2, 3])
  expect(notices).toEqual([expect.stringMatching(/^The provider sent an answer that no request .*\.$/)])
})

it('sends nothing on an idle connection on which something arrived, and reuses no connection', async () => {
  const { server, client, notices } = await serve(({ socket }) => socket.write(goodAnswer() + goodAnswer()))
  for (let n = 0; n < 3; n++) expect(await client.payout(payable)).toMatchObject({ kind: 'response', httpStatus: 200 })
  expect(server.requests.map(({ onConnection }) => onConnection)).toEqual([1, 1, 1])
  expect(notices).toHaveLength(1)
})

it('does not use a connection again when the process stood still for longer than the idle limit', async () => {
  const { server, client } = await serve(answerWell)
  await client.payout(payable)
  // Blocks the whole process, as a stopped one is: no timer of the connection can run meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100)
  expect(await client.payout(payable)).toMatchObject({ kind: 'response' })
  expect(server.requests.map(({ connection }) => connection)).toEqual([1, 2])
})

it('notices an idle connection that the server closed, and sends on a new one', async () => {
  const { server, client, notices } = await serve(answerWell)
  await client.payout(payable)
  const socket = server.requests[0]?.socket
  await new Promise((resolve) => socket?.on('close', resolve).end())
  expect(await client.payout(payable)).toMatchObject({ kind: 'response' })
  expect(server.requests.map(({ connection }) => connection)).toEqual([1, 2])
  expect(notices).toEqual([])
})

it.each([
  ['reset', ({ socket }: RawRequest) => socket.resetAndDestroy()],
  ['closed', ({ socket }: RawRequest) => socket.end()],
])('stops using connections again once a used one is %s unanswered, and says so once', async (_what, die) => {
  const { server, client, notices } = await serve((request) =>
    request.onConnection > 1 ? die(request) : answerWell(request),
  )
  await client.payout(payable)
  expect(await client.payout(payable)).toMatchObject({ kind: 'lost', httpStatus: null })
  const after = await Promise.all(Array.from({ length: 6 }, () => client.payout(payable)))
  expect(after.map(({ kind }) => kind)).toEqual(Array(6).fill('response'))
  expect(server.requests.slice(2).every(({ onConnection }) => onConnection === 1)).toBe(true)
  expect(server.requests.slice(2).every(({ text }) => /\r\nconnection: close\r\n/i.test(text))).toBe(true)
  expect(server.requests).toHaveLength(8)
  expect(notices).toEqual([expect.stringMatching(/^The provider closed a kept-alive connection .*\.$/)])
})

it('moves requests that wait for a used connection to new ones, without sending them twice', async () => {
  // The first connection answers once and dies at its second request, while three more wait for it.
  const { server, client } = await serve((request) =>
    request.connection === 1 && request.onConnection === 2 ? request.socket.resetAndDestroy() : answerWell(request),
  )
  await client.payout(payable)
  const phones = ['2290197000011', '2290197000012', '2290197000013', '2290197000014']
  const answers = await Promise.all(phones.map((phone) => client.payout({ ...payable, phone })))
  expect(answers.map(({ kind }) => kind)).toEqual(['lost', 'response', 'response', 'response'])
  const sent = server.requests.slice(1).map(({ text }) => /"phoneNumber":"(\d+)"/.exec(text)?.[1])
  expect(sent.sort()).toEqual(phones)
  const moved = server.requests.slice(2)
  expect(moved.map(({ onConnection }) => onConnection)).toEqual([1, 1, 1])
  expect(moved.every(({ text }) => /\r\nconnection: close\r\n/i.test(text))).toBe(true)
})

it.each([
  ['a first request dies', ({ socket }: RawRequest) => socket.resetAndDestroy()],
  ['an answer is cut short', ({ socket }: RawRequest) => socket.end(http(200, successBody).slice(0, -20))],
])('keeps using connections again when %s: that says nothing about idle ones', async (_what, spoil) => {
  const { server, client, notices } = await serve((request) =>
    request.connection === 1 ? spoil(request) : answerWell(request),
  )
  expect(await client.payout(payable)).toMatchObject({ kind: 'lost' })
  await client.payout(payable)
  await client.payout(payable)
  expect(server.connections()).toBe(2)
  expect(notices).toEqual([])
})

it('keeps using connections again when a used one dies inside its answer: it was not idle any more', async () => {
  const { server, client, notices } = await serve((request) =>
    request.onConnection === 2 ? request.socket.end(http(200, successBody).slice(0, -20)) : answerWell(request),
  )
  await client.payout(payable)
  expect(await client.payout(payable)).toMatchObject({ kind: 'lost', httpStatus: 200 })
  expect(await client.payout(payable)).toMatchObject({ kind: 'response' })
  expect(server.requests.map(({ connection }) => connection)).toEqual([1, 1, 2])
  expect(notices).toEqual([])
})

it('counts a request that was turned back by an old connection as not sent when no other comes in time', async () => {
  const turningBack: Pick<Connections, 'dispatch'> = {
    dispatch: (_request, listener) => {
      const controller = { aborted: false, paused: false, reason: null, abort() {}, pause() {}, resume() {} }
      expect(listener.mayStart(controller)).toBe(true)
      listener.turnedBack()
    },
  }
  const request = { path: '/', method: 'POST' } as const
  const answer = await exchange(turningBack, { request, timeoutMs: 20 })
  expect(answer).toMatchObject({ kind: 'not_sent', cause: 'deadline' })
})
