import { inTransaction, type Ledger } from './ledger.ts'

/** The roles of deploy/roles.sql. The fourth, payrun_migrator, owns what it makes and needs no grants. */
const workerRole = 'payrun_worker'
const deskRole = 'payrun_desk'
const readerRole = 'payrun_reader'

interface Rights {
  /**
   * What a worker does to the table: it pays, and settles by what the provider says. The trail of events can be added to and never
   * be changed.
   */
  worker: string
  /** What people do besides, and the desk for them: schedules, approvals, what they know better. Left out: what a worker may. */
  desk?: string
  /** Columns that the reader does not see: names, numbers, and notes about payouts. `none`: nothing of the table. */
  hidden: readonly string[] | 'none'
}

/** The columns of a payout that change after it was stored. Whom it pays, and how much, never does. */
const movingColumns =
  'worker_no, sent_at, settled_at, state, attempts, seq, holds_key, provider_reference, error_code, error_message, chain_hash'

/** Likewise of a batch. Its salt goes when it is purged, which is the migrator's. */
const movingBatchColumns = 'state, reason, reason_says, foreground_no, round_no, settled_at'

/** Of an account: all but what lets somebody in. */
const lookedAt =
  'account_no, kind, name, roles, login, for_account, language, time_zone, expires_at, created_at, used_at, disabled_at'

/** Of the only row about the server: what is found out. That a ledger went back in time is a person's word. */
const foundColumns = 'system_id, timeline, oids, synchronous_standbys, moved_at, fenced_at, fenced_why'

/** Every table of the ledger, and who may do what to it. One that is missing is nobody's but its owner's; a test finds it. */
export const tableRights: Readonly<Record<string, Rights>> = {
  migrations: { worker: 'select', hidden: [] },
  // Kept by triggers and functions, with their owner's rights.
  links: { worker: 'select', hidden: [] },
  feed_waiting: { worker: 'select', hidden: [] },
  feed: { worker: 'select', hidden: [] },
  installation: { worker: 'select', hidden: [] },
  server: { worker: `select, update (${foundColumns})`, desk: 'select, update', hidden: [] },
  workers: { worker: 'select, insert, update', hidden: [] },
  // With the salt, numbers could be guessed from the chain's hashes; corrections have names and numbers in them, and decisions the file's words.
  batches: { worker: `select, insert, update (${movingBatchColumns})`, hidden: ['salt', 'corrected', 'decided'] },
  chunks: { worker: 'select, insert, update (open, checkpoint, seqs, totals, before)', hidden: [] },
  settled_totals: { worker: 'select, insert, delete', hidden: [] },
  payouts: {
    worker: `select, insert, update (${movingColumns})`,
    // A key may be of a file's hash, by which a guess at the file could be confirmed.
    hidden: ['phone', 'name', 'cells', 'problems', 'error_message', 'payout_key'],
  },
  provider_references: { worker: 'select, insert', hidden: [] },
  loose_references: { worker: 'select, insert', hidden: [] },
  events: { worker: 'select, insert', hidden: ['note'] },
  batch_events: { worker: 'select, insert', hidden: ['note'] },
  // What evidence says of which row stays; that it says so may come later.
  discrepancies: { worker: 'select, insert, update (says_paid, set_aside, at, note)', hidden: ['note'] },
  status_questions: { worker: 'select, insert, update, delete', hidden: [] },
  unknown_rows: { worker: 'select, insert, delete', hidden: [] },
  operator_holds: { worker: 'select, insert, update, delete', hidden: [] },
  operator_windows: {
    worker: 'select',
    desk: 'select, insert, update (removed_at, removed_by)',
    hidden: ['note'],
  },
  operator_events: { worker: 'select', desk: 'select, insert', hidden: ['note'] },
  refusals_in_a_row: { worker: 'select, insert, update, delete', hidden: [] },
  operator_answers: { worker: 'select, insert, update, delete', hidden: [] },
  floats: {
    worker: 'select, update (taken_minor, day, day_minor, month_minor)',
    desk: 'select, insert, update',
    hidden: [],
  },
  // Lines go by payrun.hold_float, with its owner's rights.
  float_changes: { worker: 'select, insert', hidden: [] },
  float_waits: { worker: 'select, insert, update, delete', hidden: [] },
  rate_limits: { worker: 'select, insert, update', hidden: [] },
  charges: {
    worker: 'select, insert, update (state, reference, code, payment_url, answered_at, settled_at)',
    desk: 'select, insert, update',
    hidden: ['payment_url', 'note', 'values_salt'],
  },
  charge_discrepancies: { worker: 'select', desk: 'select, insert', hidden: [] },
  notifications: { worker: 'select, insert, update', hidden: ['body'] },
  approvals: { worker: 'select', desk: 'select, insert', hidden: [] },
  recoveries: { worker: 'select', desk: 'select, insert', hidden: ['note', 'why'] },
  payments_without_row: { worker: 'select, insert', desk: 'select, insert, update', hidden: ['hashes'] },
  schedules: { worker: 'select, update (handled_until)', desk: 'select, insert, update', hidden: [] },
  schedule_tries: { worker: 'select, insert, update', hidden: [] },
  schedule_runs: { worker: 'select, insert', hidden: ['message'] },
  // People sign in, and change accounts and policy, at the desk: a worker only looks who may do what.
  look_alikes: { worker: 'select', hidden: [] },
  accounts: {
    worker: `select (${lookedAt})`,
    desk: 'select, insert, update',
    hidden: ['password_hash', 'second_factor', 'last_code_step', 'key_hash'],
  },
  sessions: { worker: 'select (account_no)', desk: 'select, insert, update, delete', hidden: 'none' },
  one_time_links: { worker: 'select (account_no)', desk: 'select, insert, delete', hidden: 'none' },
  wrong_tries: { worker: 'select (at)', desk: 'select, insert, delete', hidden: 'none' },
  policy: { worker: 'select', desk: 'select, update', hidden: [] },
  approval_rules: { worker: 'select', desk: 'select, insert, update', hidden: [] },
  warning_rules: { worker: 'select', desk: 'select, insert, update', hidden: [] },
  // A schedule's file is submitted by a worker.
  warnings_seen: { worker: 'select, insert', hidden: ['shown'] },
  retry_requests: { worker: 'select', desk: 'select, insert, update', hidden: ['note', 'asked_note'] },
  request_keys: { worker: 'select (holder)', desk: 'select, insert, update, delete', hidden: 'none' },
  changes: { worker: 'select', desk: 'select, insert', hidden: [] },
  alerts: { worker: 'select, insert, update, delete', hidden: ['trouble'] },
  webhook_deliveries: { worker: 'select, insert, update', hidden: ['trouble'] },
}

/**
 * The queue's tables hold ids of batches and chunks, and jobs come and go. `create`: BullMQ counts each queue's jobs in a
 * sequence that it makes when the first job is added; only its maker may grant it. The queue only says where there is work: all of it
 * may be lost.
 */
const queueGrants = (role: string) => `
  grant usage, create on schema payrun_queue to ${role};
  grant select, insert, update, delete on all tables in schema payrun_queue to ${role};
  do $$ declare the_sequence regclass; begin
    for the_sequence in
      select oid
        from pg_class
       where relnamespace = 'payrun_queue'::regnamespace
         and relkind = 'S'
         and relowner = current_user::regrole
    loop
      execute format('grant usage, select, update on sequence %s to ${role}', the_sequence);
    end loop;
  end $$`

/** payrun.next_number sets them. */
const numberGrants = (role: string) =>
  `grant usage, select, update on sequence payrun.worker_numbers, payrun.batch_numbers to ${role}`

/** Any constant: two that grant at once would meet in the catalogue. */
const grantLock = 0x70617967

/**
 * Give the worker's, the desk's and the reader's role what they need and nothing else, on the tables as they are now: what a new edition
 * no longer needs is taken back. Done by the owner of the tables, in one transaction.
 *
 * @returns the roles that exist, and have their rights now
 */
export async function grantRoles(ledger: Ledger): Promise<string[]> {
  return inTransaction(ledger, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [grantLock])
    const { rows: roles } = await client.query<{ name: string }>(
      `select rolname as name
         from pg_roles
        where rolname = any($1)
        order by rolname desc`,
      [[workerRole, deskRole, readerRole]],
    )
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(columnsSql)
    const { rows: queue } = await client.query(`select where to_regclass('payrun_queue.migration') is not null`)
    for (const { name: role } of roles) {
      await client.query(
        `revoke all on all tables in schema payrun from ${role}; grant usage on schema payrun to ${role}`,
      )
      for (const table of tables) {
        const grant = role === readerRole ? readable(table) : writable(table.name, role)
        if (grant !== undefined) await client.query(`grant ${grant} on payrun.${table.name} to ${role}`)
      }
      if (role === readerRole) continue
      await client.query(numberGrants(role))
      if (queue.length > 0) await client.query(queueGrants(role))
    }
    return { commit: true, value: roles.map(({ name }) => name) }
  })
}

const columnsSql = `
  select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = 'payrun'::regnamespace
     and c.relkind = 'r'
   group by c.relname
   order by c.relname`

function writable(table: string, role: string): string | undefined {
  const rights = tableRights[table]
  return role === deskRole ? (rights?.desk ?? rights?.worker) : rights?.worker
}

function readable({ name, columns }: { name: string; columns: string[] }): string | undefined {
  const hidden = tableRights[name]?.hidden
  if (hidden === undefined || hidden === 'none') return undefined
  return hidden.length === 0 ? 'select' : `select (${columns.filter((column) => !hidden.includes(column)).join(', ')})`
}
