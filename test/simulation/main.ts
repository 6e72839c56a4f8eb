/**
 * `node test/simulation/main.ts [SEED [RUNS]]`: simulations without a test around them, of the code in whose tree this lies, on all
 * processors. Prints what does not hold, and the trace of a single run. Exits with code 1 at the first bad one. SIM_CLUSTER: a file
 * of saveCluster, for whoever starts this many times.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { openSimulatedPostgres } from './postgres.ts'
import { simulate } from './simulate.ts'

const [from = 1, runs = 1, step = 0] = process.argv.slice(2).map(Number)
const processes = Math.min(availableParallelism(), runs)
if (step > 0 || processes === 1) await simulateSeeds()
else await simulateOnAll()

/** The seeds from `from` on, or of each `step` the first. */
async function simulateSeeds(): Promise<void> {
  const postgres = await openSimulatedPostgres(process.env['SIM_CLUSTER'])
  for (let seed = from; seed < from + runs; seed += step || 1) {
    const { violations, trace } = await simulate(postgres, seed)
    if (runs === 1) process.stdout.write(`${trace.join('\n')}\n`)
    if (violations.length === 0) continue
    process.stdout.write(`seed ${seed}\n${violations.join('\n')}\n`)
    process.exit(1)
  }
  process.exit(0)
}

async function simulateOnAll(): Promise<void> {
  const beganMs = performance.now()
  const children = Array.from({ length: processes }, (_, nth) =>
    spawn(process.execPath, [import.meta.filename, ...[from + nth, runs - nth, processes].map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  const ended = children.map(async (child) => {
    const [said, code] = await Promise.all([
      text(child.stdout),
      new Promise<number | null>((resolve) => child.once('exit', resolve)),
    ])
    if (code === 0) return
    process.stdout.write(said)
    for (const other of children) other.kill()
    process.exit(1)
  })
  await Promise.all(ended)
  const seconds = (performance.now() - beganMs) / 1000
  process.stdout.write(
    `${runs} simulations in ${seconds.toFixed(1)} s: ${Math.round((runs * 60) / seconds)} a minute\n`,
  )
}
