import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openLedger } from '../../../src/ledger/connection/ledger.ts'
import { migrate, readEdition, readMigrations } from '../../../src/ledger/connection/server.ts'
import { ignore } from '../../harness/ledger.ts'
import { startTestPostgres, type TestPostgres } from '../../harness/postgres.ts'
import { dumpSchema } from './dumpSchema.ts'

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())

/** An empty database, and as many pools on it as there are commands. */
async function emptyDatabase(commands = 1) {
  const { url, drop } = await postgres.createDatabase()
  const pools = Array.from({ length: commands }, () => openLedger({ connectionString: url }, ignore).pool)
  onTestFinished(async () => {
    for (const pool of pools) await pool.end()
    await drop()
  })
  return pools
}

const applied = 'select version, name, applied_at from payrun.migrations order by version'

test('three commands that start at once on a fresh database apply each migration once', async () => {
  const pools = await emptyDatabase(3)
  await Promise.all(pools.map((pool) => migrate(pool)))
  const { rows } = await pools[0]!.query(applied)
  const migrations = readMigrations()
  expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name))
  expect((await pools[0]!.query('select id from payrun.installation')).rows).toHaveLength(1)
})

test('a second start changes nothing and takes no lock', async () => {
  const [pool, other] = await emptyDatabase(2)
  await migrate(pool!)
  const before = (await pool!.query(applied)).rows
  const holder = await other!.connect()
  // Whoever waited for this lock would wait until the test's time is up.
  await holder.query(
    `begin; lock table payrun.migrations in row exclusive mode; select pg_advisory_xact_lock(x'70617972'::int)`,
  )
  await migrate(pool!)
  await holder.query('rollback')
  holder.release()
  expect((await pool!.query(applied)).rows).toEqual(before)
})

test('a server whose encoding knows no Unicode compares names and finds people all the same', async () => {
  const { url, drop } = await postgres.createDatabase({ encoding: 'SQL_ASCII' })
  const { pool } = openLedger({ connectionString: url }, ignore)
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  await migrate(pool)
  const { rows } = await pool.query(
    `select payrun.looks('Awa Diop') && payrun.looks('AWA  DIOP') as alike, payrun.looks('Aïcha') as accented,
            payrun.search_words('Aïcha Diop', 'EMP-1') @@ payrun.search_query('dio emp') as found`,
  )
  expect(rows).toEqual([{ alike: true, accented: [expect.any(String)], found: true }])
})

test('a database that a newer payrun has migrated is refused', async () => {
  const [pool] = await emptyDatabase()
  await migrate(pool!)
  await pool!.query(`insert into payrun.migrations (version, name, sha256) values (9999, '9999_future.sql', 'x')`)
  await expect(migrate(pool!)).rejects.toThrow(
    /at version 9999, and this payrun knows only version \d+\. Use a newer payrun/,
  )
})

test('a ledger of 0.1.0 is refused, and stays as it is', async () => {
  const [pool] = await emptyDatabase()
  await pool!.query(await readFile(new URL('./migrations-0.1.0.sql', import.meta.url), 'utf8'))
  await expect(migrate(pool!)).rejects.toThrow(/made by payrun 0\.1\.0.*keep using 0\.1\.0 for it/)
  expect((await pool!.query('select version from payrun.migrations order by version')).rows).toHaveLength(7)
  expect(await readEdition(pool!)).toEqual({ kind: 'other', version: 7 })
})

test('a migration that was edited after it had been applied is refused', async () => {
  const [pool] = await emptyDatabase()
  await migrate(pool!)
  await pool!.query(`update payrun.migrations set sha256 = 'of an earlier text' where version = 1`)
  await expect(migrate(pool!)).rejects.toThrow('made by another edition of 0001_installation.sql')
})

test('a migration that fails half-way leaves no half schema behind', async () => {
  const [pool] = await emptyDatabase()
  // In the way of the second migration: by then the first has made its tables.
  await pool!.query('create schema payrun; create table payrun.events (x int)')
  await expect(migrate(pool!)).rejects.toThrow(/"events" already exists/)
  const { rows } = await pool!.query(`select relname from pg_class where relnamespace = 'payrun'::regnamespace`)
  expect(rows).toEqual([{ relname: 'events' }])
  await pool!.query('drop table payrun.events')
  await migrate(pool!)
  expect((await pool!.query(applied)).rows).not.toEqual([])
})

test('the migrations make the schema that is written down in src/ledger/schema.txt', async () => {
  const [pool] = await emptyDatabase()
  await migrate(pool!)
  const schema = await dumpSchema(pool!)
  const file = new URL('../../../src/ledger/schema.txt', import.meta.url)
  // After a new migration: PAYRUN_WRITE_SCHEMA=1 npx vitest run test/ledger/connection/migrate.test.ts
  if (process.env['PAYRUN_WRITE_SCHEMA']) await writeFile(file, schema)
  expect(schema).toBe(await readFile(file, 'utf8'))
})
