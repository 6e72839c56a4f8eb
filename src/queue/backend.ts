import {
  assertSchemaCompatibility,
  createPostgresBackend,
  type JobProgress,
  type JobSchedulerTemplateOptions,
  type JobsOptions,
  type JobType,
  LATEST_SCHEMA_VERSION,
  type PostgresConnectionOptions,
  type PostgresQueueBackend,
  Queue,
  runMigrations,
  SchemaMigrationRequiredError,
  type Telemetry,
  Worker,
} from 'bullmq'
import pg from 'pg'
import { t } from '../words/t.ts'
import { connectRedis } from './connectRedis.ts'
import { createRedis, type RedisClient } from './createRedis.ts'
import { persistenceWarning, readRedisFacts, redisRefusal } from './redisFacts.ts'

/** How to reach a Postgres, as node-postgres understands it. */
export interface PostgresAddress {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  database?: string
  ssl?: false
}

/** Where the queue lives. With Redis, `prefix` keeps the ledgers that share a server apart. */
export type QueueStore =
  | { kind: 'postgres'; connection: PostgresAddress }
  | { kind: 'redis'; url: string; prefix: string }

/** A job: which chunk has work. Ids only: no name, number or amount is ever in the queue. */
export interface ChunkJob {
  batch: string
  chunk: number
}

/** A job: which schedule has something due. */
export interface ScheduleJob {
  schedule: number
}

type AnyJob = ChunkJob | ScheduleJob

/** What payrun uses of a BullMQ queue, whatever backend it is typed by. */
export interface BackendQueue {
  addBulk(jobs: { name: string; data: AnyJob; opts: JobsOptions }[]): Promise<unknown>
  upsertJobScheduler(
    id: string,
    repeat: { pattern: string; tz: string },
    template: { name: string; data: AnyJob; opts: JobSchedulerTemplateOptions },
  ): Promise<unknown>
  getJobSchedulers(): Promise<{ key: string; pattern?: string; tz?: string }[]>
  removeJobScheduler(id: string): Promise<boolean>
  getJobCounts(...types: JobType[]): Promise<Record<string, number>>
  obliterate(options: { force: boolean }): Promise<void>
  on(event: 'error', listener: (error: Error) => void): unknown
  close(): Promise<void>
}

export interface BackendWorker {
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'failed', listener: (job: unknown, error: Error) => void): unknown
  close(): Promise<void>
}

/** What payrun uses of BullMQ, the same over both backends. */
export interface Backend {
  /** The connection, to share with a rate limiter; only with Redis. */
  redis: RedisClient | undefined
  queue(name: string): BackendQueue
  worker(name: string, process: (data: unknown) => Promise<void>, concurrency: number): BackendWorker
  close(): Promise<void>
}

export type OpenedBackend =
  | { ok: true; backend: Backend; warnings: string[] }
  /** `reached`: it answers, and is not fit for use as it is set up. */
  | { ok: false; message: string; reached?: boolean }

/** The schema that BullMQ's Postgres backend keeps its tables in. */
const queueSchema = 'payrun_queue'

const workerOptions = {
  /** A chunk that was lost by a worker goes round again, however often: the ledger decides what is sent. */
  maxStalledCount: 1_000_000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
}

/**
 * Open the queue's store, making BullMQ's tables where they are missing. Both backends differ in this file only.
 *
 * @param telemetry where jobs are traced
 */
export async function openBackend(store: QueueStore, telemetry?: Telemetry): Promise<OpenedBackend> {
  const traced = telemetry ? { telemetry } : {}
  return store.kind === 'postgres' ? openPostgres(store.connection, traced) : openRedis(store.url, store.prefix, traced)
}

/** Options of queues and workers alike. */
type Traced = { telemetry?: Telemetry }

const PostgresQueue = Queue<AnyJob, void, string, AnyJob, void, string, PostgresQueueBackend, PostgresConnectionOptions>
const PostgresWorker = Worker<AnyJob, void, string, PostgresQueueBackend, JobProgress, PostgresConnectionOptions>

async function openPostgres(connection: PostgresAddress, traced: Traced): Promise<OpenedBackend> {
  const client = new pg.Client(connection)
  try {
    await client.connect()
    await migrateQueue(client)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === mayNot)) throw error
    return { ok: false, message: mayNotMessage(), reached: true }
  } finally {
    await client.end().catch(() => undefined)
  }
  const options = { connection: { ...connection, schema: queueSchema, max: 3 }, ...traced }
  return {
    ok: true,
    warnings: [],
    backend: {
      redis: undefined,
      queue: (name) => new PostgresQueue(name, options, createPostgresBackend),
      worker: (name, process, concurrency) =>
        new PostgresWorker(
          name,
          (job) => process(job.data),
          { ...options, ...workerOptions, concurrency },
          createPostgresBackend,
        ),
      close: async () => undefined,
    },
  }
}

/** Only where something is missing: a user that may not make tables finds them made by `payrun migrate`. */
async function migrateQueue(client: pg.Client): Promise<void> {
  const version = await assertSchemaCompatibility(client, queueSchema).catch((error: unknown) => {
    if (error instanceof SchemaMigrationRequiredError) return 0
    throw error
  })
  if (version < LATEST_SCHEMA_VERSION) await runMigrations(client, queueSchema)
}

/** Postgres: insufficient privilege. */
const mayNot = '42501'
const mayNotMessage = (): string =>
  t`The user of DATABASE_URL may not use the queue's tables, or they are not made yet: call payrun migrate as their owner.`

async function openRedis(url: string, prefix: string, traced: Traced): Promise<OpenedBackend> {
  // A producer fails fast and the sweep rings again; a worker waits for Redis as long as it takes.
  const connected = await connectRedis(url)
  if (!connected.ok) return connected
  const producer = connected.redis
  const facts = await readRedisFacts(producer)
  const refusal = redisRefusal(facts)
  if (refusal !== undefined) {
    producer.disconnect()
    return { ok: false, message: refusal, reached: true }
  }
  const warning = persistenceWarning(facts)
  const workers: RedisClient[] = []
  return {
    ok: true,
    warnings: warning === undefined ? [] : [warning],
    backend: {
      redis: producer,
      queue: (name) => new Queue<AnyJob>(name, { connection: producer, prefix, ...traced }),
      worker: (name, process, concurrency) => {
        const connection = createRedis(url, { maxRetriesPerRequest: null })
        connection.on('error', () => undefined)
        workers.push(connection)
        return new Worker<AnyJob>(name, (job) => process(job.data), {
          connection,
          prefix,
          ...traced,
          ...workerOptions,
          concurrency,
        })
      },
      close: async () => {
        for (const connection of [...workers, producer]) connection.disconnect()
      },
    },
  }
}
