import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxAppKey, sandboxMerchantKey, sandboxStatusPath } from '../../src/sandbox/createSandbox.ts'
import { startSandbox } from '../../src/sandbox/startSandbox.ts'
import { queryOnce } from '../harness/ledger.ts'
import { writeFile } from '../harness/payroll.ts'
import { payrun, startPayrun, temporaryFolder, until } from '../harness/payrun.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())

const file = `reference,operator,phone_number,amount
E-1,mtn-benin,2290197000001,1500
E-2,mtn-benin,2290197009909,2500
E-3,mtn-benin,2290197009905,3500
`

test('a worker asks about the accepted rows of settled batches, settles them and writes the report again', async () => {
  // Another sandbox stands in for the provider: what it calls PENDING is final at once.
  const provider = await startSandbox({ finalMs: 0 })
  const folder = temporaryFolder()
  const database = await postgres.createLedger()
  const env: NodeJS.ProcessEnv = {
    DATABASE_URL: database.url,
    PAYRUN_HOME: join(folder.path, 'home'),
    PAYRUN_PROVIDER_URL: provider.url,
    PAYRUN_APP_KEY: sandboxAppKey,
    PAYRUN_MERCHANT_KEY: sandboxMerchantKey,
    PAYRUN_STATUS_PATH: sandboxStatusPath,
  }
  const options = { env, cwd: folder.path }
  writeFile(folder.path, 'payroll.csv', file)
  const ran = await payrun(['run', 'payroll.csv', '--report', 'paid.csv', '--json'], options)
  expect(ran.code).toBe(4)
  expect(JSON.parse(ran.stdout).counts).toEqual({ paid: 1, accepted: 1, unknown: 1 })
  const report = () => readFileSync(join(folder.path, 'paid.csv'), 'utf8')
  expect(report()).toContain('not_final')

  await queryOnce(database.url, `update payrun.status_questions set next_at = next_at - interval '2 minutes'`)
  const worker = startPayrun(['worker'], options)
  await until('the report says that the row is paid', () => !report().includes('not_final'))
  process.kill(worker.pid, 'SIGTERM')
  expect((await worker.ended).code).toBe(0)
  const status = JSON.parse((await payrun(['status', 'last', '--json'], options)).stdout)
  expect(status).toMatchObject({ state: 'settled', counts: { paid: 2, unknown: 1 } })
  expect(status).not.toHaveProperty('status_answers')
  expect(provider.carriedOut).toHaveLength(3)
  folder.remove()
  await provider.close()
})

test('status shows what the provider said and payrun does not know, in words and as JSON', async () => {
  const folder = temporaryFolder()
  const database = await postgres.createLedger()
  const options = { env: { DATABASE_URL: database.url, PAYRUN_HOME: join(folder.path, 'home') }, cwd: folder.path }
  writeFile(folder.path, 'payroll.csv', file)
  expect((await payrun(['run', 'payroll.csv', '--sandbox'], options)).code).toBe(4)
  expect((await payrun(['status', 'last'], options)).stdout).not.toContain('the provider said')
  await queryOnce(
    database.url,
    `update payrun.status_questions set asked = 1, answer_kind = 'unrecognised', answer = to_jsonb($1::text), answered_at = now()`,
    ['ON\u001b_HOLD'],
  )
  const { stdout } = await payrun(['status', 'last'], options)
  expect(stdout).toContain('Asked about accepted rows, the provider said')
  expect(stdout).toContain('- 1 row: "ON\\u001b_HOLD", which payrun does not know. This settles nothing.')
  expect(JSON.parse((await payrun(['status', 'last', '--json'], options)).stdout).status_answers).toEqual([
    { kind: 'unrecognised', answer: 'ON\u001b_HOLD', rows: 1, over: 0 },
  ])
  folder.remove()
})
