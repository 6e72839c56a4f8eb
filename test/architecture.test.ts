import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Source {
  path: string
  /** The lines, without comments and the contents of strings, so that words in prose don't count. */
  code: string[]
  lines: number
  /** What it imports: `src/…` and `jobs/…` for ours, the bare name for a package. */
  imports: string[]
}

const sources: Source[] = globSync(['src/**/*.ts', 'jobs/**/*.ts'], { cwd: root })
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return {
      path,
      code: bare(text).split('\n'),
      lines: text.trimEnd().split('\n').length,
      imports: importsOf(path, text),
    }
  })

function importsOf(path: string, text: string): string[] {
  const found = text.matchAll(/(?:^(?:import|export)\b[^'"`;]*?from\s*|\bimport\s*\(\s*|^import\s*)['"]([^'"]+)['"]/gm)
  return [...found].map(([, name = '']) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name))
}

/** Blanks comments, and what stands in quotes, line by line. */
function bare(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ')
  return text
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/(^|\s)\/\/.*$/gm, blank)
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, blank)
}

/** The part of the project that a file belongs to: a folder of src, `jobs`, or the file itself. */
function partOf(path: string): string {
  const [top, folder = '', ...rest] = path.split('/')
  if (top !== 'src') return top ?? ''
  return rest.length > 0 ? folder : path
}

const atTheTop = [
  'src/config.ts',
  'src/configVariables.ts',
  'src/crashPoint.ts',
  'src/environment.ts',
  'src/log.ts',
  'src/processIdentity.ts',
  'src/shutdown.ts',
]
/** Sentences for people: every part may say one. */
const everywhere = ['words']
const core = ['payout', 'intake', 'ledger', 'provider', 'report']

/** What each part may import, besides itself. `jobs` and `cli` compose; the rest looks towards `payout` only. */
const mayImport: Record<string, string[]> = {
  'src/config.ts': ['src/configVariables.ts', 'src/crashPoint.ts', 'src/environment.ts', 'payout'],
  'src/configVariables.ts': ['payout'],
  words: [],
  payout: [],
  ledger: ['payout', 'src/processIdentity.ts'],
  spreadsheet: [],
  intake: ['payout', 'ledger', 'spreadsheet'],
  provider: ['payout'],
  report: ['payout', 'spreadsheet', 'src/processIdentity.ts'],
  template: ['payout', 'spreadsheet'],
  queue: [],
  pacing: ['payout'],
  alerts: ['provider'],
  notifications: ['payout', 'provider'],
  'src/index.ts': ['payout', 'provider', 'notifications'],
  sandbox: ['payout', 'provider'],
  jobs: [...core, 'notifications', 'alerts', 'queue', 'pacing', ...atTheTop],
  operations: [...core, 'jobs'],
  cli: [
    ...core,
    'template',
    'alerts',
    'operations',
    'notifications',
    'queue',
    'pacing',
    'sandbox',
    'jobs',
    ...atTheTop,
  ],
}

const isOurs = (name: string) => /^(src|jobs|test|bench|fixtures|bin)\//.test(name)

test('there is something to look at', () => {
  expect(sources.length).toBeGreaterThan(80)
  expect(sources.find(({ path }) => path === 'jobs/payChunk.ts')?.imports).toContain('src/ledger/chunks.ts')
  expect(sources.find(({ path }) => path === 'src/queue/backend.ts')?.imports).toContain('bullmq')
})

test('imports point one way: payout ← intake, ledger, provider, report ← jobs ← cli', () => {
  const wrong = sources.flatMap(({ path, imports }) => {
    const part = partOf(path)
    const allowed = [part, ...everywhere, ...(mayImport[part] ?? [])]
    return imports.filter((name) => isOurs(name) && !allowed.includes(partOf(name))).map((name) => `${path} → ${name}`)
  })
  expect(wrong).toEqual([])
})

test('every part of the project has its place in that order', () => {
  const parts = new Set(sources.map(({ path }) => partOf(path)))
  const placed = [...Object.keys(mayImport), ...atTheTop]
  expect([...parts].filter((part) => !placed.includes(part))).toEqual([])
})

test.each([
  { name: 'bullmq', only: /^src\/queue\// },
  { name: 'ioredis', only: /^src\/queue\// },
  { name: 'fastify', only: /^src\/(sandbox|notifications|operations)\// },
  { name: '@bull-board/api', only: /^src\/(queue|operations)\// },
  { name: '@bull-board/fastify', only: /^src\/operations\// },
  { name: 'prom-client', only: /^src\/operations\// },
  { name: 'undici', only: /^src\/provider\// },
  { name: 'commander', only: /^src\/cli\// },
  { name: 'nodemailer', only: /^src\/alerts\// },
  { name: 'yauzl', only: /^src\/spreadsheet\// },
  { name: 'yazl', only: /^src\/spreadsheet\// },
  { name: 'saxes', only: /^src\/spreadsheet\// },
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
  expect(
    places(/\bprocess\s*\.\s*env\b|\bprocess\s*\[/).filter((place) => !place.startsWith('src/config.ts:')),
  ).toEqual([])
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
  const off = sources.filter(({ path }) =>
    /@ts-(ignore|expect-error|nocheck)|biome-ignore/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(off.map(({ path }) => path)).toEqual([])
})

test('no file is longer than 300 lines', () => {
  expect(sources.filter(({ lines }) => lines > 300).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
})

test('no function is longer than 70 lines', () => {
  expect(sources.flatMap(functionsOf).filter(({ lines }) => lines > 70)).toEqual([])
  expect(sources.flatMap(functionsOf).length).toBeGreaterThan(200)
})

/** Top-level functions and arrows, by the formatter's indentation: each ends with a brace in the first column. */
function functionsOf({ path, code }: Source): { name: string; lines: number }[] {
  const begins =
    /^(?:export )?(?:default )?(?:(?:async )?function\*? ?(\w+)|const (\w+)(?:: [^=]+)? = (?:async )?(?:\(|<|\w+ =>))/
  return code.flatMap((line, at) => {
    const begun = begins.exec(line)
    if (!begun) return []
    const length = code
      .slice(at)
      .findIndex((each, n) => /^\}\)?$/.test(each) || (n > 0 && /^\S/.test(each) && !/^[)}]/.test(each)))
    return [{ name: `${path} ${begun[1] ?? begun[2]}`, lines: length < 0 ? code.length - at : length + 1 }]
  })
}
