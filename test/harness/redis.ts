import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type FoundRedis = { url: string; stop(): Promise<void> } | { skipped: string }

/**
 * A Redis for tests: that of REDIS_URL, or a server of our own if redis-server is on the PATH, or a container if Docker is running and has
 * the image. Otherwise, the reason why there is none.
 */
export async function findRedis(): Promise<FoundRedis> {
  const given = process.env['REDIS_URL']
  if (given) return { url: given, stop: async () => {} }
  if (hasRedisServer()) return startRedisServer()
  return startContainer()
}

export function hasRedisServer(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface RedisServer {
  url: string
  /** SIGKILL, as when the machine runs out of memory: nothing more is written. */
  kill(): Promise<void>
  /** On the same port, empty. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A redis-server of our own on the loopback, without persistence. `settings` are lines of redis.conf. */
export async function startRedisServer(settings: string[] = []): Promise<RedisServer> {
  if (!hasRedisServer()) throw new Error('there is no redis-server on the PATH')
  const folder = mkdtempSync(join(tmpdir(), 'payrun-redis-'))
  const port = await freePort()
  let child = await launch(folder, port, settings).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true })
    throw error
  })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    restart: async () => {
      await kill()
      child = await launch(folder, port, settings)
    },
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function launch(folder: string, port: number, settings: string[]): Promise<ChildProcess> {
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
  // A sentinel needs a file to store what it finds.
  const file = join(folder, 'redis.conf')
  writeFileSync(file, '')
  const child = spawn('redis-server', [file, ...options, ...settings], { stdio: 'ignore' })
  const until = performance.now() + 20_000
  while (!(await answersPing(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      child.kill('SIGKILL')
      throw new Error('redis-server did not start')
    }
    await pause(20)
  }
  return child
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (answers: boolean) => {
      socket.destroy()
      resolve(answers)
    }
    socket.setTimeout(1_000, () => end(false))
    socket.once('error', () => end(false))
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (data) => end(/^(\+PONG|-NOAUTH)/.test(data.toString())))
  })
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function startContainer(): Promise<FoundRedis> {
  try {
    const { GenericContainer, Wait } = await import('testcontainers')
    const container = await new GenericContainer('redis:7.4-alpine')
      .withExposedPorts(6379)
      .withCommand(['redis-server', '--bind', '0.0.0.0', '--protected-mode', 'no', '--save', ''])
      .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
      .start()
    const url = `redis://${container.getHost()}:${container.getMappedPort(6379)}`
    return { url, stop: async () => void (await container.stop()) }
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : 'no answer'
    return { skipped: `no REDIS_URL, no redis-server on the PATH, and no container: ${why}` }
  }
}
