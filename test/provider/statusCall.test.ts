import { afterEach, describe, expect, it } from 'vitest'
import { lost, notSent } from '../../src/provider/answers/noAnswer.ts'
import { readStatus, type StatusReading } from '../../src/provider/answers/status.ts'
import { renderWords } from '../../src/words/render.ts'
import { inEnglish } from '../harness/inEnglish.ts'
import { clientOf, payable, secrets } from './payables.ts'
import { http, type RawRequest, type RawServer, startRawServer } from './rawServer.ts'

const reference = 'TX-1'
const sample = { error: false, status: 'success', reference, message: 'Transfer of 1500 XOF to 2290197000001' }

function read(body: unknown, httpStatus = 200, retryAfter: string | null = null): StatusReading {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = { contentType: 'application/json', retryAfter, delimited: true, body: Buffer.from(text) }
  return readStatus({ kind: 'response', httpStatus, ...response }, { reference, payable })
}

describe('what an answer to a status call means', () => {
  const without = ({ reference: _left, ...rest }: typeof sample) => rest
  it.each<[string, unknown, StatusReading['kind'], string | undefined]>([
    ['success', sample, 'paid', undefined],
    ['success in another case', { ...sample, status: ' SUCCESS ' }, 'paid', undefined],
    ['success without a reference: the address names it', without(sample), 'paid', undefined],
    [
      'success with our amount and number as fields',
      { ...sample, amount: 1500, phoneNumber: payable.phone },
      'paid',
      undefined,
    ],
    ['no error, FAILED, our reference', { ...sample, status: 'FAILED', message: 'No funds' }, 'failed', undefined],
    ['error, FAILED, our reference', { ...sample, error: true, status: 'failed', message: '' }, 'failed', undefined],
    [
      'FAILED without a reference',
      { ...without(sample), status: 'FAILED' },
      'unreadable',
      "FAILED without the payment's reference",
    ],
    [
      'error, FAILED without a reference',
      { error: true, status: 'FAILED', message: 'No such payment' },
      'unreadable',
      "FAILED without the payment's reference",
    ],
    [
      'success, and an SMS to come',
      { ...sample, message: 'Un SMS de confirmation sera envoyé au bénéficiaire.' },
      'paid',
      undefined,
    ],
    ['under way', { ...sample, status: 'PENDING' }, 'under_way', 'PENDING'],
    ['another word', { ...sample, status: 'ON_HOLD' }, 'unrecognised', 'ON_HOLD'],
    ['a synonym of success', { ...sample, status: 'COMPLETED' }, 'unrecognised', 'COMPLETED'],
    ['a synonym of failure', { ...sample, status: 'EXPIRED' }, 'unrecognised', 'EXPIRED'],
    ['an empty status', { ...sample, status: ' ' }, 'unreadable', 'an answer in no known form'],
    ['error, success', { ...sample, error: true }, 'contradictory', 'success with an error'],
    ['error, under way', { ...sample, error: true, status: 'PENDING' }, 'contradictory', 'PENDING with an error'],
    ['another reference', { ...sample, reference: 'TX-2' }, 'contradictory', 'an answer about another reference'],
    [
      'another reference, FAILED',
      { ...sample, status: 'FAILED', reference: 'TX-2' },
      'contradictory',
      'an answer about another reference',
    ],
    [
      'our reference in another case',
      { ...sample, reference: 'tx-1' },
      'contradictory',
      'an answer about another reference',
    ],
    [
      'a message with another number',
      { ...sample, message: 'Transfer of 1500 XOF to +2290197000002' },
      'contradictory',
      'an answer about another number, amount or currency',
    ],
    [
      'a message with another amount',
      { ...sample, message: 'Transfer of 15000 XOF' },
      'contradictory',
      'an answer about another number, amount or currency',
    ],
    [
      'a field with another amount',
      { ...sample, message: '', amount: '1000' },
      'contradictory',
      'an answer about another number, amount or currency',
    ],
    [
      'a field with another currency',
      { ...sample, message: '', amount: 1500, currency: 'XAF' },
      'contradictory',
      'an answer about another number, amount or currency',
    ],
    [
      'a field with another number',
      { ...sample, message: '', phoneNumber: '2290197000002' },
      'contradictory',
      'an answer about another number, amount or currency',
    ],
    [
      'a status twice',
      '{"error":false,"status":"PENDING","status":"success"}',
      'contradictory',
      'an answer that gives the same field twice',
    ],
    [
      'a status inside',
      { ...sample, data: { status: 'PENDING' } },
      'unreadable',
      'an answer with a status inside another part of it',
    ],
    ['a number as status', { ...sample, status: 200 }, 'unreadable', 'an answer in no known form'],
    ['a text as error', { ...sample, error: 'false' }, 'unreadable', 'an answer in no known form'],
    ['an error body', { status: 200, message: 'ok' }, 'unreadable', 'an error without a payment status'],
    ['an error alone', { error: true, message: 'No' }, 'unreadable', 'an error without a payment status'],
    ['a list', [sample], 'unreadable', 'an answer in no known form'],
    ['HTML', '<!doctype html>', 'unreadable', 'an answer in no known form'],
    ['nothing', '', 'unreadable', 'an answer in no known form'],
  ])('%s: %j is %s', (_what, body, kind, shown) => {
    const reading = read(body)
    expect(reading.kind).toBe(kind)
    expect('shown' in reading ? inEnglish(reading.shown) : undefined).toBe(shown)
  })

  it.each([201, 202, 299])('HTTP %i is read as any other 2xx', (status) => {
    expect(read(sample, status).kind).toBe('paid')
  })

  it.each([301, 400, 401, 403, 404, 405, 408, 422, 429, 500, 503])(
    'HTTP %i says nothing, whatever its body says',
    (status) => {
      for (const body of [sample, { ...sample, status: 'FAILED', error: true }, '']) {
        expect(read(body, status)).toEqual({ kind: 'unanswered', shown: `HTTP ${status}` })
      }
    },
  )

  it.each([429, 503])('HTTP %i says how long to wait before the next question, an hour at most', (status) => {
    const waits = ['7', '0', '900', '86400'].map((seconds) => read('', status, seconds))
    expect(waits.map((reading) => 'waitMs' in reading && reading.waitMs)).toEqual([7_000, 1_000, 900_000, 3_600_000])
    expect(read('', status, 'soon')).toEqual({ kind: 'unanswered', shown: `HTTP ${status}` })
  })

  it.each([200, 301, 500])('HTTP %i does not, whatever its Retry-After says', (status) => {
    expect(read(sample, status, '7')).not.toHaveProperty('waitMs')
  })

  it('no answer says nothing', () => {
    const asked = { reference, payable }
    expect(inEnglish(readStatus(lost('timeout', null), asked))).toEqual({
      kind: 'unanswered',
      shown: 'no answer in time',
    })
    expect(inEnglish(readStatus(lost('reset', 200), asked))).toEqual({ kind: 'unanswered', shown: 'connection reset' })
    expect(inEnglish(readStatus(notSent('refused'), asked))).toEqual({
      kind: 'unanswered',
      shown: 'connection refused',
    })
  })

  it("the provider's words are kept without the beneficiary's number and name, and short", () => {
    const failed = read({ ...sample, status: 'FAILED', message: `No wallet for ${payable.phone}, Zinsou` })
    expect(failed).toMatchObject({ kind: 'failed', message: expect.stringContaining('No wallet for 229******01') })
    const odd = read({ ...sample, message: '', status: `held for Zinsou 97000001 ${'x'.repeat(400)}` })
    for (const secret of secrets) expect(JSON.stringify([failed, odd])).not.toContain(secret)
    expect('shown' in odd ? renderWords(odd.shown, 'en').length : 0).toBeLessThanOrEqual(60)
  })
})

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function serve(answer: (request: RawRequest) => void, statusPath: string, options = {}) {
  const server: RawServer = await startRawServer(answer)
  const client = clientOf(`${server.url}/base/`, { statusPath, ...options })
  closers.push(server.close, client.close)
  return { server, status: client.status! }
}

describe('the request on the wire', () => {
  const answerWell = ({ socket }: RawRequest) => socket.write(http(200, JSON.stringify(sample)))

  it.each([
    ['/v1/payment/status/{reference}', 'TX-1', '/base/v1/payment/status/TX-1'],
    ['/v1/payment/status/{reference}', 'a/b ?#é$&', '/base/v1/payment/status/a%2Fb%20%3F%23%C3%A9%24%26'],
    ['/find?ref={reference}&again={reference}', 'x&y=1', '/base/find?ref=x%26y%3D1&again=x%26y%3D1'],
  ])('%s of %s', async (template, asked, path) => {
    const { server, status } = await serve(answerWell, template)
    expect(await status(asked)).toMatchObject({ kind: 'response', httpStatus: 200 })
    const [first = '', ...headers] = (server.requests[0]?.text ?? '').split('\r\n')
    expect(first).toBe(`GET ${path} HTTP/1.1`)
    expect(headers.map((line) => line.toLowerCase())).toEqual(
      expect.arrayContaining([
        'accept: application/json',
        'app-key: app-key-f00dfeed',
        'merchant-key: merchant-key-deadbeef',
      ]),
    )
  })

  it('is not redirected, and a key that comes back is blotted out', async () => {
    const { server, status } = await serve(
      ({ socket }) => socket.write(http(302, 'app-key-f00dfeed', { Location: '/elsewhere' })),
      '/s/{reference}',
    )
    const answer = await status('TX-1')
    expect(answer).toMatchObject({ kind: 'response', httpStatus: 302 })
    expect(answer.kind === 'response' && answer.body.toString()).not.toContain('f00dfeed')
    expect(server.requests).toHaveLength(1)
  })

  it('gives up at the deadline, and on more than 64 KiB', async () => {
    const silent = await serve(() => undefined, '/s/{reference}', { timeoutMs: 100 })
    expect(await silent.status('TX-1')).toMatchObject({ kind: 'lost', cause: 'timeout' })
    const flood = await serve(({ socket }) => socket.write(http(200, 'x'.repeat(70_000))), '/s/{reference}')
    expect(await flood.status('TX-1')).toMatchObject({ kind: 'lost', cause: 'oversized' })
  })

  it('closing the client breaks off a question, and does not wait for its answer', async () => {
    const server = await startRawServer(() => arrived.resolve())
    const arrived = Promise.withResolvers<void>()
    const client = clientOf(server.url, { statusPath: '/s/{reference}', timeoutMs: 600_000 })
    const asked = client.status!('TX-1')
    await arrived.promise
    await client.close()
    expect(await asked).toMatchObject({ kind: 'lost' })
    await server.close()
  })

  it('there is none without a path, and a path that can not be sent is refused', () => {
    expect(clientOf('http://127.0.0.1:1').status).toBeUndefined()
    for (const statusPath of [
      '/status',
      'status/{reference}',
      '/a b/{reference}',
      '/{reference}#x',
      '/\r\n{reference}',
    ]) {
      expect(() => clientOf('http://127.0.0.1:1', { statusPath })).toThrow(/PAYRUN_STATUS_PATH must be a path/)
    }
  })
})
