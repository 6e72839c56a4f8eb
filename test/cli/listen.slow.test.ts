import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLedger } from '../../src/ledger/connection/ledger.ts'
import { migrate } from '../../src/ledger/connection/server.ts'
import { recordChargeAnswer } from '../../src/ledger/evidence/charges.ts'
import { recordChargeAsked } from '../../src/ledger/evidence/recordCharge.ts'
import { sandboxAppKey, sandboxMerchantKey } from '../../src/sandbox/createSandbox.ts'
import { startSandbox } from '../../src/sandbox/startSandbox.ts'
import { queryOnce } from '../harness/ledger.ts'
import { writeFile } from '../harness/payroll.ts'
import { payrun, type Running, startPayrun, temporaryFolder, until } from '../harness/payrun.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'
import { posted, secret, token } from '../provider/notifications/samples.ts'

let postgres: TestPostgres
let folder: ReturnType<typeof temporaryFolder>
let database: Awaited<ReturnType<TestPostgres['createDatabase']>>
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())
beforeEach(async () => {
  folder = temporaryFolder()
  database = await postgres.createLedger()
  env = { DATABASE_URL: database.url, PAYRUN_HOME: join(folder.path, 'home') }
})
afterEach(async () => {
  folder.remove()
  await database.drop()
})

/** `payrun listen` on a free port, and the address that it printed. */
async function startListen(args: string[] = [], more: NodeJS.ProcessEnv = {}): Promise<Running & { url: string }> {
  const running = startPayrun(['listen', '--port', '0', ...args], { env: { ...env, ...more }, cwd: folder.path })
  await until('it listens', () => running.output().stderr.includes('Listening'))
  const [first = ''] = running.output().stdout.split('\n')
  return { ...running, url: args.includes('--ndjson') ? JSON.parse(first).url : first.trim() }
}

async function stop(running: Running): Promise<void> {
  running.child.kill('SIGTERM')
  expect((await running.ended).code).toBe(0)
}

const send = (url: string, value: unknown, signedAtMs?: number) => {
  const { headers, body } = posted(value, signedAtMs)
  return fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
}
/** A printed line without its time, its references and the provider's word. */
const shapeOf = (line: string): string =>
  line
    .replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'TIME')
    .replace(/ {2}P-\d+ {2}\w+:/, '  REFERENCE  STATUS:')
    .replace(/(online payment|collection) \w+ is/, '$1 ID is')

const lines = (running: Running) => running.output().stdout.trim().split('\n').slice(1)

/** An online payment that was asked for, as checkout leaves it. */
async function charge(reference: string): Promise<string> {
  const ledger = openLedger({ connectionString: database.url }, () => undefined)
  try {
    await migrate(ledger.pool)
    const id = await recordChargeAsked(ledger, {
      kind: 'payment',
      amountMinor: 1_500n,
      currency: 'XOF',
      operator: null,
    })
    await recordChargeAnswer(ledger, id, { state: 'under_way', reference })
    return id
  } finally {
    await ledger.close()
  }
}
const chargeState = async () => (await queryOnce(database.url, 'select state from payrun.charges'))[0]?.['state']

describe('the address', () => {
  it('has a token that is made once, kept for its owner only, and the same at the next start', async () => {
    const first = await startListen()
    await stop(first)
    const second = await startListen()
    await stop(second)
    const path = join(folder.path, 'home', 'listen-token')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const kept = readFileSync(path, 'utf8').trim()
    expect(kept).toMatch(/^[\w-]{43}$/)
    expect([first.url, second.url].map((url) => new URL(url).pathname)).toEqual(Array(2).fill(`/notifications/${kept}`))
  })

  it('is the one of PAYRUN_LISTEN_TOKEN, below the address of the server in front, as JSON with --json', async () => {
    const args = ['--json', '--public-url', 'https://pay.example.com/']
    const running = startPayrun(['listen', '--port', '0', ...args], {
      env: { ...env, PAYRUN_LISTEN_TOKEN: token },
      cwd: folder.path,
    })
    await until('it listens', () => running.output().stderr.includes('Listening'))
    expect(JSON.parse(running.output().stdout)).toEqual({ url: `https://pay.example.com/notifications/${token}` })
    await stop(running)
  })

  it.each([
    { args: ['listen', '--public-url', 'javascript:alert(1)'], more: {}, said: 'https://pay.example.com' },
    { args: ['listen'], more: { PAYRUN_LISTEN_TOKEN: 'short' }, said: 'PAYRUN_LISTEN_TOKEN' },
    { args: ['listen'], more: { PAYRUN_CALLBACK_SECRET: 'short' }, said: 'PAYRUN_CALLBACK_SECRET' },
    { args: ['listen', '--json', '--ndjson'], more: {}, said: 'ndjson' },
  ])('is refused where it can not be one: $args $more', async ({ args, more, said }) => {
    const ended = await payrun(args, { env: { ...env, ...more }, cwd: folder.path })
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(said)
  })

  it('can be taken already: a sentence says so', async () => {
    const running = await startListen()
    const ended = await payrun(['listen', '--port', new URL(running.url).port], { env, cwd: folder.path })
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('already in use')
    await stop(running)
  })
})

it('settles a payment that was asked for, once, and says so; nothing of the notification is logged', async () => {
  const id = await charge('P-1')
  const running = await startListen([], { PAYRUN_LOG_LEVEL: 'debug' })
  const value = { reference: 'P-1', status: 'success', amount: '1500', customer: { name: 'Awa Diop' } }
  for (let n = 0; n < 3; n += 1) expect((await send(running.url, value)).status).toBe(200)
  await until('it is told', () => lines(running).length === 1)
  expect(lines(running)[0]).toMatch(new RegExp(`P-1 {2}success: online payment ${id} is now paid\\.$`))
  expect((await send(running.url, { reference: 'P-2', status: 'FAILED' })).status).toBe(200)
  await until('the second is told', () => lines(running).length === 2)
  const documented = readFileSync(new URL('../../docs/notifications.md', import.meta.url), 'utf8').split('\n')
  for (const line of lines(running)) expect(documented.map(shapeOf)).toContain(shapeOf(line))
  expect(lines(running)[1]).toContain('no payment here has this reference')
  await until('the warning is said', () => running.output().stderr.includes('unknown reference'))
  await stop(running)
  expect(running.output().stderr).not.toMatch(/P-1|P-2|Awa|1500/)
  expect(running.output().stderr).not.toContain(new URL(running.url).pathname)
  expect(await chargeState()).toBe('paid')
  expect(await queryOnce(database.url, 'select reference, times, effect from payrun.notifications order by 1')).toEqual(
    [
      { reference: 'P-1', times: 3, effect: 'settled' },
      { reference: 'P-2', times: 1, effect: 'unknown_reference' },
    ],
  )
})

it('with --ndjson prints a document a line', async () => {
  const id = await charge('P-1')
  const running = await startListen(['--ndjson'])
  await send(running.url, { reference: 'P-1', status: 'CANCELLED' })
  await until('it is told', () => lines(running).length === 1)
  await stop(running)
  expect(JSON.parse(lines(running)[0] ?? '')).toEqual({
    kind: 'notification',
    received_at: expect.stringMatching(/Z$/),
    reference: 'P-1',
    status: 'CANCELLED',
    signed: false,
    effect: 'settled',
    about: { kind: 'payment', id },
    state: 'cancelled',
  })
})

it('with a secret takes only what is signed with it', async () => {
  await charge('P-1')
  const running = await startListen(['--ndjson'], { PAYRUN_CALLBACK_SECRET: secret })
  const value = { reference: 'P-1', status: 'success' }
  expect((await send(running.url, value)).status).toBe(401)
  expect((await send(running.url, value, Date.now() - 600_000)).status).toBe(401)
  expect((await send(`${running.url}x`, value, Date.now())).status).toBe(404)
  expect(await chargeState()).toBe('under_way')
  expect((await send(running.url, value, Date.now())).status).toBe(200)
  await until('it is settled', async () => (await chargeState()) === 'paid')
  await stop(running)
  expect(running.output().stderr).not.toContain(secret)
})

it('deals at its start with what was kept by a process that died before it dealt with it', async () => {
  await charge('P-1')
  await queryOnce(
    database.url,
    `insert into payrun.notifications (key, reference, status, body, signed)
     values ('k', 'P-1', 'success', '{"reference":"P-1","status":"success"}', false)`,
  )
  const running = await startListen()
  await until('it is told', () => lines(running).some((line) => line.includes('P-1')))
  await stop(running)
  expect(await chargeState()).toBe('paid')
})

it('settles an accepted payout, whose report is written again; what contradicts a paid row flips nothing', async () => {
  const provider = await startSandbox()
  const keys = {
    PAYRUN_PROVIDER_URL: provider.url,
    PAYRUN_APP_KEY: sandboxAppKey,
    PAYRUN_MERCHANT_KEY: sandboxMerchantKey,
  }
  try {
    const file =
      'reference,operator,phone_number,amount\nE-1,mtn-benin,2290197000001,1500\nE-2,mtn-benin,2290197009909,2500\n'
    writeFile(folder.path, 'payroll.csv', file)
    const options = { env: { ...env, ...keys }, cwd: folder.path }
    const ran = await payrun(['run', 'payroll.csv', '--report', 'paid.csv', '--json'], options)
    expect(JSON.parse(ran.stdout).counts).toEqual({ paid: 1, accepted: 1 })
    const rows = await queryOnce<{ state: string; reference: string }>(
      database.url,
      'select state, provider_reference as reference from payrun.payouts order by line',
    )
    const referenceOf = (state: string) => rows.find((row) => row.state === state)?.reference ?? ''
    const running = await startListen(['--ndjson'])
    await send(running.url, { reference: referenceOf('accepted'), status: 'success' })
    await send(running.url, { reference: referenceOf('paid'), status: 'FAILED' })
    await until('both are told', () => lines(running).length === 2)
    const effects = lines(running).map((line) => JSON.parse(line))
    expect(effects.map(({ effect, state, about }) => [about.line, effect, state]).sort()).toEqual([
      [2, 'contradicts', 'paid'],
      [3, 'settled', 'paid'],
    ])
    const report = () => readFileSync(join(folder.path, 'paid.csv'), 'utf8')
    await until('the report is written again', () => !report().includes('not_final'))
    await stop(running)
    const status = JSON.parse((await payrun(['status', 'last', '--json'], options)).stdout)
    expect(status.counts).toEqual({ paid: 2 })
    expect(await queryOnce(database.url, 'select kind, says_paid from payrun.discrepancies')).toEqual([
      { kind: 'notification', says_paid: false },
    ])
    expect((await payrun(['audit', 'last'], options)).code).toBe(0)
  } finally {
    await provider.close()
  }
})

it("hears what became of a collection from the sandbox, signed, and sent twice: the customer's money is told once", async () => {
  const shared = {
    PAYRUN_CALLBACK_SECRET: secret,
    PAYRUN_APP_KEY: sandboxAppKey,
    PAYRUN_MERCHANT_KEY: sandboxMerchantKey,
  }
  const sandbox = startPayrun(['sandbox', '--port', '0'], { env: shared, cwd: folder.path })
  await until('the sandbox is ready', () => sandbox.output().stderr.includes('ready'))
  const running = await startListen(['--ndjson'], { PAYRUN_CALLBACK_SECRET: secret })
  const ask = ['collect', '--operator', 'mtn-benin', '--phone', '+2290197009916', '--amount', '1500']
  const asked = await payrun([...ask, '--name', 'Awa Diop', '--callback-url', running.url, '--json'], {
    env: { ...env, ...shared, PAYRUN_PROVIDER_URL: sandbox.output().stdout.trim() },
    cwd: folder.path,
  })
  expect(asked.code, asked.stderr).toBe(0)
  const { reference } = JSON.parse(asked.stdout)
  const kept = () => queryOnce(database.url, 'select reference, signed, times, effect, body from payrun.notifications')
  await until('it has come twice', async () => (await kept())[0]?.['times'] === 2)
  await until('it is settled', async () => (await chargeState()) === 'paid')
  await stop(running)
  await stop(sandbox)
  const [notification, ...more] = await kept()
  expect(more).toEqual([])
  expect(notification).toMatchObject({ reference, signed: true })
  expect(JSON.stringify(notification)).not.toMatch(/Awa|97009916/)
  expect(lines(running).map((line) => JSON.parse(line))).toMatchObject([
    { reference, effect: 'settled', state: 'paid' },
  ])
})
