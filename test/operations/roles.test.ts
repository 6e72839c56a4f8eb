import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tableRights } from '../../src/ledger/connection/grantRoles.ts'
import { readMigrations } from '../../src/ledger/connection/migrate.ts'
import { queryOnce } from '../harness/ledger.ts'
import { type OwnPostgres, startOwnPostgres } from '../harness/ownPostgres.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { payrun, startPayrun, temporaryFolder, until } from '../harness/payrun.ts'
import { type CountingProvider, reply, startProvider, succeed } from '../harness/provider.ts'

const rolesSql = readFileSync(new URL('../../deploy/roles.sql', import.meta.url), 'utf8')

/** What only people decide, as columns: tables that come later are found by their names. */
const decidedSql = `
select table_name as table, column_name as column
  from information_schema.columns
 where table_schema = 'payrun'
   and table_name ~ '^(schedules|approvals|operator_events|recoveries|links|migrations|installation|.*polic.*|.*account.*)$'`

let postgres: OwnPostgres
let provider: CountingProvider
let folder: ReturnType<typeof temporaryFolder>
let rules: ReturnType<typeof temporaryFolder>

/** The database, entered as a role. */
const as = (role: string) => postgres.url.replace(/\/\/\w+@/, `//payrun_${role}@`)
const ask = (role: string, sql: string) => queryOnce(as(role), sql)

function call(role: string, ...args: string[]) {
  return payrun(args, optionsOf(role))
}
const optionsOf = (role: string) => ({
  cwd: folder.path,
  env: {
    DATABASE_URL: as(role),
    PAYRUN_HOME: join(folder.path, 'home'),
    PAYRUN_PROVIDER_URL: provider.url,
    PAYRUN_APP_KEY: 'app',
    PAYRUN_MERCHANT_KEY: 'merchant',
    PAYRUN_WORKER_PORT: '0',
  },
})

beforeAll(async () => {
  // Whoever comes by the socket is who they say: roles need no passwords here.
  rules = temporaryFolder()
  chmodSync(rules.path, 0o755)
  const hba = writeFile(rules.path, 'hba.conf', 'local all all trust\n')
  postgres = await startOwnPostgres([`hba_file=${hba}`])
  provider = await startProvider()
  folder = temporaryFolder()
  await queryOnce(postgres.url, rolesSql)
  await queryOnce(postgres.url, rolesSql)
})
afterAll(async () => {
  await provider.close()
  await postgres.remove()
  folder.remove()
  rules.remove()
})

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
      migrated: (await readMigrations()).map(({ name }) => name),
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
      postgres.url,
      `select tablename as name from pg_tables where schemaname = 'payrun' order by 1`,
    )
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(tableRights).sort())
  })

  it('the worker pays what the owner submitted, and people settle what is left', async () => {
    provider.answer = async (each) => {
      if (each.nth === 2) return reply(each.response, 500, {})
      if (each.nth === 3) return reply(each.response, 400, { error: true, message: 'refused' })
      await succeed(each)
    }
    writePayroll(folder.path, 300)
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
    expect([...provider.paidTimes().values()]).toEqual(Array(300).fill(1))
  })

  it.each([
    'delete from payrun.events',
    'update payrun.events set note = null',
    'truncate payrun.events',
    'delete from payrun.payouts',
    'delete from payrun.batches',
    'delete from payrun.batch_events',
    `update payrun.payouts set phone = '22901970000099'`,
    'update payrun.payouts set amount_minor = 1',
    `update payrun.payouts set operator = 'moov-benin'`,
    'update payrun.batches set salt = null',
    `update payrun.batches set chain_hash = ''`,
    `insert into payrun.links values (99, 'batches', 'x', '', '')`,
    'select payrun.recover(null, null, null)',
    'update payrun.server set recovering = true',
    `insert into payrun.operator_holds (operator, sandbox, manual, reason, actor) values ('mtn-benin', false, true, '{}', 'me')`,
    'alter table payrun.payouts disable trigger all',
    'drop trigger events_append_only on payrun.events',
    'alter table payrun.events add column x int',
    'drop table payrun.events',
    'create table payrun.mine (x int)',
    'create schema mine',
    `update payrun.migrations set sha256 = ''`,
    'alter table payrun.events owner to payrun_worker',
    'set session_replication_role = replica',
  ])('the worker may not: %s', async (sql) => {
    await expect(ask('worker', sql)).rejects.toThrow(/permission denied|must be owner|has no right/)
  })

  it('the worker changes nothing that people decide: no column of a schedule, an approval, a hold, a recovery or a policy', async () => {
    const columns = await ask('migrator', decidedSql)
    const may = ['schedules.handled_until']
    expect(columns.length).toBeGreaterThan(40)
    for (const { table, column } of columns) {
      const set = `update payrun.${table} set ${column} = ${may.includes(`${table}.${column}`) ? column : 'default'}`
      if (may.includes(`${table}.${column}`)) await ask('worker', set)
      else await expect(ask('worker', set), set).rejects.toThrow('permission denied')
    }
    for (const table of new Set(columns.map((each) => each['table']))) {
      for (const sql of [`insert into payrun.${table} default values`, `delete from payrun.${table}`])
        await expect(ask('worker', sql), sql).rejects.toThrow('permission denied')
    }
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
      select schedule_no, '${id}', now(), '${id}', '/x', false, batch_no from payrun.schedules, payrun.batches where id = '${id}'`
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
    writeFile(folder.path, 'own.csv', `reference,operator,phone_number,amount\nO-1,mtn-benin,${beninNumber(700)},5\n`)
    const submitted = await call('worker', 'submit', 'own.csv')
    expect(submitted).toMatchObject({ code: 2, stderr: expect.stringContaining('has no right to do this') })
  })

  it('the worker lets no batch go that waits for an approval', async () => {
    writeFile(folder.path, 'waits.csv', `reference,operator,phone_number,amount\nW-1,mtn-benin,${beninNumber(500)},5\n`)
    const { cwd, env } = optionsOf('desk')
    expect((await payrun(['submit', 'waits.csv'], { cwd, env: { ...env, PAYRUN_APPROVALS: '2' } })).code).toBe(0)
    const move = `select payrun.move_batch(batch_no, '{awaiting_approval}', 'running') from payrun.batches where state = 'awaiting_approval'`
    await expect(ask('worker', move)).rejects.toThrow('has not been approved')
    await expect(ask('worker', `update payrun.batches set approvals_needed = 1`)).rejects.toThrow('permission denied')
    expect((await call('desk', 'approve', 'last', '--as', 'Somebody else')).code).toBe(2)
    await expect(ask('worker', `update payrun.accounts set roles = '{approver}'`)).rejects.toThrow('permission denied')
    await expect(ask('worker', 'select password_hash from payrun.accounts')).rejects.toThrow('permission denied')
    await expect(ask('worker', 'update payrun.policy set keys_approve = true')).rejects.toThrow('permission denied')
    const approval = `insert into payrun.approvals (batch_no, nth, approver, login, file_sha256, rows, totals)
      select batch_no, 1, 'Kofi', 'kofi', file_sha256, 1, '{"XOF": "5"}' from payrun.batches where state = 'awaiting_approval'`
    await expect(ask('worker', approval)).rejects.toThrow('permission denied')
    await expect(ask('worker', `update payrun.approval_rules set people = 1`)).rejects.toThrow('permission denied')
    expect((await call('desk', 'policy', 'approvals', '2')).code).toBe(0)
    const alone = `insert into payrun.batches (id, name, state, approvals_needed, submitter, sandbox, file_name, file_sha256, file_rows, file_columns, max_unknown, report_format)
      values ('born', 'x', 'running', 1, 'awa', false, 'f', 'sha', 1, '[]', 100, 'csv')`
    await expect(ask('worker', alone)).rejects.toThrow('needs more people than it was submitted with')
    expect((await call('desk', 'policy', 'approvals', '1')).code).toBe(0)
  })

  it('no function with the rights of its owner can be called, but those that number the feed and hold a float still', async () => {
    const definers = await ask(
      'migrator',
      `select proname as name, prorettype::regtype::text as returns
         from pg_proc
        where pronamespace = 'payrun'::regnamespace
          and prosecdef
          and has_function_privilege('payrun_worker', oid, 'execute')`,
    )
    const callable = definers.filter(({ returns }) => returns !== 'trigger').map(({ name }) => name)
    expect(callable.sort()).toEqual(['hold_float', 'number_feed'])
    // Held still it stays what it was: only the desk says what may be spent.
    await ask('worker', `select payrun.hold_float(false, 'XOF')`)
    await expect(ask('worker', 'update payrun.floats set set_minor = 5')).rejects.toThrow('permission denied')
    await expect(ask('worker', `insert into payrun.floats (sandbox, currency) values (false, 'XOF')`)).rejects.toThrow(
      'permission denied',
    )
    await expect(ask('worker', 'delete from payrun.float_changes')).rejects.toThrow('permission denied')
    for (const role of ['worker', 'desk']) {
      await expect(ask(role, 'delete from payrun.feed_waiting')).rejects.toThrow('permission denied')
      await expect(ask(role, 'insert into payrun.feed values (1, 1, 1, null, null, 1)')).rejects.toThrow(
        'permission denied',
      )
      await ask(role, 'select payrun.number_feed()')
    }
    expect(await ask('worker', 'select from payrun.feed_waiting')).toEqual([])
    await expect(ask('worker', 'select payrun.link_record()')).rejects.toThrow('can only be called as triggers')
  })

  it.each([
    'select phone from payrun.payouts',
    'select name from payrun.payouts',
    'select cells from payrun.payouts',
    'select * from payrun.payouts',
    'select salt from payrun.batches',
    'select error_message from payrun.payouts',
    'select note from payrun.events',
    'select count(*) from payrun_queue.job',
    `update payrun.batches set state = 'paused'`,
    'insert into payrun.rate_limits (key) values (1)',
    `select payrun.withhold(1, 2)`,
  ])('the reader may not, even where it leaves its read-only default: %s', async (sql) => {
    await expect(ask('reader', `set transaction read write; ${sql}`)).rejects.toThrow(/permission denied/)
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
      folder.path,
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
    const before = provider.paidTimes().size
    const worker = startPayrun(['worker'], optionsOf('worker'))
    await until('it is paid', async () => {
      expect(worker.output().stderr).not.toMatch(/permission denied|42501/)
      const [batch] = await ask('reader', `select state from payrun.batches where name = 'M'`)
      return batch?.['state'] === 'settled'
    })
    worker.child.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
    expect(provider.paidTimes().size).toBe(before + 1)
  })

  it('a worker of an older edition that starts after the next one migrated is told so, and not to migrate', async () => {
    await ask('migrator', `insert into payrun.migrations (version, name, sha256) values (9999, '9999_next.sql', 'x')`)
    try {
      const ended = await call('worker', 'worker')
      expect(ended.code).toBe(2)
      expect(ended.stderr).toContain('The ledger is at version 9999, and this payrun knows only version')
    } finally {
      await ask('migrator', 'delete from payrun.migrations where version = 9999')
    }
  })

  it('rights that an older edition gave too generously are taken back by the next migrate', async () => {
    await ask('migrator', 'grant delete on payrun.payouts to payrun_worker')
    expect((await call('migrator', 'migrate')).code).toBe(0)
    await expect(ask('worker', 'delete from payrun.payouts')).rejects.toThrow(/permission denied/)
  })
})
