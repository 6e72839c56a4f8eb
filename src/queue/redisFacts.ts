import { Cluster, type Redis } from 'ioredis'
import { t } from '../words/t.ts'
import { connectRedis } from './connectRedis.ts'
import type { RedisClient } from './createRedis.ts'

/** What a Redis says of itself; undefined where it doesn't say (managed ones hide some). */
export interface RedisFacts {
  version: string | undefined
  maxmemoryPolicy: string | undefined
  appendOnlyFile: boolean
  snapshots: boolean | undefined
  replica: boolean
}

/** Of a cluster: the worst that any of its primaries says. */
export async function readRedisFacts(redis: RedisClient): Promise<RedisFacts> {
  if (!(redis instanceof Cluster)) return readServerFacts(redis)
  const facts = await Promise.all(redis.nodes('master').map(readServerFacts))
  const evicting = facts.find(
    ({ maxmemoryPolicy }) => maxmemoryPolicy !== undefined && maxmemoryPolicy !== 'noeviction',
  )
  return {
    version: facts[0]?.version,
    maxmemoryPolicy: (evicting ?? facts[0])?.maxmemoryPolicy,
    appendOnlyFile: facts.every(({ appendOnlyFile }) => appendOnlyFile),
    snapshots: facts.every(({ snapshots }) => snapshots === true),
    replica: false,
  }
}

async function readServerFacts(redis: Redis): Promise<RedisFacts> {
  const info = await redis.info().catch(orNothing)
  const field = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1]
  return {
    version: field('redis_version'),
    maxmemoryPolicy: field('maxmemory_policy'),
    appendOnlyFile: field('aof_enabled') === '1',
    snapshots: await takesSnapshots(redis),
    replica: field('role') === 'slave',
  }
}

/** A server may forbid INFO; one that went away is another matter. */
function orNothing(error: unknown): string {
  if (error instanceof Error && error.name === 'ReplyError') return ''
  throw error
}

/** CONFIG is often forbidden on servers that somebody else runs. */
async function takesSnapshots(redis: Redis): Promise<boolean | undefined> {
  try {
    const [, save] = (await redis.config('GET', 'save')) as unknown[]
    return typeof save === 'string' ? save !== '' : undefined
  } catch {
    return undefined
  }
}

/** Why a Redis can't hold the queue; undefined when it can (architecture, rule 11). */
export function redisRefusal({ maxmemoryPolicy, replica }: RedisFacts): string | undefined {
  if (maxmemoryPolicy !== undefined && maxmemoryPolicy !== 'noeviction') {
    return t`REDIS_URL: this Redis drops keys when its memory is full (maxmemory-policy ${maxmemoryPolicy}): set maxmemory-policy noeviction.`
  }
  return replica ? t`REDIS_URL: this Redis is a replica, which takes no writes: name the primary.` : undefined
}

/** A queue that a restart empties is no danger, but good to know of. */
export function persistenceWarning({ appendOnlyFile, snapshots }: RedisFacts): string | undefined {
  if (appendOnlyFile || snapshots) return undefined
  return snapshots === undefined
    ? t`This Redis keeps no append-only file. The queue may be lost safely: the ledger is the truth, and rings again.`
    : t`This Redis keeps no append-only file and no snapshots. The queue may be lost safely: the ledger is the truth, and rings again.`
}

export type InspectedRedis = { ok: true; facts: RedisFacts } | { ok: false; message: string }

/** Look at a Redis without using it. */
export async function inspectRedis(url: string): Promise<InspectedRedis> {
  const connected = await connectRedis(url)
  if (!connected.ok) return connected
  try {
    return { ok: true, facts: await readRedisFacts(connected.redis) }
  } catch {
    return { ok: false, message: t`REDIS_URL: Redis went away while it was looked at. Call the command again.` }
  } finally {
    connected.redis.disconnect()
  }
}
