import type { FastifyInstance } from 'fastify'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { table } from '../../web/parts.ts'
import type { Piece } from '../../words/page.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { meaningOf } from '../meanings.ts'
import type { SandboxServices } from '../state/records.ts'
import { layout, sendPage } from './layout.ts'
import { type Visit, visitOf } from './visit.ts'

/**
 * `/docs`: the OpenAPI document to read.
 * @param document makes the document on the first call
 */
export function referenceRoutes(
  app: FastifyInstance,
  { language }: SandboxServices,
  document: () => Promise<object>,
): void {
  for (const path of ['/docs', '/docs/']) {
    app.get(path, async (request, reply) =>
      sendPage(reply, 200, referencePage(visitOf(request, language), (await document()) as OpenApi)),
    )
  }
}

type Schema = { [keyword: string]: unknown } & { type?: string; enum?: string[]; properties?: Record<string, Schema> }

interface Content {
  content?: Record<string, { schema: Schema; example?: unknown }>
}

interface Operation {
  operationId: string
  summary: string
  description: string
  parameters?: { name: string; in: string; description?: string }[]
  requestBody?: Content
  responses: Record<string, Content & { description: string }>
}

/** The parts of the document (openApi.ts) that the page shows. */
interface OpenApi {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  webhooks: { notification: { post: Operation } }
  components: { securitySchemes: Record<string, { name: string; description: string }> }
}

function referencePage(visit: Visit, document: OpenApi): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ heading: `${method.toUpperCase()} ${path}`, operation })),
  )
  const { post } = document.webhooks.notification
  const children = html`
    <h1>${say('sandbox.interface')}</h1>
    <p lang="en">${document.info.description}</p>
    <p>${say('sandbox.interface_text')} <a href="/openapi.json">${say('sandbox.interface_document')}</a></p>
    <h2>${say('sandbox.headers')}</h2>
    ${headers(document)}
    ${calls.map(({ heading, operation }) => call(heading, operation))}
    ${call('POST callback_url', post)}
  `
  return layout({ visit, title: say('sandbox.interface'), shape: 'wide', tool: 'docs', children })
}

const headers = ({ components }: OpenApi): VNode =>
  table(
    say('sandbox.headers'),
    [named, meant],
    [
      [code('Accept'), code('application/json')],
      ...Object.values(components.securitySchemes).map(({ name, description }) => [code(name), english(description)]),
    ],
  )

const named = { name: say('sandbox.field') }
const meant = { name: say('web.meaning') }

function call(
  heading: string,
  { operationId, summary, description, parameters = [], requestBody, responses }: Operation,
): VNode {
  const body = jsonOf(requestBody)
  const good = jsonOf(responses['200'])
  const meaningIn = (side: 'asked' | 'answered') => (field: string) => meaningOf(operationId, side, field)
  return html`
    <section class="call" aria-labelledby=${operationId}>
      <h2 id=${operationId} lang="en">${summary}</h2>
      <p><code>${heading}</code></p>
      <p lang="en">${description}</p>
      ${parameters.map(({ name, description: what = '' }) => html`<p>${code(name)} <span lang="en">${what}</span></p>`)}
      ${body ? part(say('sandbox.request_of', { name: summary }), say('sandbox.request'), body, meaningIn('asked')) : null}
      ${good ? part(say('sandbox.answer_of', { name: summary }), say('sandbox.answer'), good, meaningIn('answered')) : null}
      <h3>${say('sandbox.statuses')}</h3>
      ${table(
        say('sandbox.statuses_of', { name: summary }),
        [{ name: say('sandbox.status') }, meant],
        Object.entries(responses).map(([status, { description: what }]) => [status, english(what)]),
      )}
    </section>
  `
}

const jsonOf = (content: Content | undefined) => content?.content?.['application/json']

function part(
  label: Sentence,
  title: Sentence,
  { schema, example }: { schema: Schema; example?: unknown },
  meaning: (field: string) => Sentence | undefined,
): VNode {
  const required = (schema['required'] ?? []) as string[]
  const shown = example ?? (schema['examples'] as unknown[] | undefined)?.[0]
  return html`
    <h3>${title}</h3>
    ${table(
      label,
      [named, { name: say('web.type') }, meant],
      Object.entries(schema.properties ?? {}).map(([name, field]) => [
        html`<span>${code(name)}${required.includes(name) ? html` <span class="small">${say('web.required')}</span>` : null}</span>`,
        typeOf(field),
        meaning(name) ?? (typeof field['description'] === 'string' ? english(field['description']) : null),
      ]),
    )}
    ${shown === undefined ? null : html`<pre tabindex="0">${JSON.stringify(shown, null, 2)}</pre>`}
  `
}

/** The type of a value in a word, or its codes. */
function typeOf(schema: Schema): Piece {
  const { anyOf, type, enum: codes, format, properties } = schema
  if (codes) return html`<span>${codes.map((each, at) => html`${at > 0 ? ', ' : null}${code(each)}`)}</span>`
  if (Array.isArray(anyOf)) return anyOf.map((each: Schema) => String(each.type ?? 'any')).join(' | ')
  if (properties) return `{ ${Object.keys(properties).join(', ')} }`
  return [type ?? 'any', format].filter(Boolean).join(', ')
}

const code = (text: string): VNode => html`<code>${text}</code>`

const english = (text: string): VNode => html`<span lang="en">${text}</span>`
