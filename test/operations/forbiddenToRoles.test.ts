import { beforeAll, describe, expect, it } from 'vitest'
import { beninNumber, writeFile } from '../harness/payroll.ts'
import { payrun } from '../harness/payrun.ts'
import { setUpRoles } from './setUpRoles.ts'

const set = setUpRoles()
const { ask, call, optionsOf } = set

/** What only people decide, as columns: tables that come later are found by their names. */
const decidedSql = `
select table_name as table, column_name as column
  from information_schema.columns
 where table_schema = 'payrun'
   and table_name ~ '^(schedules|approvals|operator_events|recoveries|links|migrations|installation|.*polic.*|.*account.*)$'`

beforeAll(async () => {
  const migrated = await call('migrator', 'migrate')
  expect(migrated.code, migrated.stderr).toBe(0)
})

describe('what the roles of deploy/roles.sql may not do', () => {
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

  it('the worker lets no batch go that waits for an approval', async () => {
    writeFile(
      set.folder.path,
      'waits.csv',
      `reference,operator,phone_number,amount\nW-1,mtn-benin,${beninNumber(500)},5\n`,
    )
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
