import { expect, it } from 'vitest'
import { bodyOf, collection, serveText, text, underWay } from './publicCalls.ts'

const circle: unknown[] = []
circle.push(circle)
let deep: unknown = 1
for (let n = 0; n < 100_000; n += 1) deep = [deep]

it.each<[string, unknown, string[]]>([
  ['no number', Number.NaN, ['customData']],
  ['no number, deep inside', { lines: [{ price: 1 }, { price: Number.NaN }] }, ['customData.lines.1.price']],
  ['what has no end', [Number.POSITIVE_INFINITY], ['customData.0']],
  ['a map and a set', { a: new Map([[1, 2]]), b: new Set() }, ['customData.a', 'customData.b']],
  ['bytes', { photo: new Uint8Array(2) }, ['customData.photo']],
  ['an error', { cause: new Error('x') }, ['customData.cause']],
  ['a pattern', /x/, ['customData']],
  ['a promise', { order: Promise.resolve(7) }, ['customData.order']],
  ['a bigint', { n: 5n }, ['customData.n']],
  ['a function', () => 1, ['customData']],
  ['a function inside', { order: { total: () => 1 } }, ['customData.order.total']],
  ['a symbol', Symbol('x'), ['customData']],
  ['nothing in a list', [1, undefined], ['customData.1']],
  ['a date that is none', { at: new Date(Number.NaN) }, ['customData.at']],
  ['what has itself in it', circle, ['customData.0']],
  ['what is too deep', deep, ['customData']],
  [
    'a getter that throws',
    Object.defineProperty({}, 'x', { enumerable: true, get: () => JSON.parse('') }),
    ['customData'],
  ],
  ['under a key that may be a number', { '2290197000001': Number.NaN }, ['customData.…']],
])(
  'custom data that JSON can not say is refused by its path, and nothing is sent: %s',
  async (_what, customData, fields) => {
    const { server, client } = await serveText(200, text(underWay))
    const problems = fields.map((field) => ({
      field,
      message: expect.stringMatching(`^${field} must be something that JSON`),
    }))
    expect(await client.collect({ ...collection, customData })).toEqual({ kind: 'invalid', problems })
    expect(server.connections()).toBe(0)
  },
)

it.each<[string, number, string]>([
  ['a', 48 * 1024 - 2, 'under_way'],
  ['a', 48 * 1024 - 1, 'invalid'],
  // Some senders write it as \u00e9.
  ['é', 8 * 1024 - 1, 'under_way'],
  ['é', 8 * 1024, 'invalid'],
])('custom data of %s, %i times, is %s: it must come back in a notification', async (letter, times, kind) => {
  const { client } = await serveText(200, text(underWay))
  expect(await client.collect({ ...collection, customData: letter.repeat(times) })).toMatchObject({ kind })
})

class Order {
  id = 7
  private note = undefined
  toString() {
    return this.note ?? 'order'
  }
}
const shared = { a: 1 }

it.each<[string, unknown, string]>([
  ['a null', null, 'null'],
  ['texts and numbers', { a: 'e\n', b: [1.5, -0, 1e21, true] }, '{"a":"e\\n","b":[1.5,0,1e+21,true]}'],
  ['what is left out', { a: undefined, b: 1 }, '{"b":1}'],
  [
    'a date and an address',
    { at: new Date(0), url: new URL('https://a.example/') },
    '{"at":"1970-01-01T00:00:00.000Z","url":"https://a.example/"}',
  ],
  ['an object of a class', new Order(), '{"id":7}'],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
  ['the same object twice', [shared, shared], '[{"a":1},{"a":1}]'],
  ['what says itself in JSON', { sum: { toJSON: () => '1.50' } }, '{"sum":"1.50"}'],
  [
    'as deep as people write',
    JSON.parse(`${'['.repeat(500)}1${']'.repeat(500)}`),
    `${'['.repeat(500)}1${']'.repeat(500)}`,
  ],
])('custom data that JSON can say goes out as JSON says it: %s', async (_what, customData, said) => {
  const { server, client } = await serveText(200, text(underWay))
  expect(await client.collect({ ...collection, customData })).toMatchObject({ kind: 'under_way' })
  expect(bodyOf(server)).toContain(`"custom_data":${said}`)
})
