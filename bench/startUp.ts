import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packInto } from '../test/harness/packed.ts'
import { type Figure, figure } from './figure.ts'
import type { Place } from './place.ts'

/** How long short commands take, from start to exit. Warm: the embedded database is there, and not running. */
export async function measureStartUp(place: Place, rounds: number): Promise<Figure[]> {
  const file = await place.payroll(200)
  const stub = await place.serve('stub.ts')
  const env = { PAYRUN_PROVIDER_URL: stub.url }
  const times: Record<'help' | 'validate' | 'warm' | 'cold', number[]> = { help: [], validate: [], warm: [], cold: [] }
  place.payrun(['run', file, '--period', 'start-up', '--allow-duplicates'], env)
  for (let round = 0; round < rounds; round += 1) {
    times.help.push(place.payrun(['--help']).seconds)
    times.validate.push(place.payrun(['validate', file]).seconds)
    times.warm.push(place.payrun(['run', file, '--period', `start-up ${round}`, '--allow-duplicates'], env).seconds)
    const home = join(place.folder, `cold-${round}`)
    times.cold.push(place.payrun(['run', file], { ...env, PAYRUN_HOME: home }).seconds)
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  }
  stub.close()
  return [
    figure('--help', 's', times.help, '≤ 0.15'),
    figure('validate of 200 rows', 's', times.validate, '≤ 0.6'),
    figure('run of 200 rows, warm embedded database', 's', times.warm, '≤ 1.5'),
    figure('run of 200 rows, cold embedded database', 's', times.cold, '≤ 4'),
    figure('import of payrun/client, beside undici and zod', 'ms', await importTimes(place, rounds), '≤ 100'),
  ]
}

/** Milliseconds to import the packed client where undici and zod are loaded already, each time in a process of its own. */
async function importTimes(place: Place, rounds: number): Promise<number[]> {
  const folder = join(place.folder, 'packed')
  mkdirSync(folder)
  const { project } = await packInto(folder)
  const source = `await import('undici')
    await import('zod')
    const since = performance.now()
    await import('payrun/client')
    console.log(performance.now() - since)`
  writeFileSync(join(project, 'import.mjs'), source)
  return Array.from({ length: rounds }, () =>
    Number(spawnSync(process.execPath, ['import.mjs'], { cwd: project, encoding: 'utf8' }).stdout),
  )
}
