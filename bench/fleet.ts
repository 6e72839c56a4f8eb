import { cpus } from 'node:os'
import { startOwnPostgres } from '../test/harness/ownPostgres.ts'
import { type Figure, figure } from './figure.ts'
import type { Place } from './place.ts'
import { untilSeen } from './seen.ts'

const latencyMs = 50
const rowsPerWorker = 12_000
const rate = 200
const rateSeconds = 30

/**
 * 1, 2 and 4 workers on one Postgres, with a provider that takes 50 ms to answer: throughput from the first to the last
 * request, as the provider saw them. And PAYRUN_RATE over two workers, held against what the provider saw in 30 s.
 */
export async function measureFleet(place: Place, rounds: number): Promise<Figure[]> {
  const rates: Record<number, number[]> = { 1: [], 2: [], 4: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const workers of [1, 2, 4])
      rates[workers]!.push((await payWith(place, workers, {}, workers * rowsPerWorker)).rate)
  }
  const limited: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const seen = await payWith(place, 2, { PAYRUN_RATE: String(rate) }, rate * rateSeconds)
    limited.push(seen.rate / rate)
  }
  const [one = [], two = [], four = []] = [rates[1], rates[2], rates[4]]
  const against = (many: number[]) => many.map((value, index) => value / one[index]!)
  return [
    figure('1 worker, provider of 50 ms', 'rows/s', one),
    figure('2 workers / 1 worker', '', against(two), '≥ 1.9'),
    figure(`4 workers / 1 worker (${cpus().length} CPUs)`, '', against(four), '≥ 3.5'),
    figure(`2 workers at PAYRUN_RATE=${rate}: what the provider saw / the rate`, '', limited, '≤ 1.05'),
  ]
}

async function payWith(
  place: Place,
  workers: number,
  more: NodeJS.ProcessEnv,
  rows: number,
): Promise<{ rate: number }> {
  const postgres = await startOwnPostgres()
  const stub = await place.serve('stub.ts', [String(latencyMs)])
  const env = { DATABASE_URL: postgres.url, PAYRUN_PROVIDER_URL: stub.url, ...more }
  // Submitted while nobody works, so that all begin at the same moment.
  place.payrun(['submit', await place.payroll(rows)], env)
  const started = Array.from({ length: workers }, () => place.start(['worker'], env))
  const seen = await untilSeen(stub.url, rows)
  for (const worker of started) worker.kill('SIGTERM')
  await Promise.all(started.map((worker) => new Promise((gone) => worker.once('exit', gone))))
  stub.close()
  await postgres.remove()
  return { rate: ((rows - 1) / seen.ms) * 1000 }
}
