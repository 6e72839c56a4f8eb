/**
 * Simulations; and of a copy of the project from which one of the things was taken out that stand between a fault and a
 * second payout, which they have to find.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCluster } from './postgres.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const seedsAtMost = 300

interface Mutant {
  what: string
  file: string
  /** Stands in the file exactly once. */
  text: string
  broken: string
  /** What is found then. */
  finds: RegExp
  /** The first that found it. Where the code has changed since, it may take some more. */
  seed: number
}

const mutants: Mutant[] = [
  {
    what: 'a ledger that went back is taken for whole',
    file: 'src/ledger/past/judgePast.ts',
    text: '  if (!(facts.fenced && showsLoss(facts.fenced.why)) && !marks',
    broken:
      "  if (Date.now() > 0) return { kind: 'whole', moved: true }\n  if (!(facts.fenced && showsLoss(facts.fenced.why)) && !marks",
    finds: /G1|G3/,
    seed: 2,
  },
  {
    what: 'a late answer that the ledger has forgotten the question of is thrown away',
    file: 'src/ledger/commit/answers.ts',
    text: "if (stored.state !== 'pending') {",
    broken: 'if (stored.state === null) {',
    finds: /G3/,
    seed: 91,
  },
  {
    what: 'a success under 429 counts by its status',
    file: 'src/provider/answers/outcome.ts',
    text: 'return saysTaken(answer.body) ? contradictedBy(answer, turnedAway) : turnedAway',
    broken: 'return turnedAway',
    finds: /G1|G3/,
    seed: 16,
  },
  {
    what: 'what a ledger lost is marked again after the recovery',
    file: 'src/ledger/past/keepMark.ts',
    text: 'const commits = own?.epoch === epoch && own.workerNo === ownNo',
    broken: 'const commits = own && own.workerNo === ownNo',
    finds: /did not come to an end/,
    seed: 4,
  },
  {
    what: 'new files are taken before the statement since the loss is loaded',
    file: 'src/ledger/past/judgePast.ts',
    text: '  if (!since) return undefined\n',
    broken: '  if (since !== null || !since) return undefined\n',
    finds: /G1|G3/,
    seed: 5,
  },
  {
    what: 'what nobody holds of a living worker stays',
    file: 'jobs/sweep.ts',
    text: '(await sweepLostRows(payer.ledger)) + (await sweepUnheldRows(payer))',
    broken: 'await sweepLostRows(payer.ledger)',
    finds: /is still sending/,
    seed: 986,
  },
  {
    what: 'a row that was never sent gives nothing back to the float',
    file: 'src/ledger/commit/careful.ts',
    text: "     and m.state in ('failed', 'pending')",
    broken: "     and m.state in ('failed')",
    finds: /the float/,
    seed: 4,
  },
]

let copy: string
let cluster: string

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'payrun-mutants-'))
  for (const name of ['src', 'jobs', 'test', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  cluster = join(copy, 'cluster.tar')
  await saveCluster(cluster)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** `step`: one process, which takes each so many-th; without it, all of them on all processors. */
function simulations(seed: number, runs: number, ...step: number[]): { code: number | null; output: string } {
  const args = [join(copy, 'test/simulation/main.ts'), ...[seed, runs, ...step].map(String)]
  const env = { ...process.env, SIM_CLUSTER: cluster }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8' })
  return { code: status, output: stdout + stderr }
}

test('nothing is taken out: nothing is found', () => {
  // The first eight are simulation.slow.test.ts's.
  const { code, output } = simulations(9, 16)
  process.stdout.write(output)
  expect(code, output).toBe(0)
})

test.each(mutants)('$what: found', ({ file, text, broken, finds, seed }) => {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  expect(source.split(text).length - 1, `how often its text stands in ${file}`).toBe(1)
  writeFileSync(path, source.replace(text, broken))
  // One process is enough for the first, and most of what such a run takes is its beginning. Beside much other work it may miss what
  // it finds the next time, and all of the others take far longer.
  const tries = [() => simulations(seed, 2, 1), () => simulations(seed, 2, 1), () => simulations(seed + 2, seedsAtMost)]
  let { code, output } = { code: 0 as number | null, output: '' }
  for (const again of tries) if (code === 0) ({ code, output } = again())
  writeFileSync(path, source)
  expect(code, output).toBe(1)
  expect(output).toMatch(finds)
})
