import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'
import type { JsonSchema, Operation, Promises } from '../promised.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const file = 'operator,phone_number,amount\nmtn-benin,2290197000001,1500\n'

/** A request in which one thing is wrong. */
interface Wrong {
  method: string
  path: string
  /** What is wrong: it has to be named. */
  field: string
  body?: unknown
  headers?: Record<string, string>
}

/** Each parameter, header and field of a call wrong in turn, in each way that its schema knows. */
function wrongOf({ method, path, operation }: Promises['operations'][number]): Wrong[] {
  const { parameters = [], requestBody } = operation
  const filled = path
    .replace('/api/v1', '')
    .replace('{line}', '2')
    .replace(/\{\w+\}/g, '1')
  const needed = parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => `${name}=1`)
  const media = requestBody?.content['application/json']
  const isJson = media !== undefined && !('text/csv' in (requestBody?.content ?? {}))
  const good = isJson ? { body: media.example } : {}
  const at = (query: string) => ({ method, path: `${filled}?${[...needed, query].join('&')}`, ...good })
  const queries = parameters
    .filter((each) => each.in === 'query')
    .flatMap(({ name, schema }) => [
      ...wrongTexts(schema).map((text) => ({ ...at(`${name}=${encodeURIComponent(text)}`), field: name })),
      ...(schema['anyOf'] ? [] : [{ ...at(`${name}=1&${name}=1`), field: name }]),
    ])
  const headers = parameters
    .filter((each) => each.in === 'header')
    .map(({ name }) => ({ method, path: filled, ...good, field: name, headers: { [name]: 'two words' } }))
  const bodies = isJson
    ? wrongBodies(media.schema, media.example).map((each) => ({ method, path: filled, ...each }))
    : []
  return [{ ...at('colour=red'), field: 'colour' }, ...queries, ...headers, ...bodies]
}

function wrongTexts(schema: JsonSchema): string[] {
  const { type, enum: choices, anyOf } = schema
  if (anyOf) return ['a\0b']
  if (choices) return ['gone', '']
  if (type === 'integer') return ['x', '', '-1', '1e2', '9'.repeat(20)]
  return ['', 'a\0b', '\u{1}', 'x'.repeat(2_000)]
}

function wrongBodies(schema: JsonSchema, example: unknown): { field: string; body: unknown }[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] }
  const good = example as Record<string, unknown>
  const fields = Object.entries(properties).flatMap(([field, each]) =>
    wrongValues(each).map((value) => ({ field, body: { ...good, [field]: value } })),
  )
  const missing = required.map((field) => {
    const { [field]: _, ...body } = good
    return { field, body }
  })
  return [...fields, ...missing, { field: 'colour', body: { ...good, colour: 'red' } }, { field: 'body', body: [good] }]
}

function wrongValues(schema: JsonSchema): unknown[] {
  const { type, enum: choices, const: only } = schema
  if (choices || only !== undefined) return ['gone', null, []]
  // Anything goes.
  if (type === undefined) return []
  if (type === 'integer') return ['x', 1.5, -1, 1e15, null]
  if (type === 'boolean') return ['yes', 1, null]
  if (type === 'array') return ['x', {}, null]
  if (type === 'object') return ['x', [], null]
  return [5, null, {}, 'a\0b', 'x\ud800', 'x'.repeat(2_000)]
}

const sentence = /^[^a-z]?.*[.…]$/s
const foreign = /invalid input|expected|received|too (big|small)|unrecognized|undefined|\[object|NaN/i

describe('a request in which one thing is wrong', () => {
  it('says which, and how to correct it, in English and in French, and does nothing', async () => {
    const { call, promises } = await openTestDesk(server, { pays: false })
    const cases = promises.operations.flatMap((each) =>
      wrongOf(each).map((wrong) => ({ ...wrong, operation: each.operation })),
    )
    expect(cases.length).toBeGreaterThan(250)
    for (const { method, path, field, body, headers = {}, operation } of cases) {
      const wish = isFile(operation) ? { file } : body === undefined ? {} : { body }
      const what = `${method} ${path.slice(0, 120)} ${field} ${JSON.stringify(body)?.slice(0, 200)}`
      const english = await call(method, path, { ...wish, headers })
      expect([what, english.status, english.json.code]).toEqual([what, 400, 'invalid_request'])
      const french = await call(method, path, { ...wish, headers: { ...headers, 'accept-language': 'fr' } })
      for (const { json } of [english, french]) {
        const { detail, problems } = json as { detail: string; problems: { field: string; message: string }[] }
        const messages = problems.filter((each) => named(each.field, field)).map(({ message }) => message)
        expect([what, detail, messages.length]).toEqual([what, expect.stringContaining(field), expect.any(Number)])
        expect([what, messages.length > 0]).toEqual([what, true])
        for (const text of [detail, ...messages]) {
          expect(text).toMatch(sentence)
          expect(text).not.toMatch(foreign)
        }
      }
      expect(french.json.detail).not.toBe(english.json.detail)
    }
    expect((await call('GET', '/batches')).json.batches).toEqual([])
  })

  it('says what can be sent in the place of a wrong kind of body, method or key', async () => {
    const { call, url, promises } = await openTestDesk(server, { pays: false })
    for (const { method, path, operation } of promises.operations) {
      const filled = path.replace('/api/v1', '').replace(/\{\w+\}/g, '1')
      const without = await call(method, filled, { headers: { authorization: 'Basic eDp5' } })
      expect(without.json).toMatchObject({
        code: 'unauthorized',
        detail: expect.stringContaining('Authorization: Bearer'),
      })
      const other = await call('PATCH', filled)
      expect(other.json).toMatchObject({ code: 'method_not_allowed', detail: expect.stringContaining(method) })
      expect(other.headers.get('allow')).toContain(method)
      if (!operation.requestBody) continue
      for (const type of ['text/plain', 'application/pdf', 'application/x-www-form-urlencoded']) {
        const answer = await call(method, filled, { file, type })
        expect([filled, type, answer.json]).toMatchObject([filled, type, { code: 'unsupported_type', status: 415 }])
      }
      if (isFile(operation)) continue
      // Of a type that is named for no body at all, the fields that are needed are told, if any.
      const empty = await call(method, filled, { file: '', type: 'application/json' })
      expect([filled, empty.json.detail ?? '']).toEqual([filled, expect.not.stringContaining('not JSON')])
      const broken = await call(method, filled, { file: '{"a":', type: 'application/json' })
      expect([filled, broken.json]).toMatchObject([
        filled,
        { code: 'invalid_request', detail: expect.stringContaining('JSON') },
      ])
    }
    expect((await fetch(`${url}/api/v1/%zz`)).status).toBe(401)
    expect((await call('GET', '/%zz')).status).toBe(400)
    const page = await fetch(`${url}/batches/%ff`, { headers: { 'accept-language': 'fr' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain("L'adresse est mal encodée")
  })
})

const isFile = ({ requestBody }: Operation): boolean => 'text/csv' in (requestBody?.content ?? {})

/** `customer.name` is within `customer`. */
const named = (found: string, field: string): boolean => found === field || found.startsWith(`${field}.`)
