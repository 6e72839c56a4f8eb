import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openLedger } from '../../src/ledger/connection/ledger.ts'
import { migrate } from '../../src/ledger/connection/migrate.ts'
import { openBackend } from '../../src/queue/backend.ts'
import { startOwnPostgres } from './ownPostgres.ts'
import { databaseUrl, socketFolder } from './postgres.ts'
import { ramDisk } from './ramDisk.ts'
import { startSessionPool } from './sessionPool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run, and a database of it that holds an empty ledger, to be copied. */
    postgres: { url: string; template: string; pooledUrl?: string }
  }
}

/**
 * Before the first test file of a run, in vitest's own process: the temporary folder of every test goes to the RAM disk, where
 * there is one, and one Postgres is started for all of them. It is as durable as payrun's own (fsync on), so that what is
 * tested is what is run; on a RAM disk that costs next to nothing.
 */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(ramDisk() ?? tmpdir(), 'payrun-tests-'))
  // Root's servers run as another user, who has to pass through here.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  const given = process.env['PAYRUN_TEST_POSTGRES_URL']
  const server = given ? { url: given, remove: async () => undefined } : await startOwnPostgres(settings, folder)
  const template = `payrun_template_${randomBytes(6).toString('hex')}`
  // As payrun's own server and docker-compose.yml have it, whatever the server of somebody else does.
  await run(server.url, `create database ${template} template template0 encoding 'UTF8' locale 'C'`)
  const ledger = openLedger({ connectionString: databaseUrl(server.url, template) }, () => undefined)
  await migrate(ledger.pool)
  await ledger.close()
  // BullMQ's tables as well: to make them takes 0.15 s of a processor, in each ledger that pays anything. The contract of the queue
  // (test/queue/stores.ts) and the embedded server's tests begin without them.
  const queue = await openBackend({
    kind: 'postgres',
    connection: { connectionString: databaseUrl(server.url, template) },
  })
  if (!queue.ok) throw new Error(`the queue's tables: ${queue.message.key}`)
  await queue.backend.close()
  const pool = given ? undefined : await startSessionPool(socketFolder(server.url), folder)
  provide('postgres', { url: server.url, template, ...(pool && { pooledUrl: withSocketIn(pool.folder, server.url) }) })
  return async () => {
    await pool?.close()
    if (given) await run(server.url, `drop database ${template} with (force)`)
    await server.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Room for the pools of several test files and of all the processes that they start, and for a log that is never waited for. */
const settings = [
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=400',
  'max_wal_size=512MB',
  'checkpoint_timeout=15min',
  'jit=off',
]

const withSocketIn = (folder: string, url: string): string =>
  url.replace(encodeURIComponent(socketFolder(url)), encodeURIComponent(folder))

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
