import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { readRedisAddress } from '../../src/queue/redis.ts'
import { english, saying } from '../harness/words.ts'

test.each([
  { url: 'redis://u:p@h:6380/2', is: { kind: 'server', url: 'redis://u:p@h:6380/2' } },
  {
    url: 'redis+sentinel://a:26380,b/mymaster',
    is: {
      kind: 'sentinel',
      sentinels: [
        { host: 'a', port: 26_380 },
        { host: 'b', port: 26_379 },
      ],
      name: 'mymaster',
      db: 0,
      login: {},
      tls: false,
    },
  },
  {
    url: 'rediss+sentinel://:p%40ss@[::1]:1/main/3',
    is: {
      kind: 'sentinel',
      sentinels: [{ host: '::1', port: 1 }],
      name: 'main',
      db: 3,
      login: { password: 'p@ss' },
      tls: true,
    },
  },
  {
    url: 'rediss+cluster://user:pw@a:7000,b.example.com:7001/',
    is: {
      kind: 'cluster',
      nodes: [
        { host: 'a', port: 7000 },
        { host: 'b.example.com', port: 7001 },
      ],
      login: { username: 'user', password: 'pw' },
      tls: true,
    },
  },
])('$url is read, and taken as REDIS_URL', ({ url, is }) => {
  expect(readRedisAddress(url)).toEqual(is)
  const read = readConfig({ REDIS_URL: url, PAYRUN_ALLOW_CLEARTEXT: 'redis' })
  expect(read).toMatchObject({ ok: true, config: { redisUrl: url } })
})

test.each([
  'redis+sentinel://secret:26379',
  'redis+cluster://secret:7000/name',
  'redis+cluster://',
  'redis+cluster://a:7000,,b:7001',
  'redis+ring://secret:7000',
  'http+cluster://secret:7000',
])('REDIS_URL=%s is refused without being repeated', (url) => {
  const read = readConfig({ REDIS_URL: url })
  expect(read).toMatchObject({ ok: false, message: saying(/^REDIS_URL must be an address/) })
  expect(read.ok || english(read.message).includes('secret')).toBe(false)
})
