import { payableRows, row, type TestLedger } from '../../harness/ledger.ts'

/** Of both batches: columns that are null could not be changed one by one. */
const hours = { from: '00:00', to: '24:00', zone: 'UTC' }

/** A ledger with a record of each kind: two rows of an approved batch are paid and refused, and somebody did something of everything. */
export async function fillWithAll(db: TestLedger): Promise<void> {
  const invalid = row({ line: 1 }, { payable: null, key: null, problems: [] })
  const { batchNo } = await db.batchOf([invalid, ...payableRows(3)], {
    hours,
    peopleNeeded: 2,
    actor: 'ann',
    skipInvalid: true,
  })
  await db.query(`
    insert into payrun.approvals (batch_no, approver, login, file_sha256, rows, totals)
    select batch_no, 'ben', 'ben', file_sha256, 3, (select jsonb_build_object('XOF', sum(amount_minor)::text) from payrun.payouts where state = 'pending')
      from payrun.batches`)
  await db.query(`select payrun.move_batch($1, '{awaiting_approval}', 'running', the_actor => 'ben')`, [batchNo])
  await db.query(`
    insert into payrun.operator_windows (operator, sandbox, starts, ends, time_zone, actor)
    values ('mtn-benin', false, '2026-12-01 22:00', '2026-12-02 02:00', 'UTC', 'ann')`)
  const workerNo = await db.worker()
  const move = (lines: string, from: string, to: string, more: string) =>
    db.query(`select from payrun.move_rows(array[payrun.a_move($1, ${lines}, '${from}', '${to}', ${more})])`, [batchNo])
  await move('array[2, 3, 4]', 'pending', 'sending', `worker_no => ${workerNo}`)
  const refused = `worker_no => ${workerNo}, code => 'refused', message => '"no wallet"', reference => 'R-3'`
  await move('array[3]', 'sending', 'failed', refused)
  await move('array[2]', 'sending', 'paid', `worker_no => ${workerNo}, reference => 'R-2'`)
  await move('array[4]', 'sending', 'unknown', `worker_no => ${workerNo}, code => 'timeout', message => '"silence"'`)
  await move('array[4]', 'unknown', 'paid', `reference => 'R-4', actor => 'ann', note => '"seen"'`)
  await db.query('select payrun.close_chunk($1, 1)', [batchNo])
  await db.query(`select payrun.move_batch($1, '{running}', 'settled')`, [batchNo])
  await db.batchOf(payableRows(1), { hours })
  await db.query(`
    insert into payrun.schedules (name, path, cron, zone, period_format, sandbox, options, approvals_needed, submitter, submitter_login)
    values ('S', '/x', '0 9 * * *', 'UTC', 'month', false, '{}', 2, 'ann', 'ann')`)
  await db.query(`
    insert into payrun.schedule_runs (schedule_no, planned, planned_at, period, file, in_folder, code, message)
    select schedule_no, '2026-03-01 09:00', now(), '2026-03', '/x', false, 'missing', '"gone"' from payrun.schedules`)
  await db.query(`
    insert into payrun.operator_holds (operator, sandbox, manual, reason, actor, note) values ('mtn-benin', false, true, '{}', 'ann', 'why');
    insert into payrun.operator_events (operator, sandbox, action, actor, note) values ('mtn-benin', false, 'held', 'ann', 'why');
    insert into payrun.recoveries (kind, actor, note) values ('nothing_lost', 'ann', 'looked');
    insert into payrun.charges (id, kind, amount_minor, currency) values ('c1', 'payment', 500, 'XOF');
    insert into payrun.charge_discrepancies (charge_id, actor, kind, says_paid, statement, statement_line)
    values ('c1', 'ann', 'amount_differs', true, 'abc', 2);
    insert into payrun.payments_without_row (source, statement, statement_line, reference, hashes)
    values ('statement', 's', 2, 'W-1', array['h'::bytea])`)
  await db.query(`
    insert into payrun.approval_rules (people) values (2);
    insert into payrun.warning_rules (code, action) values ('number_changed', 'block');
    insert into payrun.warnings_seen (batch_no, actor, deed, counts, shown)
    values (${batchNo}, 'ann', 'submitted', '{"number_changed": 1}', '{"warnings": []}');
    insert into payrun.changes (actor, what, subject) values ('ann', 'policy.approvals', 'approvals');
    insert into payrun.retry_requests (batch_no, lines, allow_duplicates, despite_evidence, requester)
    values (${batchNo}, '{3}', false, false, 'ann')`)
  await db.query(`
    insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, reference, note)
    values (${batchNo}, 3, 1, 'late_answer', true, 'R-9', '"late"')`)
  // The owner may do without these, too.
  const checks = await db.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name
       from pg_constraint
      where contype = 'c' and connamespace = 'payrun'::regnamespace and conrelid <> 0`,
  )
  for (const { table, name } of checks) await db.query(`alter table ${table} drop constraint ${name}`)
  const identities = await db.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'payrun' and is_identity = 'YES'`,
  )
  for (const { table, column } of identities)
    await db.query(`alter table payrun.${table} alter column ${column} set generated by default`)
}
