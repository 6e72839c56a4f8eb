import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exitCode } from '../src/cli/exitCode.ts'
import { readConfig } from '../src/config.ts'
import { fieldOf } from '../src/intake/columns.ts'
import { scriptedOutcomes } from '../src/sandbox/scriptedOutcomes.ts'
import { writeFile } from './harness/payroll.ts'
import { type Ended, payrun, type Running, startPayrun, temporaryFolder, until } from './harness/payrun.ts'
import { waitUntilServerGone } from './harness/postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const readme = read('README.md')

interface Block {
  language: string
  /** The word after the language: the name of the file that the block shows. */
  file: string
  text: string
}
const blocks: Block[] = [...readme.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', file = '', text = '']) => ({ language, file, text }),
)
const textOf = (file: string): string => blocks.find((block) => block.file === file)?.text ?? ''

let folder: ReturnType<typeof temporaryFolder>

beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(async () => {
  await waitUntilServerGone(join(folder.path, '.payrun'))
  await waitUntilServerGone(join(folder.path, 'alone', '.payrun'))
  folder.remove()
})

const payrunCommand = 'npm run -s payrun -- '
const payrunSettings = /^(PAYRUN_|DATABASE_URL|REDIS_URL|npm_|INIT_CWD|NO_COLOR|FORCE_COLOR|NODE_OPTIONS)/

/** What is run of a block: not the installing, the tests themselves, or what needs Docker. */
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
    for (const name of ['package.json', 'bin', 'src', 'fixtures', 'node_modules']) {
      symlinkSync(join(root, name), join(folder.path, name))
    }
    for (const { file, text } of inputs()) writeFile(folder.path, file, text)
  })

  it.each(sessions)('end as the README says: $first', async ({ lines }) => {
    const session = await openSession()
    try {
      for (const line of lines) await session.type(line)
    } finally {
      await session.close()
    }
  })

  it('are found at all', () => {
    expect(sessions.flatMap(({ lines }) => lines).length).toBeGreaterThan(15)
  })
})

/** The files that a reader is asked to save. */
const inputs = () => blocks.filter(({ file }) => file === 'payroll.csv' || file === 'mistakes.csv')

/** One block is one session: exports last, and what runs until stopped runs until the block's end. */
async function openSession() {
  const kept = Object.entries(process.env).filter(([name]) => !payrunSettings.test(name))
  const env: NodeJS.ProcessEnv = Object.fromEntries(kept)
  const port = await freePort()
  const running: { line: string; process: Running }[] = []

  async function type(written: string): Promise<void> {
    const line = written.replace('4010', `${port}`)
    if (line.startsWith('export ')) {
      Object.assign(env, parseEnv(line.slice('export '.length).replaceAll(' ', '\n')))
    } else if (line.includes('# runs until stopped')) {
      running.push({ line, process: await startLong(line, env) })
    } else {
      const expected = Number(/# ends with (\d+)/.exec(line)?.[1] ?? 0)
      const ended = await runLine(line, env)
      expect(ended.code, `${line}\n${ended.stdout}${ended.stderr}`).toBe(expected)
    }
  }

  async function close(): Promise<void> {
    for (const each of running) each.process.child.kill('SIGTERM')
    for (const { line, process: stopping } of running) expect((await stopping.ended).code, line).toBe(exitCode.done)
  }
  return { type, close }
}

/** Started without npm, which would stand between it and our signal. */
async function startLong(line: string, env: NodeJS.ProcessEnv): Promise<Running> {
  const args = line.replace(payrunCommand, '').replace(/#.*/, '').trim().split(' ')
  const started = startPayrun(args, { cwd: folder.path, env })
  let over = false
  void started.ended.then(() => {
    over = true
  })
  await until(`${line} is ready`, () => over || started.output().stderr.includes('ready'))
  return started
}

function runLine(line: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn('sh', ['-c', line], { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const out = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    out.stderr += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, ...out }))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

describe('what the README shows', () => {
  beforeAll(() => {
    mkdirSync(join(folder.path, 'alone'))
    for (const { file, text } of inputs()) writeFile(join(folder.path, 'alone'), file, text)
  })
  const call = (...args: string[]) => payrun(args, { cwd: join(folder.path, 'alone') })
  const withoutChance = (report: string) =>
    report.replace(/sbx-[0-9a-f]{8}-\d+/g, 'REFERENCE').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')

  it('is the real report, but for references and times', async () => {
    const ended = await call('run', 'payroll.csv', '--sandbox', '--report', 'paid.csv')
    expect(ended.code).toBe(exitCode.notAllPaid)
    const report = readFileSync(join(folder.path, 'alone', 'paid.csv'), 'utf8')
    expect(withoutChance(textOf('paid.csv'))).toBe(withoutChance(report.replaceAll('\r\n', '\n')))
  })

  it('is what a refused file really gets to hear', async () => {
    const ended = await call('validate', 'mistakes.csv')
    expect(blocks.find(({ language }) => language === 'text')?.text).toBe(ended.stdout)
  })

  it('has every command of --help, and no other', async () => {
    const { stdout } = await call('--help')
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, name]) => name)
    expect(commands.length).toBeGreaterThan(5)
    expect(tableUnder('Commands', 'command').map(([cell = '']) => unquoted(cell).split(' ')[0])).toEqual(commands)
  })

  it('has every exit code', () => {
    const codes = tableUnder('Commands', 'exit code').flatMap(([cell = '']) => cell.split(', ').map(Number))
    expect(codes).toEqual(Object.values(exitCode))
  })

  it("has the sandbox's scripted outcomes", () => {
    expect(tableUnder('The sandbox', 'last digits')).toEqual(
      scriptedOutcomes.map(({ digits, what, carriedOut, expectedState }) => [
        digits,
        what,
        carriedOut ? 'yes' : 'no',
        `\`${expectedState}\``,
      ]),
    )
  })

  it('has column names that intake knows, each for its column', () => {
    const rows = tableUnder('Payout files', 'column')
    expect(rows).toHaveLength(7)
    for (const [column = '', also = ''] of rows) {
      for (const name of also.split(', ')) expect(fieldOf(unquoted(name)), name).toBe(unquoted(column))
    }
  })
})

describe('the configuration', () => {
  const source = read('src/config.ts')
  const variables = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)

  it('is the same set of variables in the code, the README and .env.example', () => {
    expect(variables.length).toBeGreaterThan(5)
    const documented = tableUnder('Configuration', 'variable').map(([cell = '']) => unquoted(cell))
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

describe('links', () => {
  it.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])('of %s lead somewhere', (name) => {
    const text = read(name)
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    )
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links.filter((each) => !each.startsWith('https://'))) {
      const [path = '', anchor] = link.split('#')
      expect(existsSync(join(root, path)), link).toBe(true)
      if (path === '' && anchor !== undefined) expect(anchors, link).toContain(anchor)
    }
  })
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
