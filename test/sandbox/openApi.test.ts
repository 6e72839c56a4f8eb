import { createConfig, lintFromString } from '@redocly/openapi-core'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { wirePaths } from '../../src/provider/wire.ts'
import { collectionPath, collectionSample, keys, merchant, wholeSandbox } from '../harness/wholeSandbox.ts'

interface Operation {
  security?: unknown
  requestBody: { content: { 'application/json': { schema: { required: string[]; properties: object } } } }
  responses: Record<string, { content: { 'application/json': { schema: { properties: object } } } }>
}
interface Described {
  openapi: string
  security: object[]
  paths: Record<string, { post: Operation }>
  webhooks: { notification: { post: Operation } }
}

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1, and a standard linter has nothing to say against it', async () => {
    const sandbox = await wholeSandbox()
    const answer = await request(`${sandbox.url}/openapi.json`)
    const source = await answer.body.text()
    expect(answer.headers['content-type']).toContain('application/json')
    expect(JSON.parse(source)).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) })
    const problems = await lintFromString({ source, config: await createConfig({ extends: ['recommended'] }) })
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
    const none = await lintFromString({
      source: source.replace('"operationId":"collect"', '"operationId":"payout"'),
      config: await createConfig({ extends: ['recommended'] }),
    })
    expect(none.map(({ ruleId }) => ruleId)).toContain('operation-operationId-unique')
  })

  it('describes the three endpoints with the fields of the document, and both keys', async () => {
    const sandbox = await wholeSandbox()
    const described = (await (await request(`${sandbox.url}/openapi.json`)).body.json()) as Described
    expect(described.security).toEqual([{ appKey: [], merchantKey: [] }])
    expect(Object.keys(described.paths).sort()).toEqual(Object.values(wirePaths).sort())
    const fields = Object.fromEntries(
      Object.entries(described.paths).map(([path, { post }]) => [
        path,
        {
          asked: Object.keys(post.requestBody.content['application/json'].schema.properties),
          answered: Object.keys(post.responses['200']!.content['application/json'].schema.properties),
        },
      ]),
    )
    expect(fields).toEqual({
      [wirePaths.payment]: {
        asked: [
          ...['amount', 'currency', 'payment_mode', 'return_url', 'cancel_url', 'callback_url'],
          ...['description', 'customer'],
        ],
        answered: ['status', 'message', 'payment_url', 'reference'],
      },
      [wirePaths.collection]: {
        asked: ['amount', 'operator', 'phoneNumber', 'customer', 'custom_data', 'callback_url'],
        answered: ['error', 'status', 'amount', 'fees', 'message', 'reference'],
      },
      [wirePaths.payout]: {
        asked: ['operator', 'amount', 'phoneNumber', 'currency', 'customer'],
        answered: ['error', 'status', 'reference', 'message'],
      },
    })
  })

  it('describes a notification as it is posted', async () => {
    const sandbox = await wholeSandbox()
    const shop = await merchant()
    const asked = { ...collectionSample, callback_url: shop.url, custom_data: { order: 7 } }
    const reference = String((await sandbox.post(collectionPath, asked)).body['reference'])
    sandbox.services.collections.decline(reference)
    sandbox.clock.advance(0)
    await sandbox.tried(reference, 1)
    const described = (await (await request(`${sandbox.url}/openapi.json`)).body.json()) as Described
    const { properties, required } = described.webhooks.notification.post.requestBody.content['application/json'].schema
    const posted = JSON.parse(shop.posted[0]!.body) as object
    expect(Object.keys(posted).sort()).toEqual(Object.keys(properties).sort())
    expect(required).toEqual(['event', 'reference', 'status', 'amount', 'currency', 'message', 'id'])
  })

  it('promises what the sandbox does: each described field that is required is missed, each status is real', async () => {
    const sandbox = await wholeSandbox()
    const described = (await (await request(`${sandbox.url}/openapi.json`)).body.json()) as Described
    for (const [path, { post }] of Object.entries(described.paths)) {
      const { required } = post.requestBody.content['application/json'].schema
      const missed = await sandbox.post(path, {})
      expect(required.map((field) => `${field} is missing`).join()).toContain(
        String(missed.body['message']).replace('The request is invalid: ', '').replace(/\.$/, ''),
      )
      for (const [status, headers] of [
        ['401', {}],
        ['400', { ...keys, 'content-type': 'application/json' }],
      ] as const) {
        const answer = await sandbox.post(path, '{}', headers)
        const promised = post.responses[status]!.content['application/json'].schema.properties
        expect([String(answer.status), Object.keys(answer.body).sort()]).toEqual([status, Object.keys(promised).sort()])
      }
    }
  })

  it('has a page to read it on, which loads everything from the sandbox', async () => {
    const sandbox = await wholeSandbox()
    const page = await request(`${sandbox.url}/docs/`)
    const html = await page.body.text()
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(String(page.headers['content-security-policy'])).not.toContain('upgrade-insecure-requests')
    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) {
      const part = await request(new URL(link, `${sandbox.url}/docs/`))
      await part.body.dump()
      expect([link, part.statusCode]).toEqual([link, 200])
      expect(link).not.toMatch(/^(https?:)?\/\//)
    }
  })
})
