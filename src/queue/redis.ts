import { setTimeout as delay } from 'node:timers/promises'
import { Cluster, Redis } from 'ioredis'
import { type Sentence, say } from '../words/sentence.ts'

/** `reached`: it answers, but is not what REDIS_URL says. */
type NoRedis = { ok: false; message: Sentence; reached?: boolean }

type ConnectedRedis = { ok: true; redis: RedisClient } | NoRedis

/** A connection that fails fast, for enqueuing (the sweep enqueues again) and for inspecting a server. */
export async function connectRedis(url: string): Promise<ConnectedRedis> {
  // By default, ioredis asks sentinels that are away forever. Before the first connection, a command would hang.
  let connected = false
  const sentinelRetryStrategy = (times: number) => (connected ? Math.min(times * 10, 1_000) : null)
  const redis = createRedis(url, {
    maxRetriesPerRequest: 1,
    connectTimeout: 5_000,
    lazyConnect: true,
    sentinelRetryStrategy,
  })
  // The event says what went wrong; connect() only says that the connection was closed.
  let trouble: unknown
  redis.on('error', (error) => {
    trouble = error
  })
  try {
    await redis.connect()
    connected = true
    const refused = await databaseRefusal(redis)
    if (refused === undefined) return { ok: true, redis }
    redis.disconnect()
    return { ok: false, message: refused, reached: true }
  } catch (error) {
    redis.disconnect()
    return { ok: false, message: (await whyNotNode(url)) ?? whyNot(trouble ?? error) }
  }
}

/** If Redis refuses the database of REDIS_URL, ioredis silently goes on in database 0. A cluster has no other. */
async function databaseRefusal(redis: RedisClient): Promise<Sentence | undefined> {
  const db = redis instanceof Redis ? (redis.options.db ?? 0) : 0
  if (db === 0) return undefined
  try {
    await redis.select(db)
    return undefined
  } catch (error) {
    if (!isReply(error)) throw error
    return say('ledger.redis_url_refused_database', { db: String(db), reason: error.message })
  }
}

/** Redis has answered, with an error. */
const isReply = (error: unknown): error is Error => error instanceof Error && error.name === 'ReplyError'

/** For a cluster or sentinels, ioredis only says that none could be reached. One of them, asked directly, says what is wrong. */
async function whyNotNode(url: string): Promise<Sentence | undefined> {
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

function whyNot(error: unknown): Sentence {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return say('ledger.redis_url_certificate_redis_another_host')
  }
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code)) {
    return say('ledger.redis_url_certificate_redis_not_valid', { code })
  }
  if (/CERT|VERIFY|ISSUER/.test(code)) {
    return say('ledger.redis_url_certificate_redis_not_trusted', { code })
  }
  if (error instanceof Error && /WRONGPASS|NOAUTH/.test(error.message)) return say('ledger.redis_url_refused_login')
  return say('ledger.redis_url_cannot_reach_redis_start', { reason: shortReason(error) })
}

/** The system's code for what went wrong. The URL is never shown, since it may hold a password. */
const shortReason = (error: unknown): string | Sentence =>
  error instanceof Error && 'code' in error ? String(error.code) : say('ledger.no_answer')

/** A connection to Redis: to a server, through sentinels, or to a cluster. */
export type RedisClient = Redis | Cluster

interface RedisPatience {
  /** Null if a command waits for Redis as long as it takes. */
  maxRetriesPerRequest: number | null
  connectTimeout?: number
  /** Whether to connect only when `connect` is called. */
  lazyConnect?: boolean
  /** Milliseconds until the sentinels are asked again when none of them answered; null to give up. */
  sentinelRetryStrategy?: (times: number) => number | null
}

/**
 * A server that says nothing for `socketTimeout` while an answer is due has fallen silent, also on a connection that waits without
 * limit (docs/design.md, rule 13). The connection is opened again, and the command repeated. BullMQ's blocking commands wait at most 10 s.
 */
const deadlines = { socketTimeout: 15_000, keepAlive: 10_000 }

export function createRedis(url: string, patience: RedisPatience): RedisClient {
  const address = readRedisAddress(url)
  const options = { ...deadlines, ...patience }
  switch (address.kind) {
    case 'server':
      return new Redis(url, options)
    case 'sentinel': {
      const { sentinels, name, db, login } = address
      const tls = address.tls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }
      return new Redis({ ...options, sentinelCommandTimeout: 5_000, sentinels, name, db, ...login, ...tls })
    }
    case 'cluster': {
      const { lazyConnect = false, ...perNode } = options
      return new Cluster(address.nodes, {
        lazyConnect,
        // A caller that fails fast asks again later. One that waits keeps its commands until the cluster is there.
        enableOfflineQueue: options.maxRetriesPerRequest === null,
        redisOptions: { ...perNode, ...address.login, ...(address.tls && { tls: {} }) },
        // Over TLS, a node is known by its name, not by the address that the cluster gives.
        ...(address.tls && {
          dnsLookup: (host: string, done: (error: null, found: string) => void) => done(null, host),
        }),
      })
    }
  }
}

/** Where Redis is: one server, the primary that sentinels name, or a cluster. */
type RedisAddress =
  | { kind: 'server'; url: string }
  | {
      kind: 'sentinel'
      sentinels: RedisHost[]
      /** What the sentinels call the primary. */
      name: string
      db: number
      login: RedisLogin
      tls: boolean
    }
  | { kind: 'cluster'; nodes: RedisHost[]; login: RedisLogin; tls: boolean }

interface RedisHost {
  host: string
  port: number
}

interface RedisLogin {
  username?: string
  password?: string
}

/**
 * Read REDIS_URL, which src/config.ts has checked:
 *
 *     redis://host:6379/0                                     rediss: with TLS
 *     redis+sentinel://:password@host1:26379,host2/mymaster/0
 *     redis+cluster://user:password@host1:7000,host2:7001     rediss+…: with TLS
 *
 * The login is that of the Redis servers; user and password are percent-encoded.
 */
export function readRedisAddress(url: string): RedisAddress {
  const found =
    /^redis(s?)\+(sentinel|cluster):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/@]+)(?:\/([^/]+))?(?:\/(\d+))?\/?$/.exec(url)
  if (!found) return { kind: 'server', url }
  const [, s, kind, user = '', password = '', list = '', name = '', db = '0'] = found
  const login = {
    ...(user !== '' && { username: decodeURIComponent(user) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
  }
  const tls = s === 's'
  if (kind === 'cluster') return { kind, nodes: hostsIn(list, 6379), login, tls }
  return { kind: 'sentinel', sentinels: hostsIn(list, 26_379), name, db: Number(db), login, tls }
}

const hostsIn = (list: string, usualPort: number): RedisHost[] =>
  list.split(',').map((each) => {
    const [, host = '', port] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(each) ?? []
    return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? usualPort : Number(port) }
  })

/** What a Redis says about itself. Undefined for what it doesn't say: managed servers hide some of it. */
export interface RedisFacts {
  version: string | undefined
  maxmemoryPolicy: string | undefined
  appendOnlyFile: boolean
  snapshots: boolean | undefined
  replica: boolean
  /** It asks for no password, though REDIS_URL has one. */
  open: boolean
}

/** Reads what a Redis says about itself. For a cluster, it is the worst that any primary says. */
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
    snapshots: [false, undefined, true].find((known) => facts.some(({ snapshots }) => snapshots === known)),
    replica: false,
    open: facts.some(({ open }) => open),
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
    open: await ignoresPassword(redis),
  }
}

/** A server may forbid INFO. If it went away instead, that is an error. */
function orNothing(error: unknown): string {
  if (isReply(error)) return ''
  throw error
}

/** If no password is set, a login with a user name accepts any password. One without a user name says that no password is set. */
async function ignoresPassword(redis: Redis): Promise<boolean> {
  const { username, password } = redis.options
  if (!password || (username && username !== 'default')) return false
  try {
    await redis.auth(password)
    return false
  } catch (error) {
    return isReply(error) && /without any password|no password is set/.test(error.message)
  }
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

/** Why a Redis can't hold the queue; undefined when it can (docs/design.md, rule 11). */
export function redisRefusal({ maxmemoryPolicy, replica }: RedisFacts): Sentence | undefined {
  if (maxmemoryPolicy !== undefined && maxmemoryPolicy !== 'noeviction') {
    return say('ledger.redis_url_redis_drops_keys_when', { maxmemoryPolicy })
  }
  return replica ? say('ledger.redis_url_redis_replica_takes_no') : undefined
}

/** A queue that is lost in a restart is no danger, but worth knowing about. */
export function persistenceWarning({ appendOnlyFile, snapshots }: RedisFacts): Sentence | undefined {
  if (appendOnlyFile || snapshots) return undefined
  return snapshots === undefined
    ? say('ledger.redis_keeps_no_append_only_file')
    : say('ledger.redis_keeps_no_append_only_file_no_snapshots')
}

/** Not refused: programs are given a password before the server asks for it. But somebody may believe that Redis is protected. */
export const openWarning = ({ open }: RedisFacts): Sentence | undefined =>
  open ? say('ledger.redis_url_password_not_asked') : undefined

type InspectedRedis = { ok: true; facts: RedisFacts } | NoRedis

/** Reads what a Redis says about itself, over a connection that is closed again. */
export async function inspectRedis(url: string): Promise<InspectedRedis> {
  const connected = await connectRedis(url)
  if (!connected.ok) return connected
  try {
    return { ok: true, facts: await readRedisFacts(connected.redis) }
  } catch {
    return { ok: false, message: say('ledger.redis_url_redis_went_away_while') }
  } finally {
    connected.redis.disconnect()
  }
}

/** Whether a Redis answers within 1.5 s, for a process that doesn't use the queue. */
export async function isRedisThere(url: string): Promise<boolean> {
  const connecting = connectRedis(url).then((connected) => {
    if (connected.ok) connected.redis.disconnect()
    return connected.ok || connected.reached === true
  })
  return Promise.race([connecting.catch(() => false), delay(1_500, false, { ref: false })])
}
