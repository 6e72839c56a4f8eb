import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exitCode } from '../src/cli/cli.ts'
import { readConfig } from '../src/config.ts'
import { fieldOf } from '../src/files/payroll/header/columns.ts'
import { scriptedOutcomes } from '../src/sandbox/scriptedOutcomes.ts'
import { writeFile } from './harness/payroll.ts'
import { type Ended, payrun, startPayrun, temporaryFolder, until } from './harness/payrun.ts'
import { startTestPostgres, type TestPostgres, waitUntilServerGone } from './harness/postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const readme = read('README.md')

interface Block {
  language: string
  /** What the comment above it says: `file: payroll.csv` is for the reader to save, `report: paid.csv` is what comes out. */
  kind: string
  name: string
  text: string
}

const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/(?:^<!-- (file|report): (\S+) -->\n)?^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, kind = '', name = '', language = '', block = '']) => ({ kind, name, language, text: block }),
  )
const blocks = blocksOf(readme)
const inputs = blocks.filter(({ kind }) => kind === 'file')

/** The pages with commands that somebody types from top to bottom, each with its own files in a folder of its own. */
const pages = ['README.md', 'README.fr.md', ...globSync('docs/*.md', { cwd: root }).sort()]
  .map((name) => ({ name, blocks: blocksOf(read(name)) }))
  .map((page) => ({ ...page, lines: page.blocks.filter(({ language }) => language === 'sh').flatMap(runnable) }))
  // One demo is enough: it is the same command in both languages.
  .map((page) => ({
    ...page,
    lines: page.lines.filter((line) => page.name === 'README.md' || line !== 'npm run demo'),
  }))
  .filter(({ lines }) => lines.length > 0)

let folder: ReturnType<typeof temporaryFolder>
const used: string[] = []

beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(async () => {
  for (const each of used) for (const home of ['.payrun', '.payrun/demo']) await waitUntilServerGone(join(each, home))
  folder.remove()
})

const payrunSettings = /^(PAYRUN_|DATABASE_URL|REDIS_URL|npm_|INIT_CWD|NO_COLOR|FORCE_COLOR|NODE_OPTIONS)/

/** What is run of a block: not the installing, and not the tests themselves. */
function runnable({ text }: Block): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.replace('npm ci && ', ''))
    .filter((line) => !/^(npm ci|npm test|docker|git clone)\b/.test(line))
}

/**
 * `npm run test:slow` sets PAGES_EMBEDDED: every command in a shell, as somebody types it. Those of the READMEs are on the embedded
 * Postgres that a reader has, the others on a database of the run's server: a cluster for each page takes most of the time.
 * Every day they run inside this process, on that server; the demo, which starts a server of its own, does not.
 */
const asTyped = process.env['PAGES_EMBEDDED'] === '1'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())
const serverOf = async (page?: string): Promise<NodeJS.ProcessEnv> =>
  asTyped && page?.startsWith('README') ? {} : { DATABASE_URL: (await postgres.createLedger()).url }

describe('the commands of the documents, as they stand there', () => {
  it.each(pages)('end as $name says', async ({ name, blocks: shown, lines }) => {
    const checkout = newFolder(name)
    if (asTyped) {
      // A checkout to type in, without touching this one: the project's parts by links, the example files for real.
      for (const part of ['package.json', 'bin', 'src', 'jobs', 'fixtures', 'node_modules']) {
        symlinkSync(join(root, part), join(checkout, part))
      }
    }
    for (const file of shown.filter(({ kind }) => kind === 'file')) writeFile(checkout, file.name, file.text)
    const env = await serverOf(name)
    for (const line of lines) {
      const expected = Number(/# (?:exits with code|code de sortie) (\d+)/.exec(line)?.[1] ?? 0)
      const ended = asTyped ? await runLine(line, checkout, env) : await callLine(line, checkout, env)
      expect(ended?.code ?? 0, `${line}\n${ended?.stdout}${ended?.stderr}`).toBe(expected)
    }
  })

  it('are found at all', () => {
    expect(pages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['README.md', 'README.fr.md', 'docs/unpaid-rows.md', 'docs/single-payments.md']),
    )
    expect(pages.flatMap(({ lines }) => lines).length).toBeGreaterThan(10)
  })
})

function newFolder(name: string): string {
  const path = join(folder.path, name.replaceAll('/', '-'))
  mkdirSync(path)
  used.push(path)
  return path
}

/** What a shell would make of it: variables before the command, and quotes. @returns undefined for what is run as typed only */
async function callLine(line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Ended | undefined> {
  if (line === 'npm run demo') return undefined
  const [, before = '', command = ''] = /^((?:[A-Z_]+=\w+ )*)npm run -s payrun -- ([^#]*)/.exec(line) ?? []
  expect(command, line).not.toBe('')
  const words = command.trim().match(/"[^"]*"|\S+/g) ?? []
  const set = Object.fromEntries(
    before
      .trim()
      .split(' ')
      .filter(Boolean)
      .map((word) => word.split('=')),
  )
  return await payrun(
    words.map((word) => word.replaceAll('"', '')),
    { cwd, env: { ...env, ...set } },
  )
}

/** In a shell, as somebody types it, with nothing of this process's payrun and npm settings. */
function runLine(
  line: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Pick<Ended, 'code' | 'stdout' | 'stderr'>> {
  const kept = Object.entries(process.env).filter(([name]) => !payrunSettings.test(name))
  const child = spawn('sh', ['-c', line], {
    cwd,
    env: { ...Object.fromEntries(kept), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    out.stderr += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...out }))
  })
}

describe('what the README shows', () => {
  let alone: string
  let server: NodeJS.ProcessEnv

  beforeAll(async () => {
    alone = newFolder('alone')
    server = await serverOf()
    for (const { name, text } of inputs) writeFile(alone, name, text)
  })
  const withoutChance = (report: string) =>
    report
      .replace(/sbx-[0-9a-f]{8}-\d+/g, 'REFERENCE')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/[a-z0-9]{10}:(\d+)(?=,nobody was paid$)/gm, 'BATCH:$1')

  it('is the real report, but for references and times', async () => {
    const ended = await payrun(['run', 'payroll.csv', '--sandbox', '--report', 'paid.csv'], {
      cwd: alone,
      env: server,
    })
    expect(ended.code).toBe(exitCode.notAllPaid)
    const shown = blocks.find(({ kind }) => kind === 'report')?.text ?? ''
    expect(withoutChance(shown)).toBe(withoutChance(readFileSync(join(alone, 'paid.csv'), 'utf8')))
  })

  it('has the keys of the sandbox command, which pays as --sandbox does, until it is stopped', async () => {
    const [, appKey, merchantKey] = /else `([\w-]+)` and `([\w-]+)`/.exec(read('docs/sandbox.md')) ?? []
    const sandbox = startPayrun(['sandbox', '--port', '0'], { cwd: alone, env: server })
    try {
      await until('the sandbox is ready', () => sandbox.output().stderr.includes('ready'))
      const url = sandbox.output().stdout.trim()
      const env = { ...server, PAYRUN_PROVIDER_URL: url, PAYRUN_APP_KEY: appKey, PAYRUN_MERCHANT_KEY: merchantKey }
      const args = ['run', 'payroll.csv', '--period', 'served', '--json']
      const ended = await payrun(args, { cwd: alone, env })
      expect(ended.code, ended.stderr).toBe(exitCode.notAllPaid)
      expect(JSON.parse(ended.stdout).counts).toEqual({ paid: 3, failed: 1, unknown: 1 })
    } finally {
      sandbox.child.kill('SIGTERM')
    }
    expect((await sandbox.ended).code).toBe(exitCode.done)
  })

  it('has a worker that pays what was submitted, until it is stopped', async () => {
    const worker = startPayrun(['worker', '--sandbox'], { cwd: alone, env: server })
    try {
      const submitted = await payrun(
        ['submit', 'payroll.csv', '--sandbox', '--period', 'workers', '--allow-duplicates'],
        { cwd: alone, env: server },
      )
      expect(submitted.code, submitted.stderr).toBe(exitCode.done)
      const id = submitted.stdout.trim()
      const watched = await payrun(['status', id, '--watch', '--json'], { cwd: alone, env: server })
      expect(JSON.parse(watched.stdout)).toMatchObject({ state: 'settled', counts: { paid: 3, failed: 1, unknown: 1 } })
    } finally {
      worker.child.kill('SIGTERM')
    }
    expect((await worker.ended).code).toBe(exitCode.done)
  })

  it('is short enough for somebody who has five minutes', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(150)
  })

  it('has column names that payrun knows, each for its column', () => {
    const named = [...readme.matchAll(/`(\w+)`\s\(([^)]+)\)/g)]
      .map(([, column = '', also = '']) => ({ column, also: also.replace(' …', '').split(', ') }))
      .filter(({ column }) => ['operator', 'phone_number', 'amount', 'reference', 'name'].includes(column))
    expect(named).toHaveLength(5)
    for (const { column, also } of named) for (const name of also) expect(fieldOf(name), name).toBe(column)
  })
})

it("the sandbox's scripted outcomes stand in docs/sandbox.md", () => {
  const table = tableIn('docs/sandbox.md', 'digits')
  expect(table).toEqual(scriptedOutcomes.map(({ digits, what, expectedState }) => [digits, what, expectedState]))
})

describe('the configuration', () => {
  const pages = ['docs/configuration.md', 'docs/fr/configuration.md']
  const source = read('src/configVariables.ts')
  const variables = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)

  it.each(pages)('is the same set of variables in the code, %s and .env.example', (page) => {
    expect(variables.length).toBeGreaterThan(5)
    const documented = tableIn(page, 'variable').flatMap(([cell = '']) => unquoted(cell).split(', '))
    expect(documented).toEqual(variables)
    expect(Object.keys(parseEnv(read('.env.example'))).sort()).toEqual([...variables].sort())
  })

  it.each(pages)('has the defaults that %s and .env.example say', (page) => {
    copyFileSync(join(root, '.env.example'), writeFile(folder.path, '.env', ''))
    const called = (from: string) => readConfig({ npm_lifecycle_event: 'payrun', INIT_CWD: from })
    mkdirSync(join(folder.path, 'nothing'), { recursive: true })
    const plain = called(join(folder.path, 'nothing'))
    const example = called(folder.path)
    if (!plain.ok || !example.ok) throw new Error('the configuration was refused')
    const moved = { home: join(folder.path, '.payrun'), calledFrom: folder.path }
    expect(example.config).toEqual({ ...plain.config, ...moved })
    const said = new Map(tableIn(page, 'variable').map(([name = '', , value]) => [unquoted(name), value]))
    expect(said.get('PAYRUN_CONCURRENCY')).toBe(`${plain.config.concurrency}`)
    expect(said.get('PAYRUN_TIMEOUT_MS')).toBe(`${plain.config.timeoutMs}`)
  })
})

it('no document has a link that leads nowhere', () => {
  const documents = [
    'README.md',
    'README.fr.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'CHANGELOG.fr.md',
    'SECURITY.md',
    'SECURITY.fr.md',
    ...globSync(['docs/*.md', 'bench/*.md', 'test/{faults,simulation,files/*}/*.md'], { cwd: root }),
  ]
  const links = documents.flatMap((name) =>
    [...read(name).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => ({ name, link })),
  )
  const paths = links.filter(({ link }) => !/^https?:/.test(link))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter(({ name, link }) => !existsSync(join(root, dirname(name), link)))).toEqual([])
})

const unquoted = (cell: string): string => cell.replaceAll('`', '')

/** The rows of a page's first table whose first column is called `head`. */
function tableIn(page: string, head: string): string[][] {
  const lines = read(page).split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${head} |`))
  if (start < 0) return []
  const below = lines.slice(start + 2)
  const end = below.findIndex((line) => !line.startsWith('|'))
  return below.slice(0, end < 0 ? undefined : end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}
