import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { queryOnce } from '../harness/ledger.ts'
import { payrun } from '../harness/payrun.ts'
import { waitUntilServerGone } from '../harness/postgres.ts'
import { freePort } from '../harness/redis.ts'
import { callOnTerminal } from '../harness/terminal.ts'
import { setUpDoctor, states } from './setUpDoctor.ts'

const doctor = setUpDoctor()
const { call, examine } = doctor

test('a healthy set-up: every check is ok, it ends with 0, and the provider saw one HEAD without credentials', async () => {
  const { code, checks } = await examine()
  expect(checks.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(code).toBe(0)
  for (const check of checks) {
    expect(Object.keys(check)).toEqual(['name', 'state', 'detail'])
    expect(check.detail).not.toBe('')
  }
  expect(doctor.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['HEAD /base'])
  expect(JSON.stringify(doctor.seen[0]?.headers)).not.toContain('planted')
})

test('for people it is a table with a last line that says what it comes to', async () => {
  const { code, stdout, stderr } = await call()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^✓ ok +ledger: fsync +on$/m)
  expect(stdout).toMatch(/^✓ ok +PAYRUN_APP_KEY +set in the environment$/m)
  expect(stdout).toMatch(/\nAll is well\.\n$/)
  delete doctor.env['PAYRUN_APP_KEY']
  expect((await call()).stdout).toMatch(/\nNothing is in the way\. Warnings: 1\.\n$/)
})

test('in French, too, nothing of the table is cut at 80 columns', async () => {
  doctor.env['PAYRUN_LANG'] = 'fr'
  delete doctor.env['PAYRUN_APP_KEY']
  const env = { ...doctor.env, NO_COLOR: '1' }
  await payrun(['list'], { env, cwd: doctor.folder })
  const seen = callOnTerminal(['doctor'], { env, cwd: doctor.folder, columns: 80 })
  const { screen } = await seen.ended
  expect(screen).toMatch(/^! attention +PAYRUN_APP_KEY /m)
  const findings = screen.replaceAll(/\s+/g, ' ')
  expect(findings).toContain("La base n'attend pas qu'un serveur de secours ait les mêmes données.")
  expect(findings).toContain('Si un serveur de secours prend le relais')
})

test('it changes nothing: no schema, no home', async () => {
  await call()
  const [found] = await queryOnce(doctor.env['DATABASE_URL']!, `select to_regnamespace('payrun') as payrun`)
  expect(found).toEqual({ payrun: null })
  expect(readdirSync(doctor.folder)).toEqual([])
})

test('without a provider: warnings, since --sandbox works', async () => {
  for (const name of ['PAYRUN_PROVIDER_URL', 'PAYRUN_APP_KEY', 'PAYRUN_MERCHANT_KEY']) delete doctor.env[name]
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
  delete doctor.env['DATABASE_URL']
  const { code, of } = await examine()
  expect(code).toBe(0)
  expect(of('ledger')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^embedded Postgres \d+/) })
  await waitUntilServerGone(doctor.env['PAYRUN_HOME']!)
})

describe('whatever fails, all the rest is looked at', () => {
  test('a database out of reach ends with 6', async () => {
    const before = (await examine()).checks.map(({ name }) => name)
    doctor.env['DATABASE_URL'] =
      `postgres://planted-user:planted-password@127.0.0.1:${await freePort()}/payrun?x=planted`
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
    doctor.env['REDIS_URL'] = `redis://planted-user:planted-password@127.0.0.1:${await freePort()}`
    const { code, of } = await examine()
    expect(code).toBe(6)
    expect(of('queue')).toMatchObject({ state: 'problem', detail: expect.stringContaining('ECONNREFUSED') })
    expect(of('ledger')).toMatchObject({ state: 'ok' })
  })

  test('variables that are wrong end with 2, each of them named, and nothing is looked for at a wrong address', async () => {
    doctor.env = {
      ...doctor.env,
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
      'PAYRUN_CONCURRENCY must be a whole number from 1 to 1000. It is set in the environment.',
    )
    expect(of('ledger')).toMatchObject({ state: 'warning', detail: 'not checked: DATABASE_URL is wrong' })
    expect(readdirSync(doctor.folder)).toEqual([])
    expect(JSON.stringify(checks)).not.toContain('planted')
  })

  test('no credential and no user of an address is shown, in neither form', async () => {
    const port = await freePort()
    doctor.env = {
      ...doctor.env,
      DATABASE_URL: `postgres://planted-user:planted-password@127.0.0.1:${port}/ledger?password=planted`,
      REDIS_URL: `redis://planted-user:planted-password@127.0.0.1:${port}/3`,
      PAYRUN_PROVIDER_URL: `http://planted-user:planted-password@127.0.0.1:${port}/base?key=planted`,
      PAYRUN_STATUS_PATH: '/status/{reference}?key=planted',
    }
    for (const args of [[], ['--json']]) {
      const { code, stdout, stderr } = await call(...args)
      expect(code).toBe(2)
      expect(stdout).toContain(`postgres://127.0.0.1:${port}/ledger`)
      expect(stdout).toContain('PAYRUN_PROVIDER_URL must be an address without a user, a password, ? and #.')
      expect(stdout + stderr).not.toContain('planted')
    }
  })
})
