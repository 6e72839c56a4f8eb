import { createHash } from 'node:crypto'
import pg from 'pg'
import { type Ledger, openLedger, type PostgresAddress } from '../../src/ledger/connection/ledger.ts'
import type { RowToStore } from '../../src/ledger/intake/insertBatch.ts'
import { type Stored, type StoreOptions, storeBatch } from '../../src/ledger/intake/storeBatch.ts'
import { registerWorker } from '../../src/ledger/rows/workers.ts'
import type { PlannedRun } from '../../src/ledger/schedules/scheduleRuns.ts'
import type { Corrected } from '../../src/payout/correction.ts'
import type { Decided } from '../../src/payout/decided.ts'
import { payoutKey } from '../../src/payout/keys.ts'
import type { Hours } from '../../src/payout/times/hours.ts'
import { inEnglish } from './inEnglish.ts'
import { nameAnew, startTestPostgres, type TestPostgres } from './postgres.ts'

export type Values = Record<string, unknown>

/** A migrated ledger in its own database. */
export interface TestLedger {
  ledger: Ledger
  /** The address for openLedger and BullMQ, as commands use it. */
  address: PostgresAddress
  url: string
  query<Row extends Values = Values>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Stores a batch and returns its number and id. Throws if it isn't stored. */
  batchOf(rows: readonly RowToStore[], options?: StoreWish): Promise<{ batchNo: number; batchId: string }>
  store(rows: RowSource, options?: StoreWish): Promise<Stored>
  worker(): Promise<number>
  close(): Promise<void>
}

type RowSource = readonly RowToStore[] | AsyncIterable<readonly RowToStore[]>

export interface StoreWish extends Partial<StoreOptions> {
  name?: string
  period?: string | null
  sandbox?: boolean
  maxUnknown?: number
  sha256?: string
  cellsSha256?: string
  columns?: string[]
  actor?: string
  login?: string | null
  peopleNeeded?: number
  startAt?: Date
  hours?: Hours
  run?: PlannedRun
  corrected?: Corrected
  decided?: Decided
}

export interface LedgerServer {
  postgres: TestPostgres
  /** An empty ledger. With `lent`, an earlier test may have used it (`lendLedger`). */
  open(wish?: { lent?: boolean }): Promise<TestLedger>
  stop(): Promise<void>
}

/** Ledgers for one test file. Each `open` returns an empty one, as the migrations leave it. */
export async function startLedgerServer(): Promise<LedgerServer> {
  const postgres = await startTestPostgres()
  const opened = new Set<TestLedger>()
  return {
    postgres,
    open: async ({ lent = true } = {}) => {
      const database = await (lent ? postgres.lendLedger() : postgres.copyLedger())
      const test = testLedger(openLedger({ connectionString: database.url }, ignore), database.url, async () => {
        opened.delete(test)
        await database.drop()
      })
      opened.add(test)
      await nameAnew(test.ledger.pool)
      return test
    },
    stop: async () => {
      for (const test of opened) await test.close()
      await postgres.stop()
    },
  }
}

/** Wraps an open ledger. Closing it closes the pool, then calls `after`. */
export function testLedger(ledger: Ledger, url: string, after: () => Promise<void>): TestLedger {
  const store: TestLedger['store'] = (rows, wish = {}) => {
    const batch = {
      name: wish.name ?? 'March',
      period: wish.period ?? null,
      sandbox: wish.sandbox ?? false,
      maxUnknown: wish.maxUnknown ?? 100,
      reportPath: null,
      reportFormat: 'csv' as const,
      fileName: 'payroll.csv',
      actor: wish.actor ?? 'tester',
      login: wish.login === undefined ? (wish.actor ?? 'tester') : wish.login,
      peopleNeeded: wish.peopleNeeded ?? 1,
      corrected: wish.corrected ?? null,
      decided: wish.decided ?? null,
      startAt: wish.startAt ?? null,
      hours: wish.hours ?? null,
      run: wish.run ?? null,
    }
    const facts = {
      sha256: wish.sha256 ?? nextSha256(),
      cellsSha256: wish.cellsSha256 ?? null,
      columns: wish.columns ?? ['name', 'amount'],
    }
    return storeBatch(ledger, batch, 'length' in rows ? inGroups(rows) : rows, () => facts, {
      allowDuplicates: wish.allowDuplicates ?? false,
      skipInvalid: wish.skipInvalid ?? false,
      columnOf: wish.columnOf ?? { reference: () => 'reference', phone: () => 'phone_number' },
      look: wish.look,
      limits: wish.limits,
      // By default storing the same people again is intended. Tests of duplicates pass their own `accept`.
      accept: wish.accept ?? (({ inUse }) => inUse.length === 0 || (wish.skipInvalid ?? false)),
    })
  }
  return {
    ledger,
    address: { connectionString: url },
    url,
    query: async <Row extends Values>(sql: string, values: unknown[] = []) =>
      inEnglish((await ledger.pool.query<Row>(sql, values)).rows),
    store,
    batchOf: async (rows, wish) => {
      const stored = await store(rows, wish)
      if (stored.kind !== 'stored') throw new Error(`not stored: ${JSON.stringify(stored)}`)
      return { batchNo: stored.batchNo, batchId: stored.batchId }
    },
    worker: () => registerWorker(ledger),
    close: async () => {
      await ledger.close()
      await after()
    },
  }
}

/** How many rows of these tables were read while `act` ran. The ledger must not be lent: a lent session may report earlier reads later. */
export async function rowsRead(
  db: TestLedger,
  tables: readonly string[],
  act: () => Promise<unknown>,
): Promise<number> {
  const count = async () => {
    // Each connection reports its reads with a delay, unless it is asked to.
    await Promise.all(Array.from({ length: 6 }, () => db.query('select pg_stat_force_next_flush(), pg_sleep(0.02)')))
    const [table] = await db.query(
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as n
         from pg_stat_user_tables
        where relname = any($1)`,
      [tables],
    )
    return Number(table?.['n'])
  }
  const before = await count()
  await act()
  return (await count()) - before
}

export async function* inGroups(rows: readonly RowToStore[], size = 50): AsyncGenerator<RowToStore[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

/** `count` payable rows on lines 2 …, with distinct references, numbers and amounts. */
export function payableRows(count: number, change: (index: number) => Partial<RowToStore> = () => ({})): RowToStore[] {
  const run = nextSha256().slice(0, 8)
  return Array.from({ length: count }, (_, index) =>
    row({ line: index + 2, reference: `${run}-${index}` }, change(index)),
  )
}

/** One payable row. Its key is that of its reference, or of its line in a file of its own. */
export function row(base: Partial<RowToStore>, change: Partial<RowToStore> = {}): RowToStore {
  const line = change.line ?? base.line ?? 2
  const merged = { line, reference: null, problems: [], cells: [`Person ${line}`, '1500'], ...base, ...change }
  const payable =
    merged.payable === undefined
      ? {
          operator: 'mtn-benin' as const,
          phone: `22901${String(97000000 + line)}`,
          amountMinor: BigInt(1_000 + line),
          currency: 'XOF',
          name: `Person ${line}`,
        }
      : merged.payable
  return { ...merged, payable, key: merged.key ?? keyOf(merged.reference, null, line) }
}

export const keyOf = (reference: string | null, period: string | null, line = 2): string =>
  payoutKey(reference === null ? { period, fileSha256: nextSha256(), line } : { period, reference })

let files = 0
function nextSha256(): string {
  files += 1
  return createHash('sha256').update(`${process.pid} ${files}`).digest('hex')
}

/** Runs one query on its own connection, which the test may cut. */
export async function queryOnce<Row extends Values>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', ignore)
  await client.connect()
  try {
    return inEnglish((await client.query<Row>(sql, values)).rows)
  } finally {
    await client.end().catch(ignore)
  }
}

/** A latch: a promise and the function that resolves it. */
export function latch(): { opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

export function ignore(): void {}
