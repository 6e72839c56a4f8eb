import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openLedger } from '../../src/ledger/connection/ledger.ts'
import { migrate } from '../../src/ledger/connection/server.ts'
import { openBackend } from '../../src/queue/backend.ts'
import { startOwnPostgres } from './ownPostgres.ts'
import { databaseUrl, socketFolder } from './postgres.ts'
import { ramDisk } from './ramDisk.ts'
import { startSessionPool } from './sessionPool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** This run's server, and a database on it with an empty ledger, to be copied. */
    postgres: { url: string; template: string; pooledUrl?: string }
  }
}

/**
 * Runs before the first test file, in vitest's own process: moves the temporary folder of all tests to the RAM disk, if there is one, and
 * starts one Postgres for all of them. It is as durable as payrun's own (fsync on), so that the tests use what users run. On a RAM disk
 * that costs almost nothing.
 */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(ramDisk() ?? tmpdir(), 'payrun-tests-'))
  // If the tests run as root, the servers run as another user, who needs access to the folders in it.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  // What one process has compiled, the next ones read: most slow files have a process of their own.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled')
  const given = process.env['PAYRUN_TEST_POSTGRES_URL']
  const server = given ? { url: given, remove: async () => undefined } : await startOwnPostgres(settings, folder)
  const template = `payrun_template_${randomBytes(6).toString('hex')}`
  // The same encoding and locale as in payrun's own server and docker-compose.yml, whatever the given server's defaults are.
  await run(server.url, `create database ${template} template template0 encoding 'UTF8' locale 'C'`)
  const ledger = openLedger({ connectionString: databaseUrl(server.url, template) }, () => undefined)
  await migrate(ledger.pool)
  await ledger.close()
  // With BullMQ's tables: creating them takes 0.15 s of processor time in each ledger that pays. The queue's contract
  // (test/queue/stores.ts) and the embedded server's tests start without them.
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

/** Room for the pools of several test files and their processes, and for a log that never makes anybody wait. */
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
