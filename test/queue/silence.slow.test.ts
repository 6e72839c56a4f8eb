import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest'
import { createDelivery } from '../../jobs/delivery.ts'
import { type Backend, type ChunkQueue, openChunkQueue, type QueuedChunk } from '../../src/queue/queues.ts'
import { ignore, latch } from '../harness/ledger.ts'
import { type SilentProxy, startSilentProxy } from '../harness/silentProxy.ts'
import { type Store, stores } from './stores.ts'

/** A guard. Each of a pool's connections in turn may have to find out for 20 s that it has fallen silent. */
const eventually = { timeout: 200_000, interval: 100 }
const chunk = (chunkNo: number): QueuedChunk => ({ batchId: 'kb3x', chunkNo, roundNo: 1 })

describe.concurrent.each(stores)('a queue on $name', ({ skip, start }) => {
  if (skip) return void it.skip('everything', () => {})
  let store: Store
  beforeAll(async () => {
    store = await start()
  })
  afterAll(() => store?.stop())

  /** The worker's queue goes through a wire, the other process's directly. */
  async function openBoth(
    { onTestFinished }: TestContext,
    changed = (backend: Backend): Backend => backend,
  ): Promise<{ wire: SilentProxy; workers: ChunkQueue; others: ChunkQueue }> {
    const place = await store.fresh()
    const wire = await startSilentProxy(place.url)
    const workers = openChunkQueue(changed(await place.open(wire.url)), 'payouts', ignore)
    const others = openChunkQueue(await place.open(), 'payouts', ignore)
    onTestFinished(async () => {
      await wire.close()
      await Promise.all([workers.close(), others.close()])
      await place.drop()
    })
    return { wire, workers, others }
  }

  function consume(
    { onTestFinished }: TestContext,
    queue: ChunkQueue,
    work: (chunkNo: number) => Promise<void> = async () => undefined,
  ): number[] {
    const seen: number[] = []
    const consumer = queue.consume(8, async ({ chunkNo }) => {
      seen.push(chunkNo)
      await work(chunkNo)
    })
    onTestFinished(() => consumer.close())
    return seen
  }

  it('whose connections fall silent delivers again, over new ones', async (test) => {
    const { wire, workers, others } = await openBoth(test)
    // As a worker consumes: BullMQ on Postgres may wait for an hour on a connection that tells it of new jobs and has fallen silent.
    const delivery = createDelivery(4_000)
    const seen: number[] = []
    const consumer = workers.consume(8, ({ chunkNo }) => delivery.take(Promise.resolve(void seen.push(chunkNo))))
    test.onTestFinished(() => consumer.close())
    await others.enqueue([chunk(1)])
    await vi.waitUntil(() => seen.length === 1, eventually)
    expect(wire.forget()).toBeGreaterThan(1)
    await others.enqueue([chunk(2)])
    // The first once more, if what was lost was that it had been done.
    await vi.waitUntil(async () => {
      await delivery.renewIfSilent(workers, true)
      return seen.includes(2)
    }, eventually)
  })

  it('makes its connections anew without a loss of what is at work', async (test) => {
    const { workers, others } = await openBoth(test)
    const done = latch()
    const ended: number[] = []
    const seen = consume(test, workers, async (chunkNo) => {
      if (chunkNo === 1) await done.opened
      ended.push(chunkNo)
    })
    await others.enqueue([chunk(1)])
    await vi.waitUntil(() => seen.length === 1, eventually)
    workers.renew()
    await workers.enqueue([chunk(2)])
    await vi.waitUntil(() => ended.length === 1, eventually)
    expect(await others.waiting()).toBe(0)
    done.open()
    await vi.waitFor(async () => expect(await others.count()).toBe(0), eventually)
    expect(seen).toEqual([1, 2])
    expect(ended).toEqual([2, 1])
  })

  it('that delivers nothing though work waits is noticed, and its consumer made anew', async (test) => {
    let times = 0
    const { workers, others } = await openBoth(test, (backend) => ({
      ...backend,
      // The first consumer listens where nobody enqueues.
      worker: (name, ...rest) => backend.worker(times++ === 0 ? 'nothing' : name, ...rest),
    }))
    const delivery = createDelivery(4_000)
    const seen: number[] = []
    const consumer = workers.consume(8, ({ chunkNo }) => delivery.take(Promise.resolve(void seen.push(chunkNo))))
    test.onTestFinished(() => consumer.close())
    await others.enqueue([chunk(1)])
    let wasLate = false
    const sweep = async () => {
      await delivery.renewIfSilent(workers, true)
      wasLate ||= delivery.isLate()
      return seen.length > 0
    }
    await vi.waitUntil(sweep, eventually)
    expect(seen).toEqual([1])
    expect(await delivery.renewIfSilent(workers, true)).toBe(false)
    expect(delivery.isLate()).toBe(false)
    expect(wasLate).toBe(true)
  })
})
