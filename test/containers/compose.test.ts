import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../harness/payrun.ts'
import { freePort } from '../harness/redis.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The plugin of today, or the program that it replaced. */
const [program, ...first] =
  spawnSync('docker', ['compose', 'version']).status === 0 ? ['docker', 'compose'] : ['docker-compose']

it('docker compose up: a file that is submitted is paid to its end, and its report has every row', async () => {
  const ports: Record<string, string> = {}
  for (const name of ['POSTGRES_PORT', 'REDIS_PORT', 'DESK_PORT', 'SANDBOX_PORT']) ports[name] = `${await freePort()}`
  // Nothing of this run: its servers, its settings, its keys.
  const kept = Object.entries(process.env).filter(([name]) => !/^(PAYRUN_|DATABASE_URL|REDIS_URL)/.test(name))
  const desk = `http://127.0.0.1:${ports['DESK_PORT']}`
  const env = { ...Object.fromEntries(kept), ...ports, PAYRUN_DESK_URL: desk, DOCKER_BUILDKIT: '0' }
  const project = `payrun-test-${randomBytes(4).toString('hex')}`
  const compose = async (args: string[], input?: Buffer) => {
    const settings = { cwd: root, env, maxBuffer: 2 ** 26 }
    const running = promisify(execFile)(program!, [...first, '-p', project, ...args], settings)
    running.child.stdin?.end(input)
    return (await running).stdout
  }
  const payrun = (args: string[], input?: Buffer) => compose(['run', '--rm', '-T', 'payrun', ...args], input)
  onTestFinished(async () => void (await compose(['down', '--volumes', '--remove-orphans'])))

  await compose(['up', '-d', '--build'])
  await until(
    'the desk is there',
    async () => (await fetch(`${desk}/readyz`).catch(() => null))?.status === 200,
    120_000,
  )
  expect(await (await fetch(`${desk}/sign-in`)).text()).toContain('There are no accounts yet')
  expect(await compose(['logs', 'desk'])).toContain(`${desk}/setup?token=`)
  await payrun(['submit', '-'], readFileSync(join(root, 'fixtures/payroll.json')))
  const status = async () => JSON.parse(await payrun(['status', 'last', '--json']))
  await until('the batch is settled', async () => (await status()).state === 'settled', 600_000)
  const { counts } = await status()
  expect(counts.paid).toBeGreaterThan(480)
  const report = (await payrun(['report', 'last'])).trim().split('\n')
  expect(report).toHaveLength(501)
  expect(report.filter((line) => line.includes(',paid,'))).toHaveLength(counts.paid)
})
