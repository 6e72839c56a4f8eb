import pg from 'pg'
import { expect, test } from 'vitest'
import { startTestPostgres } from '../../harness/postgres.ts'

test('a test file gets databases of its own, empty or as copies of a template, by connection and by URL', async () => {
  const server = await startTestPostgres()
  const template = await server.createDatabase()
  await run(template.connection, 'create table kept as select 42 as answer')
  const [copy, empty] = [await server.createDatabase({ template: template.name }), await server.createDatabase()]
  expect(await run({ connectionString: copy.url }, 'select answer from kept')).toEqual([{ answer: 42 }])
  await expect(run(empty.connection, 'select answer from kept')).rejects.toThrow(/kept/)
  await copy.drop()
  await expect(run(copy.connection, 'select 1')).rejects.toThrow(/does not exist/)
  await server.stop()
  await expect(run(empty.connection, 'select 1')).rejects.toThrow(/does not exist/)
  await expect(server.createDatabase()).rejects.toThrow()
})

// On a server of somebody else's each test has a ledger of its own.
const lends = !process.env['PAYRUN_TEST_POSTGRES_URL']

test.runIf(lends)('a ledger is lent again as the migrations leave it, and its sessions as new ones', async () => {
  const server = await startTestPostgres()
  const first = await server.lendLedger()
  const before = await run(first.connection, contents)
  await run(first.connection, "set timezone = 'Africa/Kigali'; create temp table mine as select 1")
  await run(first.connection, "select nextval('payrun.batch_numbers'), nextval('payrun.batch_numbers')")
  await run(
    first.connection,
    "insert into payrun.workers (host, boot_id, pid, process_start) values ('h', 'b', 1, 's')",
  )
  await first.drop()
  const again = await server.lendLedger()
  expect(again.name).toBe(first.name)
  expect(await run(again.connection, contents)).toEqual(before)
  expect(await run(again.connection, "select nextval('payrun.batch_numbers')::int as n")).toEqual([{ n: 1 }])
  expect(await run(again.connection, "select current_setting('timezone') as zone")).toEqual([{ zone: 'UTC' }])
  expect(await run(again.connection, "select to_regclass('mine') as mine")).toEqual([{ mine: null }])
  await again.drop()
  await server.stop()
})

test.runIf(lends)('a ledger is not lent again when somebody changed its tables or is still connected', async () => {
  const server = await startTestPostgres()
  const changed = await server.lendLedger()
  await run(changed.connection, 'alter table payrun.batches alter column name drop not null')
  await changed.drop()
  const visited = await server.lendLedger()
  expect(visited.name).not.toBe(changed.name)
  const visitor = new pg.Client(visited.connection)
  const cutOff = new Promise((resolve) => visitor.on('error', resolve))
  await visitor.connect()
  await visitor.query('select 1')
  await visited.drop()
  expect(await cutOff).toBeInstanceOf(Error)
  const third = await server.lendLedger()
  expect([changed.name, visited.name]).not.toContain(third.name)
  await third.drop()
  await server.stop()
})

/** How many rows each table has. */
const contents = `
select schemaname, relname, (xpath('/row/n/text()', query_to_xml(
         format('select count(*) as n from %I.%I', schemaname, relname), false, true, '')))[1]::text as rows
  from pg_stat_user_tables
 where schemaname in ('payrun', 'payrun_queue')
 order by 1, 2`

async function run(connection: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
