import { Agent, type RequestOptions, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'
import { good } from '../uploads.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

type Part = [name: string, value: string, fileName?: string]

/** As a client writes a form by hand: `FormData` gives every Blob a file name. */
function formOf(...parts: Part[]): { file: string; type: string } {
  const each = parts.map(([name, value, fileName]) => {
    const called = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: text/csv`
    return `--cut\r\nContent-Disposition: form-data; name="${name}"${called}\r\n\r\n${value}\r\n`
  })
  return { file: `${each.join('')}--cut--\r\n`, type: 'multipart/form-data; boundary=cut' }
}

/** By a client that keeps its connection and sends all of its body before it looks for an answer. */
function ask(url: string, options: RequestOptions, body = ''): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const asked = request(url, options, (answer) => {
    answer.resume()
    answer.on('end', () => resolve(answer.statusCode))
  })
  asked.on('error', reject)
  asked.end(body)
  return promise
}

const file: Part = ['file', good, 'paie.csv']

describe('a file in a form', () => {
  it.each<{ what: string; parts: Part[]; field: string }>([
    { what: 'a control total after it', parts: [file, ['expect_total', '1']], field: 'expect_total' },
    { what: 'a control total before it', parts: [['expect_total', '1'], file], field: 'expect_total' },
    { what: 'a second file after it', parts: [file, ['file', good, 'again.csv']], field: 'file' },
    { what: 'another file after it', parts: [file, ['more', good, 'more.csv']], field: 'more' },
    { what: 'another file before it', parts: [['more', good, 'more.csv'], file], field: 'more' },
    { what: 'an empty field after it', parts: [file, ['', '']], field: '' },
    { what: 'the name of a prototype', parts: [file, ['constructor', 'x']], field: 'body' },
    { what: 'a hundred fields', parts: [file, ...Array.from({ length: 100 }, (): Part => ['x', '1'])], field: 'x' },
    { what: 'nothing', parts: [], field: 'file' },
  ])('is refused with $what, by its name, and nothing is stored', async ({ parts, field }) => {
    const { call } = await openTestDesk(server, { pays: false })
    for (const path of ['/batches', '/checks'])
      expect(await call('POST', path, formOf(...parts))).toMatchObject({
        status: 400,
        json: { code: 'invalid_request', problems: [{ field }] },
      })
    expect((await call('GET', '/batches')).json.batches).toEqual([])
  })

  it('that is refused by a part without a name says so', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    const nameless = '--cut\r\nContent-Disposition: form-data\r\n\r\nx\r\n'
    const { file: whole, type } = formOf(file)
    for (const body of [nameless + whole, whole.replace('--cut--', `${nameless}--cut--`)])
      expect(await call('POST', '/batches', { file: body, type })).toMatchObject({
        status: 400,
        json: { code: 'invalid_request', problems: [{ field: '' }] },
      })
  })

  it.each([
    { what: 'a second file', parts: [file, ['file', 'x'.repeat(8_000_000), 'again.csv']] },
    {
      what: 'a file after a field',
      parts: [
        ['expect_total', '1'],
        ['file', 'x'.repeat(8_000_000), 'paie.csv'],
      ],
    },
  ] satisfies { what: string; parts: Part[] }[])(
    'that is refused with 8 MB of $what leaves its connection usable',
    async ({ parts }) => {
      const { url, key } = await openTestDesk(server, { pays: false })
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      onTestFinished(() => agent.destroy())
      const { file: body, type } = formOf(...parts)
      const headers = { authorization: `Bearer ${key}` }
      expect(
        await ask(
          `${url}/api/v1/batches`,
          { agent, method: 'POST', headers: { ...headers, 'content-type': type } },
          body,
        ),
      ).toBe(400)
      expect(await ask(`${url}/api/v1/me`, { agent, headers })).toBe(200)
    },
  )

  it('needs no name of its own', async () => {
    const { call } = await openTestDesk(server, { pays: false })
    expect(await call('POST', '/batches', formOf(['file', good]))).toMatchObject({
      status: 201,
      json: { counts: { pending: 3 } },
    })
  })
})
