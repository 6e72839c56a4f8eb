/**
 * `node test/simulation/main.ts [SEED [RUNS]]`: simulations without a test around them, of the code in whose tree this lies. Prints what
 * does not hold, and the trace of a single run. Exits with code 1 at the first bad one.
 */
import { openSimulatedPostgres } from './postgres.ts'
import { simulate } from './simulate.ts'

const [from, runs] = [Number(process.argv[2] ?? 1), Number(process.argv[3] ?? 1)]
const postgres = await openSimulatedPostgres()
const beganMs = performance.now()
for (let seed = from; seed < from + runs; seed += 1) {
  const { violations, trace } = await simulate(postgres, seed)
  if (runs === 1) process.stdout.write(`${trace.join('\n')}\n`)
  if (violations.length === 0) continue
  process.stdout.write(`seed ${seed}\n${violations.join('\n')}\n`)
  process.exit(1)
}
const seconds = (performance.now() - beganMs) / 1000
process.stdout.write(`${runs} simulations in ${seconds.toFixed(1)} s: ${Math.round((runs * 60) / seconds)} a minute\n`)
process.exit(0)
