import { t } from '../words/t.ts'
import { createRedis, type RedisClient } from './createRedis.ts'
import { readRedisAddress } from './redisAddress.ts'

export type ConnectedRedis = { ok: true; redis: RedisClient } | { ok: false; message: string }

/** A connection that fails fast: to ring with, where the sweep rings again, and to look around. */
export async function connectRedis(url: string): Promise<ConnectedRedis> {
  // Sentinels that are away are asked for ever as it comes: at first that would be a command that says nothing.
  let connected = false
  const sentinelRetryStrategy = (times: number) => (connected ? Math.min(times * 10, 1_000) : null)
  const redis = createRedis(url, {
    maxRetriesPerRequest: 1,
    connectTimeout: 5_000,
    lazyConnect: true,
    sentinelRetryStrategy,
  })
  // What went wrong is told by the event; connect() says only that the connection was closed.
  let trouble: unknown
  redis.on('error', (error) => {
    trouble = error
  })
  try {
    await redis.connect()
    connected = true
    return { ok: true, redis }
  } catch (error) {
    redis.disconnect()
    return { ok: false, message: (await whyNotNode(url)) ?? whyNot(trouble ?? error) }
  }
}

/** Of a cluster, or of sentinels, it is told only that none could be asked: what is wrong, one says, asked by itself. */
async function whyNotNode(url: string): Promise<string | undefined> {
  const address = readRedisAddress(url)
  if (address.kind === 'server') return undefined
  const [node] = address.kind === 'cluster' ? address.nodes : address.sentinels
  if (!node) return undefined
  // The login is that of the servers; sentinels are asked without one.
  const { username = '', password = '' } = address.kind === 'cluster' ? address.login : {}
  const login = username + password && `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`
  const host = node.host.includes(':') ? `[${node.host}]` : node.host
  const asked = await connectRedis(`redis${address.tls ? 's' : ''}://${login}${host}:${node.port}`)
  if (!asked.ok) return asked.message
  asked.redis.disconnect()
  return undefined
}

function whyNot(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return t`REDIS_URL: the certificate of this Redis is for another host. Call Redis what its certificate calls it.`
  }
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code)) {
    return t`REDIS_URL: the certificate of this Redis is not valid at this time (${code}). Renew it, or set the clock right.`
  }
  if (/CERT|VERIFY|ISSUER/.test(code)) {
    return t`REDIS_URL: the certificate of this Redis is not trusted (${code}). Where its authority is your own, set NODE_EXTRA_CA_CERTS to the path of the authority's certificate, in the environment and not in .env.`
  }
  return t`REDIS_URL: cannot reach Redis (${shortReason(error)}). Start it, or unset REDIS_URL to keep the queue on Postgres.`
}

/** The system's word for what went wrong, without the URL, which may hold a password. */
const shortReason = (error: unknown): string => {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return error instanceof Error && /WRONGPASS|NOAUTH/.test(error.message) ? t`it wants another password` : t`no answer`
}
