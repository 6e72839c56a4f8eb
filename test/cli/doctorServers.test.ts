import { describe, expect, onTestFinished, test } from 'vitest'
import { queryOnce } from '../harness/ledger.ts'
import { startOwnPostgres } from '../harness/ownPostgres.ts'
import { writeFile } from '../harness/payroll.ts'
import { payrun } from '../harness/payrun.ts'
import { freePort, hasRedisServer, startRedisServer } from '../harness/redis.ts'
import { setUpDoctor, states } from './setUpDoctor.ts'

const doctor = setUpDoctor()
const { examine } = doctor

describe('the ledger', () => {
  test('a server that could forget is a problem; other settings are warned of or noted', async () => {
    const server = await startOwnPostgres(['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'])
    onTestFinished(() => server.remove())
    doctor.env['DATABASE_URL'] = server.url
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

  test('a database that somebody has closed for writing is a problem', async () => {
    const server = await startOwnPostgres(['default_transaction_read_only=on'])
    onTestFinished(() => server.remove())
    doctor.env['DATABASE_URL'] = server.url
    const { code, checks } = await examine()
    expect(code).toBe(2)
    expect(states(checks, 'problem')).toEqual([
      { name: 'ledger: primary', state: 'problem', detail: expect.stringContaining('default_transaction_read_only') },
    ])
  })

  test('a schema of a newer payrun is a problem', async () => {
    expect((await payrun(['list'], { env: doctor.env, cwd: doctor.folder })).code).toBe(0)
    expect((await examine()).of('ledger: schema')).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('up to date'),
    })
    await queryOnce(
      doctor.env['DATABASE_URL']!,
      `insert into payrun.migrations (version, name, sha256) values (9999, '9999_future.sql', 'x')`,
    )
    const { code, of } = await examine()
    expect(code).toBe(2)
    expect(of('ledger: schema')).toMatchObject({
      state: 'problem',
      detail: expect.stringContaining('Use a newer payrun'),
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
    doctor.env['REDIS_URL'] = redis.url
    const examined = await examine()
    expect(examined.of('queue')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^Redis \d+\./) })
    expect(examined.of('queue: maxmemory-policy')).toMatchObject({ state: policy })
    expect(examined.of('queue: persistence')).toMatchObject({ state: persistence })
    expect(examined.code).toBe(code)
  })

  test('that lacks the database of REDIS_URL is a problem of the settings, for the doctor and for who would pay', async () => {
    const redis = await startRedisServer()
    onTestFinished(() => redis.stop())
    doctor.env['REDIS_URL'] = `${redis.url}/99`
    const { code, of } = await examine()
    expect(of('queue')).toMatchObject({ state: 'problem', detail: expect.stringContaining('database 99') })
    expect(of('queue: persistence')).toMatchObject({ detail: 'not checked: Redis did not give the database' })
    expect(code).toBe(2)
    writeFile(doctor.folder, 'payroll.csv', 'operator,phone_number,amount\nmtn-benin,2290197000001,1500\n')
    const ran = await payrun(['run', 'payroll.csv', '--sandbox'], { env: doctor.env, cwd: doctor.folder })
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('does not give database 99')])
    doctor.env['REDIS_URL'] = redis.url.replace('//', '//:hunter2@')
    const open = await examine()
    expect([open.code, open.of('queue')]).toMatchObject([
      0,
      { state: 'warning', detail: expect.stringContaining('protects nothing') },
    ])
    expect(JSON.stringify(open)).not.toContain('hunter2')
  })

  test('who begins to pay is told, once, that such a queue may be lost safely', async () => {
    const redis = await startRedisServer()
    onTestFinished(() => redis.stop())
    doctor.env['REDIS_URL'] = redis.url
    writeFile(
      doctor.folder,
      'payroll.csv',
      'reference,operator,phone_number,amount\nE-1,mtn-benin,2290197000001,1500\n',
    )
    const ran = await payrun(['run', 'payroll.csv', '--sandbox'], { env: doctor.env, cwd: doctor.folder })
    expect(ran.code).toBe(0)
    expect(ran.stderr.match(/You can lose the queue safely/g)).toHaveLength(1)
  })
})

describe('the provider', () => {
  test.each([
    { status: 404, state: 'ok' },
    { status: 302, state: 'ok' },
    { status: 503, state: 'warning' },
  ])('that answers HTTP $status: $state', async ({ status, state }) => {
    doctor.httpStatus = status
    const { code, of } = await examine()
    expect(of('provider')).toMatchObject({ state, detail: expect.stringContaining(`HTTP ${status}`) })
    expect(code).toBe(0)
    expect(doctor.seen).toHaveLength(1)
  })

  test('out of reach, or with keys that no header can carry: a problem', async () => {
    doctor.env['PAYRUN_PROVIDER_URL'] = `http://127.0.0.1:${await freePort()}`
    const refused = await examine()
    expect(refused.of('provider')).toMatchObject({
      state: 'problem',
      detail:
        'The provider refused the connection (ECONNREFUSED): nothing was sent. Check PAYRUN_PROVIDER_URL and the network.',
    })
    expect(refused.code).toBe(2)
    doctor.env['PAYRUN_APP_KEY'] = 'with spaces'
    expect((await examine()).of('PAYRUN_APP_KEY')).toMatchObject({
      state: 'problem',
      detail: expect.stringContaining('PAYRUN_APP_KEY must be a key without spaces'),
    })
  })
})
