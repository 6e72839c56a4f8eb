import { createHmac, hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'
import { sendRaw } from '../rawHttp.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const fileOf = (number: number) =>
  `operator,phone_number,amount,reference\nmtn-benin,229019700000${number},1000,R-${number}\n`

describe('a request of the API', () => {
  it.each([
    { method: 'GET', path: '/batches?limit=501', status: 400, code: 'invalid_request', field: 'limit' },
    { method: 'GET', path: '/batches?colour=red', status: 400, code: 'invalid_request', field: 'colour' },
    { method: 'GET', path: '/batches?state=gone', status: 400, code: 'invalid_request', field: 'state' },
    { method: 'GET', path: '/batches/nothing', status: 404, code: 'not_found' },
    { method: 'GET', path: '/nothing', status: 404, code: 'not_found' },
    { method: 'PUT', path: '/batches', status: 405, code: 'method_not_allowed' },
    { method: 'POST', path: '/batches?skip_invalid=yes', status: 400, code: 'invalid_request', field: 'skip_invalid' },
    { method: 'POST', path: '/batches?map=colour=red', status: 400, code: 'invalid_request', field: 'map' },
  ])('answers $method $path with $code', async ({ method, path, status, code, field }) => {
    const { call } = await openTestDesk(server, { pays: false })
    const wish = method === 'POST' ? { file: fileOf(1) } : {}
    const answer = await call(method, path, wish)
    expect(answer).toMatchObject({ status, json: { status, code, detail: expect.stringMatching(/\.$/) } })
    if (field !== undefined) expect(answer.json.problems).toMatchObject([{ field }])
    if (status === 405) expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
  })

  const noBody = Buffer.from('')
  const slip = Buffer.from('{"colour":"red"}')
  const json = (body: Buffer) => ['Content-Type: application/json', `Content-Length: ${body.length}`]
  const chunks = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))
  const chunked = ['Transfer-Encoding: chunked']
  it.each([
    { method: 'GET', target: '/%61pi/v1/batches', key: false, status: 401, code: 'unauthorized' },
    { method: 'GET', target: '/%61pi/v1/nothing', key: false, status: 401, code: 'unauthorized' },
    { method: 'GET', target: '/%61pi/v1/nothing', status: 404, code: 'not_found' },
    { method: 'PUT', target: '/%61pi/v1/batches', status: 405, allow: 'GET, HEAD, POST' },
    { method: 'GET', target: '/%61pi/v1/batches/%ff', status: 400, field: 'path' },
    { method: 'POST', target: '/api/v1/batches/a%2Fb', status: 405, allow: 'GET, HEAD' },
    { method: 'QUERY', target: '/api/v1/batches', status: 405, allow: 'GET, HEAD, POST' },
    {
      method: 'QUERY',
      target: '/api/v1/batches',
      headers: json(slip),
      body: slip,
      status: 405,
      allow: 'GET, HEAD, POST',
    },
    { method: 'QUERY', target: '/api/v1/nothing', status: 404, code: 'not_found' },
    { method: 'FOO', target: '/api/v1/batches?limit=1', status: 405, allow: 'GET, HEAD, POST' },
    { method: 'FOO', target: '/api/v1/nothing', status: 404, code: 'not_found' },
    { method: 'Hello', target: 'there', status: 400, code: 'invalid_request' },
    { method: 'GET', target: '/api/v1/me', host: false, status: 400, field: 'Host' },
    { method: 'DELETE', target: '/api/v1/schedules/x', headers: json(slip), body: slip, status: 400, field: 'colour' },
    { method: 'DELETE', target: '/api/v1/schedules/x', headers: json(chunks('{}')), body: chunks('{}'), status: 404 },
    { method: 'DELETE', target: '/api/v1/schedules/x', headers: json(noBody), status: 404, code: 'not_found' },
    { method: 'GET', target: '/api/v1/batches', headers: json(slip), body: slip, status: 400, field: 'body' },
    { method: 'GET', target: '/api/v1/batches', headers: json(noBody), status: 200 },
    { method: 'GET', target: '/api/v1/me', headers: chunked, body: chunks('1\nx\n0\n\n'), status: 400, field: 'body' },
    { method: 'GET', target: '/api/v1/me', headers: chunked, body: chunks('0\n\n'), status: 200 },
  ])('answers $method $target, as it is sent, with $status', async (sent) => {
    const { url, key } = await openTestDesk(server, { pays: false })
    const { method, target, headers = [], body = noBody, host, status, code, field, allow } = sent
    const known = sent.key === false ? [] : [`Authorization: Bearer ${key}`]
    const answer = await sendRaw(url, { method, target, headers: [...known, ...headers], body, host })
    expect(answer?.status, answer?.text).toBe(status)
    if (status === 200) return
    expect(answer?.headers.get('content-type')).toContain('application/problem+json')
    const problem = JSON.parse(answer?.text ?? '')
    if (code !== undefined) expect(problem.code).toBe(code)
    if (field !== undefined) expect(problem.problems).toMatchObject([{ field }])
    if (allow !== undefined) expect([problem.code, answer?.headers.get('allow')]).toEqual(['method_not_allowed', allow])
  })

  it('opens nothing without a key, with a wrong one, or to a role that lacks', async () => {
    const { call, newKey, promises } = await openTestDesk(server, { pays: false })
    expect(await call('GET', '/me', { key: `pr_${'x'.repeat(43)}` })).toMatchObject({
      status: 401,
      json: { code: 'unauthorized' },
    })
    expect(await call('GET', '/me', { headers: { authorization: '' } })).toMatchObject({ status: 401 })
    for (const [method, path] of [
      ['GET', '/batches/%ff'],
      ['GET', '/batches?state=%ff'],
      ['POST', '/batches?name=%ff'],
      ['GET', `/batches/${'a'.repeat(600)}`],
      ['GET', '/nothing'],
      ['PUT', '/batches'],
    ] as const)
      expect(await call(method, path, { headers: { authorization: '' } }), path).toMatchObject({ status: 401 })
    const viewer = await newKey('viewer', ['viewer'])
    expect((await call('GET', '/me', { key: viewer })).json).toEqual({ name: 'viewer', kind: 'key', roles: ['viewer'] })
    // Whatever else is wrong with the request.
    const needsRole = promises.operations.filter(({ operation }) => operation.responses['403'])
    expect(needsRole.length).toBeGreaterThan(15)
    for (const { method, path } of needsRole) {
      const wrong = `${path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '0')}?colour=red`
      for (const wish of [{ body: {} }, { file: 'x', type: 'text/plain' }]) {
        const { status, json } = await call(method, wrong, { ...wish, key: viewer })
        expect([method, path, status, json.code]).toEqual([method, path, 403, 'forbidden'])
      }
    }
  })

  it('takes a file as a part of a form, and no other part', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const form = (name: string) => {
      const made = new FormData()
      made.append(name, new Blob([fileOf(1)], { type: 'text/csv' }), 'salaires.csv')
      return made
    }
    expect(await call('POST', '/batches', { file: form('file') })).toMatchObject({
      status: 201,
      json: { name: 'salaires.csv', file: { name: 'salaires.csv' } },
    })
    expect(await call('POST', '/batches?allow_duplicates=true', { file: fileOf(2) })).toMatchObject({
      status: 201,
      json: { name: 'file.csv', file: { name: 'file.csv' } },
    })
    expect(await call('POST', '/batches', { file: form('other') })).toMatchObject({
      status: 400,
      json: { problems: [{ field: 'other' }] },
    })
    expect(await call('POST', '/batches', { file: 'x', type: 'application/pdf' })).toMatchObject({
      status: 415,
      json: { code: 'unsupported_type' },
    })
  })

  it('is another one under its Idempotency-Key with another name or type of its file', async () => {
    const { call, db, key } = await openTestDesk(server, { pays: false })
    const [path, file] = ['/batches?period=2026-11', fileOf(1)]
    const headers = { 'idempotency-key': 'november' }
    const send = (name: string) => {
      const form = new FormData()
      form.append('file', new Blob([file], { type: 'text/csv' }), name)
      return call('POST', path, { file: form, headers })
    }
    const reused = { status: 422, json: { code: 'key_reused' } }
    const first = await send('salaires.csv')
    expect(first).toMatchObject({ status: 201, json: { name: 'salaires.csv' } })
    expect(await send('salaires.csv')).toMatchObject({ status: 201, json: first.json })
    expect(await send('primes.csv')).toMatchObject(reused)
    expect(await call('POST', path, { file, type: 'text/csv', headers })).toMatchObject(reused)
    expect(await call('POST', path, { file, type: 'application/json', headers })).toMatchObject(reused)
    // As a key was kept before the name of the file counted.
    const fingerprint = createHmac('sha256', key)
      .update(`POST /api/v1${path}\n`)
      .update(hash('sha256', file, 'buffer'))
    await db.query('update payrun.request_keys set fingerprint = $1', [fingerprint.digest()])
    for (const name of ['salaires.csv', 'primes.csv'])
      expect(await send(name)).toMatchObject({ status: 201, json: first.json })
    expect(await db.query('select 1 from payrun.batches')).toHaveLength(1)
  })

  it('says of a body that is too large how much the call takes: of JSON, and of a file', async () => {
    const { call, url, key } = await openTestDesk(server, { pays: false })
    const large = await call('POST', '/payouts', { body: { reference: 'x'.repeat(300_000) } })
    expect(large).toMatchObject({
      status: 413,
      json: { code: 'too_large', detail: 'The body is too large. It may have up to 256 KiB here.' },
    })
    const headers = [`Authorization: Bearer ${key}`, 'Content-Type: text/csv', `Content-Length: ${600 * 1024 ** 2}`]
    const file = { method: 'POST', target: '/api/v1/checks', headers, body: Buffer.from(fileOf(1)) }
    expect((await sendRaw(url, file))?.text).toContain('"The file is too large. It may have up to 512 MiB."')
  })

  it('refuses what it would read otherwise than it is meant, and names the field', async () => {
    const { call, url, key } = await openTestDesk(server, { pays: false })
    const wrong = (field: string) => ({ status: 400, json: { problems: [{ field }] } })
    expect(await call('POST', '/checks?period=d%E9cembre', { file: fileOf(1) })).toMatchObject(wrong('period'))
    expect(await call('GET', '/batches/%ff')).toMatchObject(wrong('path'))
    expect(await call('POST', '/batches/x/pause', { body: null })).toMatchObject(wrong('body'))
    expect(await call('POST', '/batches?name=%E2%80%AEevil', { file: fileOf(1) })).toMatchObject(wrong('name'))
    const cutOff = await call('POST', '/checks', { file: '--x\r\nContent', type: 'multipart/form-data; boundary=x' })
    expect(cutOff).toMatchObject({ status: 400, json: { problems: [{ field: 'body' }] } })
    // No body at all has no type that could be wrong.
    for (const type of ['application/x-www-form-urlencoded', 'text/plain'])
      for (const [file, status] of [
        ['', 404],
        ['x', 415],
      ] as const)
        expect([type, file, await call('POST', '/batches/x/pause', { file, type })]).toMatchObject([
          type,
          file,
          { status },
        ])
    for (const [body, status] of [
      ['0\r\n\r\n', 404],
      ['1\r\nx\r\n0\r\n\r\n', 415],
    ] as const) {
      const headers = [`Authorization: Bearer ${key}`, 'Transfer-Encoding: chunked']
      const chunked = { method: 'POST', target: '/api/v1/batches/x/pause', headers, body: Buffer.from(body) }
      expect([body, await sendRaw(url, chunked)]).toMatchObject([body, { status }])
    }
    const gzip = await call('POST', '/checks', { file: fileOf(1), headers: { 'content-encoding': 'gzip' } })
    expect(gzip).toMatchObject({ status: 415, json: { code: 'unsupported_type' } })
  })

  it('gives every list in pages', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const schedule = { path: '/srv/pay.csv', cron: '0 8 25 * *', tz: 'UTC' }
    for (const name of ['one', 'two']) await call('POST', '/schedules', { body: { ...schedule, name } })
    for (const currency of ['XOF', 'XAF']) await call('POST', '/floats', { body: { currency, set: '1000' } })
    for (const list of ['schedules', 'operators', 'floats']) {
      const all = (await call('GET', `/${list}`)).json
      const first = (await call('GET', `/${list}?limit=1`)).json
      const rest = (await call('GET', `/${list}?cursor=${first.next}`)).json
      expect([list, all[list].length > 1, rest.next]).toEqual([list, true, null])
      expect([...first[list], ...rest[list]]).toEqual(all[list])
    }
  })

  it('answers no other host name than those of the loopback', async () => {
    const { url } = await openTestDesk(server, { pays: false })
    const { request } = await import('undici')
    const answer = await request(`${url}/api/v1/me`, { headers: { host: 'evil.example' } })
    expect(answer.statusCode).toBe(421)
    for (const probe of ['/healthz', '/healthz?x', '/readyz'])
      expect((await request(url + probe, { headers: { host: 'evil.example' } })).statusCode, probe).toBe(200)
    expect((await request(`${url}/readyz/`, { headers: { host: 'evil.example' } })).statusCode).not.toBe(421)
  })
})
