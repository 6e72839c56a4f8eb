import type { Config } from '../../config.ts'
import { grantRoles } from '../../ledger/connection/grantRoles.ts'
import { decodeMark, encodeMark } from '../../ledger/past/mark.ts'
import { openChunks } from '../../ledger/rows/chunks.ts'
import type { Log } from '../../log.ts'
import { atMost } from '../../process.ts'
import { openBackend } from '../../queue/backend.ts'
import { openSharedMarks } from '../../queue/marks.ts'
import { type ChunkQueue, openChunkQueue } from '../../queue/queues.ts'
import { SaidError } from '../../words/render.ts'
import { listed, type Sentence, say } from '../../words/sentence.ts'
import { type App, type Core, type Failure, failure, type Provider, type QueueStore, refused } from '../context.ts'
import { queuePrefix, withCore, withOpened } from './openCore.ts'

export type { Provider, QueueStore } from '../context.ts'

/** The queue that workers share. Sandbox batches have their own queue, so that a worker for the provider never sees them. */
export const sharedQueue = (sandbox: boolean): string => (sandbox ? 'payouts-sandbox' : 'payouts')

/** The queue of one foreground command. No worker takes chunks from it. */
export const foregroundQueue = (batchId: string): string => `payouts-of-${batchId}`

/** Open the queue's store: Redis (REDIS_URL) or the ledger's Postgres. */
export async function openQueueStore(app: App, core: Core): Promise<QueueStore | Failure> {
  const { config, log, opened: kept } = app
  if (kept) return { ...kept.store, close: async () => undefined }
  const prefix = queuePrefix(core.installationId)
  const opened = await openBackend(
    config.redisUrl === undefined
      ? { kind: 'postgres', connection: core.address, ask: core.ledger.pool }
      : { kind: 'redis', url: config.redisUrl, prefix },
    config.traces,
  )
  if (!opened.ok)
    return opened.reached ? refused('misconfigured', opened.message) : failure('unreachable', opened.message)
  // Only for Redis: a queue on the ledger's own Postgres goes back in time together with the ledger.
  if (opened.backend.redis) {
    const marks = openSharedMarks(opened.backend.redis, prefix)
    core.past.share({
      read: async () => (await marks.read()).map(decodeMark).filter((mark) => mark !== null),
      write: (mark) => marks.write(mark.workerNo, encodeMark(mark)),
      sync: () => undefined,
    })
    await core.past.admit(core.ledger.pool)
  }
  const queues = new Map<string, ChunkQueue>()
  const open = (name: string) => {
    const queue =
      queues.get(name) ?? openChunkQueue(opened.backend, name, (error) => log.warn('the queue had trouble', { error }))
    queues.set(name, queue)
    return queue
  }
  const close = async () => {
    for (const queue of queues.values()) await atMost(3_000, queue.close())
    await atMost(3_000, opened.backend.close())
  }
  return { ok: true, backend: opened.backend, prefix, warnings: opened.warnings, open, close }
}

/** Opens the queue's store, calls `act`, and closes it. */
export const withQueueStore = <Done>(
  app: App,
  core: Core,
  act: (store: QueueStore) => Promise<Done>,
): Promise<Done | Failure> => withOpened(openQueueStore(app, core), act)

/** How long to wait for the queue, for each 500 chunks, when somebody submits, approves or resumes. */
const tellMs = 2_000

/**
 * Enqueue the open chunks of one or more batches. If the queue is away, nothing is lost, and nobody waits for it: the workers' sweep finds
 * the open chunks. Never fails because of the queue.
 */
export async function enqueueBatch(
  { log }: App,
  { ledger }: Core,
  queue: ChunkQueue,
  { sandbox, batchNo }: { sandbox: boolean; batchNo: number | readonly number[] },
): Promise<void> {
  if (queue.isAway()) return leaveToSweep(log)
  const chunks = await openChunks(ledger, sandbox, batchNo)
  await queue.enqueue(chunks, tellMs).catch((error: unknown) => leaveToSweep(log, error))
}

export const leaveToSweep = (log: Log, error?: unknown): void =>
  log.warn("the chunks could not be enqueued: the workers' sweep will enqueue them", { error })

/** Open the client for payouts. With `sandbox`, nothing leaves this machine and no account is needed. */
export const openProvider = (app: App, sandbox: boolean): Promise<Provider | Failure> => open(app, sandbox, 'payouts')

/**
 * The same for payments and collections. Commands have no --sandbox for them: the sandbox has to run by itself, because its customers need
 * its pages. A desk of the sandbox keeps a whole sandbox open.
 */
export async function openChargeProvider(app: App, sandbox = false): Promise<Provider | Failure> {
  if (!app.opened) return open(app, sandbox, 'charges')
  const kept = await app.opened.chargeProvider()
  return kept.ok ? { ...kept, close: async () => undefined } : kept
}

async function open(app: App, sandbox: boolean, what: 'payouts' | 'charges'): Promise<Provider | Failure> {
  const { config, log } = app
  const shared = {
    connections: config.concurrency,
    timeoutMs: config.timeoutMs,
    onNotice: (message: string) => log.warn(message),
  }
  // Loading undici takes as long as storing 20,000 rows. Commands that only submit don't need it.
  const { createProviderClient } = await import('../../provider/client.ts')
  if (sandbox) {
    // Fastify is loaded only here.
    const { startSandbox, startWholeSandbox } = await import('../../sandbox/startSandbox.ts')
    const { sandboxAppKey, sandboxMerchantKey, sandboxStatusPath } = await import('../../sandbox/createSandbox.ts')
    const started = await (what === 'charges' ? startWholeSandbox : startSandbox)({ port: 0, host: '127.0.0.1' })
    const client = createProviderClient({
      ...shared,
      baseUrl: started.url,
      appKey: sandboxAppKey,
      merchantKey: sandboxMerchantKey,
      // The sandbox has its own path. As with the provider, it is used only if a path is configured.
      statusPath: config.statusPath === undefined ? undefined : sandboxStatusPath,
    })
    const close = async () => {
      await client.close()
      await started.close()
    }
    return { ok: true, client, sandbox, close }
  }
  const missing = missingCredentials(config)
  if (missing.length > 0) return refused('misconfigured', notSet(missing, what, config.command))
  try {
    const client = createProviderClient({
      ...shared,
      baseUrl: config.providerUrl!,
      appKey: config.appKey!,
      merchantKey: config.merchantKey!,
      statusPath: config.statusPath,
    })
    return { ok: true, client, sandbox, close: () => client.close() }
  } catch (error) {
    return refused('misconfigured', error instanceof SaidError ? error.said : say('commands.provider_cannot_used'))
  }
}

const missingCredentials = (config: Config): string[] => [
  ...(config.providerUrl ? [] : ['PAYRUN_PROVIDER_URL']),
  ...(config.appKey ? [] : ['PAYRUN_APP_KEY']),
  ...(config.merchantKey ? [] : ['PAYRUN_MERCHANT_KEY']),
]

/** What to do about missing credentials, and how to try payrun without them. */
function notSet(missing: readonly string[], what: 'payouts' | 'charges', command: string): Sentence {
  const told = { n: missing.length, names: listed(missing), command }
  return what === 'payouts'
    ? say('commands.not_set_set_environment_env_try', told)
    : say('commands.not_set_set_environment_env_running', told)
}

interface Migrated {
  ok: true
  /** The names of the applied migrations. */
  migrated: string[]
  /** The database roles that were granted their rights. */
  granted: string[]
}

/** Create or update the tables of the ledger and the queue, and grant the existing roles their rights. */
export const migrate = (app: App): Promise<Migrated | Failure> =>
  withCore(app, (core) =>
    // Opening a queue on Postgres creates its tables.
    withQueueStore<Migrated>(app, core, async () => ({
      ok: true,
      migrated: core.migrated,
      granted: await grantRoles(core.ledger),
    })),
  )
