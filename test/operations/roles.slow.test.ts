import { describe, expect, it } from 'vitest'
import { tableRights } from '../../src/ledger/connection/grantRoles.ts'
import { readMigrations } from '../../src/ledger/connection/server.ts'
import { queryOnce } from '../harness/ledger.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'
import { reply, succeed } from '../harness/provider.ts'
import { setUpRoles } from './setUpRoles.ts'

const set = setUpRoles()
const { ask, call, optionsOf } = set

describe('the roles of deploy/roles.sql', () => {
  it('a worker finds no tables yet, and is told who makes them', async () => {
    const ended = await call('worker', 'worker')
    expect(ended.code).toBe(6)
    expect(ended.stderr).toContain('un payrun migrate as their owner')
  })

  it('the migrator makes the tables and grants the others their rights; again changes nothing', async () => {
    const first = await call('migrator', 'migrate', '--json')
    expect(first.code, first.stderr).toBe(0)
    const granted = ['payrun_worker', 'payrun_reader', 'payrun_desk']
    expect(JSON.parse(first.stdout)).toEqual({
      migrated: readMigrations().map(({ name }) => name),
      granted,
    })
    const again = await call('migrator', 'migrate', '--json')
    expect(JSON.parse(again.stdout)).toEqual({ migrated: [], granted })
    expect((await call('migrator', 'migrate')).stdout).toContain('The tables are up to date.')
  })

  it('the desk says what may be spent; workers take from it below', async () => {
    expect((await call('desk', 'float', 'set', 'XOF', '1000000000')).code).toBe(0)
    expect((await call('worker', 'float', 'set', 'XOF', '5')).code).not.toBe(0)
  })

  it('every table of the ledger has its place among them', async () => {
    const tables = await queryOnce<{ name: string }>(
      set.postgres.url,
      `select tablename as name from pg_tables where schemaname = 'payrun' order by 1`,
    )
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(tableRights).sort())
  })

  it('the worker pays what the owner submitted, and people settle what is left', async () => {
    set.provider.answer = async (each) => {
      if (each.nth === 2) return reply(each.response, 500, {})
      if (each.nth === 3) return reply(each.response, 400, { error: true, message: 'refused' })
      await succeed(each)
    }
    writePayroll(set.folder.path, 300)
    const worker = startPayrun(['worker'], optionsOf('worker'))
    const submitted = await call('migrator', 'submit', 'payroll.csv')
    expect(submitted.code, submitted.stderr).toBe(0)
    await until('the batch has settled', async () => {
      expect(worker.output().stderr).not.toMatch(/permission denied|42501/)
      return JSON.parse((await call('reader', 'status', 'last', '--json')).stdout).state === 'settled'
    })
    worker.child.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
    const { counts } = JSON.parse((await call('reader', 'status', 'last', '--json')).stdout)
    expect(counts).toEqual({ paid: 298, unknown: 1, failed: 1 })
    const [row] = await ask('reader', `select line from payrun.payouts where state = 'unknown'`)
    const line = String(row?.['line'])
    expect((await call('desk', 'resolve', 'last', '--line', line, '--not-paid', '--note', 'seen')).code).toBe(0)
    expect((await call('desk', 'retry', 'last')).code).toBe(0)
    expect((await call('worker', 'audit', 'last')).code).toBe(0)
    const report = await call('worker', 'report', 'last')
    expect(report.stdout).toContain(beninNumber(300))
    expect([...set.provider.paidTimes().values()]).toEqual(Array(300).fill(1))
  })

  it('the worker is done with times of a schedule that have come, and with no others', async () => {
    await ask(
      'desk',
      `insert into payrun.schedules (name, path, cron, zone, period_format, sandbox, options, approvals_needed, submitter, submitter_login)
       values ('S', '/x', '0 9 * * *', 'UTC', 'month', false, '{}', 1, 'ann', 'ann')`,
    )
    await ask('worker', 'update payrun.schedules set handled_until = now()')
    for (const wrong of [`now() - interval '1 day'`, `now() + interval '1 day'`])
      await expect(ask('worker', `update payrun.schedules set handled_until = ${wrong}`)).rejects.toThrow(
        'has no right',
      )
  })

  it('the worker changes nothing of what a settled payout says', async () => {
    const columns = await ask(
      'migrator',
      `select column_name as column, udt_name as type
         from information_schema.columns
        where (table_schema, table_name) = ('payrun', 'payouts')`,
    )
    expect(columns.length).toBeGreaterThan(20)
    const others: Record<string, (column: string) => string[]> = {
      int4: (column) => [`coalesce(${column}, 0) + 1`],
      int8: (column) => [`coalesce(${column}, 0) + 1`],
      text: () => [`'other'`],
      timestamptz: () => [`now() - interval '1 day'`, 'null'],
      uuid: () => ['gen_random_uuid()'],
      payout_state: () =>
        ['invalid', 'pending', 'sending', 'accepted', 'unknown', 'failed', 'cancelled'].map((state) => `'${state}'`),
      bool: (column) => [`not ${column}`],
      jsonb: () => [`'"other"'`],
      json: () => [`'[]'`],
      bytea: () => [`'other'`],
    }
    for (const { column, type } of columns) {
      for (const value of others[String(type)]?.(String(column)) ?? []) {
        const set = `update payrun.payouts set ${column} = ${value} where line = 2 and state = 'paid'`
        await expect(ask('worker', set), set).rejects.toThrow(
          /permission denied|changes only when it moves|illegal transition|holds its key/,
        )
      }
      expect(others).toHaveProperty(String(type))
    }
  })

  it('nobody adds a row to a batch that was submitted, or submits in the place of a schedule', async () => {
    const added = (line: number, chunk: string) => `
      insert into payrun.payouts (batch_no, line, chunk_no, amount_minor, payout_key, state, holds_key, operator, phone, currency, cells, chain_hash)
      select batch_no, ${line}, ${chunk}, 900000, gen_random_uuid(), 'pending', true, 'mtn-benin', '2290197000099', 'XOF', '[]', ''
        from payrun.batches`
    const chunk = `
      insert into payrun.chunks (batch_no, chunk_no, operator, rows, first_line, last_line)
      select batch_no, 99, 'mtn-benin', 1, 9999, 9999 from payrun.batches`
    for (const role of ['worker', 'desk'])
      for (const sql of [added(9999, '1'), added(1, '1'), added(9998, '99'), chunk])
        await expect(ask(role, sql), sql).rejects.toThrow(/has no right to add (payouts|chunks) to batch/)
    await expect(ask('worker', `update payrun.chunks set operator = 'moov-benin'`)).rejects.toThrow('permission denied')
    const batch = (id: string, submitter: string) => `
      insert into payrun.batches (id, name, state, submitter, sandbox, file_name, file_sha256, file_rows, file_columns, max_unknown, report_format)
      values ('${id}', 'x', 'running', '${submitter}', false, 'f', '${id}', 1, '[]', 100, 'csv')`
    const event = (id: string) =>
      `insert into payrun.batch_events (batch_no, to_state) select batch_no, 'running' from payrun.batches where id = '${id}'`
    const run = (id: string) => `
      insert into payrun.schedule_runs (schedule_no, planned, planned_at, period, file, in_folder, batch_no)
      select schedule_no, to_char(at, 'YYYY-MM-DD"T"HH24:MI'), at at time zone 'UTC', '${id}', '/x', false, batch_no
        from payrun.schedules, payrun.batches, date_trunc('day', now() at time zone 'UTC' - interval '9 hours') day (day),
             lateral (select day + interval '9 hours' as at) t
       where id = '${id}'`
    await ask('desk', `update payrun.schedules set handled_until = now() - interval '2 days'`)
    await expect(ask('desk', batch('eventless', 'ann'))).rejects.toThrow('has no event')
    await expect(ask('worker', `begin; ${batch('own', 'ann')}; ${event('own')}; commit`)).rejects.toThrow(
      'has no right to submit but what is scheduled',
    )
    const scheduled = (id: string, submitter: string) =>
      `begin; ${batch(id, submitter)}; ${run(id)}; ${event(id)}; commit`
    await expect(ask('worker', scheduled('not-hers', 'kofi'))).rejects.toThrow('has no right to submit')
    await ask('worker', scheduled('hers', 'ann'))
    const removed = `delete from payrun.schedule_runs; delete from payrun.batches where id = 'hers'`
    await ask('migrator', removed)
    writeFile(
      set.folder.path,
      'own.csv',
      `reference,operator,phone_number,amount\nO-1,mtn-benin,${beninNumber(700)},5\n`,
    )
    const submitted = await call('worker', 'submit', 'own.csv')
    expect(submitted).toMatchObject({ code: 2, stderr: expect.stringContaining('is not allowed to do this') })
  })

  it('the reader sees states and sums', async () => {
    const [row] = await ask(
      'reader',
      `select state, sum(amount_minor) as sum from payrun.payouts where state = 'paid' group by 1`,
    )
    expect(row).toEqual({
      state: 'paid',
      sum: String(Array.from({ length: 300 }, (_, n) => 1_001 + n).reduce((a, b) => a + b)),
    })
    expect((await call('reader', 'list')).code).toBe(0)
    expect((await call('reader', 'pause', 'last')).code).not.toBe(0)
  })

  it('the worker submits what is scheduled, once its time has come', async () => {
    writeFile(
      set.folder.path,
      'monthly.csv',
      `reference,operator,phone_number,amount\nM-1,mtn-benin,${beninNumber(600)},5\n`,
    )
    const added = await call(
      'desk',
      'schedule',
      'add',
      'monthly.csv',
      '--cron',
      '0 8 1 * *',
      '--tz',
      'UTC',
      '--name',
      'M',
    )
    expect(added.code, added.stderr).toBe(0)
    await ask(
      'desk',
      `update payrun.schedules
          set handled_until = now() - interval '40 days', created_at = now() - interval '40 days'
        where name = 'M'`,
    )
    const before = set.provider.paidTimes().size
    const worker = startPayrun(['worker'], optionsOf('worker'))
    await until('it is paid', async () => {
      expect(worker.output().stderr).not.toMatch(/permission denied|42501/)
      const [batch] = await ask('reader', `select state from payrun.batches where name = 'M'`)
      return batch?.['state'] === 'settled'
    })
    worker.child.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
    expect(set.provider.paidTimes().size).toBe(before + 1)
  })
})
