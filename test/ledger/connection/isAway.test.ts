import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAway, openLedger } from '../../../src/ledger/connection/ledger.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { startSilentProxy } from '../../harness/silentProxy.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const errorOf = (asked: Promise<unknown>): Promise<unknown> => asked.then(() => undefined).catch((error) => error)

test('a pool whose connections are all lent out for too long is a server that is away, not a mistake of ours', async () => {
  const { ledger } = await server.open({ lent: false })
  const pool = new pg.Pool({ ...ledger.connection, max: 1, connectionTimeoutMillis: 50 })
  const lent = await pool.connect()
  expect(isAway(await errorOf(pool.query('select 1')))).toBe(true)
  lent.release()
  await pool.end()
})

test('so is a connection that has broken, for whoever asks it afterwards', async () => {
  const { ledger } = await server.open({ lent: false })
  const client = new pg.Client(ledger.connection)
  await client.connect()
  client.on('error', () => undefined)
  const gone = new Promise<void>((done) => client.on('end', done))
  await ledger.pool.query('select pg_terminate_backend($1)', [(client as unknown as { processID: number }).processID])
  await gone
  expect(isAway(await errorOf(client.query('select 1')))).toBe(true)
  await errorOf(client.end())
})

test.each([
  { what: 'one that has fallen silent', refuses: false },
  { what: 'one of a server that does not answer either when it is asked after', refuses: true },
])('so is $what', async ({ refuses }) => {
  const { url } = await server.open({ lent: false })
  const wire = await startSilentProxy(url)
  const ledger = openLedger({ connectionString: wire.url }, () => undefined, 100)
  await ledger.pool.query('select 1')
  wire.forget()
  if (refuses) await wire.refuse()
  expect(isAway(await errorOf(ledger.pool.query('select 1')))).toBe(true)
  await ledger.close()
  await wire.close()
})

test('what a statement of ours does wrong is not', async () => {
  const { ledger } = await server.open({ lent: false })
  expect(isAway(await errorOf(ledger.pool.query('select nothing')))).toBe(false)
})
