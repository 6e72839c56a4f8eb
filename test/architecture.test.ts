import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  circlesOf,
  functionsOf,
  lineAt,
  lonelyFiles,
  partOf,
  readSource,
  readSources,
  root,
} from './harness/sources.ts'

const sources = readSources()

/** Files at the top of src: what a process is, reads and writes. */
const atTheTop = [
  'src/cleartext.ts',
  'src/config.ts',
  'src/configVariables.ts',
  'src/crashPoint.ts',
  'src/durableFile.ts',
  'src/log.ts',
  'src/process.ts',
  'src/trust.ts',
]
/** Sentences for people: every part may say one. */
const everywhere = ['words']
const core = ['payout', 'files', 'ledger', 'reconcile', 'provider', 'queue', 'pacing']

/** What each part may import, besides itself. `jobs` and `app` compose; the rest looks towards `payout` only. */
const mayImport: Record<string, string[]> = {
  'src/trust.ts': [],
  'src/process.ts': ['src/trust.ts'],
  'src/cleartext.ts': ['src/process.ts'],
  'src/config.ts': [
    'src/trust.ts',
    'src/cleartext.ts',
    'src/configVariables.ts',
    'src/crashPoint.ts',
    'src/process.ts',
    'payout',
  ],
  'src/configVariables.ts': ['src/cleartext.ts', 'payout'],
  'src/durableFile.ts': ['src/process.ts', 'src/trust.ts'],
  words: [],
  payout: [],
  files: ['payout', 'src/durableFile.ts', 'src/trust.ts'],
  ledger: ['payout', 'src/durableFile.ts', 'src/trust.ts', 'src/process.ts'],
  reconcile: ['payout'],
  provider: ['payout', 'src/durableFile.ts', 'src/trust.ts', 'src/process.ts'],
  queue: [],
  pacing: ['payout'],
  alerts: ['payout', 'provider'],
  'src/client.ts': ['payout', 'provider'],
  'src/index.ts': ['src/client.ts'],
  web: [],
  sandbox: ['payout', 'provider', 'web'],
  jobs: [...core, 'alerts', ...atTheTop],
  operations: [...core, 'jobs'],
  app: [...core, 'alerts', 'operations', 'sandbox', 'jobs', ...atTheTop],
  desk: ['payout', 'app', 'web', 'src/log.ts', 'src/process.ts'],
  // It reaches the ledger, the queue and the provider through the use cases only.
  cli: ['app', 'desk', 'payout', 'src/config.ts', 'src/crashPoint.ts', 'src/log.ts', 'src/process.ts', 'src/trust.ts'],
}

const isOurs = (name: string) => /^(src|jobs|test|bench|fixtures|bin)\//.test(name)

test('there is something to look at', () => {
  expect(sources.length).toBeGreaterThan(80)
  expect(sources.find(({ path }) => path === 'jobs/payChunk.ts')?.imports).toContain('src/ledger/rows/chunks.ts')
  expect(sources.find(({ path }) => path === 'src/queue/backend.ts')?.imports).toContain('bullmq')
})

test.each([
  ["import { a } from '../queue/backend.ts'", 'src/queue/backend.ts'],
  ["import type { A } from '../queue/backend.ts'", 'src/queue/backend.ts'],
  ["import '../queue/backend.ts'", 'src/queue/backend.ts'],
  ["export * from '../queue/backend.ts'", 'src/queue/backend.ts'],
  ["type A = typeof import('../queue/backend.ts')", 'src/queue/backend.ts'],
  ['await import(`../queue/backend.ts`)', 'src/queue/backend.ts'],
  ["await import(/* lazily */ '../queue/backend.ts')", 'src/queue/backend.ts'],
  ['const name = await import(where)', '?'],
])('%s is read as an import', (text, name) => {
  expect(readSource('src/cli/cli.ts', text).imports).toEqual([name])
})

test('an import says what it imports', () => {
  // The packages of tracing are no dependencies of ours, and are imported where somebody has installed them.
  expect(sources.filter(({ imports }) => imports.includes('?')).map(({ path }) => path)).toEqual([
    'src/queue/backend.ts',
  ])
  const byHand = sources.filter(
    ({ takes }) => takes.includes('node:module createRequire') || takes.includes('node:module *'),
  )
  // What is large is loaded when it is first needed, and the embedded server is found where npm put it.
  expect(byHand.map(({ path }) => path)).toEqual([
    'src/ledger/embedded/places.ts',
    'src/payout/phone/phone.ts',
    'src/words/catalogue.ts',
  ])
})

test('imports point one way: payout ← files, ledger, reconcile, provider, pacing, queue ← jobs ← app ← cli', () => {
  const wrong = sources.flatMap(({ path, imports }) => {
    const part = partOf(path)
    const allowed = [part, ...everywhere, ...(mayImport[part] ?? [])]
    return imports.filter((name) => isOurs(name) && !allowed.includes(partOf(name))).map((name) => `${path} → ${name}`)
  })
  expect(wrong).toEqual([])
})

test('a use case knows no terminal, no HTTP and no process', () => {
  const cases = sources.filter(({ path }) => partOf(path) === 'app')
  expect(cases.length).toBeGreaterThan(10)
  expect(places(/\bprocess\s*\.\s*(stdin|stdout|stderr|exit|argv|env|on|once)\b/, cases)).toEqual([])
  const foreign =
    /^(?:commander|fastify|undici|node:(?:readline|tty|https?|http2|net|tls|child_process|process))(?:\/|$)/
  expect(cases.filter(({ imports }) => imports.some((name) => foreign.test(name))).map(({ path }) => path)).toEqual([])
})

test('only a webhook is posted with fetch: payouts go through undici, which never sends twice by itself', () => {
  expect(places(/\bfetch\b/).map((place) => place.split(':')[0])).toEqual(['src/alerts/webhook.ts'])
})

test('what is printed goes through the few places that make it safe for a terminal', () => {
  const writers = {
    // The gate itself; progress bars and questions, which go through it line by line; JSON logs; the log of a server without a terminal.
    'src/cli/cli.ts': true,
    'src/cli/terminal/progress.ts': true,
    'src/log.ts': true,
    'src/ledger/embedded/supervisor.ts': true,
  }
  const others = sources.filter(({ path }) => !(path in writers) && /^(?:src|jobs)\//.test(path))
  expect(others.length).toBeGreaterThan(200)
  expect(places(/\bconsole\s*\.|\bstd(?:out|err)\s*\.\s*(?:write|end)\b|\bdest: [12]\b/, others)).toEqual([])
})

/** Where a sentence becomes text, for whom; nothing else makes text in a language. A folder, or a file. */
const edges = {
  'src/words/': 'the catalogues',
  'src/cli/': 'whoever sits at a terminal',
  'src/desk/': 'whoever looks at a page, or calls the API',
  'src/web/': 'whoever looks at a page',
  'src/sandbox/': 'whoever looks at its pages; and the answers of a provider, which speaks English',
  'src/files/report/': 'whoever reads a report, or a copy of a file with its problems',
  'src/files/template/': 'whoever fills a template in',
  'src/alerts/': 'whoever gets an alert',
  'src/operations/': 'probes and metrics, which are in English',
  'src/log.ts': 'logs, which are in English',
  'src/ledger/embedded/supervisor.ts': 'its own log',
  'src/provider/connections.ts': 'the log of whoever calls it',
  'src/provider/calls/publicClient.ts': "other people's code",
  'src/provider/notifications/': 'the provider, whose notifications are refused in English',
}
const belowTheEdge = sources.filter(({ path }) => !Object.keys(edges).some((edge) => path.startsWith(edge)))

test('below the edge nothing makes text in the language of a person', () => {
  expect(belowTheEdge.length).toBeGreaterThan(250)
  const toText = /\b(?:render\w*|clockText|moneyText|showMoney|messageOf|words\/(?:en|fr)\/.*|\*)$/
  const made = belowTheEdge.flatMap(({ path, takes }) =>
    takes.filter((name) => name.startsWith('src/words/') && toText.test(name)).map((name) => `${path} → ${name}`),
  )
  // It compares a sum that somebody typed with how each language writes it.
  expect(made).toEqual(['src/app/approvals/approve.ts → src/words/render.ts moneyText'])
  const catalogues = sources.filter(({ path, imports }) =>
    imports.some((name) => /^src\/words\/(?:en|fr)\//.test(name) && !path.startsWith('src/words/')),
  )
  expect(catalogues).toEqual([])
})

/** What others write, to be known again: what Postgres's driver says, and a heading of Odoo. */
const ofOthers = ['The server does not support SSL connections', 'Amount to pay']

test('below the edge nothing says a sentence in English or French', () => {
  // Bugs are thrown in English, and logs begin in lower case, as SQL and vocabularies do.
  const sentence = /^\s*\p{Lu}[\p{L}\p{N}_'’]*(?: (?:\p{Ll}[\p{L}'’-]*|…),?){2}(?!\p{L})/u
  const said = belowTheEdge.flatMap((source) =>
    source.texts
      .filter(({ text, isThrown }) => !isThrown && sentence.test(text) && !ofOthers.includes(text))
      .map(({ text, start }) => `${lineAt(source, start)} ${text}`),
  )
  expect(said).toEqual([])
})

test('text in the language of whoever started the process is made in src/cli only', () => {
  const speaking = sources.filter(
    ({ path, imports }) => partOf(path) !== 'cli' && imports.includes('src/cli/terminal/text.ts'),
  )
  expect(speaking.map(({ path }) => path)).toEqual([])
})

test('no files import each other in a circle, not for types either', () => {
  const circles = circlesOf(new Map(sources.map(({ path, imports }) => [path, imports])))
  expect(circles).toEqual([])
  const graph = { a: ['b'], b: ['c', 'd'], c: ['a'], d: [] }
  expect(circlesOf(new Map(Object.entries(graph)))).toEqual([['a', 'b', 'c']])
})

/** Files of one export that one other file uses, and no test of their own. A number that only goes down. */
const lonelyAtMost = 14

test('what only one file uses is at home there', () => {
  expect(lonelyFiles(sources).length).toBeLessThanOrEqual(lonelyAtMost)
})

test('a room with more files than a person keeps in mind has rooms of its own; commands and catalogues are lists', () => {
  const rooms = Map.groupBy(sources, ({ path }) => dirname(path).replace(/^src\/(cli\/commands|words\/..)$/, ''))
  expect([...rooms].filter(([room, files]) => room && files.length > 20).map(([room]) => room)).toEqual([])
})

test('every part of the project has its place in that order', () => {
  const parts = new Set(sources.map(({ path }) => partOf(path)))
  const placed = [...Object.keys(mayImport), ...atTheTop]
  expect([...parts].filter((part) => !placed.includes(part))).toEqual([])
})

test.each([
  { name: 'bullmq', only: /^src\/queue\// },
  { name: 'ioredis', only: /^src\/queue\// },
  { name: 'fastify', only: /^src\/(desk|sandbox|provider\/notifications|operations)\// },
  { name: 'prom-client', only: /^src\/operations\// },
  { name: 'undici', only: /^src\/provider\// },
  { name: 'commander', only: /^src\/cli\// },
  { name: 'nodemailer', only: /^src\/alerts\// },
  { name: 'yauzl', only: /^src\/files\/formats\/xlsx\// },
  { name: 'yazl', only: /^src\/files\/formats\/xlsx\// },
  { name: 'numfmt', only: /^src\/files\/formats\/xlsx(Styles)?\// },
  { name: 'saxes', only: /^src\/files\/formats\/xml\// },
  { name: 'pino', only: /^src\/log\.ts$/ },
  { name: 'libphonenumber-js', only: /^src\/payout\// },
])('$name is imported in its own part only', ({ name, only }) => {
  const importers = sources.filter(({ imports }) =>
    imports.some((each) => each === name || each.startsWith(`${name}/`)),
  )
  expect(importers).not.toEqual([])
  expect(importers.map(({ path }) => path).filter((path) => !only.test(path))).toEqual([])
})

/** Places where a pattern stands in code. */
const places = (pattern: RegExp, where = sources) =>
  where.flatMap(({ path, code }) => code.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])))

test('the environment is read in src/config.ts only', () => {
  expect(places(/\bprocess\s*\.\s*env\b/).filter((place) => !place.startsWith('src/config.ts:'))).toEqual([])
  // Nor under another name.
  const renamed =
    /\{.*\benv\b.*\}\s*=\s*process\b(?!\s*\()|\b(?:const|let) \w+ = process;?$|\bprocess\s*[?[]|\bglobalThis\b/
  expect(places(renamed)).toEqual([])
  expect(sources.filter(({ imports }) => imports.includes('node:process'))).toEqual([])
  expect(places(/\bprocess\.env\b/)).not.toEqual([])
})

test('SQL is written in src/ledger only', () => {
  const statement = /\.query(<[^>]*>)?\(/
  const elsewhere = sources.filter(({ path }) => !path.startsWith('src/ledger/'))
  expect(places(statement, elsewhere)).toEqual([])
  expect(places(statement)).not.toEqual([])
})

test('nothing is printed but through the ports for it, and nothing is of type any', () => {
  expect(places(/\bconsole\s*[.[]/)).toEqual([])
  expect(places(/(:|\bas|<|\||&|=>)\s*any\b(?!\s*[(:=])|\bany\s*(\[\]|>)/)).toEqual([])
})

test('no check is switched off by a comment', () => {
  expect(sources.filter(({ text }) => /@ts-(ignore|expect-error|nocheck)|biome-ignore/.test(text))).toEqual([])
})

test('no file is longer than 300 lines', () => {
  const ours = globSync(['test/**/*.ts', 'bench/**/*.ts', 'bin/*.js', '*.ts'], {
    cwd: root,
    // A package of its own under test/desk may have installed some.
    exclude: ['**/node_modules/**'],
  })
  const others = ours.map((path) => ({
    path,
    lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length,
  }))
  expect(others.length).toBeGreaterThan(400)
  const long = [...sources, ...others].filter(({ lines }) => lines > 300)
  expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
})

test('no function is longer than 70 lines', () => {
  expect(sources.flatMap(functionsOf).filter(({ lines }) => lines > 70)).toEqual([])
  expect(sources.flatMap(functionsOf).length).toBeGreaterThan(200)
})
