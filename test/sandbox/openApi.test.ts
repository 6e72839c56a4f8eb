import { createConfig, lintFromString } from '@redocly/openapi-core'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { operators } from '../../src/payout/operators/operator.ts'
import { wireCurrencies, wirePaths } from '../../src/provider/wire.ts'
import { sandboxStatusPath } from '../../src/sandbox/createSandbox.ts'
import { asJson, collectionPath, collectionSample, keys, merchant, wholeSandbox } from '../harness/wholeSandbox.ts'

interface Operation {
  operationId: string
  security?: unknown
  requestBody: { content: { 'application/json': { schema: { required: string[]; properties: object } } } }
  responses: Record<string, { content: { 'application/json': { schema: { properties: object } } } }>
}
interface Described {
  openapi: string
  security: object[]
  paths: Record<string, { post: Operation; get: Operation }>
  webhooks: { notification: { post: Operation } }
}

const exampleOf = (content: Operation['responses'][string]['content']) =>
  (content['application/json'].schema as unknown as { examples: Record<string, unknown>[] }).examples[0]!

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

  it('says of each field what it means, and so does the page about it, in both languages', async () => {
    const sandbox = await wholeSandbox()
    const { paths, webhooks } = (await (await request(`${sandbox.url}/openapi.json`)).body.json()) as Described
    const { post: notify } = webhooks.notification
    const operations = [...Object.values(paths).flatMap((methods) => Object.values(methods)), notify]
    const unsaid = operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, responses['200']].flatMap((part) =>
        Object.entries(part?.content['application/json'].schema.properties ?? {}).flatMap(
          ([name, { description = '' }]: [string, { description?: string }]) =>
            /\w/.test(description) ? [] : [`${operationId} ${name}`],
        ),
      ),
    )
    expect(unsaid).toEqual([])
    for (const language of ['en', 'fr']) {
      const html = await (await request(`${sandbox.url}/docs?lang=${language}`)).body.text()
      const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, cells = '']) => cells)
      const withType = rows.filter((cells) => cells.split('<td').length === 4)
      expect(withType.length).toBeGreaterThan(40)
      expect(withType.filter((cells) => /<td[^>]*>(?:\s|<[^>]*>)*<\/td>$/.test(cells.trim()))).toEqual([])
      expect(html).toContain(language === 'en' ? 'What the payment is for' : 'L’objet du paiement')
    }
  })

  it('describes the three endpoints with the fields of the document, and both keys', async () => {
    const sandbox = await wholeSandbox()
    const described = (await (await request(`${sandbox.url}/openapi.json`)).body.json()) as Described
    expect(described.security).toEqual([{ appKey: [], merchantKey: [] }])
    const { [sandboxStatusPath]: status, ...endpoints } = described.paths
    expect(Object.keys(endpoints).sort()).toEqual(Object.values(wirePaths).sort())
    expect(Object.keys(status!.get.responses['200']!.content['application/json'].schema.properties)).toEqual([
      ...['error', 'status', 'reference', 'message'],
    ])
    const fields = Object.fromEntries(
      Object.entries(endpoints).map(([path, { post }]) => [
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

  it('has the codes of operators and currencies as lists, and examples that the sandbox takes as they are', async () => {
    const sandbox = await wholeSandbox()
    const described = (await (await request(`${sandbox.url}/openapi.json`)).body.json()) as Described
    const contentOf = (path: string) =>
      described.paths[path]!.post.requestBody.content['application/json'] as unknown as {
        schema: { properties: Record<string, { enum?: string[] }> }
        example: Record<string, unknown>
      }
    const fieldOf = (path: string, name: string) => contentOf(path).schema.properties[name]
    const codes = operators.map(({ code }) => code)
    expect(fieldOf(wirePaths.payout, 'operator')!.enum).toEqual(codes)
    expect(fieldOf(wirePaths.collection, 'operator')!.enum).toEqual(codes)
    expect(fieldOf(wirePaths.payout, 'currency')!.enum).toEqual([...wireCurrencies])
    expect(fieldOf(wirePaths.payment, 'currency')!.enum).toEqual([...wireCurrencies])
    for (const path of Object.values(wirePaths)) {
      const { callback_url: _nowhere, ...example } = contentOf(path).example
      expect([path, (await sandbox.post(path, example)).status]).toEqual([path, 200])
    }
  })

  it('shows for each error what the sandbox answers with, and nothing else', async () => {
    const sandbox = await wholeSandbox()
    const described = (await (await request(`${sandbox.url}/openapi.json`)).body.json()) as Described
    const shown = Object.entries(described.paths).flatMap(([path, { post, get }]) =>
      Object.entries((post ?? get).responses)
        .filter(([status]) => status !== '200')
        .map(([status, { content }]) => ({ path, status: Number(status), example: exampleOf(content) })),
    )
    expect(shown.filter(({ status, example }) => example['status'] !== status)).toEqual([])
    for (const { path, example } of shown)
      expect([path, 'error' in example]).toEqual([path, path !== wirePaths.payment])
    const messages = new Map(shown.map(({ status, example }) => [status, example['message']]))
    expect(Object.fromEntries(messages)).toEqual({
      400: 'The request is invalid: amount is missing.',
      401: 'The app-key or merchant-key header is missing or wrong.',
      403: 'This merchant is not approved for payouts.',
      404: 'There is no payment with this reference.',
      406: 'The Accept header must name application/json.',
      413: 'The request is too large.',
      415: 'Send JSON, as Content-Type application/json.',
      429: 'Too many requests.',
      500: 'Internal server error',
      503: 'The operator can not be reached at the moment.',
    })
    const refused = await sandbox.post(wirePaths.payout, '{}', {})
    expect(shown.find(({ path, status }) => path === wirePaths.payout && status === 401)?.example).toEqual(refused.body)
    expect(sandbox.services.payouts.list({ offset: 0, limit: 9 }).total).toBe(0)
    expect(sandbox.services.refusals.list({ offset: 0, limit: 9 }).total).toBe(1)
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
    for (const [path, { post }] of Object.entries(described.paths).filter(([each]) => each !== sandboxStatusPath)) {
      const { required } = post.requestBody.content['application/json'].schema
      const missed = await sandbox.post(path, {})
      expect(required.map((field) => `${field} is missing`).join()).toContain(
        String(missed.body['message']).replace('The request is invalid: ', '').replace(/\.$/, ''),
      )
      const { accept: _accept, ...withoutAccept } = asJson
      const large = JSON.stringify({ more: 'x'.repeat(1024 * 1024) })
      const answered = async (body: string, headers: Record<string, string>) =>
        String((await sandbox.post(path, body, headers)).status)
      expect(Object.keys(post.responses)).toContain(await answered('{}', withoutAccept))
      expect(Object.keys(post.responses)).toContain(await answered(large, asJson))
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
})
