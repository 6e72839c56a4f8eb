import { defineConfig } from 'vitest/config'

// The long fault tests (npm run test:faults). FAULTS_SEED repeats a run's random choices.
const seed = process.env['FAULTS_SEED'] ?? String(Math.floor(Math.random() * 1_000_000_000))
process.stdout.write(`FAULTS_SEED=${seed}\n`)

export default defineConfig({
  test: {
    include: ['test/faults/long/*.long.ts'],
    env: { FAULTS_SEED: seed },
    testTimeout: 600_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['default', './test/harness/countReporter.ts'],
  },
})
