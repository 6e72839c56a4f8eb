import { readInstallationId } from '../ledger/installation.ts'
import { type Backend, openBackend } from '../queue/backend.ts'
import { type ChunkQueue, openChunkQueue } from '../queue/chunkQueue.ts'
import { loadTracing } from '../queue/loadTracing.ts'
import { atMost } from './atMost.ts'
import type { Cli } from './cli.ts'
import { exitCode, type Failure, failure } from './exitCode.ts'
import type { Core } from './openCore.ts'

/** The queue's store, reached: payrun's queues can be opened in it. */
export interface QueueStore {
  ok: true
  backend: Backend
  /** Names this ledger in a store that several may share. */
  prefix: string
  /** What a person should know of it, though it can be used: told when paying begins. */
  warnings: string[]
  open(name: string): ChunkQueue
  close(): Promise<void>
}

/** The queue that workers share. Sandbox batches have one of their own: a worker for the provider never sees them. */
export const sharedQueue = (sandbox: boolean): string => (sandbox ? 'payouts-sandbox' : 'payouts')

/** The queue of one foreground command: no worker takes from it. */
export const foregroundQueue = (batchId: string): string => `payouts-of-${batchId}`

/** Reach the queue's store: Redis (REDIS_URL) or the ledger's Postgres. */
export async function openQueueStore(cli: Cli, core: Core): Promise<QueueStore | Failure> {
  const { config, log } = cli
  // The braces are a hash tag: all keys of a ledger lie in one slot of a Redis Cluster.
  const prefix = `{payrun-${await readInstallationId(core.ledger)}}`
  const tracing = config.traces ? await loadTracing() : undefined
  if (tracing && !tracing.ok) return failure(exitCode.usage, tracing.message)
  const opened = await openBackend(
    config.redisUrl === undefined
      ? { kind: 'postgres', connection: core.address }
      : { kind: 'redis', url: config.redisUrl, prefix },
    tracing?.telemetry,
  )
  if (!opened.ok) return failure(opened.reached ? exitCode.usage : exitCode.unreachable, opened.message)
  const queues: ChunkQueue[] = []
  const open = (name: string) => {
    const queue = openChunkQueue(opened.backend, name, (error) => log.warn('the queue had trouble', { error }))
    queues.push(queue)
    return queue
  }
  const close = async () => {
    for (const queue of queues) await atMost(3_000, queue.close())
    await atMost(3_000, opened.backend.close())
  }
  return { ok: true, backend: opened.backend, prefix, warnings: opened.warnings, open, close }
}
