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
    const alone = `begin; insert into payrun.batches (id, name, state, approvals_needed, submitter, sandbox, file_name, file_sha256, file_rows, file_columns, max_unknown, report_format)
      values ('born', 'x', 'running', 1, 'awa', false, 'f', 'sha', 1, '[]', 100, 'csv');
      insert into payrun.batch_events (batch_no, to_state) select batch_no, 'running' from payrun.batches where id = 'born'; commit`
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

describe('what a worker that writes SQL of its own may not do', () => {
  const run = (id: string, at: string, { file = '/x', wall = at } = {}) => `
    insert into payrun.schedule_runs (schedule_no, planned, planned_at, period, file, in_folder, batch_no)
    select schedule_no, to_char(${wall}, 'YYYY-MM-DD"T"HH24:MI'), (${at}) at time zone 'UTC', '${id}', '${file}', false, batch_no
      from payrun.schedules, payrun.batches
     where id = '${id}'`
  const submission = (id: string, its: string, { rows = '', checks = '' } = {}) => `
    begin;
    insert into payrun.batches (id, name, state, submitter, sandbox, file_name, file_sha256, file_rows, file_columns, max_unknown, report_format)
    values ('${id}', 'x', 'running', 'ann', false, 'f', '${id}', 1, '[]', 100, 'csv');
    ${checks};
    ${rows};
    insert into payrun.batch_events (batch_no, to_state) select batch_no, 'running' from payrun.batches where id = '${id}';
    ${its};
    commit`
  const rowOf = (id: string, minor: number) => `
    insert into payrun.chunks (batch_no, chunk_no, operator, rows, first_line, last_line)
    select batch_no, 1, 'mtn-benin', 1, 2, 2 from payrun.batches where id = '${id}';
    insert into payrun.payouts (batch_no, line, chunk_no, amount_minor, payout_key, state, holds_key, operator, phone, currency, cells, chain_hash)
    select batch_no, 2, 1, ${minor}, gen_random_uuid(), 'pending', true, 'mtn-benin', '2290197000099', 'XOF', '[]', ''
      from payrun.batches where id = '${id}'`
  /** The latest time of this minute's plan, and one that it never has. */
  const planned = `date_trunc('minute', now() at time zone 'UTC')`
  const never = `${planned} - interval '1 minute'`

  beforeAll(async () => {
    await ask(
      'desk',
      `insert into payrun.schedules (name, path, cron, zone, period_format, sandbox, options, approvals_needed, submitter, submitter_login, handled_until)
       select 'S', '/x', to_char(now() at time zone 'UTC', 'FMMI FMHH24 ') || '* * *', 'UTC', 'month', false, '{}', 1, 'ann', 'ann', now() - interval '2 days'`,
    )
  })

  it.each([
    ['a time that its plan does not have', run('unplanned', never)],
    ['a time that has not come', run('early', `${planned} + interval '1 day'`)],
    ['a time that is done with', run('done', `${planned} - interval '3 days'`)],
    ['a time that is written as another', run('miswritten', never, { wall: planned })],
    ['another file', run('misfiled', planned, { file: '/y' })],
  ])('submit for a schedule at %s', async (_, its) => {
    await expect(ask('worker', submission(/id = '(\w+)'/.exec(its)![1]!, its))).rejects.toThrow(
      'has no right to submit but what is scheduled',
    )
  })

  it.each(['paused_at', 'removed_at'])('submit for a schedule with %s', async (column) => {
    await ask('desk', `update payrun.schedules set ${column} = now()`)
    const submitting = ask('worker', submission(column, run(column, planned)))
    await expect(submitting).rejects.toThrow('has no right to submit but what is scheduled')
    await ask('desk', `update payrun.schedules set ${column} = null`)
  })

  it('submit twice for one run, or change what a run says', async () => {
    for (const role of ['worker', 'desk'])
      await expect(ask(role, 'update payrun.schedule_runs set batch_no = 1')).rejects.toThrow('permission denied')
  })

  it('add rows to a batch once it was judged how many people it needs', async () => {
    expect((await call('desk', 'policy', 'approvals', '3', '--above', '1000', '--currency', 'XOF')).code).toBe(0)
    const rows = rowOf('large', 5_000_000)
    const checks = 'set constraints payrun.batches_people immediate'
    const its = run('large', planned)
    await expect(ask('worker', submission('large', its, { rows }))).rejects.toThrow('needs more people')
    await expect(ask('worker', submission('large', its, { rows, checks }))).rejects.toThrow('has no event')
    expect((await call('desk', 'policy', 'approvals', '1')).code).toBe(0)
  })

  it('answer in the place of the functions of Postgres that these rules ask', async () => {
    const hijacked = `
      create or replace function payrun_queue.has_table_privilege(text, text) returns boolean language sql as 'select true';
      set search_path = payrun_queue, pg_catalog`
    await expect(ask('worker', `${hijacked}; ${submission('hijacked', '')}`)).rejects.toThrow(
      'has no right to submit but what is scheduled',
    )
  })

  it('move a row in the name of a person, or take evidence of a payment back', async () => {
    const its = run('kept', planned)
    await ask('worker', submission('kept', its, { rows: rowOf('kept', 5) }))
    const of = `from payrun.batches where id = 'kept'`
    const move = (from: string, to: string, more = '') =>
      `select payrun.move_rows(array(select payrun.a_move(batch_no, array[2], '${from}', '${to}'${more}) ${of}))`
    await ask('worker', `${move('pending', 'sending')}; ${move('sending', 'unknown')}`)
    const called = move('unknown', 'failed', `, code => 'refused', actor => 'Kofi'`)
    await expect(ask('worker', called)).rejects.toThrow('has no right to change this of events')
    await ask(
      'worker',
      `insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note) select batch_no, 2, 1, 'x', true, '{}' ${of}`,
    )
    for (const set of ['says_paid = false', `note = '[]'`, 'at = now()'])
      for (const role of ['worker', 'desk'])
        await expect(ask(role, `update payrun.discrepancies set ${set}`), set).rejects.toThrow('is append-only')
    for (const set of ['line = 99', 'attempt = 2', `kind = 'y'`, `reference = 'z'`])
      for (const role of ['worker', 'desk'])
        await expect(ask(role, `update payrun.discrepancies set ${set}`), set).rejects.toThrow('permission denied')
  })

  it('nor may the desk ask for a retry that is decided already', async () => {
    const asked = `insert into payrun.retry_requests (batch_no, lines, allow_duplicates, despite_evidence, requester, decision, decided_by, decided_in)
      select batch_no, '{2}', false, false, 'root', 'approved', 'root', pg_current_xact_id() from payrun.batches where id = 'kept'`
    await expect(ask('desk', asked)).rejects.toThrow('a request for a retry begins undecided')
  })
})
