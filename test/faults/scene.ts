import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { type CrashPoint, markerName } from '../../src/crashPoint.ts'
import { ignore, type Values } from '../harness/ledger.ts'
import { writePayroll } from '../harness/payroll.ts'
import { type Ended, payrun, type Running, startPayrun, temporaryFolder, until } from '../harness/payrun.ts'
import type { TestPostgres } from '../harness/postgres.ts'
import type { CountingProvider } from '../harness/provider.ts'

/** What is planted to be looked for in logs and queues. Names and numbers are those of `writePayroll`. */
export const planted = {
  secrets: ['planted-app-key-5f1c', 'planted-merchant-key-8ad2'],
  pattern: /Person \d|2290197\d{6}|233240\d{6}/,
}

export interface StartOptions {
  crash?: Crash
  env?: NodeJS.ProcessEnv
  /** Files under test/faults that the process loads before anything else. */
  preload?: string
}

export interface Crash {
  at: CrashPoint
  mode: 'kill' | 'stop' | 'throw' | `block=${number}`
  /** Which pass of the point, from 1. */
  nth?: number
}

/** One scenario: an empty ledger, a provider that has seen nothing, a folder, and the processes that are started in it. */
export interface Scene {
  folder: string
  env: NodeJS.ProcessEnv
  provider: Pick<CountingProvider, 'seen' | 'paidTimes'>
  /** The payout file that was submitted last, and how many rows it has. */
  file: { name: string; rows: number }
  /** Everything that was started, for what it printed. */
  started: Pick<Running, 'output'>[]
  /** What stood in the queue when it was looked at. */
  queueTexts: string[]
  start(args: string[], options?: StartOptions): Running
  call(...args: string[]): Promise<Ended>
  /** Write a payroll of so many rows, as the file that this scene is about. */
  payroll(rows: number): void
  /** Write a payroll of so many rows and submit it. */
  submit(rows: number, ...options: string[]): Promise<string>
  /** Start a worker; ends when it is ready. */
  worker(options?: StartOptions): Promise<Running>
  query<Row extends Values = Values>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Wait until the newest batch is in this state. */
  untilBatch(state: string, guardMs?: number): Promise<void>
  /** How many rows are in each state. */
  counts(): Promise<Record<string, number>>
}

/** On an empty ledger of its own, with this provider, until the test is over. */
export async function sceneWith(postgres: TestPostgres, provider: Scene['provider'] & { url: string }): Promise<Scene> {
  const scene = openScene((await postgres.createLedger()).url, provider)
  onTestFinished(() => scene.remove())
  return scene
}

/** `databaseUrl`, and a provider that counts. The folder goes when `remove` is called. */
export function openScene(
  databaseUrl: string,
  provider: Scene['provider'] & { url: string },
  env: NodeJS.ProcessEnv = {},
): Scene & { remove(): Promise<void> } {
  const folder = temporaryFolder()
  const token = randomBytes(12).toString('hex')
  const home = join(folder.path, 'home')
  mkdirSync(home, { mode: 0o700 })
  writeFileSync(join(home, markerName), token)
  // A connection of the tests' own, kept from question to question. One that is lost is replaced at the next.
  let pool: pg.Pool | undefined
  const own = () => {
    pool ??= new pg.Pool({ connectionString: databaseUrlOf(scene), max: 4 }).on('error', ignore)
    return pool
  }
  const scene: Scene = {
    folder: folder.path,
    env: {
      DATABASE_URL: databaseUrl,
      PAYRUN_HOME: home,
      PAYRUN_PROVIDER_URL: provider.url,
      PAYRUN_APP_KEY: planted.secrets[0],
      PAYRUN_MERCHANT_KEY: planted.secrets[1],
      PAYRUN_CONCURRENCY: '20',
      PAYRUN_LOG_LEVEL: 'debug',
      ...env,
    },
    provider,
    file: { name: '', rows: 0 },
    started: [],
    queueTexts: [],
    start: (args, options) => start(scene, token, args, options),
    call: async (...args) => {
      const ended = await payrun(args, { env: scene.env, cwd: scene.folder })
      scene.started.push({ output: () => ended })
      return ended
    },
    payroll: (rows) => {
      scene.file = { name: writePayroll(scene.folder, rows), rows }
    },
    submit: async (rows, ...options) => {
      scene.payroll(rows)
      const ended = await scene.call('submit', 'payroll.csv', ...options)
      expect(ended, ended.stderr).toMatchObject({ code: 0 })
      return ended.stdout.trim()
    },
    worker: (options) => startWorker(scene, options),
    query: async (sql, values) => (await own().query(sql, values)).rows,
    untilBatch: (state, guardMs) => untilBatch(scene, state, guardMs),
    counts: () => countStates(scene),
  }
  const remove = async () => {
    await pool?.end().catch(ignore)
    folder.remove()
  }
  return Object.assign(scene, { remove })
}

/** The tests' own connection: not through a wire that a test cuts. */
export const directUrl = 'FAULTS_DIRECT_DATABASE_URL'
export const databaseUrlOf = (scene: Scene): string => scene.env[directUrl] ?? scene.env['DATABASE_URL'] ?? ''

function start(scene: Scene, token: string, args: string[], { crash, env, preload }: StartOptions = {}): Running {
  const armed = crash ? { PAYRUN_CRASH_POINT: `${token} ${crash.at} ${crash.mode} ${crash.nth ?? 1}` } : {}
  const loads = preload
    ? { NODE_OPTIONS: `--import=${fileURLToPath(new URL(preload, import.meta.url)).replaceAll(' ', '%20')}` }
    : {}
  const running = startPayrun(args, { env: { ...scene.env, ...armed, ...loads, ...env }, cwd: scene.folder })
  scene.started.push(running)
  return running
}

async function startWorker(scene: Scene, options?: StartOptions): Promise<Running> {
  const running = scene.start(['worker'], options)
  let over = false
  void running.ended.then(() => {
    over = true
  })
  await until('the worker is ready', () => over || running.output().stderr.includes('worker is ready'))
  return running
}

async function untilBatch(scene: Scene, state: string, guardMs = 90_000): Promise<void> {
  const sql = 'select state from payrun.batches order by batch_no desc limit 1'
  await until(
    `the batch is ${state}`,
    async () => (await scene.query(sql).catch(() => []))[0]?.['state'] === state,
    guardMs,
  )
}

async function countStates(scene: Scene): Promise<Record<string, number>> {
  const rows = await scene.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from payrun.payouts group by 1',
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

/** Ask a worker to stop, and say what it ended with. */
export async function stopPolitely(running: Running): Promise<Ended> {
  running.child.kill('SIGTERM')
  return running.ended
}

/** The same, of one that ends as it should; what it said says why it did not. */
export async function stopWell(running: Running): Promise<void> {
  const { code, signal, stderr } = await stopPolitely(running)
  expect({ code, signal }, stderr.slice(-2_000)).toEqual({ code: 0, signal: null })
}

/** As the machine's memory killer does. */
export async function killHard(running: Running): Promise<Ended> {
  running.child.kill('SIGKILL')
  return running.ended
}

/** Wait until a process has stopped itself (SIGSTOP). Linux only. */
export const untilStopped = (running: Running): Promise<void> =>
  until('the process has stopped', () => stateOf(running.pid) === 'T')

/** The kernel's letter for what a process does: after its parenthesised name in /proc/PID/stat (proc(5)). */
function stateOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[0]
  } catch {
    return undefined
  }
}

/** Let a worker look as silent as if it had stood still for longer than its lease: what 30 s of waiting would do. */
export async function silence(scene: Scene, running: Running): Promise<void> {
  await scene.query(`update payrun.workers set heartbeat_at = now() - interval '31 s' where pid = $1`, [running.pid])
}

/** A wall clock for the scene's workers, right until it is set. `options`: how such a worker is started. */
export function withClock(scene: Scene): { set(offsetMs: number): void; options: StartOptions } {
  const path = join(scene.folder, 'clock')
  const set = (offsetMs: number) => writeFileSync(path, `${offsetMs}`)
  set(0)
  return { set, options: { preload: 'clock.ts', env: { FAULTS_CLOCK: path } } }
}

/** By the provider's own count. */
export const mostTimes = ({ provider }: Scene): number => Math.max(0, ...provider.paidTimes().values())

export const untilSaid = (worker: Running, words: string): Promise<void> =>
  until(`the worker says "${words}"`, () => worker.output().stderr.includes(words))
