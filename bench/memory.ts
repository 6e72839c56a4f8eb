import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, figure } from './figure.ts'
import type { Place } from './place.ts'
import { untilSeen } from './seen.ts'

/** The largest resident set of each payrun process, at 100,000 and at 1,000,000 rows. Once each: it hardly varies. */
export async function measureMemory(place: Place): Promise<Figure[]> {
  const stub = await place.serve('stub.ts')
  const env = { PAYRUN_PROVIDER_URL: stub.url }
  const peaks: Record<string, number[]> = {}
  const note = (name: string, peak: number) => {
    peaks[name] = [...(peaks[name] ?? []), peak]
  }
  for (const rows of [100_000, 1_000_000]) {
    const file = await place.payroll(rows)
    const out = join(place.folder, 'memory.csv')
    const peakOf = (...args: string[]) => note(args[0]!, place.payrun(args, env).peakMegabytes)
    peakOf('validate', file)
    peakOf('submit', file, '--period', `worker ${rows}`, '--allow-duplicates')
    note('worker', await workerPeak(place, stub.url, rows))
    peakOf('run', file, '--period', `run ${rows}`, '--allow-duplicates', '--report', out)
    peakOf('report', 'last', '-o', out)
    peakOf('status', 'last')
    peakOf('audit', 'last')
  }
  stub.close()
  return Object.entries(peaks).flatMap(([name, [small = Number.NaN, large = Number.NaN]]) => [
    figure(`${name} of 1,000,000 rows: peak memory`, 'MB', [large], '≤ 200'),
    figure(`${name}: peak at 1,000,000 / at 100,000 rows`, '', [large / small], '≤ 1.2'),
  ])
}

/** Of a worker that pays what was submitted, and writes its report. */
async function workerPeak(place: Place, url: string, rows: number): Promise<number> {
  await fetch(`${url}/reset`)
  const worker = place.start(['worker'], { PAYRUN_PROVIDER_URL: url })
  await untilSeen(url, rows)
  const gone = once(worker, 'exit')
  // It has settled the batch when nothing of it runs any more.
  while (place.payrun(['status', 'last', '--json']).stdout.includes('"running"'));
  const status = readFileSync(`/proc/${worker.pid}/status`, 'utf8')
  worker.kill('SIGTERM')
  await gone
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024
}
