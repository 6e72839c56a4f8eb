import { once } from 'node:events'
import { hasRedisServer, startRedisServer } from '../test/harness/redis.ts'
import { type Figure, figure, median, ratios } from './figure.ts'
import type { Place } from './place.ts'
import { processorTime } from './processorTime.ts'
import { readSeen, untilSeen } from './seen.ts'

const inFlight = 50

interface Rates {
  bare: number[]
  careless: number[]
  paying: Record<string, number[]>
  whole: Record<string, number[]>
}

const overBare = (size: string, queue: string, { paying, bare }: Rates): Figure =>
  figure(`run of ${size}, queue on ${queue}: paying / bare loop`, '', ratios(paying[queue]!, bare), '≥ 0.45')

/**
 * `run` against a bare undici loop that records nothing, and against a careless worker with a job for each row on Redis, all
 * with 50 requests in flight to the same stub. `paying` is from the first to the last request as the stub saw them;
 * `whole` is the command from start to exit, with start-up, intake and report. Redis writes each change to disk at once
 * (appendfsync always), for both.
 */
export async function measurePaying(place: Place, rounds: number): Promise<Figure[]> {
  const stub = await place.serve('stub.ts')
  const redis = hasRedisServer()
    ? await startRedisServer(['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'])
    : undefined
  const queues = [{ name: 'Postgres', env: {} }, ...(redis ? [{ name: 'Redis', env: { REDIS_URL: redis.url } }] : [])]
  const figures: Figure[] = []
  const small = await series(20_000, rounds)
  for (const { name } of queues) {
    figures.push(
      overBare('20,000', name, small),
      figure(`run of 20,000, queue on ${name}: whole command / bare loop`, '', ratios(small.whole[name]!, small.bare)),
      figure(`run of 20,000, queue on ${name}: paying`, 'rows/s', small.paying[name]!),
    )
    if (redis) {
      const against = ratios(small.paying[name]!, small.careless)
      figures.push(figure(`run of 20,000, queue on ${name}: paying / careless worker`, '', against, '≥ 2'))
    }
  }
  figures.push(figure('bare undici loop', 'requests/s', small.bare))
  if (redis) figures.push(figure('careless worker on Redis', 'rows/s', small.careless))
  const large = await series(200_000, rounds)
  for (const { name } of queues) {
    const scale = large.paying[name]!.map((rate) => rate / median(small.paying[name]!))
    figures.push(
      overBare('200,000', name, large),
      figure(`run of 200,000 / run of 20,000, queue on ${name}: paying`, '', scale, '≥ 0.95'),
    )
  }
  const costs: number[] = []
  for (let round = 1; round <= rounds; round += 1) costs.push(await costOfRow(round))
  figures.push(figure('processor time a paid row, payrun and Postgres', 'µs', costs, '≤ 100'))
  stub.close()
  await redis?.stop()
  return figures

  /** Of a run of 200,000 while it pays: without start, intake and report. */
  async function costOfRow(round: number): Promise<number> {
    await fetch(`${stub.url}/reset`)
    const file = await place.payroll(200_000)
    const running = place.start(['run', file, '--period', `cost ${round}`, '--allow-duplicates'], {
      PAYRUN_PROVIDER_URL: stub.url,
    })
    const ended = once(running, 'exit')
    const [first, before] = [await untilSeen(stub.url, 20_000), processorTime(place.folder)]
    const [last, after] = [await untilSeen(stub.url, 180_000), processorTime(place.folder)]
    await ended
    return (after - before) / (last.count - first.count)
  }

  async function series(rows: number, count: number): Promise<Rates> {
    const rates: Rates = { bare: [], careless: [], paying: {}, whole: {} }
    const file = await place.payroll(rows)
    // A first round warms up files and caches, and makes the embedded database.
    for (let round = rows > 20_000 ? 1 : 0; round <= count; round += 1) {
      const bare = Number(place.script('bareLoop.ts', [stub.url, String(rows), String(inFlight)]))
      // 200,000 jobs take minutes, and say nothing new of it.
      const careless =
        redis && rows <= 20_000
          ? Number(place.script('careless.ts', [stub.url, redis.url, String(rows), String(inFlight)]))
          : Number.NaN
      if (round > 0) rates.bare.push(bare)
      if (round > 0) rates.careless.push(careless)
      for (const { name, env } of queues) {
        const { paying, seconds } = await runOnce(file, rows, `${rows} ${name} ${round}`, env)
        if (round === 0) continue
        rates.paying[name] = [...(rates.paying[name] ?? []), paying]
        rates.whole[name] = [...(rates.whole[name] ?? []), rows / seconds]
      }
    }
    return rates
  }

  async function runOnce(file: string, rows: number, period: string, env: NodeJS.ProcessEnv) {
    await fetch(`${stub.url}/reset`)
    const { seconds } = place.payrun(['run', file, '--period', period, '--allow-duplicates'], {
      PAYRUN_PROVIDER_URL: stub.url,
      ...env,
    })
    const seen = await readSeen(stub.url)
    if (seen.count !== rows) throw new Error(`the stub saw ${seen.count} payouts instead of ${rows}`)
    return { paying: (rows / seen.ms) * 1000, seconds }
  }
}
