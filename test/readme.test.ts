import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exitCode } from '../src/cli/exitCode.ts'
import { readConfig } from '../src/config.ts'
import { fieldOf } from '../src/intake/columns.ts'
import { scriptedOutcomes } from '../src/sandbox/scriptedOutcomes.ts'
import { writeFile } from './harness/payroll.ts'
import { type Ended, payrun, startPayrun, temporaryFolder, until } from './harness/payrun.ts'
import { waitUntilServerGone } from './harness/postgres.ts'

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
const blocks: Block[] = [...readme.matchAll(/(?:^<!-- (file|report): (\S+) -->\n)?^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, kind = '', name = '', language = '', text = '']) => ({ kind, name, language, text }),
)
const inputs = blocks.filter(({ kind }) => kind === 'file')

let folder: ReturnType<typeof temporaryFolder>

beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(async () => {
  await waitUntilServerGone(join(folder.path, '.payrun'))
  await waitUntilServerGone(join(folder.path, 'alone', '.payrun'))
  folder.remove()
})

const payrunSettings = /^(PAYRUN_|DATABASE_URL|REDIS_URL|npm_|INIT_CWD|NO_COLOR|FORCE_COLOR|NODE_OPTIONS)/

/** What is run of a block: not the installing, and not the tests themselves. */
const runnable = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.replace('npm ci && ', ''))
    .filter((line) => !/^(npm ci|npm test|docker|git clone)\b/.test(line))

const sessions = blocks
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => runnable(text))
  .filter((lines) => lines.length > 0)
  .map((lines) => ({ first: lines[0], lines }))

describe("the README's commands, as they stand there", () => {
  beforeAll(() => {
    // A checkout to type in, without touching this one: the project's parts by links, the example files for real.
    for (const part of ['package.json', 'bin', 'src', 'fixtures', 'node_modules']) {
      symlinkSync(join(root, part), join(folder.path, part))
    }
    for (const { name, text } of inputs) writeFile(folder.path, name, text)
  })

  it.each(sessions)('end as the README says: $first', async ({ lines }) => {
    for (const line of lines) {
      const expected = Number(/# ends with (\d+)/.exec(line)?.[1] ?? 0)
      const ended = await runLine(line)
      expect(ended.code, `${line}\n${ended.stdout}${ended.stderr}`).toBe(expected)
    }
  })

  it('are found at all', () => {
    expect(sessions.flatMap(({ lines }) => lines).length).toBeGreaterThan(5)
  })
})

/** In a shell, as somebody types it, with nothing of this process's payrun and npm settings. */
function runLine(line: string): Promise<Pick<Ended, 'code' | 'stdout' | 'stderr'>> {
  const kept = Object.entries(process.env).filter(([name]) => !payrunSettings.test(name))
  const child = spawn('sh', ['-c', line], {
    cwd: folder.path,
    env: Object.fromEntries(kept),
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

  beforeAll(() => {
    alone = join(folder.path, 'alone')
    mkdirSync(alone)
    for (const { name, text } of inputs) writeFile(alone, name, text)
  })
  const withoutChance = (report: string) =>
    report.replace(/sbx-[0-9a-f]{8}-\d+/g, 'REFERENCE').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')

  it('is the real report, but for references and times', async () => {
    const ended = await payrun(['run', 'payroll.csv', '--sandbox', '--report', 'paid.csv'], { cwd: alone })
    expect(ended.code).toBe(exitCode.notAllPaid)
    const shown = blocks.find(({ kind }) => kind === 'report')?.text ?? ''
    expect(withoutChance(shown)).toBe(withoutChance(readFileSync(join(alone, 'paid.csv'), 'utf8')))
  })

  it('has the keys of the sandbox command, which pays as --sandbox does, until it is stopped', async () => {
    const [, appKey, merchantKey] = /\(keys `([\w-]+)` and `([\w-]+)`\)/.exec(readme) ?? []
    const sandbox = startPayrun(['sandbox', '--port', '0'], { cwd: alone })
    try {
      await until('the sandbox is ready', () => sandbox.output().stderr.includes('ready'))
      const url = sandbox.output().stdout.trim()
      const env = { PAYRUN_PROVIDER_URL: url, PAYRUN_APP_KEY: appKey, PAYRUN_MERCHANT_KEY: merchantKey }
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
    const worker = startPayrun(['worker', '--sandbox'], { cwd: alone })
    try {
      const submitted = await payrun(['submit', 'payroll.csv', '--sandbox', '--period', 'workers'], { cwd: alone })
      expect(submitted.code, submitted.stderr).toBe(exitCode.done)
      const id = submitted.stdout.trim()
      const watched = await payrun(['status', id, '--watch', '--json'], { cwd: alone })
      expect(JSON.parse(watched.stdout)).toMatchObject({ state: 'settled', counts: { paid: 3, failed: 1, unknown: 1 } })
    } finally {
      worker.child.kill('SIGTERM')
    }
    expect((await worker.ended).code).toBe(exitCode.done)
  })

  it('has every command of --help, and no other', async () => {
    const { stdout } = await payrun(['--help'], { cwd: alone })
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name)
    expect(commands.length).toBeGreaterThan(5)
    const shown = tableUnder('Commands', 'command').flatMap(([cell = '']) =>
      [...cell.matchAll(/`([a-z]+)/g)].map(([, name]) => name),
    )
    expect(shown.sort()).toEqual(commands.sort())
  })

  it('has every exit code', () => {
    const codes = tableUnder('Commands', 'exit code').flatMap(([cell = '']) => cell.split(', ').map(Number))
    expect(codes).toEqual(Object.values(exitCode))
  })

  it("has the sandbox's scripted outcomes", () => {
    expect(tableUnder('The sandbox', 'digits')).toEqual(
      scriptedOutcomes.map(({ digits, what, expectedState }) => [digits, what, expectedState]),
    )
  })

  it('has column names that intake knows, each for its column', () => {
    const named = [...readme.matchAll(/`(\w+)`\s\(([^)]+)\)/g)]
      .map(([, column = '', also = '']) => ({ column, also: also.replace(' …', '').split(', ') }))
      .filter(({ column }) => ['operator', 'phone_number', 'amount', 'reference', 'name'].includes(column))
    expect(named).toHaveLength(5)
    for (const { column, also } of named) for (const name of also) expect(fieldOf(name), name).toBe(column)
  })
})

describe('the configuration', () => {
  const source = read('src/configVariables.ts')
  const variables = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)

  it('is the same set of variables in the code, the README and .env.example', () => {
    expect(variables.length).toBeGreaterThan(5)
    const documented = tableUnder('Configuration', 'variable').flatMap(([cell = '']) => unquoted(cell).split(', '))
    expect(documented).toEqual(variables)
    expect(Object.keys(parseEnv(read('.env.example'))).sort()).toEqual([...variables].sort())
  })

  it('has the defaults that the README and .env.example say', () => {
    copyFileSync(join(root, '.env.example'), writeFile(folder.path, '.env', ''))
    const called = (from: string) => readConfig({ npm_lifecycle_event: 'payrun', INIT_CWD: from })
    mkdirSync(join(folder.path, 'nothing'))
    const plain = called(join(folder.path, 'nothing'))
    const example = called(folder.path)
    if (!plain.ok || !example.ok) throw new Error('the configuration was refused')
    const moved = { home: join(folder.path, '.payrun'), calledFrom: folder.path }
    expect(example.config).toEqual({ ...plain.config, ...moved })
    const said = new Map(tableUnder('Configuration', 'variable').map(([name = '', , value]) => [unquoted(name), value]))
    expect(said.get('PAYRUN_CONCURRENCY')).toBe(`${plain.config.concurrency}`)
    expect(said.get('PAYRUN_TIMEOUT_MS')).toBe(`${plain.config.timeoutMs}`)
  })
})

it('has no link that leads nowhere', () => {
  const links = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].flatMap((name) =>
    [...read(name).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link),
  )
  const paths = links.filter((link) => !link.startsWith('https://')).map((link) => link.replace(/#.*/, ''))
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

const unquoted = (cell: string): string => cell.replaceAll('`', '')

/** The rows of the table whose first column is called `head`, below a heading. */
function tableUnder(heading: string, head: string): string[][] {
  const section = readme.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? ''
  const lines = section.split('\n')
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
