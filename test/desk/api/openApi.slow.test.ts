import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const lint = async (source: string) =>
  (await lintFromString({ source, config: await createConfig({ extends: ['recommended'] }) })).map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
  )

describe('the OpenAPI document of the desk', () => {
  it('needs no key, is OpenAPI 3.1, and a standard linter has nothing to say against it', async () => {
    const { url } = await openTestDesk(server, { pays: false })
    const answer = await fetch(`${url}/api/openapi.json`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    const source = await answer.text()
    expect(JSON.parse(source)).toMatchObject({ openapi: '3.1.0', security: [{ key: [] }] })
    expect(await lint(source)).toEqual([])
    const twice = source.replace('"operationId":"listRows"', '"operationId":"getRow"')
    expect((await lint(twice)).join()).toContain('operation-operationId-unique')
  })

  it('describes each call in full: what it takes, all that it may answer, and an example of each body', async () => {
    const { promises } = await openTestDesk(server, { pays: false })
    expect(promises.operations.length).toBeGreaterThanOrEqual(24)
    for (const { method, path, operation } of promises.operations) {
      const { operationId, summary, description, tags, parameters = [], requestBody, responses } = operation
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect([path, parameters.filter((each) => each.in === 'path').map(({ name }) => name)]).toEqual([path, inPath])
      expect([operationId, summary, description].map((text) => typeof text === 'string' && text !== '')).toEqual([
        true,
        true,
        true,
      ])
      expect(promises.document.tags.map(({ name }) => name)).toContain(tags[0])
      expect(parameters.filter((each) => !each.description).map(({ name }) => `${operationId} ${name}`)).toEqual([])
      const statuses = Object.keys(responses)
      expect(statuses).toEqual(expect.arrayContaining(['400', '401', '405', '421', '429', '500', '503']))
      if (inPath.length > 0) expect([operationId, statuses]).toEqual([operationId, expect.arrayContaining(['404'])])
      if (method !== 'GET' && operationId !== 'checkFile')
        expect(parameters.map(({ name }) => name)).toContain('Idempotency-Key')
      if (requestBody) expect(Object.values(requestBody.content)[0]).toHaveProperty('example')
      const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      expect(good.length).toBeGreaterThan(0)
      for (const [, { content = {} }] of good)
        expect([operationId, Object.keys(content).length > 0]).toEqual([operationId, true])
      const inJson = good.flatMap(([status, { content = {} }]) => {
        const media = content['application/json']
        return media && media.example === undefined ? [`${operationId} ${status} has no example`] : []
      })
      expect(inJson).toEqual([])
    }
  })

  it('has examples that are as their schemas say', async () => {
    const { promises } = await openTestDesk(server, { pays: false })
    const { responses: ofAll } = promises.document.components
    const wrong = [
      ...promises.operations.map(({ operation }) => operation),
      { operationId: 'every call', responses: ofAll, requestBody: undefined },
    ].flatMap(({ operationId, requestBody, responses }) =>
      [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
        .flatMap((content) => Object.entries(content ?? {}))
        .filter(([type, { example }]) => /json/.test(type) && example !== undefined)
        .flatMap(([type, { schema, example }]) =>
          promises.differs(schema, example).map((what) => `${operationId} ${type}: ${what}`),
        ),
    )
    expect(wrong).toEqual([])
  })

  it('sends each example of what is sent, and it is taken, or refused for what is there', async () => {
    const { call, promises } = await openTestDesk(server, { pays: false })
    const sent = promises.operations.flatMap(({ method, path, operation: { operationId, requestBody } }) =>
      Object.entries(requestBody?.content ?? {})
        .filter(([, { example }]) => example !== undefined)
        .map(([type, { example }]) => ({ method, path: path.replace('/api/v1', ''), operationId, type, example })),
    )
    expect(sent.length).toBeGreaterThanOrEqual(10)
    const file = 'operator,phone_number,amount\nmtn-benin,2290197000001,1500\n'
    for (const { method, path, operationId, type, example } of sent) {
      const made = await call('POST', '/batches?allow_duplicates=true', {
        file: file.replace('1500', `${1500 + sent.length}`),
      })
      const id = made.json.id ?? made.json.batch
      const filled = path
        .replace('{batch}', id)
        .replace('{id}', id)
        .replace('{line}', '2')
        .replace(/\{\w+\}/g, 'x')
      const answer = await call(
        method,
        filled,
        type === 'application/json' ? { body: example } : { file: String(example), type },
      )
      expect([operationId, answer.status, answer.text]).toEqual([
        operationId,
        expect.toSatisfy((status: number) => status < 300 || [403, 404, 409].includes(status)),
        expect.anything(),
      ])
    }
  })

  it('has a page to read it on, in both languages, which loads and runs nothing from elsewhere', async () => {
    const { url, promises } = await openTestDesk(server, { pays: false })
    const names = [
      ...promises.operations.map(({ operation }): string => operation.operationId),
      ...Object.keys(promises.document.components.schemas),
    ]
    const read = async (path: string, language: string) => {
      const answer = await fetch(`${url}${path}`, { headers: { 'accept-language': language } })
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
      const page = await answer.text()
      expect(page).not.toMatch(/ style=| on\w+="|src="http|href="http|<script>/)
      expect(page.length).toBeLessThan(60_000)
      return page
    }
    const english = await read('/api/docs', 'en')
    expect(english).toContain('Every call that a program can make')
    expect(await read('/api/docs', 'fr')).toContain('Les descriptions sont en anglais.')
    const links = [...english.matchAll(/href="\/api\/docs\/([^"]+)"/g)].map(([, name]) => name)
    expect(links.sort()).toEqual([...names].sort())
    for (const name of names) {
      const page = await read(`/api/docs/${name}`, 'fr')
      const further = [...page.matchAll(/href="\/api\/docs\/([^"]+)"/g)].map(([, each]) => each)
      expect(further.filter((each) => !names.includes(String(each)))).toEqual([])
    }
    expect((await fetch(`${url}/api/docs/constructor`)).status).toBe(404)
  })
})
