import { randomBytes } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { holderOf } from '../../src/ledger/embedded/holder.ts'
import { embeddedPlaces } from '../../src/ledger/embedded/places.ts'
import { emptyLedger, type KeptLedger, keepLedger } from './keptLedgers.ts'
import { lendHere } from './sessionsHere.ts'

type TestDatabase = {
  name: string
  /** For pg.Client and pg.Pool. */
  connection: pg.ClientConfig
  /** The same as a URL, for DATABASE_URL of a child process. */
  url: string
  /** Cuts off all connections. A lent database may be emptied instead, for the next test. */
  drop(): Promise<void>
}

export type TestPostgres = {
  connection: pg.ClientConfig
  url: string
  /** A new database, empty or as a copy of `template`, to which nobody may be connected. */
  createDatabase(options?: { template?: string; encoding?: string }): Promise<TestDatabase>
  /** A new database with an empty ledger, as the migrations leave it. */
  createLedger(): Promise<TestDatabase>
  /** The same, but with the template's installation id: the caller sets a new one over its own connection (`nameAnew`). */
  copyLedger(): Promise<TestDatabase>
  /**
   * Like `copyLedger`, but an earlier test may have used the database (keptLedgers.ts) and its sessions, with the database's settings from
   * when those began. For tests that leave nothing running. A test that cuts, refuses or counts connections, or alters settings, needs its
   * own ledger.
   */
  lendLedger(): Promise<TestDatabase>
  /** Drops everything it created. */
  stop(): Promise<void>
}

/** This process's empty ledgers, for the next file. They are gone when the run's server stops. */
const free: KeptLedger[] = []

/**
 * Databases for one test file, on the real Postgres that the whole run shares (sharedPostgres.ts), or on the server in
 * PAYRUN_TEST_POSTGRES_URL, whose user must be allowed to create databases.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const { url: serverUrl, pooledUrl = serverUrl, template } = inject('postgres')
  const isOwn = pooledUrl !== serverUrl
  if (isOwn) lendHere(socketFolder(pooledUrl), socketFolder(serverUrl))
  const admin = new pg.Pool({ connectionString: serverUrl, max: 1 })
  const given = new Set<TestDatabase>()

  const databaseOf = (url: string, name: string, end: () => Promise<void>): TestDatabase => {
    const drop = async () => {
      if (given.delete(database)) await end()
    }
    const database = { name, url, connection: { connectionString: url }, drop }
    given.add(database)
    return database
  }

  async function create({ template, encoding }: { template?: string; encoding?: string }): Promise<string> {
    const name = `payrun_test_${randomBytes(6).toString('hex')}`
    const copied = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)} strategy file_copy`
    const encoded = encoding === undefined ? '' : ` template template0 encoding '${encoding}' locale 'C'`
    await admin.query(`create database ${name}${copied}${encoded}`)
    return name
  }

  const dropDatabase = async (name: string) => {
    await admin.query(`drop database if exists ${name} with (force)`)
  }

  const createDatabase: TestPostgres['createDatabase'] = async (options = {}) => {
    const name = await create(options)
    return databaseOf(databaseUrl(serverUrl, name), name, () => dropDatabase(name))
  }

  const copyLedger = () => createDatabase({ template })

  async function lendLedger(): Promise<TestDatabase> {
    if (!isOwn) return copyLedger()
    const ledger = free.pop() ?? (await copyAnew())
    return databaseOf(databaseUrl(pooledUrl, ledger.name), ledger.name, async () => {
      if (await emptyLedger(ledger)) return void free.push(ledger)
      await ledger.client.end().catch(() => undefined)
      await dropDatabase(ledger.name)
    })
  }

  async function copyAnew(): Promise<KeptLedger> {
    const name = await create({ template })
    return keepLedger(name, databaseUrl(serverUrl, name))
  }

  return {
    url: serverUrl,
    connection: { connectionString: serverUrl },
    createDatabase,
    copyLedger,
    lendLedger,
    createLedger: async () => {
      const database = await copyLedger()
      await nameLedger(database)
      return database
    },
    stop: async () => {
      for (const database of [...given]) await database.drop()
      await admin.end()
    },
  }
}

/** Gives a copied ledger its own installation id, which separates its jobs on a Redis from another ledger's. */
export async function nameAnew(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query('update payrun.installation set id = $1', [randomBytes(6).toString('hex')])
}

/** The same over a new connection. */
export async function nameLedger({ connection }: TestDatabase): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await nameAnew(client)
  await client.end()
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

/** A killed supervisor leaves its socket's file behind, where nobody answers. */
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

/** The folder of a server that listens only on a socket. */
export const socketFolder = (url: string): string => decodeURIComponent(new URL(url).hostname)

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
