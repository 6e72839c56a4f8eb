import { type Figure, figure } from './figure.ts'
import type { Place } from './place.ts'
import { readSeen } from './seen.ts'

const rows = 20_000
const providers = [
  { latencyMs: 50, inFlight: 50, aim: '≥ 0.95' },
  { latencyMs: 300, inFlight: 200, aim: '≥ 0.92' },
]

/**
 * `run` against providers that take their time, as real ones do: its pace, from the first to the last request and the ramp with it,
 * against what so many requests in flight can come to. The bare loop, which records nothing, says how near to it one can come.
 */
export async function measureLatency(place: Place, rounds: number): Promise<Figure[]> {
  const file = await place.payroll(rows)
  const figures: Figure[] = []
  for (const { latencyMs, inFlight, aim } of providers) {
    const stub = await place.serve('stub.ts', [String(latencyMs)])
    const env = { PAYRUN_PROVIDER_URL: stub.url, PAYRUN_CONCURRENCY: String(inFlight) }
    const ideal = inFlight / (latencyMs / 1_000)
    const shares: number[] = []
    const bare: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await fetch(`${stub.url}/reset`)
      place.payrun(['run', file, '--period', `${latencyMs} ms ${round}`, '--allow-duplicates'], env)
      const seen = await readSeen(stub.url)
      if (seen.count !== rows) throw new Error(`the stub saw ${seen.count} payouts instead of ${rows}`)
      shares.push(rows / (seen.ms / 1_000) / ideal)
      await fetch(`${stub.url}/reset`)
      place.script('bareLoop.ts', [stub.url, String(rows), String(inFlight)])
      bare.push(rows / ((await readSeen(stub.url)).ms / 1_000) / ideal)
    }
    stub.close()
    figures.push(figure(`run of 20,000, ${latencyMs} ms, ${inFlight} in flight: pace / ideal`, '', shares, aim))
    figures.push(figure(`the bare loop, ${latencyMs} ms, ${inFlight} in flight: pace / ideal`, '', bare))
  }
  return figures
}
