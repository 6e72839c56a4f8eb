/** Where Redis is: one server, the primary that sentinels name, or a cluster. */
export type RedisAddress =
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

export interface RedisHost {
  host: string
  port: number
}

export interface RedisLogin {
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
