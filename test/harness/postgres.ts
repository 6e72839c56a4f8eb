import { randomBytes } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
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
  createDatabase(options?: { template?: string; encoding?: string }): Promise<TestDatabase>
  /** A database of its own with a ledger's schema, as the migrations leave it, and nothing in it. */
  createLedger(): Promise<TestDatabase>
  /** The same under the name of the template, for whoever gives it its own over a connection that is kept (`nameAnew`). */
  copyLedger(): Promise<TestDatabase>
  /** Drops what was created. */
  stop(): Promise<void>
}

/**
 * Databases for one test file, on the one real Postgres of the whole run (sharedPostgres.ts), or on the server in
 * PAYRUN_TEST_POSTGRES_URL, whose user must be allowed to create them.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const { url: serverUrl } = inject('postgres')
  const admin = new pg.Pool({ connectionString: serverUrl, max: 1 })
  const created = new Map<string, TestDatabase>()

  async function createDatabase({
    template,
    encoding,
  }: {
    template?: string
    encoding?: string
  } = {}): Promise<TestDatabase> {
    const name = `payrun_test_${randomBytes(6).toString('hex')}`
    const copied = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)} strategy file_copy`
    const encoded = encoding === undefined ? '' : ` template template0 encoding '${encoding}' locale 'C'`
    await admin.query(`create database ${name}${copied}${encoded}`)
    const url = databaseUrl(serverUrl, name)
    const drop = async () => {
      created.delete(name)
      await admin.query(`drop database if exists ${name} with (force)`)
    }
    const database = { name, url, connection: { connectionString: url }, drop }
    created.set(name, database)
    return database
  }

  const copyLedger = () => createDatabase({ template: inject('postgres').template })
  return {
    url: serverUrl,
    connection: { connectionString: serverUrl },
    createDatabase,
    copyLedger,
    createLedger: async () => {
      const database = await copyLedger()
      const client = new pg.Client(database.connection)
      await client.connect()
      await nameAnew(client)
      await client.end()
      return database
    },
    stop: async () => {
      for (const database of [...created.values()]) await database.drop()
      await admin.end()
    },
  }
}

/** A ledger's name keeps its jobs on a Redis apart from another ledger's: a copy gets one of its own. */
export async function nameAnew(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query('update payrun.installation set id = $1', [randomBytes(6).toString('hex')])
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

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
