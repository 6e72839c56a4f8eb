import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'
import { reply } from '../harness/provider.ts'

const paying = setUpPaying()
const json = async (...args: string[]) => JSON.parse((await paying.call(...args, '--json')).stdout)
const now = () => new Date().toISOString().slice(0, 19).replace('T', ' ')

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: paying.env['DATABASE_URL'] })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const fileOf = (name: string, n: number) =>
  writeFile(
    paying.folder,
    `${name}.csv`,
    `reference,operator,phone_number,amount\n${name}-1,mtn-benin,${beninNumber(n)},${1_000 + n}\n`,
  )

/** A batch of two rows, of which one was refused. */
async function refusedInPart(): Promise<string> {
  paying.provider.answer = ({ payout, response }) =>
    payout.phoneNumber === beninNumber(2)
      ? reply(response, 200, { error: true, status: 'FAILED', message: 'no wallet' })
      : reply(response, 200, { error: false, status: 'success', reference: `TX-${payout.amount}`, message: 'ok' })
  writeFile(
    paying.folder,
    'march.csv',
    `reference,operator,phone_number,amount\nM-1,mtn-benin,${beninNumber(1)},1001\nM-2,mtn-benin,${beninNumber(2)},1002\n`,
  )
  expect((await paying.call('run', 'march.csv')).code).toBe(4)
  return (await json('status', 'last')).id
}

const recover = [
  'recover',
  '--since',
  `${new Date(Date.now() - 3_600_000).toISOString().slice(0, 16)}Z`,
  '--note',
  'a backup',
  '--yes',
]

describe('after "recover --since", until the statement is loaded', () => {
  it('nothing is paid by a file, a payout, a schedule or a retry; and all but the retry after it', async () => {
    const id = await refusedInPart()
    fileOf('april', 3)
    const daily = ['--cron', '0 8 * * *', '--tz', 'UTC', '--period-format', 'yyyy-MM-dd', '--name', 'Daily']
    expect((await paying.call('schedule', 'add', 'april.csv', ...daily)).code).toBe(0)
    const client = await connect()
    await client.query(
      `update payrun.schedules set handled_until = now() - interval '2 days', created_at = now() - interval '2 days'`,
    )
    fileOf('may', 4)
    const recovered = await paying.call(...recover)
    expect(recovered.code, recovered.stderr).toBe(0)
    const sent = paying.provider.seen.length
    const payout = [
      'payout',
      '--operator',
      'mtn-benin',
      '--phone',
      beninNumber(5),
      '--amount',
      '1500',
      '--reference',
      'P-1',
    ]
    for (const args of [
      ['run', 'may.csv'],
      ['submit', 'may.csv', '--allow-duplicates', '--skip-invalid'],
      payout,
      ['schedule', 'run', 'Daily'],
    ]) {
      const ended = await paying.call(...args)
      expect(ended.code, `${args.join(' ')}: ${ended.stdout}${ended.stderr}`).not.toBe(0)
      expect(ended.stdout + ended.stderr, args.join(' ')).toMatch(/statement/)
    }
    expect((await json('status', id)).counts).toEqual({ paid: 1, unknown: 1 })
    await paying.call('retry', id)
    // A worker finds the missed run, and what it may not pay.
    await client.query(`update payrun.schedules set handled_until = now() - interval '2 days'`)
    const worker = startPayrun(['worker'], { env: { ...paying.env, PAYRUN_WORKER_PORT: '0' }, cwd: paying.folder })
    await until('the missed run has failed', async () => {
      expect(worker.output().stderr).not.toContain('unexpected')
      const { rows } = await client.query(`select code from payrun.schedule_runs where actor is null`)
      return rows.some(({ code }) => code !== null)
    })
    worker.child.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
    expect(paying.provider.seen).toHaveLength(sent)
    expect((await json('list')).batches).toHaveLength(1)

    writeFile(
      paying.folder,
      'statement.csv',
      `date,reference,phone,amount,currency,status\n${now()},TX-1001,${beninNumber(1)},1001,XOF,SUCCESS\n${now()},TX-L,${beninNumber(4)},1004,XOF,SUCCESS\n`,
    )
    const loaded = await paying.call('recover', '--statement', 'statement.csv', '--complete', '--note', 'all of it')
    // Something is left for a person: a payment without a row.
    expect(loaded.code, loaded.stderr).toBe(4)
    // What the statement has, and the ledger lost, is barred by number and amount; the rest is paid.
    const lost = await paying.call('run', 'may.csv')
    expect({ code: lost.code, said: lost.stdout + lost.stderr }).toEqual({
      code: 3,
      said: expect.stringMatching(/statement/),
    })
    expect((await paying.call('run', 'april.csv')).code).toBe(0)
    expect(paying.provider.seen).toHaveLength(sent + 1)
  }, 60_000)
})

describe('a "recover" that is killed in the middle', () => {
  it('has done all of it or nothing, and can be said again', async () => {
    const id = await refusedInPart()
    const client = await connect()
    await client.query('begin')
    await client.query('select from payrun.payouts where line = 3 for update')
    const first = startPayrun(recover, { env: paying.env, cwd: paying.folder })
    const looking = await connect()
    const waiting = async () =>
      (
        await looking.query(
          `select pid from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%payrun.recover%'`,
        )
      ).rows
    await until('it waits for a row', async () => (await waiting()).length > 0)
    first.child.kill('SIGKILL')
    expect((await first.ended).signal).toBe('SIGKILL')
    await client.query('rollback')
    await until('its session is over', async () => (await waiting()).length === 0)
    const again = await paying.call(...recover)
    expect(again.code, again.stderr).toBe(0)
    expect((await json('status', id)).counts).toEqual({ paid: 1, unknown: 1 })
    const { rows } = await looking.query(
      `select (select count(*)::int from payrun.events where to_state = 'unknown') as doubts,
              s.recovering, s.fenced_at, s.awaiting_statement_since is not null as waits
         from payrun.server s`,
    )
    expect(rows).toEqual([{ doubts: 1, recovering: false, fenced_at: null, waits: true }])
    expect((await json('audit', id)).intact).toBe(true)
  })
})
