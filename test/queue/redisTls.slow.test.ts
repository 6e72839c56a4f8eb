import { execFileSync } from 'node:child_process'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Authority, hasOpenssl, makeAuthority } from '../harness/certificates.ts'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'
import { freePort, hasRedisServer, type RedisServer, startRedisServer } from '../harness/redis.ts'
import { startRedisCluster } from '../harness/redisCluster.ts'

const missing = !hasRedisServer()
  ? 'redis-server'
  : !speaksTls()
    ? 'a redis-server with TLS'
    : !hasOpenssl()
      ? 'openssl'
      : ''
if (missing && process.env['CI']) throw new Error(`these tests can't be left out in CI: there is no ${missing}`)
const why = missing && ` (skipped: there is no ${missing} on the PATH)`

/** One that was built without TLS does not know the word. */
function speaksTls(): boolean {
  try {
    // It ends by itself, since the folder is not there: what it complains about first is the setting.
    execFileSync('redis-server', ['--port', '0', '--tls-session-caching', 'yes', '--dir', '/nowhere/payrun'], {
      stdio: 'pipe',
    })
  } catch (error) {
    const said =
      error instanceof Error && 'stdout' in error && 'stderr' in error ? `${error.stdout}${error.stderr}` : ''
    return !/bad directive|wrong number|BUILD_TLS/i.test(said)
  }
  return true
}

const password = 'planted redis password/@'
const paying = setUpPaying()
let authority: Authority

interface TlsServer {
  server: RedisServer
  tlsPort: number
}

/** A redis-server with a port for TLS beside the plain one. */
async function startTls(names: string, more: string[] = []): Promise<TlsServer> {
  const { key, cert } = authority.issue(names)
  const tlsPort = await freePort()
  const tls = [
    '--tls-port',
    `${tlsPort}`,
    '--tls-cert-file',
    cert,
    '--tls-key-file',
    key,
    '--tls-ca-cert-file',
    authority.ca,
  ]
  const server = await startRedisServer([...tls, '--tls-auth-clients', 'no', ...more])
  onTestFinished(() => server.stop())
  return { server, tlsPort }
}

async function pay(rows: number, redisUrl: string): Promise<void> {
  paying.env['REDIS_URL'] = redisUrl
  paying.env['NODE_EXTRA_CA_CERTS'] = authority.ca
  paying.env['PAYRUN_WORKER_PORT'] = '0'
  writePayroll(paying.folder, rows)
  const worker = startPayrun(['worker'], { env: paying.env, cwd: paying.folder })
  const submitted = await paying.call('submit', 'payroll.csv')
  expect(submitted.code, submitted.stderr).toBe(0)
  await until('all rows are paid', () => {
    if (worker.child.exitCode !== null) throw new Error(`the worker ended: ${worker.output().stderr}`)
    return paying.provider.paidTimes().size === rows
  })
  worker.child.kill('SIGTERM')
  const ended = await worker.ended
  expect(ended.code).toBe(0)
  // By way of Redis, and not by what a worker finds when nothing was enqueued.
  expect(ended.stderr).not.toContain('the queue had trouble')
  expect([...paying.provider.paidTimes().values()]).toEqual(Array(rows).fill(1))
}

describe.skipIf(missing !== '')(`Redis over TLS${why}`, () => {
  beforeAll(() => {
    authority = makeAuthority()
  })
  afterAll(() => authority.remove())
  beforeEach(() => {
    paying.env['PAYRUN_WORKER_PORT'] = '0'
  })

  it('is used where its authority is in NODE_EXTRA_CA_CERTS: a worker pays each row once', async () => {
    const { server, tlsPort } = await startTls('IP:127.0.0.1,DNS:localhost', ['--requirepass', password])
    await pay(40, `rediss://:${encodeURIComponent(password)}@localhost:${tlsPort}`)
    const plain = new Redis(server.url, { password })
    expect((await plain.keys('{payrun-*')).length).toBeGreaterThan(0)
    plain.disconnect()
  })

  it('is refused in one sentence where its authority is not known, and by doctor, too', async () => {
    const { tlsPort } = await startTls('IP:127.0.0.1')
    paying.env['REDIS_URL'] = `rediss://:planted-secret@127.0.0.1:${tlsPort}`
    const ended = await paying.call('worker')
    expect(ended.code).toBe(6)
    expect(ended.stderr).toMatch(
      /^REDIS_URL: the certificate of this Redis is not trusted \([A-Z_]+\)\. [^\n]*NODE_EXTRA_CA_CERTS[^\n]*\n$/m,
    )
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
    expect(ended.stderr).not.toContain('planted-secret')
    paying.env['PAYRUN_PROVIDER_URL'] = ''
    const { stdout } = await paying.call('doctor', '--json')
    expect(JSON.parse(stdout).checks).toContainEqual(
      expect.objectContaining({ name: 'queue', detail: expect.stringContaining('NODE_EXTRA_CA_CERTS') }),
    )
  })

  it('is refused when its certificate is for another host', async () => {
    const { tlsPort } = await startTls('DNS:redis.example.com')
    paying.env['REDIS_URL'] = `rediss://localhost:${tlsPort}`
    paying.env['NODE_EXTRA_CA_CERTS'] = authority.ca
    const ended = await paying.call('worker')
    expect(ended.code).toBe(6)
    expect(ended.stderr).toMatch(/^REDIS_URL: the certificate of this Redis is for another host[^\n]*\n$/)
  })

  it('is used with a cluster of three, and refused with one that is not trusted', async () => {
    const { key, cert } = authority.issue('IP:127.0.0.1')
    const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', authority.ca]
    const cluster = await startRedisCluster([...files, '--tls-auth-clients', 'no'])
    onTestFinished(() => cluster.stop())
    expect(cluster.url).toMatch(/^rediss\+cluster:/)
    paying.env['REDIS_URL'] = cluster.url
    const untrusted = await paying.call('worker')
    expect(untrusted.code).toBe(6)
    expect(untrusted.stderr).toMatch(/^REDIS_URL: the certificate of this Redis is not trusted [^\n]*\n$/)
    await pay(40, cluster.url)
  })

  it('is used with a sentinel that speaks TLS, too, and refused with one that is not trusted', async () => {
    const primary = await startTls('IP:127.0.0.1', ['--tls-replication', 'yes'])
    const sentinel = await startTls('IP:127.0.0.1', ['--tls-replication', 'yes', '--sentinel'])
    const plain = new Redis(sentinel.server.url)
    await plain.call('SENTINEL', 'MONITOR', 'mymaster', '127.0.0.1', `${primary.tlsPort}`, '1')
    plain.disconnect()
    const url = `rediss+sentinel://127.0.0.1:${sentinel.tlsPort}/mymaster`
    paying.env['REDIS_URL'] = url
    const untrusted = await paying.call('worker')
    expect(untrusted.code).toBe(6)
    expect(untrusted.stderr).toMatch(/^REDIS_URL: the certificate of this Redis is not trusted [^\n]*\n$/)
    await pay(20, url)
    await sentinel.server.stop()
    const away = await paying.call('worker')
    expect(away.code).toBe(6)
    expect(away.stderr).toBe(
      'REDIS_URL: cannot reach Redis (ECONNREFUSED). Start it, or unset REDIS_URL to keep the queue on Postgres.\n',
    )
  })
})
