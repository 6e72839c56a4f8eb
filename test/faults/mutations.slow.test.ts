/**
 * Break, one at a time and in a copy of the project, the three things that stand between a fault and a second payout, and see that
 * the tests go red each time (and are green when nothing is broken).
 */
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

interface Mutation {
  what: string
  file: string
  /** Stands in the file exactly once. */
  text: string
  broken: string
  /** The quickest test that has to notice: of the part itself, or from the provider's count. */
  by: Noticing
}

interface Noticing {
  file: string
  /** In its title. */
  title: string
}

const tests = {
  claim: { file: 'test/ledger/commit/groupCommit.test.ts', title: 'of two processes that claim' },
  reset: { file: 'test/provider/faults.test.ts', title: 'is reset' },
  onceOnly: { file: 'test/provider/payoutWithRetry.test.ts', title: 'calls once after' },
  manyJobs: { file: 'test/faults/queue.test.ts', title: 'delivered ten times' },
  badAnswers: { file: 'test/faults/provider.test.ts', title: 'each bad answer' },
  contradiction: { file: 'test/faults/contradictions.test.ts', title: 'a success under 429' },
} as const satisfies Record<string, Noticing>

const mutations: Mutation[] = [
  {
    what: 'a claim takes rows in any state',
    file: 'src/ledger/commit/statement.ts',
    text: 'and p.state = w.from_state',
    broken: 'and (w.claims = 1 or p.state = w.from_state)',
    by: tests.claim,
  },
  {
    what: 'a connection that is reset counts as not sent',
    file: 'src/provider/exchange.ts',
    text: 'if (sent) settle(lostBy(error, head?.httpStatus ?? null))',
    broken:
      "if (sent && !('code' in error && error.code === 'ECONNRESET')) settle(lostBy(error, head?.httpStatus ?? null))",
    by: tests.reset,
  },
  {
    what: 'a lost connection counts as not taken',
    file: 'src/provider/answers/outcome.ts',
    text: "if (answer.kind === 'lost') return outcomeOfLost(answer)",
    broken:
      "if (answer.kind === 'lost' && lostCodes[answer.cause] === 'connection_lost') return { kind: 'not_taken', code: 'not_sent', message: answer.message }\n  if (answer.kind === 'lost') return outcomeOfLost(answer)",
    by: tests.reset,
  },
  {
    what: 'a 5xx is sent again at once',
    file: 'src/provider/client.ts',
    text: "answer.kind === 'not_sent' && passing.includes(answer.cause)",
    broken:
      "(answer.kind === 'not_sent' && passing.includes(answer.cause)) || (answer.kind === 'response' && answer.httpStatus >= 500)",
    by: tests.onceOnly,
  },
  {
    what: 'a 5xx counts as not taken',
    file: 'src/provider/answers/outcome.ts',
    text: 'if (httpStatus === 408 || httpStatus === 409 || httpStatus >= 500) {',
    broken:
      "if (httpStatus >= 500) return { kind: 'not_taken', code: 'not_sent', message: 'again' }\n  if (httpStatus === 408 || httpStatus === 409) {",
    by: tests.badAnswers,
  },
  {
    what: 'a 429 whose body says success is sent again',
    file: 'src/provider/answers/outcome.ts',
    text: 'return saysTaken(answer.body) ? contradictedBy(answer, turnedAway) : turnedAway',
    broken: 'return turnedAway',
    by: tests.contradiction,
  },
]

const root = fileURLToPath(new URL('../../', import.meta.url))

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(realpathSync(tmpdir()), 'payrun-mutations-'))
  // The tests' databases run as another user, who has to pass through here.
  chmodSync(copy, 0o711)
  mkdirSync(join(copy, 'tmp'), { mode: 0o711 })
  const left = new Set(['node_modules', '.git', '.payrun', 'coverage', 'dist'])
  cpSync(root, copy, { recursive: true, filter: (path) => path === root || !left.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

it('nothing is broken: the tests are green', async () => {
  const run = await runTests(copy, Object.values(tests))
  expect({ green: run.green, failed: run.failed }, run.output).toEqual({ green: true, failed: [] })
  for (const { title } of Object.values(tests))
    expect(run.passed, run.output).toContainEqual(expect.stringContaining(title))
})

it.each(mutations)('$what: the tests go red', async ({ file, text, broken, by }) => {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  expect(source.split(text).length - 1, `how often its text stands in ${file}`).toBe(1)
  writeFileSync(
    path,
    source.replace(text, () => broken),
  )
  const run = await runTests(copy, [by])
  writeFileSync(path, source)
  // Red by a test: a copy that can't even be loaded would prove nothing.
  expect(run.green, run.output).toBe(false)
  expect(run.failed, run.output).toContainEqual(expect.stringContaining(by.title))
})

interface Run {
  green: boolean
  /** Titles. */
  passed: string[]
  failed: string[]
  output: string
}

/** A broken copy may stand still for good, as it can after it has failed; once more, then. */
async function runTests(copy: string, noticing: readonly Noticing[]): Promise<Run> {
  const run = (await runOnce(copy, noticing)) ?? (await runOnce(copy, noticing))
  if (!run) throw new Error('twice, the tests stood still')
  return run
}

const limitMs = 200_000

/** @returns null where it had to be ended */
async function runOnce(copy: string, noticing: readonly Noticing[]): Promise<Run | null> {
  const results = join(copy, 'results.json')
  rmSync(results, { force: true })
  // What a broken copy waits for in vain fails after 40 s, and what it leaves open is not waited for.
  const limits = ['--testTimeout=40000', '--hookTimeout=20000', '--teardownTimeout=2000']
  const options = ['--reporter=json', `--outputFile=${results}`, '--bail=1', ...limits, '--cache=false']
  const files = noticing.map(({ file }) => file)
  const titles = noticing.map(({ title }) => title).join('|')
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files, '-t', titles, ...options]
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|PAYRUN_|NODE_ENV$)/.test(name))
  // A run that is broken off leaves temporary folders: they go with the copy.
  const env = { ...Object.fromEntries(inherited), NODE_DISABLE_COMPILE_CACHE: '1', TMPDIR: join(copy, 'tmp') }
  const child = spawn(process.execPath, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  let isEnded = false
  const limit = setTimeout(() => {
    isEnded = true
    child.kill('SIGKILL')
    for (const stream of [child.stdout, child.stderr]) stream.destroy()
  }, limitMs)
  const code = await new Promise<number | null>((ended) => child.on('close', ended))
  clearTimeout(limit)
  if (isEnded) return null
  const assertions = readResults(results)
  const titled = (wanted: string) => assertions.filter(({ status }) => status === wanted).map(({ title }) => title)
  return { green: code === 0, passed: titled('passed'), failed: titled('failed'), output }
}

function readResults(path: string): { title: string; status: string }[] {
  try {
    const { testResults } = JSON.parse(readFileSync(path, 'utf8'))
    return testResults.flatMap(({ assertionResults }: { assertionResults: [] }) => assertionResults)
  } catch {
    return []
  }
}
