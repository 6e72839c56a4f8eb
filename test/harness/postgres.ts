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

export type TestDatabase = {
  name: string
  /** For pg.Client and pg.Pool. */
  connection: pg.ClientConfig
  /** The same as a URL, for DATABASE_URL of a child process. */
  url: string
  /** Cuts off whoever is still connected. One that was lent may be emptied instead, for the next test. */
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
  /**
   * As `copyLedger`, of one that an earlier test may have had (keptLedgers.ts), over sessions that it may have had, with the database's
   * settings as they were when those began. For tests that leave nothing at work behind; one that cuts, refuses or counts what goes over
   * connections, or alters settings, takes one of its own.
   */
  lendLedger(): Promise<TestDatabase>
  /** Drops what was created. */
  stop(): Promise<void>
}

/** Empty ledgers of this process, for whichever file comes next. They end with the run's server. */
const free: KeptLedger[] = []

/**
 * Databases for one test file, on the one real Postgres of the whole run (sharedPostgres.ts), or on the server in
 * PAYRUN_TEST_POSTGRES_URL, whose user must be allowed to create them.
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

/** A ledger's name keeps its jobs on a Redis apart from another ledger's: a copy gets one of its own. */
export async function nameAnew(client: Pick<pg.Client, 'query'>): Promise<void> {
  await client.query('update payrun.installation set id = $1', [randomBytes(6).toString('hex')])
}

/** The same over a connection of its own. */
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

/** Of a server that listens on a socket only. */
export const socketFolder = (url: string): string => decodeURIComponent(new URL(url).hostname)

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
