import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startOwnPostgres } from '../harness/ownPostgres.ts'
import { until } from '../harness/payrun.ts'
import { holdAnswers } from '../harness/provider.ts'
import { mostTimes, stopPolitely, untilSaid } from './scene.ts'
import { setUpPutBack } from './setUp.ts'

const here = setUpPutBack()

describe('a cold copy of the data folder that is put back under a running worker', () => {
  it('is found out by the next process, too, by the mark that the last one left', async () => {
    await here.scene.submit(30)
    const copy = await here.coldCopy()
    const worker = await here.scene.worker()
    await here.scene.untilBatch('settled')
    await stopPolitely(worker)
    await here.putBack(copy)
    const status = await here.scene.call('status', 'last', '--json')
    expect(status.code).toBe(0)
    expect(status.stderr).toContain('The ledger is fenced')
    expect(JSON.parse(status.stdout).fenced.why).toContain('went back in time')
    // A provider that takes payouts only is no place to knock at.
    const looking = here.scene.start(['doctor', '--json'], { env: { PAYRUN_PROVIDER_URL: 'http://127.0.0.1:9' } })
    const doctor = JSON.parse((await looking.ended).stdout)
    expect(doctor.checks).toContainEqual(expect.objectContaining({ name: 'ledger: past', state: 'problem' }))
    expect(doctor.checks).toContainEqual(expect.objectContaining({ name: 'ledger: marks', state: 'ok' }))
    const resumed = await here.scene.call('resume', 'last')
    expect(resumed).toMatchObject({ code: 5 })
    const second = await here.scene.worker()
    const third = await here.scene.call('run', 'payroll.csv')
    expect(third.code).toBe(5)
    await stopPolitely(second)
    expect(here.provider.seen).toHaveLength(30)
    expect(await here.scene.counts()).toEqual({ pending: 30 })
  })

  it('answers about a batch that the ledger has never heard of are kept as payments without a row', async () => {
    await here.scene.submit(3)
    await here.scene.call('cancel', 'last')
    const copy = await here.coldCopy()
    await here.scene.submit(5)
    const gate = holdAnswers(here.provider)
    const worker = await here.scene.worker()
    await until('rows are in flight', () => here.provider.open() === 5)
    await here.putBack(copy)
    gate.open()
    await until(
      'the payments are kept',
      async () =>
        (await here.scene.query('select from payrun.payments_without_row').catch(() => [])).length ===
        here.provider.seen.length,
    )
    await stopPolitely(worker)
    expect(await here.scene.query('select distinct source, state from payrun.payments_without_row')).toEqual([
      { source: 'answer', state: 'paid' },
    ])
    const told = await here.scene.call('recover', '--json')
    expect(JSON.parse(told.stdout)).toMatchObject({ payments_without_row: { answers: here.provider.seen.length } })
  })
})

/** Every row of the ledger, into another server: what pg_dump and pg_restore come to. */
async function dumpInto(url: string): Promise<() => Promise<void>> {
  const tables = await here.scene.query<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'payrun'::regnamespace
        and c.relkind = 'r'
        and c.relname <> 'migrations'
      group by c.relname`,
  )
  const dumped = await Promise.all(
    tables.map(async ({ name, columns }) => {
      const [table] = await here.scene.query(`select coalesce(json_agg(t), '[]')::text as rows from payrun.${name} t`)
      return { name, columns, rows: table?.['rows'] }
    }),
  )
  return async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    // As pg_restore --disable-triggers does.
    await client.query('set session_replication_role = replica')
    for (const { name } of dumped) await client.query(`delete from payrun.${name}`)
    for (const { name, columns, rows } of dumped) {
      const into = `insert into payrun.${name} (${columns}) overriding system value`
      await client.query(`${into} select ${columns} from json_populate_recordset(null::payrun.${name}, $1)`, [rows])
    }
    await client.end()
  }
}

it('a dump that is restored into another server is fenced, and nothing of it is sent', async () => {
  const other = await startOwnPostgres()
  onTestFinished(() => other.remove())
  await here.scene.submit(20)
  const restore = await dumpInto(other.url)
  const worker = await here.scene.worker()
  await here.scene.untilBatch('settled')
  await stopPolitely(worker)
  here.scene.env['DATABASE_URL'] = other.url
  expect((await here.scene.call('migrate')).code).toBe(0)
  await restore()
  const second = await here.scene.worker()
  await untilSaid(second, 'The ledger is fenced')
  await stopPolitely(second)
  expect(here.provider.seen).toHaveLength(20)
  expect(mostTimes(here.scene)).toBe(1)
})

describe('outbox files of before a restore', () => {
  it('settle rows whose claims the ledger has forgotten, and go only then', async () => {
    await here.scene.submit(40)
    const copy = await here.coldCopy()
    const gate = holdAnswers(here.provider)
    const worker = await here.scene.worker({ env: { PAYRUN_TIMEOUT_MS: '4000' } })
    await until('rows are in flight', () => here.provider.open() >= 5)
    const sent = here.provider.seen.length
    await here.postgres.stopAtOnce()
    gate.open()
    await until('the answers are out', () => here.provider.open() === 0)
    await stopPolitely(worker)
    const outbox = () =>
      readdirSync(join(here.scene.folder, 'home', 'outbox'), { recursive: true }).filter((name) =>
        String(name).endsWith('.json'),
      )
    expect(outbox()).toHaveLength(1)
    here.postgres.putBack(copy)
    await here.postgres.start()
    const second = await here.scene.worker()
    await until('they are recorded', async () => (await here.scene.counts())['paid'] === sent)
    expect(outbox()).toHaveLength(0)
    await stopPolitely(second)
    expect(here.provider.seen).toHaveLength(sent)
    expect(mostTimes(here.scene)).toBe(1)
  })
})

describe('recover', () => {
  /** 20 rows are paid, and the ledger has forgotten all of it. */
  async function forgotten(): Promise<void> {
    await here.scene.submit(20)
    const copy = await here.coldCopy()
    const worker = await here.scene.worker()
    await here.scene.untilBatch('settled')
    await stopPolitely(worker)
    await here.putBack(copy)
  }

  it('says without options what is the matter, and what to type', async () => {
    await forgotten()
    const told = await here.scene.call('recover')
    expect(told.code).toBe(5)
    expect(told.stdout).toContain('20 rows as pending')
    expect(told.stdout).toContain('recover --since TIME --note TEXT')
  })

  it('--nothing-lost --against-marks: paying goes on, and marks of before are no hindrance', async () => {
    await here.scene.submit(20)
    const copy = await here.coldCopy()
    expect((await here.scene.call('recover', '--nothing-lost', '--note', 'x')).code).toBe(2)
    const idle = await here.scene.worker({ env: { PAYRUN_PROVIDER_URL: 'http://127.0.0.1:9' } })
    await stopPolitely(idle)
    await here.putBack(copy)
    expect((await here.scene.call('status', 'last')).stderr).toContain('The ledger is fenced')
    const nothingLost = ['recover', '--nothing-lost', '--note', 'nothing had been sent']
    expect(await here.scene.call(...nothingLost)).toMatchObject({ code: 3 })
    const recovered = await here.scene.call(...nothingLost, '--against-marks')
    expect(recovered, recovered.stderr).toMatchObject({ code: 0 })
    const worker = await here.scene.worker()
    await here.scene.untilBatch('settled')
    await stopPolitely(worker)
    expect(await here.scene.counts()).toEqual({ paid: 20 })
    expect(mostTimes(here.scene)).toBe(1)
  })
})
