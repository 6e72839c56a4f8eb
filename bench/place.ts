import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A folder with payrolls in it, and payrun to be called there. */
export interface Place {
  folder: string
  /** A payroll of so many rows, made once: of the same people each month, by references of that month. */
  payroll(rows: number, month?: string): Promise<string>
  /** Run payrun to its end. */
  payrun(args: string[], env?: NodeJS.ProcessEnv): Ran
  /** Start payrun, and go on. */
  start(args: string[], env?: NodeJS.ProcessEnv): ChildProcess
  /** Start a script of this folder that prints its address. */
  serve(script: string, args?: string[]): Promise<{ url: string; close(): void }>
  /** Start a desk, and wait for its address. */
  serveDesk(env: NodeJS.ProcessEnv, ...options: string[]): Promise<{ url: string; close(): void }>
  /** Start a script of this folder, and go on. */
  run(script: string, args: string[]): ChildProcess
  /** Run a script of this folder to its end. @returns what it printed */
  script(name: string, args: string[]): string
  close(): void
}

export interface Ran {
  seconds: number
  stdout: string
  /** Of the process itself, not of its children. */
  peakMegabytes: number
}

export function openPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-bench-'))
  const children = new Set<ChildProcess>()
  const environment = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    ...process.env,
    DATABASE_URL: '',
    REDIS_URL: '',
    PAYRUN_HOME: join(folder, 'home'),
    PAYRUN_APP_KEY: 'bench',
    PAYRUN_MERCHANT_KEY: 'bench',
    PAYRUN_WORKER_PORT: 'off',
    PAYRUN_LANG: 'en',
    ...env,
  })
  const start = (command: string[], env: NodeJS.ProcessEnv, stdout: 'pipe' | 'ignore') => {
    const child = spawn(process.execPath, command, { env, cwd: folder, stdio: ['ignore', stdout, 'ignore'] })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  return {
    folder,
    payroll: (rows, month = '') => writePayroll(folder, rows, month),
    payrun: (args, env) => run(folder, args, environment(env)),
    start: (args, env) => start([join(root, 'bin/payrun.js'), ...args], environment(env), 'ignore'),
    serve: (script, args = []) => serving(start([join(root, 'bench', script), ...args], process.env, 'pipe')),
    serveDesk: (env, ...options) =>
      serving(start([join(root, 'bin/payrun.js'), 'desk', '--port', '0', ...options], environment(env), 'pipe')),
    run: (script, args) => start([join(root, 'bench', script), ...args], process.env, 'ignore'),
    script: (name, args) => {
      const ended = spawnSync(process.execPath, [join(root, 'bench', name), ...args], { cwd: folder, maxBuffer: 1e8 })
      if (ended.status !== 0) throw new Error(`${name}: ${ended.stderr}`)
      return ended.stdout.toString()
    },
    close: () => {
      for (const child of children) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** A process that prints its address. */
async function serving(child: ChildProcess): Promise<{ url: string; close(): void }> {
  const [url] = await once(child.stdout!.setEncoding('utf8'), 'data')
  return { url: String(url).trim(), close: () => void child.kill() }
}

/** The process writes its own peak (the kernel's figure of its largest resident set) as it ends. */
function run(folder: string, args: string[], env: NodeJS.ProcessEnv): Ran {
  const peakFile = join(folder, 'peak')
  rmSync(peakFile, { force: true })
  const preload = join(root, 'bench', 'writePeak.js')
  const began = performance.now()
  const ended = spawnSync(process.execPath, ['--import', preload, join(root, 'bin/payrun.js'), ...args], {
    env: { ...env, BENCH_PEAK_FILE: peakFile },
    cwd: folder,
    maxBuffer: 1e9,
  })
  const seconds = (performance.now() - began) / 1000
  if (ended.status !== 0) throw new Error(`payrun ${args.join(' ')} ended with ${ended.status}: ${ended.stderr}`)
  return { seconds, stdout: ended.stdout.toString(), peakMegabytes: Number(readFileSync(peakFile, 'utf8')) / 1024 }
}

async function writePayroll(folder: string, rows: number, month: string): Promise<string> {
  const path = join(folder, `${month}${rows}.csv`)
  if (existsSync(path)) return path
  const out = createWriteStream(path)
  out.write('reference,name,operator,phone_number,amount\n')
  for (let n = 0; n < rows; n += 1) {
    const line = `${month}R${n},Awa Example ${n},mtn-benin,22901${97_000_000 + (n % 900_000)},${1000 + (n % 500)}\n`
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  return path
}
