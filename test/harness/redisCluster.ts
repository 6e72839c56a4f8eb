import { Redis } from 'ioredis'
import { until } from './payrun.ts'
import { freePort, type RedisServer, startRedisServer } from './redis.ts'

interface RedisGroup {
  /** For REDIS_URL. */
  url: string
  servers: RedisServer[]
  stop(): Promise<void>
}

const lastSlot = 16_383

/**
 * Three redis-servers of our own that share the slots, without replicas.
 *
 * @param tls lines of redis.conf for TLS, on a port of its own, also between the servers
 */
export async function startRedisCluster(tls?: string[]): Promise<RedisGroup> {
  const servers: RedisServer[] = []
  const stop = async () => {
    for (const server of servers) await server.stop()
  }
  const ports: number[] = []
  try {
    const buses: number[] = []
    for (let n = 0; n < 3; n += 1) {
      const bus = await freePort()
      buses.push(bus)
      const tlsPort = await freePort()
      servers.push(
        await startRedisServer([
          ...(tls ? ['--tls-port', `${tlsPort}`, '--tls-cluster', 'yes', ...tls] : []),
          '--cluster-enabled',
          'yes',
          '--cluster-config-file',
          'nodes.conf',
          '--cluster-port',
          `${bus}`,
        ]),
      )
      ports.push(tls ? tlsPort : Number(new URL(servers[n]!.url).port))
    }
    const nodes = servers.map(({ url }) => new Redis(url))
    const third = Math.ceil((lastSlot + 1) / 3)
    for (const [n, node] of nodes.entries()) {
      await node.call('CLUSTER', 'ADDSLOTSRANGE', n * third, Math.min(lastSlot, (n + 1) * third - 1))
      if (n > 0) await node.call('CLUSTER', 'MEET', '127.0.0.1', `${ports[0]}`, `${buses[0]}`)
    }
    for (const node of nodes) {
      await until('the cluster knows all of its nodes', async () => {
        const info = String(await node.call('CLUSTER', 'INFO'))
        return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3')
      })
      node.disconnect()
    }
  } catch (error) {
    await stop()
    throw error
  }
  const [first, second] = ports
  return { url: `redis${tls ? 's' : ''}+cluster://127.0.0.1:${first},127.0.0.1:${second}`, servers, stop }
}

/** A primary, its replica, and a sentinel that watches them. */
export async function startRedisSentinel(): Promise<RedisGroup & { failOver(): Promise<void> }> {
  const primary = await startRedisServer()
  const servers = [primary]
  const stop = async () => {
    for (const server of servers.reverse()) await server.stop()
  }
  try {
    servers.push(await startRedisServer(['--replicaof', '127.0.0.1', new URL(primary.url).port]))
    const sentinel = await startRedisServer(['--sentinel'])
    servers.push(sentinel)
    const redis = new Redis(sentinel.url)
    await redis.call('SENTINEL', 'MONITOR', 'mymaster', '127.0.0.1', new URL(primary.url).port, '1')
    await redis.call('SENTINEL', 'SET', 'mymaster', 'down-after-milliseconds', '1000')
    await until(
      'the sentinel knows the replica',
      async () => ((await redis.call('SENTINEL', 'REPLICAS', 'mymaster')) as unknown[]).length === 1,
    )
    redis.disconnect()
    const failOver = async () => {
      const asked = new Redis(sentinel.url)
      await asked.call('SENTINEL', 'FAILOVER', 'mymaster')
      const old = new URL(primary.url).port
      await until('another one is the primary', async () => {
        const [, port] = (await asked.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'mymaster')) as string[]
        return port !== old
      })
      asked.disconnect()
    }
    return { url: `redis+sentinel://${hostOf(sentinel)}/mymaster`, servers, stop, failOver }
  } catch (error) {
    await stop()
    throw error
  }
}

const hostOf = ({ url }: RedisServer): string => new URL(url).host
