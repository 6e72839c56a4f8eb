import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { attachEmbeddedPostgres } from '../../src/ledger/embedded/attach.ts'
import { holderOf } from '../../src/ledger/embedded/holder.ts'
import { embeddedPlaces } from '../../src/ledger/embedded/places.ts'

export type TestDatabase = {
  name: string
  /** For pg.Client and pg.Pool. */
  connection: pg.ClientConfig
  /** The same as a URL, for DATABASE_URL of a child process. */
  url: string
  /** Cuts off whoever is still connected. */
  drop(): Promise<void>
}

export type TestPostgres = {
  connection: pg.ClientConfig
  url: string
  /** A database of its own, empty or as a copy of `template` (to which nobody may be connected then). */
  createDatabase(options?: { template?: string }): Promise<TestDatabase>
  /** Drops what was created, and waits until the server and its folder are gone. */
  stop(): Promise<void>
}

/**
 * A real Postgres for one test file, through the same pieces as payrun's own (fsync on); or databases of the server in
 * PAYRUN_TEST_POSTGRES_URL, whose user must be allowed to create them.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const given = process.env['PAYRUN_TEST_POSTGRES_URL']
  const server = given ? { url: given, end: async () => {} } : await startPrivateServer()
  const created = new Map<string, TestDatabase>()

  async function createDatabase({ template }: { template?: string } = {}): Promise<TestDatabase> {
    const name = `payrun_test_${randomBytes(6).toString('hex')}`
    const copied = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)}`
    await runOnce(server.url, `create database ${name}${copied}`)
    const url = databaseUrl(server.url, name)
    const drop = async () => {
      created.delete(name)
      await runOnce(server.url, `drop database if exists ${name} with (force)`)
    }
    const database = { name, url, connection: { connectionString: url }, drop }
    created.set(name, database)
    return database
  }

  return {
    url: server.url,
    connection: { connectionString: server.url },
    createDatabase,
    stop: async () => {
      if (given) for (const database of [...created.values()]) await database.drop()
      await server.end()
    },
  }
}

/** Waits until no server and no supervisor of this PAYRUN_HOME is left (they stop a moment after the last command). */
export async function waitUntilServerGone(home: string): Promise<void> {
  if (!existsSync(home)) return
  const places = embeddedPlaces(realpathSync(home), process.getuid?.() ?? 0)
  const until = performance.now() + 30_000
  while (holderOf(places).kind !== 'nobody' || (await answers(places.control))) {
    if (performance.now() > until) throw new Error(`A server is still running in ${home}.`)
    await pause(50)
  }
}

/** A killed supervisor leaves its socket's file, at which nobody answers. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

async function startPrivateServer(): Promise<{ url: string; end(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'payrun-test-'))
  const attached = await attachEmbeddedPostgres({ home, onNotice: () => {} })
  if (!attached.ok) {
    rmSync(home, { recursive: true, force: true })
    throw new Error(attached.message)
  }
  const { host, port, user, database } = attached.connection
  return {
    url: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    end: async () => {
      await attached.release()
      await waitUntilServerGone(home)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function runOnce(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
