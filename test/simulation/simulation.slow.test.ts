import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSimulatedPostgres, type SimulatedPostgres } from './postgres.ts'
import { simulate } from './simulate.ts'

/** SIM_SEED repeats one run, SIM_RUNS asks for as many from there on. */
const from = Number(process.env['SIM_SEED'] ?? 1)
const runs = Number(process.env['SIM_RUNS'] ?? (process.env['SIM_SEED'] ? 1 : 8))

let postgres: SimulatedPostgres

beforeAll(async () => {
  postgres = await openSimulatedPostgres()
})
afterAll(() => postgres.close())

test('whatever the seed makes go wrong, nobody is paid twice, and every row comes to its end', async () => {
  for (let seed = from; seed < from + runs; seed += 1) {
    const { violations, trace } = await simulate(postgres, seed)
    expect(violations, `SIM_SEED=${seed} repeats this:\n${trace.join('\n')}`).toEqual([])
  }
})

test('one seed, one run: all that happens, and when, is the same each time', async () => {
  const seeds = [from, from + 1]
  const hashes: string[][] = []
  for (let times = 0; times < 2; times += 1) {
    const these: string[] = []
    for (const seed of seeds) these.push((await simulate(postgres, seed)).hash)
    hashes.push(these)
    seeds.reverse()
  }
  expect(hashes[1]?.reverse()).toEqual(hashes[0])
  expect(new Set(hashes[0]).size).toBe(seeds.length)
})
