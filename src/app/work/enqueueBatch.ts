import { openChunks } from '../../ledger/rows/chunks.ts'
import type { ChunkQueue } from '../../queue/chunkQueue.ts'
import type { App } from '../context.ts'
import type { Core } from '../open/openCore.ts'

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
