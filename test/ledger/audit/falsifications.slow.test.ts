import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditBatch } from '../../../src/ledger/audit/auditBatch.ts'
import { type Anchor, readAnchor, readBatchNumbers } from '../../../src/ledger/audit/auditChain.ts'
import { auditLedger, linkedRecords } from '../../../src/ledger/audit/auditLedger.ts'
import { type LedgerServer, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'
import { english } from '../../harness/words.ts'
import { fillWithAll } from './fillWithAll.ts'

/** What nobody could hide anything in: derived, passing, or of the machine. A table that is neither here nor below has to be judged. */
const noRecords = [
  ...['migrations', 'installation', 'server', 'workers', 'rate_limits', 'refusals_in_a_row', 'alerts'],
  ...['provider_references', 'loose_references', 'status_questions', 'unknown_rows', 'notifications', 'schedule_tries'],
  // Who may sign in, and now: each change is a record of `changes`.
  ...['accounts', 'sessions', 'one_time_links', 'wrong_tries', 'look_alikes'],
  // What programs were answered; what they asked for is in the records.
  'request_keys',
  // How operators answer lately: counts for the desk, of what the events record.
  'operator_answers',
  // In which order the events were recorded, and who was told of them; the events themselves are records.
  ...['feed', 'feed_waiting', 'webhook_deliveries'],
  // What may be spent is a record of `changes`; what is taken of it follows from the rows.
  ...['floats', 'float_changes', 'float_waits'],
  // What is held by hand follows from operator_events, and is tested below.
  'operator_holds',
  // What the chunks add up to, which is compared with the rows, and tested below.
  'settled_totals',
]
const records = ['batches', 'batch_events', 'chunks', 'payouts', 'events', 'links', ...Object.keys(linkedRecords)]

/** Columns that change without a record, and why that hides nothing. */
const passing: Record<string, string> = {
  'batches.foreground_no': 'which process pays it now',
  'batches.round_no': "the queue's jobs",
  'chunks.before':
    'what was taken away of a chunk that has its totals: nobody reads it, and of one without any it is tested below',
  'chunks.open': 'that is open and has nothing to pay is closed again: the other way round is found',
  'warnings_seen.shown':
    'the sentences, which a purge takes away: who let how many of which warning through is a record',
  'schedules.handled_until': 'which planned times are done with: their runs are records',
}

let server: LedgerServer
let db: TestLedger
let anchor: Anchor

beforeAll(async () => {
  server = await startLedgerServer()
  db = await server.open()
  await fillWithAll(db)
  anchor = await readAnchor(db.ledger)
})
afterAll(() => server.stop())

/** As whoever owns the tables, with no trigger in the way. */
async function asOwner(...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = await db.ledger.pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    let rows: Record<string, unknown>[] = []
    for (const sql of statements) ({ rows } = await client.query(sql))
    return rows
  } finally {
    client.release(true)
  }
}

/** Of the ledger, then of one batch after the other, and no further than somebody asks. */
async function* audited(against?: Anchor): AsyncGenerator<string> {
  for (const each of await auditLedger(db.ledger, against)) yield english(each)
  for (const { batchNo, id } of await readBatchNumbers(db.ledger)) {
    const anchored = against?.batches.find((batch) => batch.id === id)
    const audit = await auditBatch(db.ledger, batchNo, anchored)
    for (const { line, message } of audit.findings) yield `${line}: ${english(message)}`
  }
}

async function findings(against?: Anchor): Promise<string[]> {
  const found: string[] = []
  for await (const each of audited(against)) found.push(each)
  return found
}

/** Another value of a column, by its type. */
function other(type: string, column: string): string {
  if (type.startsWith('_')) return `${column} || ${column}`
  if (column === '"pay_zone"') return `'Africa/Abidjan'`
  const values: Record<string, string> = {
    int4: `coalesce(${column}, 0) + 7000`,
    int8: `coalesce(${column}, 0) + 7000`,
    numeric: `coalesce(${column}, 0) + 7000`,
    text: `coalesce(${column}, '') || 'x'`,
    time: `${column} + interval '1 hour'`,
    timestamp: `${column} - interval '1 hour'`,
    timestamptz: `coalesce(${column}, now()) - interval '1 hour'`,
    uuid: 'gen_random_uuid()',
    xid8: `'7000'::xid8`,
    bool: `not ${column}`,
    bytea: `'other'::bytea`,
    json: `'["other"]'`,
    jsonb: `'"other"'`,
    payout_state: `case when ${column} = 'paid' then 'failed' else 'paid' end::payrun.payout_state`,
    batch_state: `case when ${column} = 'paused' then 'running' else 'paused' end::payrun.batch_state`,
  }
  const value = values[type]
  if (value === undefined) throw new Error(`no other value of ${column}, which is ${type}`)
  return value
}

it('nothing is found in a ledger that nobody touched', async () => {
  expect(await findings(anchor)).toEqual([])
})

it('every table is judged: it holds records, or it does not', async () => {
  const tables = await db.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'payrun'`)
  expect(tables.map(({ name }) => name).sort()).toEqual([...records, ...noRecords].sort())
})

it('what a settled batch is said to come to is compared with its rows', async () => {
  // Two chunks have such totals; here they are put in for one.
  await asOwner(`
    insert into payrun.settled_totals (batch_no, operator, state, currency, rows, minor)
    select batch_no, operator, t.state, t.currency, t.rows, t.minor
      from payrun.chunks
     cross join unnest(totals) t
     where not open`)
  expect(await findings()).toEqual([])
  const falsified = async (...statements: string[]): Promise<string[]> => {
    await asOwner(...statements)
    return findings()
  }
  const differ = [expect.stringContaining('add up')]
  expect(await falsified('update payrun.settled_totals set rows = rows + 1')).toEqual(differ)
  expect(await falsified('update payrun.settled_totals set rows = rows - 1, minor = minor + 1')).toEqual(differ)
  expect(await falsified('update payrun.settled_totals set minor = minor - 1')).toEqual([])
  await asOwner('update payrun.chunks set before = totals, totals = null where not open')
  expect(await findings()).toEqual([])
  expect(await falsified('update payrun.chunks set before = before || before where not open')).toEqual(differ)
  await asOwner(
    'update payrun.chunks set totals = before[1:cardinality(before) / 2], before = null where not open',
    'delete from payrun.settled_totals',
  )
  expect(await findings()).toEqual([])
})

/** Of these tables not any row will do: where a row stands changes with each update, and one without a value keeps having none. */
const firstBy: Readonly<Record<string, string>> = {
  payouts: 'line = 3 desc, seq desc',
  events: 'line = 3 desc, seq desc',
  chunks: 'open, ctid',
  batches: 'invalid_totals is null, ctid',
}

it.each(records)('whatever column of %s is changed is found', async (table) => {
  const columns = await db.query<{ column: string; type: string }>(
    `select column_name as column, udt_name as type from information_schema.columns
      where (table_schema, table_name) = ('payrun', $1) order by ordinal_position`,
    [table],
  )
  const which = `ctid = (select ctid from payrun.${table} order by ${firstBy[table] ?? 'ctid'} limit 1)`
  const unseen: string[] = []
  for (const { column, type } of columns) {
    const name = `"${column}"`
    const before = await asOwner(`select ${name}::text as value from payrun.${table} where ${which}`)
    const [changed] = await asOwner(
      `update payrun.${table} set ${name} = ${other(type, name)} where ${which} returning ctid`,
    )
    if ((await audited().next()).done) unseen.push(`${table}.${column}`)
    const value = before[0]?.['value']
    const literal = value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`
    const cast = type.startsWith('_') ? `${type.slice(1)}[]` : type
    const named = /state$|^_total$/.test(type) ? `payrun.${cast}` : cast
    await asOwner(`update payrun.${table} set ${name} = ${literal}::${named} where ctid = '${changed?.['ctid']}'`)
  }
  expect(unseen.filter((column) => !(column in passing))).toEqual([])
  expect(await findings()).toEqual([])
})

it.each([
  ['an approval', 'approvals', 'true', 'the approval'],
  ['a schedule', 'schedules', 'true', 'schedule 1 was recorded and is gone'],
  ['a run of a schedule', 'schedule_runs', 'true', 'run 1 of a schedule was recorded and is gone'],
  [
    'what was done about an operator',
    'operator_events',
    'true',
    'hold or release 1 of an operator was recorded and is gone',
  ],
  ['a hold', 'operator_holds', 'true', 'whether mtn-benin is held by hand'],
  ['a recovery', 'recoveries', 'true', 'recovery 1 was recorded and is gone'],
  ['a discrepancy', 'discrepancies', 'true', 'discrepancy 1 was recorded and is gone'],
  ['a charge', 'charges', 'true', 'charge c1 was recorded and is gone'],
  ['a payment without a row', 'payments_without_row', 'true', 'payment 1 without a row was recorded and is gone'],
  ["a person's word", 'events', `actor = 'ann'`, 'events were recorded and'],
  ['a link in the middle', 'links', 'link_no = 3', "link 3 of the ledger's chain is missing"],
  [
    'the last link',
    'links',
    'link_no = (select max(link_no) from payrun.links)',
    'discrepancy 1 is not in the chain of the ledger',
  ],
  [
    'a batch with nothing left of it',
    'batches',
    `id = (select id from payrun.batches order by batch_no desc limit 1)`,
    'was recorded and is gone',
  ],
])('%s that is deleted is found, and put in again it is not', async (_, table, which, expected) => {
  await asOwner(
    `create table public.kept as select * from payrun.${table} where ${which}`,
    `delete from payrun.${table} where ${which}`,
  )
  const found = await findings()
  await asOwner(`insert into payrun.${table} select * from public.kept`, 'drop table public.kept')
  expect(found.join('\n')).toContain(expected)
  expect(await findings()).toEqual([])
})

it('a charge and a recovery that are put in are found', async () => {
  for (const [table, key] of [
    ['charges', `'c2'`],
    ['recoveries', '99'],
  ] as const) {
    const columns = Object.keys((await db.query(`select * from payrun.${table}`))[0]!)
    const [first, ...rest] = columns
    const values = rest.map((column) => (column === 'charge_no' ? '99' : column))
    await asOwner(`insert into payrun.${table} (${columns}) select ${key}, ${values} from payrun.${table}`)
    expect((await findings()).join('\n'), table).toContain('is not in the chain of the ledger')
    await asOwner(`delete from payrun.${table} where ${first}::text = ${key}::text`)
  }
  expect(await findings()).toEqual([])
})

/** Reckons the whole chain of the ledger anew, over what the tables say now. */
const relink = `
do $$ declare l payrun.links; before bytea := ''; begin
  for l in select * from payrun.links order by link_no loop
    if l.subject = 'charges' then
      l.hash := (select sha256(convert_to(jsonb_strip_nulls(to_jsonb(c))::text, 'UTF8')) from payrun.charges c where c.id = l.key);
    end if;
    before := sha256(before || convert_to(concat(l.link_no, '|', l.subject, '|', l.key, '|'), 'UTF8') || l.hash);
    update payrun.links set hash = l.hash, chain_hash = before where link_no = l.link_no;
  end loop;
end $$`

it('what was changed with every hash that follows from it is found by the anchor alone', async () => {
  await asOwner(`set timezone = 'UTC'`, 'update payrun.charges set amount_minor = 501', `set timezone = 'UTC'`, relink)
  expect(await findings()).toEqual([])
  expect(await findings(anchor)).toEqual(["the ledger's chain is not a continuation of the anchor: it was rewritten"])
  await asOwner('update payrun.charges set amount_minor = 500', `set timezone = 'UTC'`, relink)
  expect(await findings(anchor)).toEqual([])
})

it('a ledger that goes on is a continuation of its anchor; one that went back is not', async () => {
  await db.query(`insert into payrun.recoveries (kind, actor) values ('nothing_lost', 'ann')`)
  await db.query(`select from payrun.move_rows(array(select payrun.a_move(batch_no, array[line], 'failed', 'pending', actor => 'ann')
    from payrun.payouts where line = 3))`)
  expect((await findings(anchor)).filter((each) => !each.includes('chunk 1'))).toEqual([])
  const later = await readAnchor(db.ledger)
  await asOwner(
    'delete from payrun.links where link_no = (select max(link_no) from payrun.links)',
    'delete from payrun.recoveries where recovery_no = (select max(recovery_no) from payrun.recoveries)',
  )
  expect((await findings()).filter((each) => !each.includes('chunk 1'))).toEqual([])
  expect((await findings(later)).join('\n')).toContain('the ledger went back in time, or records were deleted')
})
