import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import {
  assertSchemaCompatibility,
  type BackendFactory,
  type JobProgress,
  LATEST_SCHEMA_VERSION,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
  Queue,
  runMigrations,
  SchemaMigrationRequiredError,
  type Telemetry,
  Worker,
} from 'bullmq'
import pg from 'pg'
import { type Sentence, say } from '../words/sentence.ts'
import type { AnyJob, Backend, BackendWorker, StoreAsked } from './queues.ts'
import {
  connectRedis,
  createRedis,
  openWarning,
  persistenceWarning,
  type RedisClient,
  readRedisFacts,
  redisRefusal,
} from './redis.ts'

/** How to reach a Postgres, as node-postgres understands it. */
interface PostgresAddress {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  database?: string
  ssl?: false
}

/** Where the queue lives. With Redis, `prefix` keeps the ledgers that share a server apart. */
type QueueStore =
  /** `ask`: connections that are open already, to check over them whether BullMQ's tables are there. */
  | { kind: 'postgres'; connection: PostgresAddress; ask?: Pick<pg.Pool, 'query'> }
  | { kind: 'redis'; url: string; prefix: string }

type OpenedBackend =
  | { ok: true; backend: Backend; warnings: Sentence[] }
  /** `reached`: it answers, but can't be used as it is set up. */
  | { ok: false; message: Sentence; reached?: boolean }

/** The schema that BullMQ's Postgres backend keeps its tables in. */
const queueSchema = 'payrun_queue'

const workerOptions = {
  /** A job that was lost on its way to a worker is found after 20 to 40 s, and goes to another one. */
  lockDuration: 20_000,
  stalledInterval: 10_000,
  /** After a refused connection. */
  runRetryDelay: 2_000,
  /** A chunk that a worker lost is handed out again, however often: the ledger decides what is sent. */
  maxStalledCount: 1_000_000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
}

/**
 * Opens the queue's store, and creates BullMQ's tables if they are missing. The two backends differ only in this file.
 *
 * @param traces whether jobs are traced with OpenTelemetry (PAYRUN_OTEL)
 */
export async function openBackend(store: QueueStore, traces = false): Promise<OpenedBackend> {
  const traced = traces ? await loadTracing() : {}
  if (!traced) return { ok: false, message: say('ledger.payrun_otel_bullmq_otel_not_installed'), reached: true }
  return store.kind === 'postgres' ? openPostgres(store, traced) : openRedis(store.url, store.prefix, traced)
}

/** Not a dependency of payrun: install it to get traces. They go to the SDK that Node was started with. */
const tracingPackage: string = 'bullmq-otel'

async function loadTracing(): Promise<Traced | undefined> {
  const loaded = (await import(tracingPackage).catch(() => undefined)) as
    | { BullMQOtel?: new (options: { tracerName: string }) => Telemetry }
    | undefined
  return loaded?.BullMQOtel && { telemetry: new loaded.BullMQOtel({ tracerName: 'payrun' }) }
}

/** Options of queues and workers alike. */
type Traced = { telemetry?: Telemetry }

const PostgresQueue = Queue<AnyJob, void, string, AnyJob, void, string, PostgresQueueBackend, PostgresConnectionOptions>
const PostgresWorker = Worker<AnyJob, void, string, PostgresQueueBackend, JobProgress, PostgresConnectionOptions>

async function openPostgres(
  { connection, ask }: QueueStore & { kind: 'postgres' },
  traced: Traced,
): Promise<OpenedBackend> {
  const patient = { ...deadlines, ...connection }
  try {
    if (!ask || !(await hasTables(ask))) await makeTables(patient)
  } catch (error) {
    // Insufficient privilege.
    if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error
    return { ok: false, message: say('ledger.user_database_url_may_not_use'), reached: true }
  }
  const options = { ...patient, schema: queueSchema, max: 3 }
  return {
    ok: true,
    warnings: [],
    backend: {
      redis: undefined,
      asked: askStore(),
      // Enqueuing is rare: one connection is enough, and each costs the server a process.
      queue: (name) => {
        const connection = { ...options, max: 1 }
        return new PostgresQueue(name, { connection, ...traced }, openConnection(connection).build)
      },
      worker: (name, process, concurrency) => {
        const sockets = new Set<Socket>()
        const connection = { ...options, stream: () => openSocket(sockets) }
        const { build, rest } = openConnection(connection, name)
        const settings = { connection, ...traced, ...workerOptions, concurrency }
        const make = (handle: Process) =>
          new PostgresWorker(name, (job) => handle(job.data), settings, build).on('error', rest)
        return endingWorker(process, make, () => {
          for (const socket of sockets) socket.destroy()
        })
      },
      reconnect: () => undefined,
      close: async () => undefined,
    },
  }
}

/**
 * A BullMQ connection without BullMQ's first check of the tables, which were checked when the store was opened. BullMQ keeps the result
 * of that check even if it failed: a connection opened while the server went down would never recover, and its worker would ask again in
 * a tight loop that blocks the process. Here, BullMQ waits for the pause after an error instead.
 *
 * @param listensAs the name of a worker's connection, by which BullMQ finds workers
 */
function openConnection(options: PostgresConnectionOptions, listensAs?: string) {
  const connection = new PostgresConnection(options)
  const listen = connection.getListenClient.bind(connection)
  let resting = Promise.resolve()
  connection.waitUntilReady = () => resting
  connection.getListenClient = () => resting.then(listen)
  const build: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (name, options) =>
    new PostgresQueueBackend(connection, name, options, true, listensAs)
  const rest = () => {
    resting = delay(1_000, undefined, { ref: false })
  }
  return { build, rest }
}

/** BullMQ's statements are short. One without an answer by then never gets one: its connection is given up (docs/design.md, rule 13). */
const deadlines = {
  connectionTimeoutMillis: 10_000,
  query_timeout: 20_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** A socket as node-postgres makes it, remembered so that it can be cut. An orderly close needs a server that answers. */
function openSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket()
  sockets.add(socket)
  return socket.once('close', () => sockets.delete(socket))
}

/** How long a worker whose jobs have ended waits for its connections to close. The server may be gone. */
const closingMs = 5_000

type Process = (data: unknown) => Promise<void>

/** A worker that ends when its jobs have, whatever its connections do: `cut` destroys them. */
function endingWorker(process: Process, make: (process: Process) => BackendWorker, cut: () => void): BackendWorker {
  const jobs = new Set<Promise<void>>()
  const worker = make(async (data) => {
    const job = process(data)
    jobs.add(job)
    await job.finally(() => jobs.delete(job))
  })
  const close = async () => {
    const closing = worker.close().catch(() => undefined)
    while (jobs.size > 0) await Promise.allSettled(jobs)
    await Promise.race([closing, delay(closingMs, undefined, { ref: false })])
    cut()
  }
  return { on: worker.on.bind(worker), close }
}

/** Creates BullMQ's tables, but only if some are missing: a user without the right to create tables relies on `payrun migrate`. */
async function makeTables(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection).on('error', () => undefined)
  try {
    await client.connect()
    if (!(await hasTables(client))) await runMigrations(client, queueSchema)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function hasTables(asked: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const version = await assertSchemaCompatibility(asked, queueSchema).catch((error: unknown) => {
    if (error instanceof SchemaMigrationRequiredError) return 0
    throw error
  })
  return version >= LATEST_SCHEMA_VERSION
}

async function openRedis(url: string, prefix: string, traced: Traced): Promise<OpenedBackend> {
  // A producer fails fast, since the sweep enqueues again. A worker waits for Redis as long as it takes.
  const connected = await connectRedis(url)
  if (!connected.ok) return connected
  const producer = connected.redis
  const facts = await readRedisFacts(producer)
  const refusal = redisRefusal(facts)
  if (refusal !== undefined) {
    producer.disconnect()
    return { ok: false, message: refusal, reached: true }
  }
  const workers = new Set<RedisClient>()
  return {
    ok: true,
    warnings: [openWarning(facts), persistenceWarning(facts)].filter((warning) => warning !== undefined),
    backend: {
      redis: producer,
      asked: askStore(() => producer.ping()),
      queue: (name) => new Queue<AnyJob>(name, { connection: producer, prefix, ...traced }),
      worker: (name, process, concurrency) => {
        const connection = createRedis(url, { maxRetriesPerRequest: null })
        connection.on('error', () => undefined)
        workers.add(connection)
        const make = (handle: Process) =>
          new Worker<AnyJob>(name, (job) => handle(job.data), {
            connection,
            prefix,
            ...traced,
            ...workerOptions,
            concurrency,
          })
        return endingWorker(process, make, () => {
          workers.delete(connection)
          connection.disconnect()
        })
      },
      reconnect: () => producer.disconnect(true),
      close: async () => {
        for (const connection of [...workers, producer]) connection.disconnect()
      },
    },
  }
}

/** How long a failure counts. A worker asks again with each sweep (5 s), or at the latest after its deadline. */
const rememberedMs = 10_000
const pingMs = 1_000
const closeMs = 3_000

/**
 * BullMQ waits forever for a Redis that is away. Here, every wait ends (docs/design.md, rule 13).
 *
 * @param ping a request without effect; without it, `isThere` returns what the last answer showed
 */
export function askStore(ping?: () => Promise<unknown>): StoreAsked {
  let failedMs: number | undefined
  const isAway = () => failedMs !== undefined && performance.now() - failedMs < rememberedMs
  const answered = () => {
    failedMs = undefined
  }
  const ask: StoreAsked['ask'] = async (ms, asked) => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error(`the queue did not answer within ${ms / 1000} s`)), ms)
    // An answer that comes after its deadline shows that the store is there again.
    asked.then(answered, () => undefined)
    try {
      return await Promise.race([asked, late.promise])
    } catch (error) {
      failedMs = performance.now()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  const isThere = async () => {
    if (ping && !isAway()) await ask(pingMs, ping()).catch(() => undefined)
    return !isAway()
  }
  const end: StoreAsked['end'] = async (closing) => {
    if (isAway()) closing.catch(() => undefined)
    else await ask(closeMs, closing)
  }
  return { ask, isAway, isThere, end }
}
