import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../harness/postgres.ts'
import { type CountingProvider, startProvider, succeed } from '../../harness/provider.ts'
import { hasRedisServer, type RedisServer, startRedisServer } from '../../harness/redis.ts'
import { openScene, type Scene } from '../scene.ts'
import type { Chance } from './chance.ts'

/** Where the queue is: a scene of each, since the two backends have nothing but our code in common. */
export const queues = [{ queue: 'Postgres' }, { queue: 'Redis' }] as const
export type QueueName = (typeof queues)[number]['queue']

/** Without a redis-server on the PATH there is nothing to start and kill. In CI there must be one. */
export const isLeftOut = (queue: QueueName): boolean => queue === 'Redis' && !hasRedisServer() && !process.env['CI']

export interface LongScene {
  scene: Scene
  provider: CountingProvider
  /** Undefined where the queue is on Postgres. */
  redis: RedisServer | undefined
}

/** Register the hooks of a file or describe: a scene for each test, with the queue on Postgres or on a Redis of its own. */
export function setUpLong(queue: QueueName, env: NodeJS.ProcessEnv = {}): LongScene {
  let postgres: TestPostgres
  const here = {} as LongScene
  beforeAll(async () => {
    postgres = await startTestPostgres()
    here.redis = queue === 'Redis' ? await startRedisServer() : undefined
  })
  afterAll(async () => {
    await here.redis?.stop()
    await postgres.stop()
  })
  beforeEach(async () => {
    here.provider = await startProvider()
    const where = here.redis ? { REDIS_URL: here.redis.url } : {}
    const scene = openScene((await postgres.createLedger()).url, here.provider, {
      // A line per row would be megabytes.
      PAYRUN_LOG_LEVEL: 'info',
      ...where,
      ...env,
    })
    here.scene = scene
    return async () => {
      await here.provider.close()
      await scene.remove()
    }
  })
  return here
}

/** Answers come after 5 to `maxMs` ms; the money moves at any time before. */
export function answerSlowly(provider: CountingProvider, chance: Chance, maxMs: number): void {
  provider.answer = async (each) => {
    const waitMs = 5 + chance.below(maxMs - 5)
    const beforeMs = chance.below(waitMs)
    await pause(beforeMs)
    const reference = each.carryOut()
    await pause(waitMs - beforeMs)
    await succeed({ ...each, carryOut: () => reference })
  }
}
