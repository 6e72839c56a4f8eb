import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureApi } from './api.ts'
import { measureBytes } from './bytes.ts'
import { measureDesk } from './desk.ts'
import type { Figure } from './figure.ts'
import { measureFleet } from './fleet.ts'
import { measureHistory } from './history.ts'
import { measureIntake } from './intake.ts'
import { measureLatency } from './latency.ts'
import { measureMemory } from './memory.ts'
import { measurePaying } from './paying.ts'
import { openPlace, type Place } from './place.ts'
import { measureReport } from './report.ts'
import { measureSafeguards } from './safeguards.ts'
import { measureStartUp } from './startUp.ts'
import { measureStatus } from './status.ts'

/**
 * The performance claims: `npm run bench`, or `npm run bench -- paying intake --rounds 3` for some of them. Each figure is a
 * ratio of things run in turn on this machine, or a time, as a median of several rounds, since machines are noisy. Prints a
 * table and writes bench/results.json; what was found out on the way stands in bench/README.md.
 */
const sections: Record<string, (place: Place, rounds: number, rows?: number) => Promise<Figure[]>> = {
  paying: measurePaying,
  intake: measureIntake,
  report: measureReport,
  memory: measureMemory,
  'start-up': measureStartUp,
  status: measureStatus,
  fleet: measureFleet,
  bytes: measureBytes,
  api: measureApi,
  desk: measureDesk,
  latency: measureLatency,
  safeguards: measureSafeguards,
  history: measureHistory,
}

const { values, positionals } = parseArgs({
  // `--rows`: of the section `history`
  options: { rounds: { type: 'string', default: '5' }, rows: { type: 'string' } },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const rows = values.rows === undefined ? undefined : Number(values.rows)
const wanted = positionals.length > 0 ? positionals : Object.keys(sections)
const unknown = wanted.filter((name) => !(name in sections))
if (unknown.length > 0 || !(rounds >= 1) || (rows !== undefined && !(rows >= 1_000))) {
  process.stderr.write(`Usage: npm run bench -- [${Object.keys(sections).join('|')}] … [--rounds N] [--rows N]\n`)
  process.exit(2)
}

const file = join(import.meta.dirname, 'results.json')
const place = openPlace()
try {
  const results = readResults()
  for (const name of wanted) {
    const figures = await sections[name]!(place, rounds, rows)
    results[name] = { at: new Date().toISOString(), cpus: cpus().length, node: process.version, rounds, figures }
    for (const each of figures) process.stdout.write(`${line(each)}\n`)
    writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  }
} finally {
  place.close()
}

function readResults(): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

function line({ what, value, unit, target, spread }: Figure): string {
  const met = target === undefined ? '' : isMet(value, target) ? `  meets ${target}` : `  MISSES ${target}`
  const range = spread ? ` (${spread[0]} to ${spread[1]})` : ''
  return `${what.padEnd(58)} ${String(value).padStart(9)} ${unit}${range}${met}`
}

function isMet(value: number, target: string): boolean {
  const limit = Number(target.slice(2))
  return target.startsWith('≥') ? value >= limit : value <= limit
}
