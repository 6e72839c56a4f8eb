import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { codeWord, pageHead, table } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import type { JsonSchema, OpenApi, Operation, ResponseObject } from '../../api/openApi.ts'
import { ApiProblem } from '../../api/problem.ts'
import { type Asked, openPage, type Shown } from '../page.ts'

/** `/api/docs`: the OpenAPI document to read, with a page for each call and each schema. */
export const referencePages = [openPage('/api/docs', { get: contents }), openPage('/api/docs/:name', { get: entry })]

const at = (name: string): string => `/api/docs/${name}`

const callsOf = (document: OpenApi): CallShown[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

async function contents({ request, visit }: Asked): Promise<Shown> {
  const document = request.server.openApi()
  const calls = callsOf(document)
  const text = html`${say('deskPages.reference_text')}${visit.language === 'en' ? null : html` ${say('deskPages.reference_in_english')}`}`
  const link = html`<a href="/api/openapi.json">${say('deskPages.reference_document')}</a>`
  const body = html`
    ${pageHead({ title: say('deskPages.reference'), text, actions: link })}
    <p lang="en">${prose(document.info.description)}</p>
    ${document.tags.map(
      ({ name, description }) => html`
        <h2 lang="en">${description}</h2>
        <ul>
          ${calls
            .filter(({ operation }) => operation.tags.includes(name))
            .map(
              ({ method, path, operation }) =>
                html`<li><a href=${at(operation.operationId)} lang="en">${operation.summary}</a> <code>${method} ${path}</code></li>`,
            )}
        </ul>
      `,
    )}
    <h2>${say('deskPages.reference_shapes')}</h2>
    <ul>
      ${Object.keys(document.components.schemas).map((name) => html`<li><a href=${at(name)}>${name}</a></li>`)}
    </ul>
  `
  return { kind: 'page', title: say('deskPages.reference'), body, wide: true }
}

async function entry({ request, params: { name = '' } }: Asked): Promise<Shown> {
  const document = request.server.openApi()
  const call = callsOf(document).find(({ operation }) => operation.operationId === name)
  const schema = Object.hasOwn(document.components.schemas, name) ? document.components.schemas[name] : undefined
  if (call) return found(call.operation.summary, callPart(document, call))
  if (schema) return found(name, shapePart(schema))
  throw new ApiProblem('not_found', say('desk.no_such_path'))
}

function found(name: string, content: VNode): Shown {
  const crumb = html`<a href="/api/docs">${say('deskPages.reference')}</a>`
  const body = html`${pageHead({ title: html`<span lang="en">${name}</span>`, crumb })}${content}`
  return { kind: 'page', title: say('deskPages.reference_of', { name }), body, wide: true }
}

interface CallShown {
  method: string
  path: string
  operation: Operation
}

function callPart(document: OpenApi, { method, path, operation }: CallShown): VNode {
  const { description, parameters = [], requestBody, responses } = operation
  const answers = Object.entries(responses).map(([status, answer]) => [status, answerOf(document, answer)] as const)
  return html`
      <p><code>${method} ${path}</code></p>
      <p lang="en">${prose(description)}</p>
      ${parameters.length > 0 ? parameterTable(parameters) : null}
      ${requestBody ? bodyPart(requestBody) : null}
      <h2>${say('deskPages.reference_answers')}</h2>
      ${table(
        say('deskPages.reference_answers'),
        [{ name: say('deskPages.reference_status') }, { name: say('web.type') }, { name: say('web.meaning') }],
        answers.map(([status, answer]) => [status, answerType(answer), meaning(answer.description)]),
      )}
      ${answers.slice(0, 1).map(([, { content = {} }]) => Object.values(content).map(({ example }) => sample(example)))}
  `
}

const parameterTable = (parameters: NonNullable<Operation['parameters']>): VNode => html`
  <h2>${say('deskPages.reference_parameters')}</h2>
  ${table(
    say('deskPages.reference_parameters'),
    [named, { name: say('deskPages.reference_place') }, { name: say('web.type') }, { name: say('web.meaning') }],
    parameters.map(({ name, in: place, required = false, schema, description }) => [
      fieldName(name, required),
      place,
      typeOf(schema),
      meaning(description),
    ]),
  )}
`

const named = { name: say('deskBatch.name') }

function bodyPart({ content, description }: NonNullable<Operation['requestBody']>): VNode {
  const [media] = Object.values(content)
  return html`
    <h2>${say('deskPages.reference_body')}</h2>
    <p>${Object.keys(content).map((type, index) => html`${index > 0 ? ', ' : null}<code>${type}</code>`)}</p>
    ${description ? html`<p lang="en">${prose(description)}</p>` : null}
    ${media && 'properties' in media.schema ? fieldTable(say('deskPages.reference_body'), media.schema) : null}
    ${sample(media?.example)}
  `
}

const shapePart = (schema: JsonSchema): VNode => html`
  <p lang="en">${prose(String(schema['description'] ?? ''))}</p>
  ${fieldTable(say('deskPages.reference_shapes'), schema)}
`

function fieldTable(label: Sentence, schema: JsonSchema): VNode {
  const required = (schema['required'] ?? []) as string[]
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  return table(
    label,
    [named, { name: say('web.type') }, { name: say('web.meaning') }],
    fields.map(([name, field]) => [
      fieldName(name, required.includes(name)),
      typeOf(field),
      meaning(field['description']),
    ]),
  )
}

const fieldName = (name: string, required: boolean): Piece =>
  html`<span>${codeWord(name)}${required ? html` <span class="small">${say('web.required')}</span>` : null}</span>`

/** The type of a value, as a word or a link. */
function typeOf(schema: JsonSchema): Piece {
  const {
    $ref,
    anyOf,
    type,
    enum: choices,
    const: only,
    items,
    format,
    properties,
    maximum,
  } = schema as {
    [keyword: string]: never
  } & {
    $ref?: string
    anyOf?: JsonSchema[]
    enum?: string[]
    items?: JsonSchema
    properties?: Record<string, JsonSchema>
  }
  const name = $ref?.split('/').at(-1)
  if (name !== undefined) return html`<a href=${at(name)}>${name}</a>`
  if (anyOf) return html`<span>${anyOf.map((each, index) => html`${index > 0 ? ' | ' : null}${typeOf(each)}`)}</span>`
  if (choices)
    return html`<span>${choices.map((each, index) => html`${index > 0 ? ' | ' : null}${codeWord(String(each))}`)}</span>`
  if (only !== undefined) return codeWord(String(only))
  if (items) return html`<span>${typeOf(items)}[]</span>`
  if (properties) return `{ ${Object.keys(properties).join(', ')} }`
  return [type ?? 'any', format, maximum === undefined || Number(maximum) > 1_000_000 ? undefined : `≤ ${maximum}`]
    .filter(Boolean)
    .join(', ')
}

const answerOf = (document: OpenApi, answer: ResponseObject): ResponseObject =>
  document.components.responses[answer.$ref?.split('/').at(-1) ?? ''] ?? answer

function answerType({ content = {}, headers = {} }: ResponseObject): Piece {
  const [type = '', media] = Object.entries(content)[0] ?? []
  const schema = type === 'application/problem+json' ? { $ref: '#/Problem' } : (media?.schema ?? {})
  const names = Object.keys(headers)
  return html`<span>${typeOf(schema)}${names.length > 0 ? html` <span class="small">${names.join(', ')}</span>` : null}</span>`
}

const meaning = (text: unknown): Piece =>
  typeof text === 'string' ? html`<span lang="en">${prose(text)}</span>` : null

/** An example from a request or an answer. */
const sample = (example: unknown): Piece =>
  example === undefined
    ? null
    : html`<p class="small">${say('deskPages.reference_example')}</p>
        <pre>${typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</pre>`

/** Text in backticks is code. */
const prose = (text: string): VNode =>
  html`${text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`
