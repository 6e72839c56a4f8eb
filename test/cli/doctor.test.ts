import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { queryOnce } from '../harness/ledger.ts'
import { startOwnPostgres } from '../harness/ownPostgres.ts'
import { writeFile } from '../harness/payroll.ts'
import { type Ended, payrun, temporaryFolder } from '../harness/payrun.ts'
import { startTestPostgres, type TestPostgres, waitUntilServerGone } from '../harness/postgres.ts'
import { freePort, hasRedisServer, startRedisServer } from '../harness/redis.ts'

interface Check {
  name: string
  state: 'ok' | 'warning' | 'problem'
  detail: string
}

let postgres: TestPostgres
let folder: ReturnType<typeof temporaryFolder>
let env: NodeJS.ProcessEnv
/** What the provider was asked. */
const seen: IncomingMessage[] = []
let httpStatus = 200

const provider = createServer((request, response) => {
  seen.push(request)
  response.writeHead(httpStatus, { location: 'https://elsewhere.example/' }).end()
})

beforeAll(async () => {
  postgres = await startTestPostgres()
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
})
afterAll(async () => {
  provider.close()
  provider.closeAllConnections()
  await postgres.stop()
})
beforeEach(async () => {
  folder = temporaryFolder()
  seen.length = 0
  httpStatus = 200
  env = {
    DATABASE_URL: (await postgres.createDatabase()).url,
    PAYRUN_HOME: join(folder.path, 'home'),
    PAYRUN_PROVIDER_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/base`,
    PAYRUN_APP_KEY: 'planted-app-key',
    PAYRUN_MERCHANT_KEY: 'planted-merchant-key',
  }
  return () => folder.remove()
})

const call = (...args: string[]): Promise<Ended> => payrun(['doctor', ...args], { env, cwd: folder.path })

async function examine(): Promise<{ code: number | null; checks: Check[]; of(name: string): Check | undefined }> {
  const { code, stdout } = await call('--json')
  const { checks } = JSON.parse(stdout) as { checks: Check[] }
  return { code, checks, of: (name) => checks.find((check) => check.name === name) }
}

const states = (checks: Check[], state: Check['state']) => checks.filter((check) => check.state === state)

test('a healthy set-up: every check is ok, it ends with 0, and the provider saw one HEAD without credentials', async () => {
  const { code, checks } = await examine()
  expect(checks.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(code).toBe(0)
  for (const check of checks) {
    expect(Object.keys(check)).toEqual(['name', 'state', 'detail'])
    expect(check.detail).not.toBe('')
  }
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['HEAD /base'])
  expect(JSON.stringify(seen[0]?.headers)).not.toContain('planted')
})

test('for people it is a table with a last line that says what it comes to', async () => {
  const { code, stdout, stderr } = await call()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^✓ ok +ledger: fsync +on$/m)
  expect(stdout).toMatch(/^✓ ok +PAYRUN_APP_KEY +set in the environment$/m)
  expect(stdout).toMatch(/\nAll is well\.\n$/)
  delete env['PAYRUN_APP_KEY']
  expect((await call()).stdout).toMatch(/\nNothing is in the way\. Warnings: 1\.\n$/)
})

test('it changes nothing: no schema, no home', async () => {
  await call()
  const [found] = await queryOnce(env['DATABASE_URL']!, `select to_regnamespace('payrun') as payrun`)
  expect(found).toEqual({ payrun: null })
  expect(readdirSync(folder.path)).toEqual([])
})

test('without a provider: warnings, since --sandbox works', async () => {
  for (const name of ['PAYRUN_PROVIDER_URL', 'PAYRUN_APP_KEY', 'PAYRUN_MERCHANT_KEY']) delete env[name]
  const { code, checks } = await examine()
  expect(code).toBe(0)
  expect(states(checks, 'warning').map(({ name }) => name)).toEqual([
    'PAYRUN_PROVIDER_URL',
    'PAYRUN_APP_KEY',
    'PAYRUN_MERCHANT_KEY',
    'provider',
  ])
})

test('on the embedded Postgres, which it starts', async () => {
  delete env['DATABASE_URL']
  const { code, of } = await examine()
  expect(code).toBe(0)
  expect(of('ledger')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^embedded Postgres \d+/) })
  await waitUntilServerGone(env['PAYRUN_HOME']!)
})

describe('whatever fails, all the rest is looked at', () => {
  test('a database out of reach ends with 6', async () => {
    const before = (await examine()).checks.map(({ name }) => name)
    env['DATABASE_URL'] = `postgres://planted-user:planted-password@127.0.0.1:${await freePort()}/payrun?x=planted`
    const { code, checks, of } = await examine()
    expect(code).toBe(6)
    expect(checks.map(({ name }) => name)).toEqual(before)
    expect(of('ledger')).toEqual({
      name: 'ledger',
      state: 'problem',
      detail: expect.stringMatching(
        /^Cannot reach the Postgres of DATABASE_URL .*ECONNREFUSED.* Check that it is running/,
      ),
    })
    expect(of('ledger: fsync')).toMatchObject({ state: 'warning', detail: 'not checked: the ledger was not reached' })
    expect(of('provider')).toMatchObject({ state: 'ok' })
    expect(states(checks, 'problem')).toHaveLength(1)
  })

  test('a Redis out of reach ends with 6', async () => {
    env['REDIS_URL'] = `redis://planted-user:planted-password@127.0.0.1:${await freePort()}`
    const { code, of } = await examine()
    expect(code).toBe(6)
    expect(of('queue')).toMatchObject({ state: 'problem', detail: expect.stringContaining('ECONNREFUSED') })
    expect(of('ledger')).toMatchObject({ state: 'ok' })
  })

  test('variables that are wrong end with 2, each of them named, and nothing is looked for at a wrong address', async () => {
    env = {
      ...env,
      PAYRUN_CONCURRENCY: 'planted-many',
      DATABASE_URL: 'mysql://planted',
      PAYRUN_STATUS_PATH: '/planted',
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
    }
    const { code, checks, of } = await examine()
    expect(code).toBe(2)
    expect(
      states(checks, 'problem')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['DATABASE_URL', 'PAYRUN_CONCURRENCY', 'PAYRUN_STATUS_PATH', 'queue'].sort())
    expect(of('PAYRUN_CONCURRENCY')?.detail).toBe(
      'It must be a whole number from 1 to 1000. It is set in the environment.',
    )
    expect(of('ledger')).toMatchObject({ state: 'warning', detail: 'not checked: DATABASE_URL is wrong' })
    expect(readdirSync(folder.path)).toEqual([])
    expect(JSON.stringify(checks)).not.toContain('planted')
  })

  test('no credential and no user of an address is shown, in neither form', async () => {
    const port = await freePort()
    env = {
      ...env,
      DATABASE_URL: `postgres://planted-user:planted-password@127.0.0.1:${port}/ledger?password=planted`,
      REDIS_URL: `redis://planted-user:planted-password@127.0.0.1:${port}/3`,
      PAYRUN_PROVIDER_URL: `http://planted-user:planted-password@127.0.0.1:${port}/base?key=planted`,
      PAYRUN_STATUS_PATH: '/status/{reference}?key=planted',
    }
    for (const args of [[], ['--json']]) {
      const { code, stdout, stderr } = await call(...args)
      expect(code).toBe(6)
      expect(stdout).toContain(`postgres://127.0.0.1:${port}/ledger`)
      expect(stdout).toContain("The provider's base URL must be an address only")
      expect(stdout + stderr).not.toContain('planted')
    }
  })
})

describe('the configuration', () => {
  test('says where each value is from, and what is a slip of the pen', async () => {
    writeFile(folder.path, '.env', 'PAYRUN_RATE=5\nPAYRUN_CONCURRENCY=9\n')
    env['PAYRUN_CONCURRENCY'] = '7'
    env['PAYRUN_APPKEY'] = 'planted'
    const { code, checks, of } = await examine()
    expect(code).toBe(0)
    expect(of('PAYRUN_RATE')?.detail).toBe('set in .env: 5 a second')
    expect(of('PAYRUN_CONCURRENCY')?.detail).toBe('set in the environment: 7')
    expect(of('PAYRUN_TIMEOUT_MS')?.detail).toBe('default: 30000')
    expect(of('PAYRUN_MAIL_TO')?.detail).toBe('not set')
    expect(of('PAYRUN_APPROVALS')?.detail).toBe('default: 1')
    expect(of('PAYRUN_APPKEY')).toMatchObject({ state: 'warning' })
    expect(JSON.stringify(checks)).not.toContain('planted')
  })

  test('a .env with keys that others can read is warned of, and one that can not be read ends with 2', async () => {
    const path = writeFile(folder.path, '.env', 'PAYRUN_APP_KEY=planted\n')
    chmodSync(path, 0o644)
    expect((await examine()).of('.env')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('chmod 600'),
    })
    chmodSync(path, 0o600)
    expect((await examine()).of('.env')).toBeUndefined()
    const other = temporaryFolder()
    mkdirSync(join(other.path, '.env'))
    const ended = await payrun(['doctor', '--json'], { env, cwd: other.path })
    other.remove()
    expect(ended.code).toBe(2)
    expect(JSON.parse(ended.stdout).checks).toContainEqual(expect.objectContaining({ name: '.env', state: 'problem' }))
  })
})

describe('the ledger', () => {
  test('a server that could forget is a problem; other settings are warned of or noted', async () => {
    const server = await startOwnPostgres(['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'])
    onTestFinished(() => server.remove())
    env['DATABASE_URL'] = server.url
    const { code, checks, of } = await examine()
    expect(code).toBe(2)
    expect(states(checks, 'problem').map(({ name }) => name)).toEqual(['ledger: fsync'])
    expect(of('ledger: full_page_writes')).toMatchObject({ state: 'warning' })
    expect(of('ledger: synchronous_commit')).toEqual({
      name: 'ledger: synchronous_commit',
      state: 'ok',
      detail: "on in payrun's sessions, which set it themselves; off by the server's default",
    })
  })

  test('a schema of a newer payrun is a problem', async () => {
    expect((await payrun(['list'], { env, cwd: folder.path })).code).toBe(0)
    expect((await examine()).of('ledger: schema')).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('up to date'),
    })
    await queryOnce(
      env['DATABASE_URL']!,
      `insert into payrun.migrations (version, name, sha256) values (9999, '9999_future.sql', 'x')`,
    )
    const { code, of } = await examine()
    expect(code).toBe(2)
    expect(of('ledger: schema')).toMatchObject({
      state: 'problem',
      detail: expect.stringContaining('use a newer payrun'),
    })
  })
})

// In CI there must be a redis-server on the PATH.
describe.skipIf(!hasRedisServer() && !process.env['CI'])('the queue on Redis', () => {
  test.each([
    { settings: ['--appendonly', 'yes'], code: 0, policy: 'ok', persistence: 'ok' },
    { settings: ['--save', '3600', '1'], code: 0, policy: 'ok', persistence: 'ok' },
    { settings: [], code: 0, policy: 'ok', persistence: 'warning' },
    { settings: ['--maxmemory-policy', 'allkeys-lru'], code: 2, policy: 'problem', persistence: 'warning' },
  ])('with $settings: policy $policy, persistence $persistence', async ({ settings, code, policy, persistence }) => {
    const redis = await startRedisServer(settings)
    onTestFinished(() => redis.stop())
    env['REDIS_URL'] = redis.url
    const examined = await examine()
    expect(examined.of('queue')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^Redis \d+\./) })
    expect(examined.of('queue: maxmemory-policy')).toMatchObject({ state: policy })
    expect(examined.of('queue: persistence')).toMatchObject({ state: persistence })
    expect(examined.code).toBe(code)
  })

  test('who begins to pay is told, once, that such a queue may be lost safely', async () => {
    const redis = await startRedisServer()
    onTestFinished(() => redis.stop())
    env['REDIS_URL'] = redis.url
    writeFile(folder.path, 'payroll.csv', 'reference,operator,phone_number,amount\nE-1,mtn-benin,2290197000001,1500\n')
    const ran = await payrun(['run', 'payroll.csv', '--sandbox'], { env, cwd: folder.path })
    expect(ran.code).toBe(0)
    expect(ran.stderr.match(/The queue may be lost safely/g)).toHaveLength(1)
  })
})

describe('the provider', () => {
  test.each([
    { status: 404, state: 'ok' },
    { status: 302, state: 'ok' },
    { status: 503, state: 'warning' },
  ])('that answers HTTP $status: $state', async ({ status, state }) => {
    httpStatus = status
    const { code, of } = await examine()
    expect(of('provider')).toMatchObject({ state, detail: expect.stringContaining(`HTTP ${status}`) })
    expect(code).toBe(0)
    expect(seen).toHaveLength(1)
  })

  test('out of reach, or with keys that no header can carry: a problem', async () => {
    env['PAYRUN_PROVIDER_URL'] = `http://127.0.0.1:${await freePort()}`
    const refused = await examine()
    expect(refused.of('provider')).toMatchObject({
      state: 'problem',
      detail: 'The provider refused the connection (ECONNREFUSED): check PAYRUN_PROVIDER_URL and the network.',
    })
    expect(refused.code).toBe(2)
    env['PAYRUN_APP_KEY'] = 'with spaces'
    expect((await examine()).of('provider')).toMatchObject({
      detail: expect.stringContaining('The app key is empty or has spaces'),
    })
  })
})

describe('PAYRUN_HOME', () => {
  test('that others can look into is warned of', async () => {
    mkdirSync(env['PAYRUN_HOME']!, { mode: 0o755 })
    chmodSync(env['PAYRUN_HOME']!, 0o755)
    expect((await examine()).of('home folder')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('chmod 700'),
    })
    chmodSync(env['PAYRUN_HOME']!, 0o700)
    expect((await examine()).of('home folder')).toMatchObject({ state: 'ok' })
    expect(readdirSync(env['PAYRUN_HOME']!)).toEqual([])
  })

  test('that is a file, or below one, is a problem', async () => {
    writeFile(folder.path, 'home', 'x')
    const { code, of } = await examine()
    expect(of('home folder')).toMatchObject({ state: 'problem', detail: expect.stringContaining('is no folder') })
    expect(code).toBe(2)
  })

  test('answers that wait in the spool are told; unreadable ones are a problem', async () => {
    const spool = join(env['PAYRUN_HOME']!, 'spool', 'abcdef012345')
    mkdirSync(spool, { recursive: true, mode: 0o700 })
    chmodSync(env['PAYRUN_HOME']!, 0o700)
    writeFile(spool, '1-1-a.json', '[]')
    writeFile(spool, '1-1-b.json.part', '[')
    const waiting = await examine()
    expect(waiting.of('spool')).toMatchObject({
      state: 'warning',
      detail: expect.stringMatching(/^1 file of answers waits/),
    })
    expect(waiting.code).toBe(0)
    writeFile(spool, '1-1-c.json.bad', 'x')
    expect((await examine()).of('spool')).toMatchObject({ state: 'problem' })
  })
})
