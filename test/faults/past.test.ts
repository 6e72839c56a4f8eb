import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../harness/ownPostgres.ts'
import { type Running, until } from '../harness/payrun.ts'
import { type CountingProvider, startProvider, succeed } from '../harness/provider.ts'
import { openScene, type Scene, stopPolitely } from './scene.ts'

let postgres: OwnPostgres
let provider: CountingProvider
let scene: Scene

beforeEach(async () => {
  postgres = await startOwnPostgres()
  provider = await startProvider()
  const opened = openScene(postgres.url, provider, { PAYRUN_CONCURRENCY: '30' })
  scene = opened
  return async () => {
    await provider.close()
    await opened.remove()
    await postgres.remove()
  }
})

/** The money moves, and the answers wait at a gate. */
function holdAnswers(): { open(): void } {
  const gate = Promise.withResolvers<void>()
  provider.answer = async (each) => {
    const reference = each.carryOut()
    await gate.promise
    await succeed({ ...each, carryOut: () => reference })
  }
  return {
    open: () => {
      provider.answer = succeed
      gate.resolve()
    },
  }
}

/** A copy of the data folder as it is now. */
async function coldCopy(): Promise<string> {
  await postgres.stopAtOnce()
  const copy = postgres.copy()
  await postgres.start()
  return copy
}

async function putBack(copy: string): Promise<void> {
  await postgres.stopAtOnce()
  postgres.putBack(copy)
  await postgres.start()
}

const isFenced = async (): Promise<boolean> =>
  (await scene.query('select 1 as fenced from payrun.server where fenced_at is not null').catch(() => [])).length > 0

/** By the provider's own count. */
const mostTimes = (): number => Math.max(0, ...provider.paidTimes().values())

/** Slow start lets no more out at first: so many rows are answered before 30 are in flight at once. */
async function untilInFlight(rows: number): Promise<{ open(): void }> {
  const gate = holdAnswers()
  await until(`${rows} rows are in flight`, () => provider.open() >= rows)
  return gate
}

const said = (worker: Running, words: string) =>
  until(`the worker says "${words}"`, () => worker.output().stderr.includes(words))

describe('a cold copy of the data folder that is put back under a running worker', () => {
  it('30 rows in flight: their late answers settle them, and nothing more is sent', async () => {
    await scene.submit(300)
    const copy = await coldCopy()
    const worker = await scene.worker()
    await until('it has begun', () => provider.seen.length > 60)
    const gate = await untilInFlight(30)
    const inFlight = provider.open()
    await putBack(copy)
    gate.open()
    await said(worker, 'The ledger is fenced')
    await until('the answers in hand are recorded', async () => ((await scene.counts())['paid'] ?? 0) >= inFlight)
    await until('it is fenced', isFenced)
    const sent = provider.seen.length
    await stopPolitely(worker)
    expect(provider.seen).toHaveLength(sent)
    expect(mostTimes()).toBe(1)
    expect((await scene.counts())['sending']).toBeUndefined()
  })

  it('is found out by the next process, too, by the mark that the last one left', async () => {
    await scene.submit(30)
    const copy = await coldCopy()
    const worker = await scene.worker()
    await scene.untilBatch('settled')
    await stopPolitely(worker)
    await putBack(copy)
    const status = await scene.call('status', 'last', '--json')
    expect(status.code).toBe(0)
    expect(status.stderr).toContain('The ledger is fenced')
    expect(JSON.parse(status.stdout).fenced.why).toContain('went back in time')
    // A provider that takes payouts only is no place to knock at.
    const looking = scene.start(['doctor', '--json'], { env: { PAYRUN_PROVIDER_URL: 'http://127.0.0.1:9' } })
    const doctor = JSON.parse((await looking.ended).stdout)
    expect(doctor.checks).toContainEqual(expect.objectContaining({ name: 'ledger: past', state: 'problem' }))
    expect(doctor.checks).toContainEqual(expect.objectContaining({ name: 'ledger: marks', state: 'ok' }))
    const resumed = await scene.call('resume', 'last')
    expect(resumed).toMatchObject({ code: 5 })
    const second = await scene.worker()
    const third = await scene.call('run', 'payroll.csv')
    expect(third.code).toBe(5)
    await stopPolitely(second)
    expect(provider.seen).toHaveLength(30)
    expect(await scene.counts()).toEqual({ pending: 30 })
  })

  it('answers about a batch that the ledger has never heard of are kept as payments without a row', async () => {
    await scene.submit(3)
    await scene.call('cancel', 'last')
    const copy = await coldCopy()
    await scene.submit(5)
    const gate = holdAnswers()
    const worker = await scene.worker()
    await until('rows are in flight', () => provider.open() === 5)
    await putBack(copy)
    gate.open()
    await until(
      'the payments are kept',
      async () =>
        (await scene.query('select from payrun.payments_without_row').catch(() => [])).length === provider.seen.length,
    )
    await stopPolitely(worker)
    expect(await scene.query('select distinct source, state from payrun.payments_without_row')).toEqual([
      { source: 'answer', state: 'paid' },
    ])
    const told = await scene.call('recover', '--json')
    expect(JSON.parse(told.stdout)).toMatchObject({ payments_without_row: { answers: provider.seen.length } })
  })
})

/** Every row of the ledger, into another server: what pg_dump and pg_restore come to. */
async function dumpInto(url: string): Promise<() => Promise<void>> {
  const tables = await scene.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'payrun'::regnamespace and relkind = 'r' and relname <> 'migrations'`,
  )
  const dumped = await Promise.all(
    tables.map(async ({ name }) => {
      const [table] = await scene.query(`select coalesce(json_agg(t), '[]')::text as rows from payrun.${name} t`)
      return { name, rows: table?.['rows'] }
    }),
  )
  return async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    // As pg_restore --disable-triggers does.
    await client.query('set session_replication_role = replica')
    for (const { name } of dumped) await client.query(`delete from payrun.${name}`)
    for (const { name, rows } of dumped) {
      const into = `insert into payrun.${name} overriding system value`
      await client.query(`${into} select * from json_populate_recordset(null::payrun.${name}, $1)`, [rows])
    }
    await client.end()
  }
}

it('a dump that is restored into another server is fenced, and nothing of it is sent', async () => {
  const other = await startOwnPostgres()
  onTestFinished(() => other.remove())
  await scene.submit(20)
  const restore = await dumpInto(other.url)
  const worker = await scene.worker()
  await scene.untilBatch('settled')
  await stopPolitely(worker)
  scene.env['DATABASE_URL'] = other.url
  expect((await scene.call('migrate')).code).toBe(0)
  await restore()
  const second = await scene.worker()
  await said(second, 'The ledger is fenced')
  await stopPolitely(second)
  expect(provider.seen).toHaveLength(20)
  expect(mostTimes()).toBe(1)
})

describe('outbox files of before a restore', () => {
  it('settle rows whose claims the ledger has forgotten, and go only then', async () => {
    await scene.submit(40)
    const copy = await coldCopy()
    const gate = holdAnswers()
    const worker = await scene.worker({ env: { PAYRUN_TIMEOUT_MS: '4000' } })
    await until('rows are in flight', () => provider.open() >= 5)
    const sent = provider.seen.length
    await postgres.stopAtOnce()
    gate.open()
    await until('the answers are out', () => provider.open() === 0)
    await stopPolitely(worker)
    const outbox = () =>
      readdirSync(join(scene.folder, 'home', 'outbox'), { recursive: true }).filter((name) =>
        String(name).endsWith('.json'),
      )
    expect(outbox()).toHaveLength(1)
    postgres.putBack(copy)
    await postgres.start()
    const second = await scene.worker()
    await until('they are recorded', async () => (await scene.counts())['paid'] === sent)
    expect(outbox()).toHaveLength(0)
    await stopPolitely(second)
    expect(provider.seen).toHaveLength(sent)
    expect(mostTimes()).toBe(1)
  })
})

describe('recover', () => {
  /** 20 rows are paid, and the ledger has forgotten all of it. */
  async function forgotten(): Promise<void> {
    await scene.submit(20)
    const copy = await coldCopy()
    const worker = await scene.worker()
    await scene.untilBatch('settled')
    await stopPolitely(worker)
    await putBack(copy)
  }

  it('says without options what is the matter, and what to type', async () => {
    await forgotten()
    const told = await scene.call('recover')
    expect(told.code).toBe(5)
    expect(told.stdout).toContain('20 rows as pending')
    expect(told.stdout).toContain('recover --since TIME --note TEXT')
  })

  it('--since: what may have been sent is unknown, new files wait for the statement, and the statement settles them', async () => {
    const before = `${new Date(Date.now() - 60_000).toISOString().slice(0, 19)}Z`
    await forgotten()
    const asked = await scene.call('recover', '--since', before)
    expect(asked.code).toBe(2)
    const recovered = await scene.call('recover', '--since', before, '--note', 'backup of this morning', '--json')
    expect(recovered, recovered.stderr).toMatchObject({ code: 0 })
    expect(JSON.parse(recovered.stdout)).toMatchObject({ fenced: null, rows_in_doubt: 20 })
    expect(await scene.counts()).toEqual({ unknown: 20 })
    const worker = await scene.worker()
    await scene.untilBatch('settled')
    expect(provider.seen).toHaveLength(20)

    writeFileSync(join(scene.folder, 'new.csv'), 'operator,phone_number,amount\nmtn-benin,+2290197009999,777\n')
    const refused = await scene.call('submit', 'new.csv')
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain('recover --statement')

    const lines = provider.seen.map(({ phoneNumber, amount, currency }, n) =>
      [`REF-${n}`, new Date().toISOString(), phoneNumber, amount, currency, 'SUCCESS'].join(','),
    )
    const lost = ['REF-lost', new Date().toISOString(), '2290197009999', '777', 'XOF', 'SUCCESS'].join(',')
    const heading = 'reference,date,phone_number,amount,currency,status'
    writeFileSync(join(scene.folder, 'statement.csv'), [heading, ...lines, lost, ''].join('\n'))
    const loaded = await scene.call('recover', '--statement', 'statement.csv', '--json')
    expect(loaded.code, loaded.stderr).toBe(4)
    expect(JSON.parse(loaded.stdout)).toMatchObject({ settled: 20, left: 0, without_row: 1 })
    expect(await scene.counts()).toEqual({ paid: 20 })

    const barred = await scene.call('submit', 'new.csv')
    expect(barred.code).toBe(3)
    expect(barred.stdout + barred.stderr).toContain('possible_duplicate')
    await stopPolitely(worker)
    expect(provider.seen).toHaveLength(20)

    // Its reference is barred whatever is allowed, until somebody has looked into the payment.
    const again = 'reference,operator,phone_number,amount\nREF-lost,mtn-benin,+2290197009998,778\n'
    writeFileSync(join(scene.folder, 'again.csv'), again)
    const inUse = await scene.call('submit', 'again.csv', '--allow-duplicates')
    expect(inUse.code).toBe(3)
    const [, payment = ''] = /recover --set-aside (\d+) /.exec(inUse.stdout + inUse.stderr) ?? []
    const listed = JSON.parse((await scene.call('recover', '--json')).stdout)
    expect(listed.payments).toEqual([
      expect.objectContaining({ payment: Number(payment), source: 'statement', reference: 'REF-lost', line: 22 }),
    ])
    expect((await scene.call('recover')).stdout).toContain('reference REF-lost')
    expect((await scene.call('recover', '--set-aside', payment)).code).toBe(2)
    const aside = ['recover', '--set-aside', payment, '--note', 'came back, says 2290197009999'] as const
    const both = await Promise.all([scene.call(...aside), scene.call(...aside)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 2])
    expect(JSON.parse((await scene.call('recover', '--json')).stdout).payments).toEqual([])
    expect(await scene.query(`select note from payrun.recoveries where kind = 'set_aside'`)).toEqual([
      { note: expect.stringMatching(/^came back, says 229\*+99$/) },
    ])
    expect(await scene.call('submit', 'again.csv')).toMatchObject({ code: 0 })

    expect(await scene.query('select kind, actor is not null as said from payrun.recoveries order by 1')).toEqual([
      { kind: 'set_aside', said: true },
      { kind: 'since', said: true },
      { kind: 'statement', said: true },
    ])
  })

  it('--nothing-lost: paying goes on, and marks of before are no hindrance', async () => {
    await scene.submit(20)
    const copy = await coldCopy()
    expect((await scene.call('recover', '--nothing-lost', '--note', 'x')).code).toBe(2)
    const idle = await scene.worker({ env: { PAYRUN_PROVIDER_URL: 'http://127.0.0.1:9' } })
    await stopPolitely(idle)
    await putBack(copy)
    expect((await scene.call('status', 'last')).stderr).toContain('The ledger is fenced')
    const recovered = await scene.call('recover', '--nothing-lost', '--note', 'nothing had been sent')
    expect(recovered, recovered.stderr).toMatchObject({ code: 0 })
    const worker = await scene.worker()
    await scene.untilBatch('settled')
    await stopPolitely(worker)
    expect(await scene.counts()).toEqual({ paid: 20 })
    expect(mostTimes()).toBe(1)
  })
})
