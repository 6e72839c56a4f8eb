import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The performance claims: `npm run bench`. Each figure is a ratio of things run in turn on this machine, and a median of
 * several rounds, since machines are noisy. Prints a table, and writes bench/results.json.
 *
 * - run: 20,000 rows through `payrun run` (embedded Postgres, fsync on) against a bare undici loop that records nothing,
 *   both with 50 requests in flight to the same stub. `paying` is from the first to the last request as the stub saw
 *   them; `whole` is the command from start to exit, with intake, report and start-up.
 * - validate: peak memory of checking 1,000,000 rows. - help: how long `--help` takes.
 */
const root = fileURLToPath(new URL('../', import.meta.url))
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const rows = 20_000
const inFlight = 50
const folder = mkdtempSync(join(tmpdir(), 'payrun-bench-'))

const results = await measure()
writeFileSync(join(root, 'bench/results.json'), `${JSON.stringify(results, null, 2)}\n`)
for (const [name, value] of Object.entries(results)) process.stdout.write(`${name.padEnd(34)} ${value}\n`)
rmSync(folder, { recursive: true, force: true, maxRetries: 10 })

async function measure(): Promise<Record<string, number>> {
  const stub = spawn(process.execPath, [join(root, 'bench/stub.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = String((await once(stub.stdout.setEncoding('utf8'), 'data'))[0]).trim()
  const file = await payroll('20k.csv', rows)
  const bare: number[] = []
  const paying: number[] = []
  const whole: number[] = []
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const bareRate = bareLoop(url)
      await fetch(`${url}/reset`)
      const took = payrunSeconds(['run', file, '--period', `round ${round}`], url)
      const seen = (await (await fetch(`${url}/seen`)).json()) as { count: number; ms: number }
      if (seen.count !== rows) throw new Error(`the stub saw ${seen.count} payouts instead of ${rows}`)
      // The first round warms up files and caches, and makes the embedded database.
      if (round === 0) continue
      bare.push(bareRate)
      paying.push((rows / seen.ms) * 1000)
      whole.push(rows / took)
    }
  } finally {
    stub.kill()
  }
  const million = await payroll('1m.csv', 1_000_000)
  return {
    'bare loop, requests/s': Math.round(median(bare)),
    'run, paying, rows/s': Math.round(median(paying)),
    'run, paying / bare': ratio(paying, bare),
    'run, whole command, rows/s': Math.round(median(whole)),
    'run, whole command / bare': ratio(whole, bare),
    'validate 1,000,000 rows, peak MB': peakMegabytes(['validate', million]),
    '--help, ms': Math.round(median(Array.from({ length: 5 }, () => payrunSeconds(['--help'], url) * 1000))),
  }
}

async function payroll(name: string, count: number): Promise<string> {
  const path = join(folder, name)
  const out = createWriteStream(path)
  out.write('reference,name,operator,phone_number,amount\n')
  for (let n = 0; n < count; n += 1) {
    const line = `R${n},Awa Example ${n},mtn-benin,22901${97_000_000 + (n % 900_000)},${1000 + (n % 500)}\n`
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  return path
}

function bareLoop(url: string): number {
  const ended = spawnSync(process.execPath, [join(root, 'bench/bareLoop.ts'), url, String(rows), String(inFlight)])
  return Number(ended.stdout.toString())
}

function payrunSeconds(args: string[], url: string): number {
  const began = performance.now()
  const env = {
    ...process.env,
    DATABASE_URL: '',
    REDIS_URL: process.env['REDIS_URL'] ?? '',
    PAYRUN_HOME: join(folder, 'home'),
    PAYRUN_PROVIDER_URL: url,
    PAYRUN_APP_KEY: 'bench',
    PAYRUN_MERCHANT_KEY: 'bench',
  }
  const ended = spawnSync(process.execPath, [join(root, 'bin/payrun.js'), ...args], { env })
  if (ended.status !== 0) throw new Error(ended.stderr.toString())
  return (performance.now() - began) / 1000
}

/** The kernel's own figure for the process's largest resident set, read while it ends. */
function peakMegabytes(args: string[]): number {
  const script = `process.argv.splice(1, 1); process.on('exit', () => require('node:fs').writeSync(2, '\\n' + process.resourceUsage().maxRSS))
    import(${JSON.stringify(join(root, 'src/cli/main.ts'))}).then(({ main }) => main(['node', 'payrun', ...${JSON.stringify(args)}]))`
  const ended = spawnSync(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'pipe'] })
  return Math.round(Number(ended.stderr.toString().trim().split('\n').at(-1)) / 1024)
}

function ratio(one: number[], other: number[]): number {
  return Math.round(median(one.map((value, index) => value / (other[index] ?? Number.NaN))) * 100) / 100
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
