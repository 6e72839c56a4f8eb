import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The rows of a table of a page, by their cells; its head is left out. */
function tableOf(path: string, firstHead: string): string[][] {
  const [, after = ''] = readFileSync(join(root, path), 'utf8').split(`\n| ${firstHead} |`)
  const lines = after.split('\n').slice(2)
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  )
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const namesIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)

const source = ['calls/publicClient', 'calls/payment', 'calls/collection', 'answers/callResult']
  .map((name) => readFileSync(join(root, `src/provider/${name}.ts`), 'utf8'))
  .join('\n')
  .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

/** The members of a type that is written in braces, from the first brace on, and whether it may be left out. */
function fieldsAt(start: number): Map<string, string> {
  const fields = new Map<string, string>()
  let depth = 0
  for (const [piece, name, mark] of source.slice(start).matchAll(/(\w+)(\??): |[{}()]/g)) {
    if (name !== undefined && depth === 1) fields.set(name, mark === '?' ? 'optional' : 'required')
    else if (piece === '{' || piece === '(') depth += 1
    else if (piece === '}' || piece === ')') depth -= 1
    if (depth === 0) break
  }
  return fields
}

function fieldsOfInterface(name: string): Map<string, string> {
  const fields = fieldsAt(source.indexOf('{', source.indexOf(`export interface ${name} `)))
  expect(fields.size).toBeGreaterThan(5)
  return fields
}

/** What is kept beside each `kind` of a result, over all types that have it. */
function fieldsOfKinds(): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>()
  for (const { 1: kind = '', index } of source.matchAll(/\{\s*kind: '(\w+)'(?=[;\n]| \})(?![^}]*,)/g)) {
    const beside = [...fieldsAt(index).keys()].filter((field) => field !== 'kind')
    kinds.set(kind, new Set([...(kinds.get(kind) ?? []), ...beside]))
  }
  return kinds
}

const pages = [
  { path: 'docs/library.md', field: 'field', required: 'required', optional: 'optional' },
  { path: 'docs/fr/library.md', field: 'champ', required: 'obligatoire', optional: 'facultatif' },
]

describe.each(pages)('$path', ({ path, field, required, optional }) => {
  const inEnglish = (cell = '') => (cell === required ? 'required' : cell === optional ? 'optional' : cell)

  it.each([
    { call: 'initiatePayment', order: 'PaymentOrder', column: 1 },
    { call: 'collect', order: 'CollectionOrder', column: 2 },
    { call: 'payout', order: 'PayoutOrder', column: 3 },
  ])('lists the fields of $call, and which are required', ({ order, column }) => {
    const listed = tableOf(path, field)
      .filter((cells) => cells[column] !== '–')
      .map((cells): [string, string] => [namesIn(cells[0])[0]!, inEnglish(cells[column])])
    expect(new Map(listed)).toEqual(fieldsOfInterface(order))
  })

  it('lists what each answer has beside its kind', () => {
    const listed = tableOf(path, '`kind`').map(([kind, , beside]): [string, Set<string>] => [
      namesIn(kind)[0]!,
      new Set(namesIn(beside).filter((name) => name !== 'collect')),
    ])
    expect(new Map(listed)).toEqual(fieldsOfKinds())
  })

  it('lists the options of createClient', () => {
    const listed = tableOf(path, 'option').flatMap(([names, needed]) =>
      namesIn(names).map((name): [string, string] => [name, inEnglish(needed)]),
    )
    expect(new Map(listed)).toEqual(fieldsOfInterface('ClientOptions'))
  })
})
