import { decodeMark, encodeMark } from '../../ledger/past/mark.ts'
import { openChunks } from '../../ledger/rows/chunks.ts'
import { loadTracing, openBackend } from '../../queue/backend.ts'
import { type ChunkQueue, openChunkQueue } from '../../queue/chunkQueue.ts'
import { openSharedMarks } from '../../queue/marks.ts'
import { atMost } from '../../shutdown.ts'
import { type App, type Core, type Failure, failure, type QueueStore } from '../context.ts'
import { queuePrefix } from './openCore.ts'

export type { QueueStore } from '../context.ts'

/** The queue that workers share. Sandbox batches have one of their own: a worker for the provider never sees them. */
export const sharedQueue = (sandbox: boolean): string => (sandbox ? 'payouts-sandbox' : 'payouts')

/** The queue of one foreground command: no worker takes from it. */
export const foregroundQueue = (batchId: string): string => `payouts-of-${batchId}`

/** Reach the queue's store: Redis (REDIS_URL) or the ledger's Postgres. */
export async function openQueueStore(app: App, core: Core): Promise<QueueStore | Failure> {
  const { config, log, opened: kept } = app
  if (kept) return { ...kept.store, close: async () => undefined }
  const prefix = queuePrefix(core.installationId)
  const tracing = config.traces ? await loadTracing() : undefined
  if (tracing && !tracing.ok) return failure('usage', tracing.message)
  const opened = await openBackend(
    config.redisUrl === undefined
      ? { kind: 'postgres', connection: core.address }
      : { kind: 'redis', url: config.redisUrl, prefix },
    tracing?.telemetry,
  )
  if (!opened.ok) return failure(opened.reached ? 'usage' : 'unreachable', opened.message)
  const marks = openSharedMarks(opened.backend, prefix)
  if (marks) {
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

/** Reach the queue's store, do something with it, close it. */
export async function withQueueStore<Done>(
  app: App,
  core: Core,
  act: (store: QueueStore) => Promise<Done>,
): Promise<Done | Failure> {
  const store = await openQueueStore(app, core)
  if (!store.ok) return store
  try {
    return await act(store)
  } finally {
    await store.close()
  }
}

/** Tell the workers of a batch. A queue that is away loses nothing: their sweep finds the batch's open chunks. */
export async function enqueueBatch(
  { log }: App,
  { ledger }: Core,
  queue: ChunkQueue,
  { sandbox, batchNo }: { sandbox: boolean; batchNo: number },
): Promise<void> {
  const chunks = await openChunks(ledger, sandbox, batchNo)
  await queue
    .enqueue(chunks)
    .catch((error: unknown) =>
      log.warn("the chunks could not be enqueued: the workers' sweep will enqueue them", { error }),
    )
}
