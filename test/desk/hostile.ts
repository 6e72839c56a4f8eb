import fc from 'fast-check'
import { anyCharacter } from '../properties/seeded.ts'
import type { JsonSchema, Promises } from './promised.ts'
import { framed, type RawRequest } from './rawHttp.ts'

/** A call as the document has it. */
type Described = Promises['operations'][number]

const header = 'operator,phone_number,amount,reference,name'
export const fileOf = (mark: string) =>
  `${header}\nmtn-benin,2290197000001,1500,${mark}-1,Awa\nmtn-benin,2290197000002,1600,${mark}-2,Ousmane\n`

/** What nobody should send in any field. */
const hostileTexts = [
  ...'% %00 __proto__ constructor NaN null -1 0 1e3 0x10 1.5 true ../../etc/passwd {{7*7}} <script>'.split(' '),
  ...['', ' ', '\0', 'a\0b', '\ud800', 'x\udc00y', '\u202e', '\r\nSet-Cookie: a=b', "' or 1=1 --"],
  ...['9'.repeat(15), '9'.repeat(40), 'x'.repeat(300), 'é'.repeat(2_000), '🙂'.repeat(60), '2026-13-45'],
]
const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: anyCharacter, maxLength: 40 }))
/** As JSON text, since not all of it can be made of a value. */
const hostileJson = fc.oneof(
  hostileText.map((text) => JSON.stringify(text)),
  fc.constantFrom(
    'null',
    'true',
    '[]',
    '{}',
    '-1',
    '0',
    '1.5',
    '1e999',
    '9007199254740993',
    `${'9'.repeat(400)}`,
    '"\\ud800"',
  ),
  fc.constantFrom(
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{}}}',
    `${'['.repeat(500)}${']'.repeat(500)}`,
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.constant(JSON.stringify('x'.repeat(1_000_000))),
)
const hostileJsonSmall = hostileJson.filter((text) => text.length < 10_000)

/** Text that a schema takes, or nearly. */
function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  const {
    enum: choices,
    type,
    minimum = 0,
    maximum = 100,
    anyOf,
  } = schema as { [keyword: string]: never } & {
    enum?: string[]
    anyOf?: JsonSchema[]
  }
  if (anyOf) return fc.oneof(...anyOf.map(textOf))
  if (choices) return fc.constantFrom(...choices)
  if (type === 'integer') return fc.integer({ min: Number(minimum), max: Math.min(Number(maximum), 500) }).map(String)
  if (type === 'boolean') return fc.constantFrom('true', 'false')
  return fc.constantFrom(
    '1',
    '2',
    '2026-11',
    '1500',
    'mtn-benin',
    '2290197000001',
    'Awa',
    'R-1',
    'phone_number=phone_number',
  )
}

/** JSON of a value that a schema takes, or nearly. */
function jsonOf(schema: JsonSchema): fc.Arbitrary<string> {
  const {
    type,
    items = {},
    properties,
  } = schema as { type?: string; items?: JsonSchema; properties?: Record<string, JsonSchema> }
  if (properties) return objectOf(properties)
  if (type === 'array') return fc.array(jsonOf(items), { maxLength: 3 }).map((each) => `[${each.join()}]`)
  if (type === 'integer' || type === 'boolean') return textOf(schema)
  return textOf(schema).map((text) => JSON.stringify(text))
}

function objectOf(properties: Record<string, JsonSchema>): fc.Arbitrary<string> {
  const fields = Object.entries(properties).map(([name, schema]) =>
    fc.oneof(
      { weight: 6, arbitrary: jsonOf(schema).map((json) => `${JSON.stringify(name)}:${json}`) },
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: hostileJson.map((json) => `${JSON.stringify(name)}:${json}`) },
    ),
  )
  const unknown = fc.oneof(
    { weight: 12, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.tuple(hostileText, hostileJsonSmall).map(([name, json]) => `${JSON.stringify(name)}:${json}`),
    },
  )
  return fc.tuple(...fields, unknown).map((each) => `{${each.filter((field) => field !== null).join()}}`)
}

const encoded = (text: string) =>
  fc.constantFrom(encodeURIComponent(text.toWellFormed()), '%', '%zz', '%ff%fe', '%00', '%2e%2e%2f')
const queryText = (schema: JsonSchema) =>
  fc.oneof(
    { weight: 8, arbitrary: textOf(schema).map(encodeURIComponent) },
    { weight: 1, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
    { weight: 1, arbitrary: hostileText.chain(encoded) },
  )

function targetOf({ path, operation }: Described, batch: string): fc.Arbitrary<string> {
  const { parameters = [] } = operation
  const known: Record<string, string> = { id: batch, line: '2', name: 'salaries' }
  const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(known[name] ?? '1') },
      { weight: 2, arbitrary: queryText({ type: 'string' }).map((text) => (text === '' ? '%20' : text)) },
    ),
  )
  const query = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, schema, required }) =>
      fc.oneof(
        { weight: required ? 1 : 5, arbitrary: fc.constant([]) },
        { weight: required ? 8 : 2, arbitrary: queryText(schema).map((text) => [`${name}=${text}`]) },
        {
          weight: 1,
          arbitrary: fc.tuple(queryText(schema), queryText(schema)).map((two) => two.map((text) => `${name}=${text}`)),
        },
      ),
    )
  const unknown = fc.oneof(
    { weight: 10, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(queryText({}), queryText({})).map(([name, text]) => [`${name}=${text}`]) },
  )
  return fc.tuple(fc.tuple(...places), fc.tuple(...query, unknown)).map(([values, pairs]) => {
    let at = 0
    const filled = path.replace(/\{\w+\}/g, () => values[at++] ?? '1')
    const search = pairs.flat().join('&')
    return search === '' ? filled : `${filled}?${search}`
  })
}

const types = [
  ...[
    'application/json',
    'text/csv',
    'application/x-ndjson',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'text/plain',
  ],
  ...[
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/x-www-form-urlencoded',
    'nonsense',
    '',
  ],
]

interface Body {
  type: string | null
  bytes: Buffer
}

function bodyOf({ operation: { requestBody } }: Described): fc.Arbitrary<Body> {
  if (!requestBody) return fc.constant({ type: null, bytes: Buffer.alloc(0) })
  const { schema = {}, example = {} } = requestBody.content['application/json'] ?? {}
  const isFile = 'text/csv' in requestBody.content
  const wrongType = fc.tuple(fc.constantFrom(...types), hostileJson)
  const ofExample = fc
    .nat(9)
    .map((n) =>
      JSON.stringify({ ...(example as object), ...('reference' in (example as object) && { reference: `E-${n}` }) }),
    )
  if (!isFile)
    return fc.oneof(
      { weight: 3, arbitrary: ofExample.map((text) => ({ type: 'application/json', bytes: Buffer.from(text) })) },
      { weight: 8, arbitrary: jsonOf(schema).map((text) => ({ type: 'application/json', bytes: Buffer.from(text) })) },
      { weight: 1, arbitrary: hostileJson.map((text) => ({ type: 'application/json', bytes: Buffer.from(text) })) },
      {
        weight: 1,
        arbitrary: fc.uint8Array().map((bytes) => ({ type: 'application/json', bytes: Buffer.from(bytes) })),
      },
      { weight: 1, arbitrary: wrongType.map(([type, text]) => ({ type, bytes: Buffer.from(text) })) },
    )
  const rows = fc.oneof(
    hostileText.map((text) => `${header}\nmtn-benin,${text},1500,${text},"${text.replaceAll('"', '""')}"\n`),
    fc.nat().map((n) => fileOf(`F${n}`)),
    fc.constantFrom(
      '',
      '\n',
      header,
      `${header}\n`,
      `"${header}`,
      'reference,status\nX,SUCCESS\n',
      '[{"a":1',
      '{"a":1}\n{',
      'PK\x03\x04',
    ),
  )
  const part = (name: string, text: string, end: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${text}${end}`
  const form = fc
    .tuple(
      fc.constantFrom('file', 'other', '__proto__', ''),
      rows,
      fc.constantFrom('\r\n--x--\r\n', '\r\n--x\r\n', '', '\r\n--y--'),
    )
    .map(([name, text, end]) => ({
      type: 'multipart/form-data; boundary=x',
      bytes: Buffer.from(part(name, text, end)),
    }))
  return fc.oneof(
    { weight: 4, arbitrary: rows.map((text) => ({ type: 'text/csv', bytes: Buffer.from(text) })) },
    { weight: 2, arbitrary: form },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...types), rows).map(([type, text]) => ({ type, bytes: Buffer.from(text) })),
    },
    { weight: 1, arbitrary: wrongType.map(([type, text]) => ({ type, bytes: Buffer.from(text) })) },
  )
}

const keys = [
  null,
  null,
  null,
  null,
  'Idempotency-Key: k1',
  'Idempotency-Key: k2',
  `Idempotency-Key: ${'k'.repeat(300)}`,
]
const oddHeaders = [
  ...[
    'Idempotency-Key: é\x01',
    'Idempotency-Key: ',
    'X-Odd: \x00',
    'no colon',
    'Content-Encoding: gzip',
    'Expect: 100-continue',
  ],
  ...[
    'Accept-Language: fr',
    'Accept-Language: *;q=x',
    'Cookie: a=b; =',
    'X: 1\r\nX: 2',
    'Transfer-Encoding: gzip',
    'Range: bytes=5-',
  ],
]
const authorizations = ['Basic abc', 'Bearer', 'Bearer  ', '']

/** One request to a call, of which most is as it should be. `batch` is one with two rows. */
export function requestOf(described: Described, key: string, batch: string): fc.Arbitrary<RawRequest> {
  const usually = <Each>(weight: number, usual: Each, ...others: Each[]) =>
    fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
  const method = usually(15, described.method, 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND')
  const authorization = usually(15, `Bearer ${key}`, ...authorizations)
  const odd = usually(10, null, ...oddHeaders)
  const framing = usually(10, 'length', 'chunked', 'broken chunks', 'cut off', 'both')
  return fc
    .tuple(method, targetOf(described, batch), authorization, fc.constantFrom(...keys), odd, bodyOf(described), framing)
    .map(([verb, target, auth, once, strange, body, how]) => {
      const headers = [
        `Authorization: ${auth}`,
        once,
        strange,
        body.type === null ? null : `Content-Type: ${body.type}`,
      ]
      const made = {
        method: verb,
        target,
        ...framed(
          headers.filter((each) => each !== null),
          body.bytes,
          how,
        ),
      }
      return { ...made, [fc.toStringMethod]: () => inShort(made) }
    })
}

/** As a failure shows it: a body may be a megabyte. */
const inShort = ({ body, ...request }: RawRequest) =>
  JSON.stringify({ ...request, body: body.toString().slice(0, 1_000) })
