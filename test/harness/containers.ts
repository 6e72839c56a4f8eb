import { readFileSync } from 'node:fs'
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers'
import { parse } from 'yaml'

/**
 * Runs before sharedPostgres.ts in a run with containers: starts the Postgres and Redis images of docker-compose.yml on free ports of this
 * machine, and sets the variables that the other tests read (PAYRUN_TEST_POSTGRES_URL, REDIS_URL).
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const { services } = parse(readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8'))
  const started: StartedTestContainer[] = []
  const stop = async () => {
    for (const container of started.reverse()) await container.stop()
  }
  const start = async (container: GenericContainer, port: number) => {
    const running = await container.start()
    started.push(running)
    return `${running.getHost()}:${running.getMappedPort(port)}`
  }
  try {
    const postgres = await start(postgresOf(services.postgres.image), 5432)
    const redis = await start(redisOf(services.redis.image), 6379)
    process.env['PAYRUN_TEST_POSTGRES_URL'] = `postgresql://payrun:payrun-test@${postgres}/postgres?sslmode=disable`
    process.env['REDIS_URL'] = `redis://${redis}`
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** The image starts a first server, which creates the user and the database, and stops it. Only the second server opens the port. */
const postgresOf = (image: string): GenericContainer =>
  new GenericContainer(image)
    .withEnvironment({
      POSTGRES_USER: 'payrun',
      POSTGRES_PASSWORD: 'payrun-test',
      POSTGRES_DB: 'postgres',
      POSTGRES_INITDB_ARGS: initdb,
    })
    .withCommand(['postgres', '-c', 'fsync=on', '-c', 'max_connections=400', '-c', 'jit=off'])
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(120_000)

const initdb = '--encoding=UTF8 --no-locale'

const redisOf = (image: string): GenericContainer =>
  new GenericContainer(image)
    .withCommand(['redis-server', '--bind', '0.0.0.0', '--protected-mode', 'no', '--save', ''])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
    .withStartupTimeout(120_000)
