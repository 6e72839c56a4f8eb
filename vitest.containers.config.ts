import { defineConfig } from 'vitest/config'
import { shared } from './vitest.config.ts'

// What talks to the two servers, against those that docker-compose.yml names: the contract of the queue on both backends, the ledger's
// tests, and commands that pay from a file to its report on Postgres and Redis. Then all of docker-compose.yml.
export default defineConfig({
  test: {
    ...shared,
    globalSetup: ['./test/harness/containers.ts', './test/harness/sharedPostgres.ts'],
    include: [
      'test/queue/{chunkQueue,scheduleQueue}.test.ts',
      'test/ledger/{batches,commit,intake,rows}/!(*.slow).test.ts',
      'test/ledger/connection/{durability,migrate}.test.ts',
      'test/cli/redis.slow.test.ts',
      'test/containers/*.test.ts',
    ],
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
})
