import { Cluster, Redis } from 'ioredis'
import { readRedisAddress } from './redisAddress.ts'

/** A connection to Redis, whatever it consists of. */
export type RedisClient = Redis | Cluster

export interface RedisPatience {
  /** null: a command waits for Redis as long as it takes. */
  maxRetriesPerRequest: number | null
  connectTimeout?: number
  /** Only `connect` connects. */
  lazyConnect?: boolean
  /** Milliseconds until the sentinels are asked again, when none of them answered; null: not again. */
  sentinelRetryStrategy?: (times: number) => number | null
}

export function createRedis(url: string, options: RedisPatience): RedisClient {
  const address = readRedisAddress(url)
  switch (address.kind) {
    case 'server':
      return new Redis(url, options)
    case 'sentinel': {
      const { sentinels, name, db, login } = address
      const tls = address.tls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }
      return new Redis({ ...options, sentinels, name, db, ...login, ...tls })
    }
    case 'cluster': {
      const { lazyConnect = false, ...perNode } = options
      return new Cluster(address.nodes, {
        lazyConnect,
        // What fails fast asks again later; what waits is kept until the cluster is there.
        enableOfflineQueue: options.maxRetriesPerRequest === null,
        redisOptions: { ...perNode, ...address.login, ...(address.tls && { tls: {} }) },
        // Over TLS a node is known by its name, not by the address that the cluster tells.
        ...(address.tls && {
          dnsLookup: (host: string, done: (error: null, found: string) => void) => done(null, host),
        }),
      })
    }
  }
}
