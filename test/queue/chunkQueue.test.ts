import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type Backend,
  type ChunkQueue,
  type Consumer,
  openChunkQueue,
  type QueuedChunk,
} from '../../src/queue/queues.ts'
import { ignore, latch } from '../harness/ledger.ts'
import { startSilentProxy } from '../harness/silentProxy.ts'
import { type Place, type Store, stores } from './stores.ts'

const eventually = { timeout: 20_000, interval: 20 }
const chunk = (chunkNo: number, roundNo = 1): QueuedChunk => ({ batchId: 'kb3x', chunkNo, roundNo })

describe.each(stores)('a queue of chunks on $name', ({ name, skip, start }) => {
  if (skip) return void test.skip('everything', () => {})
  let store: Store
  let place: Place
  let backend: Backend
  let queue: ChunkQueue
  let trouble: unknown[]
  const consumers: Consumer[] = []

  beforeAll(async () => {
    store = await start()
  })
  afterAll(() => store?.stop())
  beforeEach(async () => {
    place = await store.fresh()
    backend = await place.open()
    trouble = []
    queue = openChunkQueue(backend, 'payouts', (error) => trouble.push(error))
  })
  afterEach(async () => {
    await Promise.all(consumers.splice(0).map((consumer) => consumer.close()))
    await queue.close()
    await place.drop()
  })

  function consume(onChunk: (job: { batchId: string; chunkNo: number }) => Promise<void>, concurrency = 4): Consumer {
    const consumer = queue.consume(concurrency, onChunk)
    consumers.push(consumer)
    return consumer
  }

  const untilEmpty = () => vi.waitFor(async () => expect(await queue.count()).toBe(0), eventually)

  test('what is enqueued is consumed, and gone then', async () => {
    const seen: unknown[] = []
    consume(async (job) => void seen.push(job))
    await queue.enqueue([chunk(1), chunk(2)])
    await vi.waitUntil(() => seen.length === 2, eventually)
    await untilEmpty()
    expect(seen.sort()).toEqual([
      { batchId: 'kb3x', chunkNo: 1 },
      { batchId: 'kb3x', chunkNo: 2 },
    ])
    expect(trouble).toEqual([])
  })

  test('a chunk that is enqueued again while its job waits, or is worked on, is one job', async () => {
    const [begun, done] = [latch(), latch()]
    let times = 0
    for (let n = 0; n < 3; n++) await queue.enqueue([chunk(1), chunk(1)])
    expect(await queue.count()).toBe(1)
    consume(async () => {
      times += 1
      begun.open()
      await done.opened
    })
    await begun.opened
    await queue.enqueue([chunk(1)])
    expect(await queue.count()).toBe(1)
    done.open()
    await untilEmpty()
    expect(times).toBe(1)
  })

  test('the same chunk is enqueued again after its job has ended', async () => {
    let times = 0
    consume(async () => {
      times += 1
    })
    for (const expected of [1, 2, 3]) {
      await queue.enqueue([chunk(1)])
      await vi.waitUntil(() => times === expected, eventually)
      await untilEmpty()
    }
  })

  test('a new round number makes a new job where an old one is stuck', async () => {
    const [begun, done] = [latch(), latch()]
    let times = 0
    consume(async () => {
      times += 1
      if (times > 1) return
      begun.open()
      await done.opened
    })
    await queue.enqueue([chunk(1)])
    await begun.opened
    await queue.enqueue([chunk(1, 2)])
    await vi.waitUntil(() => times === 2, eventually)
    done.open()
    await untilEmpty()
  })

  test('ten consumers in processes of their own get every job', async () => {
    const seen = new Set<number>()
    const queues: ChunkQueue[] = []
    for (let n = 0; n < 10; n++) {
      const own = openChunkQueue(await place.open(), 'payouts', (error) => trouble.push(error))
      queues.push(own)
      consumers.push(own.consume(2, async ({ chunkNo }) => void seen.add(chunkNo)))
    }
    await queue.enqueue(Array.from({ length: 60 }, (_, index) => chunk(index + 1)))
    await vi.waitUntil(() => seen.size === 60, eventually)
    await untilEmpty()
    await Promise.all(consumers.splice(0).map((consumer) => consumer.close()))
    await Promise.all(queues.map((each) => each.close()))
  })

  test('a thousand chunks are enqueued at once', async () => {
    await queue.enqueue(Array.from({ length: 1_100 }, (_, index) => chunk(index + 1)))
    expect(await queue.count()).toBe(1_100)
    await queue.dispose()
    expect(await queue.count()).toBe(0)
  })

  test('no more jobs are handed out at a time than asked for', async () => {
    const open: (() => void)[] = []
    let most = 0
    let under = 0
    consume(async () => {
      under += 1
      most = Math.max(most, under)
      const { opened, open: end } = latch()
      open.push(end)
      await opened
      under -= 1
    }, 2)
    await queue.enqueue(Array.from({ length: 6 }, (_, index) => chunk(index + 1)))
    for (let ended = 0; ended < 6; ended++) {
      await vi.waitUntil(() => open.length > 0, eventually)
      open.shift()?.()
    }
    await untilEmpty()
    expect(most).toBe(2)
  })

  test('a job that throws is told of and gone, can be enqueued again, and leaves its words in no store', async () => {
    let times = 0
    consume(async () => {
      times += 1
      if (times === 1) throw new Error('planted 22997000001')
    })
    await queue.enqueue([chunk(1)])
    await vi.waitUntil(() => trouble.length === 1, eventually)
    expect(trouble).toEqual([expect.objectContaining({ message: 'planted 22997000001' })])
    await untilEmpty()
    expect(await place.raw()).not.toContain('planted')
    await queue.enqueue([chunk(1)])
    await vi.waitUntil(() => times === 2, eventually)
    expect(trouble).toHaveLength(1)
  })

  test.each([
    '{"batch":"../x","chunk":1}',
    '{"batch":"kb3x","chunk":0}',
    '{"batch":"kb3x","chunk":"1"}',
    '{"batch":"kb3x","chunk":1,"phone":"22997000001"}',
    '{}',
    '[]',
    '"pay everybody"',
    'null',
  ])('a forged job is ignored and reported, and the next is worked on: %s', async (json) => {
    const seen: number[] = []
    const forger = backend.queue('payouts')
    forger.on('error', (error) => trouble.push(error))
    await forger.addBulk([{ name: 'pay-chunk', data: JSON.parse(json), opts: {} }])
    await queue.enqueue([chunk(7)])
    consume(async ({ chunkNo }) => void seen.push(chunkNo), 1)
    await vi.waitUntil(() => seen.length === 1, eventually)
    await untilEmpty()
    await forger.close()
    expect(seen).toEqual([7])
    expect(trouble).toEqual([
      expect.objectContaining({ message: "a job in the queue is not one of payrun's: ignored" }),
    ])
  })

  test('a job holds ids and nothing else', async () => {
    const more = { ...chunk(17, 3), phone: '22997000001', name: 'Awa' }
    await queue.enqueue([more])
    const raw = (await place.raw()).replaceAll('\\', '').replaceAll(' ', '')
    expect(raw).toContain('{"batch":"kb3x","chunk":17}')
    expect(raw).not.toMatch(/22997000001|Awa/)
  })

  test('queues of other names are apart', async () => {
    const other = openChunkQueue(backend, 'payouts-of-kb3x', (error) => trouble.push(error))
    await other.enqueue([chunk(1)])
    expect(await queue.count()).toBe(0)
    await queue.enqueue([chunk(1)])
    await other.dispose()
    expect([await queue.count(), await other.count()]).toEqual([1, 0])
    await other.close()
  })

  test('a disposed queue can be used again', async () => {
    await queue.enqueue([chunk(1)])
    await queue.dispose()
    await queue.enqueue([chunk(1)])
    expect(await queue.count()).toBe(1)
  })

  test('closing a consumer waits for the jobs under way and takes no more', async () => {
    const [begun, done] = [latch(), latch()]
    const ended: number[] = []
    const consumer = consume(async ({ chunkNo }) => {
      begun.open()
      await done.opened
      ended.push(chunkNo)
    }, 1)
    await queue.enqueue([chunk(1), chunk(2)])
    await begun.opened
    const closing = consumer.close().then(() => ended.push(-1))
    done.open()
    await closing
    expect(ended).toEqual([1, -1])
    expect(await queue.count()).toBe(1)
  })

  test.each(['is opened', 'has emptied its queue'])(
    'a consumer that %s as the store goes down does not knock without a pause, and goes on',
    async (when) => {
      const wire = await startSilentProxy(place.url)
      onTestFinished(() => wire.close())
      const opened = await place.open(wire.url)
      const later = openChunkQueue(opened, 'payouts', () => times.push(performance.now()))
      const times: number[] = []
      const seen: number[] = []
      const start = () => consumers.push(later.consume(4, async ({ chunkNo }) => void seen.push(chunkNo)))
      if (when !== 'is opened') {
        start()
        await later.enqueue([chunk(9)])
        await vi.waitUntil(() => seen.includes(9), eventually)
        await untilEmpty()
      }
      wire.turnAway(true)
      if (when === 'is opened') start()
      const early = later.enqueue([chunk(1)]).catch(ignore)
      // A Redis that is away is no trouble to its client.
      if (name === 'Postgres') {
        const rests = () => times.filter((time, index) => time - times[index - 1]! > 500)
        await vi.waitUntil(() => rests().length >= 2, eventually)
      }
      wire.turnAway(false)
      await early
      await later.enqueue([chunk(1), chunk(2)])
      await vi.waitUntil(() => seen.includes(1) && seen.includes(2), eventually)
      await Promise.all(consumers.splice(0).map((consumer) => consumer.close()))
      await later.close()
    },
  )

  test('three processes that open a fresh store at once all can use it', async () => {
    const fresh = await store.fresh()
    const queues = (await Promise.all([fresh.open(), fresh.open(), fresh.open()])).map((each) =>
      openChunkQueue(each, 'payouts', (error) => trouble.push(error)),
    )
    await Promise.all(queues.map((each, index) => each.enqueue([chunk(index + 1)])))
    expect(await queues[0]!.count()).toBe(3)
    expect(trouble).toEqual([])
    await Promise.all(queues.map((each) => each.close()))
    await fresh.drop()
  })
})
