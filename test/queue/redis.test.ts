import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openBackend } from '../../src/queue/backend.ts'
import { openSharedMarks } from '../../src/queue/marks.ts'
import { type ChunkQueue, openChunkQueue } from '../../src/queue/queues.ts'
import { inspectRedis } from '../../src/queue/redis.ts'
import { freePort, hasRedisServer, type RedisServer, startRedisServer } from '../harness/redis.ts'
import { english, saying } from '../harness/words.ts'

const eventually = { timeout: 30_000, interval: 50 }
const prefix = '{payrun-test}'
const there = hasRedisServer()

async function serverWith(settings: string[] = []): Promise<RedisServer> {
  const server = await startRedisServer(settings)
  onTestFinished(() => server.stop())
  return server
}

async function openQueue(url: string): Promise<ChunkQueue> {
  const opened = await openBackend({ kind: 'redis', url, prefix })
  if (!opened.ok) throw new Error(english(opened.message))
  const queue = openChunkQueue(opened.backend, 'payouts', () => {})
  onTestFinished(async () => {
    await queue.close().catch(() => {})
    await opened.backend.close()
  })
  return queue
}

/** Chunks that were handed out, as they come. */
function consume(queue: ChunkQueue): number[] {
  const seen: number[] = []
  const consumer = queue.consume(4, async ({ chunkNo }) => void seen.push(chunkNo))
  onTestFinished(() => consumer.close())
  return seen
}

const chunks = (...numbers: number[]) => numbers.map((chunkNo) => ({ batchId: 'kb3x', chunkNo, roundNo: 1 }))

test('a Redis that is not there fails at once, with a message that says so and keeps the password', async () => {
  const url = `redis://:planted-password@127.0.0.1:${await freePort()}`
  const opened = await openBackend({ kind: 'redis', url, prefix })
  expect(opened).toEqual({
    ok: false,
    message: saying(/^REDIS_URL: cannot reach Redis \(ECONNREFUSED\)\. Start it, or unset REDIS_URL/),
  })
  expect(JSON.stringify(opened)).not.toContain('planted')
})

// Without a redis-server on the PATH there is nothing to start and kill. In CI there must be one.
describe.skipIf(!there && !process.env['CI'])('a Redis of our own, where redis-server is on the PATH', () => {
  test.each(['allkeys-lru', 'volatile-ttl', 'allkeys-random'])(
    'one that may drop keys (%s) is refused',
    async (policy) => {
      const { url } = await serverWith(['--maxmemory-policy', policy])
      expect(await openBackend({ kind: 'redis', url, prefix })).toEqual({
        ok: false,
        message: saying(
          `REDIS_URL: this Redis drops keys when its memory is full (maxmemory-policy ${policy}): set maxmemory-policy noeviction.`,
        ),
        reached: true,
      })
    },
  )

  test('a replica, which takes no writes, is refused', async () => {
    const primary = await serverWith()
    const { url } = await serverWith(['--replicaof', '127.0.0.1', new URL(primary.url).port])
    expect(await openBackend({ kind: 'redis', url, prefix })).toEqual({
      ok: false,
      message: saying('REDIS_URL: this Redis is a replica, which accepts no writes. Name the primary.'),
      reached: true,
    })
  })

  test('snapshots are enough not to be warned of', async () => {
    const { url } = await serverWith(['--save', '3600', '1'])
    expect(await inspectRedis(url)).toEqual({
      ok: true,
      facts: {
        version: expect.stringMatching(/^\d+\./),
        maxmemoryPolicy: 'noeviction',
        appendOnlyFile: false,
        snapshots: true,
        replica: false,
        open: false,
      },
    })
    const opened = await openBackend({ kind: 'redis', url, prefix })
    expect(opened).toMatchObject({ ok: true, warnings: [] })
    if (opened.ok) await opened.backend.close()
  })

  test('a Redis that forbids CONFIG can be used all the same', async () => {
    const { url } = await serverWith(['--rename-command', 'CONFIG', ''])
    expect(await inspectRedis(url)).toMatchObject({ ok: true, facts: { snapshots: undefined } })
    const opened = await openBackend({ kind: 'redis', url, prefix })
    expect(opened).toMatchObject({
      ok: true,
      warnings: [saying('keeps no append-only file. You can lose the queue safely')],
    })
    if (opened.ok) await opened.backend.close()
  })

  test('a wrong password is said to be one, without it', async () => {
    const { url } = await serverWith(['--requirepass', 'right-password'])
    const wrong = url.replace('redis://', 'redis://:planted-password@')
    for (const each of [url, wrong]) {
      const opened = await openBackend({ kind: 'redis', url: each, prefix })
      expect(opened).toMatchObject({ ok: false, message: saying('Redis refused the user or the password in it') })
      expect(JSON.stringify(opened)).not.toMatch(/right-password|planted/)
    }
    const right = await openBackend({ kind: 'redis', url: url.replace('//', '//:right-password@'), prefix })
    expect(right.ok).toBe(true)
    if (right.ok) await right.backend.close()
  })

  test('a database that it does not have is refused, with what Redis says, and not taken for database 0', async () => {
    const { url } = await serverWith(['--appendonly', 'yes'])
    const message = saying(
      'REDIS_URL: this Redis does not give database 99 (ERR DB index is out of range). Name one that it has',
    )
    expect(await openBackend({ kind: 'redis', url: `${url}/99`, prefix })).toEqual({
      ok: false,
      message,
      reached: true,
    })
    expect(await inspectRedis(`${url}/99`)).toEqual({ ok: false, message, reached: true })
    const opened = await openBackend({ kind: 'redis', url: `${url}/7`, prefix })
    expect(opened).toMatchObject({ ok: true, warnings: [] })
    if (opened.ok) await opened.backend.close()
  })

  test('a password that it does not ask for is warned of, without it', async () => {
    const { url } = await serverWith(['--appendonly', 'yes'])
    for (const login of [':planted-password', 'default:planted-password']) {
      const opened = await openBackend({ kind: 'redis', url: url.replace('//', `//${login}@`), prefix })
      expect(opened).toMatchObject({ ok: true, warnings: [saying('the password in it protects nothing')] })
      if (!opened.ok) continue
      expect(JSON.stringify(opened.warnings)).not.toContain('planted')
      await opened.backend.close()
    }
  })

  test.each([
    { aof: 'no', warnings: [saying('no append-only file and no snapshots')] },
    { aof: 'yes', warnings: [] },
  ])('appendonly $aof: warned accordingly', async ({ aof, warnings }) => {
    const { url } = await serverWith(['--appendonly', aof])
    const opened = await openBackend({ kind: 'redis', url, prefix })
    expect(opened).toMatchObject({ ok: true, warnings })
    if (opened.ok) await opened.backend.close()
  })

  test('FLUSHALL loses the jobs, and enqueuing again works for the consumers that were there', async () => {
    const { url } = await serverWith()
    const queue = await openQueue(url)
    await queue.enqueue(chunks(1, 2, 3))
    const redis = new Redis(url)
    await redis.flushall()
    redis.disconnect()
    expect(await queue.count()).toBe(0)
    const seen = consume(queue)
    await queue.enqueue(chunks(1, 2, 3))
    await vi.waitUntil(() => seen.length === 3, eventually)
    expect(seen.sort()).toEqual([1, 2, 3])
  })

  test('FLUSHALL under a consumer: it hears what is enqueued afterwards', async () => {
    const { url } = await serverWith()
    const queue = await openQueue(url)
    const seen = consume(queue)
    await queue.enqueue(chunks(1))
    await vi.waitUntil(() => seen.length === 1, eventually)
    const redis = new Redis(url)
    await redis.flushall()
    redis.disconnect()
    await queue.enqueue(chunks(2))
    await vi.waitUntil(() => seen.includes(2), eventually)
  })

  test('a Redis that is killed and comes back empty: enqueuing fails meanwhile, and the consumer goes on after', async () => {
    const server = await serverWith()
    const queue = await openQueue(server.url)
    const seen = consume(queue)
    await queue.enqueue(chunks(1))
    await vi.waitUntil(() => seen.length === 1, eventually)
    await server.kill()
    await expect(queue.enqueue(chunks(2))).rejects.toThrow()
    await server.restart()
    // As the sweep does: enqueue until it is heard.
    await vi.waitFor(async () => {
      await queue.enqueue(chunks(2))
      expect(seen).toContain(2)
    }, eventually)
  })

  test('the marks of live workers stay, whatever their numbers; of those that are gone, the newest', async () => {
    const redis = new Redis((await serverWith()).url)
    onTestFinished(() => redis.disconnect())
    const live = openSharedMarks(redis, prefix)
    await live.write(1, 'mark of 1')
    const write = async (from: number) => {
      for (let worker = from; worker < from + 300; worker += 1)
        await openSharedMarks(redis, prefix).write(worker, `mark of ${worker}`)
    }
    await write(2)
    expect(await live.read()).toContain('mark of 1')
    const longAgo = Math.floor(Date.now() / 1_000) - 7_200
    for (let worker = 2; worker < 302; worker += 1) await redis.hset(`${prefix}:marks`, `${worker}:at`, longAgo)
    // A process is between its mark and its stamp.
    await redis.hset(`${prefix}:marks`, '0', 'mark of 0')
    await openSharedMarks(redis, prefix).write(400, 'mark of 400')
    const kept = await live.read()
    expect(kept).toHaveLength(256)
    expect(kept).toEqual(expect.arrayContaining(['mark of 0', 'mark of 1', 'mark of 400', 'mark of 301']))
    expect(kept).not.toContain('mark of 2')
  })
})
