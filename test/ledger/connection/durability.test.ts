import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Ledger, openLedger } from '../../../src/ledger/connection/ledger.ts'
import {
  checkDurability,
  migrate,
  readClockAheadMs,
  readEdition,
  readServer,
} from '../../../src/ledger/connection/server.ts'
import { ignore, queryOnce } from '../../harness/ledger.ts'
import { type OwnPostgres, startOwnPostgres } from '../../harness/ownPostgres.ts'
import { payrun, temporaryFolder } from '../../harness/payrun.ts'
import { said, saying } from '../../harness/words.ts'

let postgres: OwnPostgres

beforeAll(async () => {
  postgres = await startOwnPostgres()
})
afterAll(() => postgres.remove())

async function restart(...settings: string[]): Promise<void> {
  await postgres.stopAtOnce()
  await postgres.start(settings)
}

function open(): Ledger {
  const ledger = openLedger({ connectionString: postgres.url }, ignore)
  onTestFinished(() => ledger.close())
  return ledger
}

/** What a command says of the server, and that it has written nothing to it. */
async function listCommand() {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const env = { DATABASE_URL: postgres.url, PAYRUN_HOME: join(folder.path, 'home') }
  return payrun(['list'], { env, cwd: folder.path })
}
const hasSchema = async () =>
  (await queryOnce<{ there: boolean }>(postgres.url, `select to_regnamespace('payrun') is not null as there`))[0]?.there

test('fsync = off is refused before anything is written, with a sentence that says how to fix it', async () => {
  await restart('fsync=off')
  const refusal = /fsync = off and could forget a payment in a crash. Set fsync = on/
  expect(await checkDurability(open())).toEqual({ ok: false, message: saying(refusal) })
  expect(await listCommand()).toMatchObject({ code: 2, stderr: expect.stringMatching(refusal) })
  expect(await hasSchema()).toBe(false)
})

test('full_page_writes = off is used, with a warning', async () => {
  await restart('full_page_writes=off')
  expect(await checkDurability(open())).toEqual({
    ok: true,
    warnings: [saying('full_page_writes = off')],
  })
})

test("a server's isolation level doesn't matter: each session sets its own", async () => {
  await restart('default_transaction_isolation=serializable')
  const { rows } = await open().pool.query('show transaction_isolation')
  expect(rows).toEqual([{ transaction_isolation: 'read committed' }])
})

test("a server's synchronous_commit = off doesn't matter: each session sets its own", async () => {
  await restart('synchronous_commit=off')
  expect(await readServer(open())).toMatchObject({ synchronousCommit: 'on', synchronousCommitDefault: 'off' })
  expect(await checkDurability(open())).toEqual({ ok: true, warnings: [] })
})

test('sessions whose settings get lost on the way are refused', async () => {
  await restart()
  const ledger = open()
  const client = await ledger.pool.connect()
  // As behind a pooler that hands each transaction another server connection.
  await client.query('set synchronous_commit = off')
  client.release()
  expect(await checkDurability(ledger)).toEqual({
    ok: false,
    message: saying('a pooler between the two drops session settings'),
  })
})

test('the edition of the schema is told without changing it', async () => {
  await restart()
  const ledger = open()
  expect(await readEdition(ledger.pool)).toEqual({ kind: 'none', version: 0 })
  expect(await hasSchema()).toBe(false)
  await migrate(ledger.pool)
  const current = await readEdition(ledger.pool)
  expect(current).toEqual({ kind: 'current', version: expect.any(Number) })
  await ledger.pool.query(`insert into payrun.migrations (version, name, sha256) values (9999, '9999_future.sql', 'x')`)
  expect(await readEdition(ledger.pool)).toEqual({ kind: 'newer', version: 9999 })
  await ledger.pool.query(`delete from payrun.migrations where version = 9999`)
  const [{ sha256 } = { sha256: '' }] = (
    await ledger.pool.query<{ sha256: string }>(`select sha256 from payrun.migrations where version = 1`)
  ).rows
  await ledger.pool.query(`update payrun.migrations set sha256 = 'of another text' where version = 1`)
  expect(await readEdition(ledger.pool)).toMatchObject({ kind: 'other' })
  await ledger.pool.query(`update payrun.migrations set sha256 = $1 where version = 1`, [sha256])
})

test("the database's clock is compared with this machine's", async () => {
  await restart()
  // The same machine: whatever the query takes, half of it can't be a minute.
  expect(Math.abs(await readClockAheadMs(open()))).toBeLessThan(60_000)
})

describe('a database that somebody has closed for writing', () => {
  const setting = 'default_transaction_read_only'
  test('is refused as a standby is, with what undoes it', async () => {
    await restart()
    const alter = 'ALTER DATABASE postgres'
    await queryOnce(postgres.url, `${alter} SET ${setting} = on`)
    const undoing = `BEGIN READ WRITE; ${alter} SET ${setting} = off; COMMIT;`
    expect(await checkDurability(open())).toEqual({ ok: false, message: saying(undoing) })
    expect(await listCommand()).toMatchObject({ code: 2, stderr: expect.stringContaining(`run in it: ${undoing}\n`) })
    await queryOnce(postgres.url, undoing)
    expect(await checkDurability(open())).toMatchObject({ ok: true })
    await queryOnce(postgres.url, `${alter} RESET ${setting}`)
  })

  test('is taken where only the role is one that looks', async () => {
    await restart()
    await queryOnce(postgres.url, `ALTER ROLE payrun SET ${setting} = on`)
    expect(await checkDurability(open())).toMatchObject({ ok: true })
    await queryOnce(postgres.url, `BEGIN READ WRITE; ALTER ROLE payrun RESET ${setting}; COMMIT;`)
  })

  test('by the configuration of the server', async () => {
    await restart(`${setting}=on`)
    expect(await checkDurability(open())).toEqual({ ok: false, message: saying('configuration of the server') })
    await restart()
  })
})

test('a standby is refused: a server in recovery that answers and takes no writes', async () => {
  await restart('wal_level=replica')
  const [{ data_directory: data } = { data_directory: '' }] = await queryOnce<{ data_directory: string }>(
    postgres.url,
    'show data_directory',
  )
  // A checkpoint says in the log that the server can be read from while it recovers.
  await queryOnce(postgres.url, 'checkpoint')
  await postgres.stopAtOnce()
  const { uid, gid } = statSync(data)
  writeFileSync(join(data, 'standby.signal'), '')
  chownSync(join(data, 'standby.signal'), uid, gid)
  await postgres.start(['wal_level=replica', 'hot_standby=on'])
  expect(await readServer(open())).toMatchObject({ inRecovery: true })
  const message = 'DATABASE_URL names a standby, which accepts no writes. Name the primary server.'
  expect(await checkDurability(open())).toEqual({ ok: false, message: said(message) })
  expect(await listCommand()).toMatchObject({ code: 2, stderr: `${message}\n` })
})
