import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperatorCode } from '../../src/payout/operators/operator.ts'
import { row } from '../harness/ledger.ts'
import { violations } from './checks.ts'
import { planFaults } from './faults.ts'
import { type LedgerServer, serveLedger } from './ledgerServer.ts'
import { startPerson } from './person.ts'
import type { SimulatedPostgres } from './postgres.ts'
import { keyOf, openProvider, type SimulatedProvider } from './provider.ts'
import { openQueue, type SimulatedQueue } from './queue.ts'
import { startWorker, type Worker } from './worker.ts'
import { inWorld, type World } from './world.ts'

/** What all parts of a simulation have in common. */
export interface Scene {
  world: World
  server: LedgerServer
  provider: SimulatedProvider
  queue: SimulatedQueue
  workers: Set<Worker>
  /** A PAYRUN_HOME for each host. */
  homes: string[]
  /** Marks are kept in a place that all processes share, too (Redis); by worker number. */
  sharedMarks: Map<number | null, string> | undefined
  files: PayoutFile[]
  /** When the past that the ledger went back to was, by the world's clock; undefined: nothing is lost. */
  lostSinceMs: number | undefined
  /** When it went back last. */
  wentBackMs: number
  /** What faults may have left unknown. */
  excuses: { rows: number; everything: boolean }
  /** Everything that was logged. */
  logged: string[]
  /** There are no more faults. */
  isQuiet: boolean
  isDone: boolean
}

export interface PayoutFile {
  name: string
  sha256: string
  fromMs: number
  rows: ReturnType<typeof row>[]
  /** As the provider knows them: number and amount. */
  keys: string[]
}

export interface Simulated {
  seed: number
  /** What does not hold that should: empty for a good run. */
  violations: string[]
  trace: readonly string[]
  /** Of the whole trace: the same for the same seed. */
  hash: string
  seconds: number
}

/** Faults begin within so long, and then all is well again. */
const faultsMs = 60_000
/** By then everything has come to its end. */
const endMs = faultsMs + 30 * 60_000

/** One simulation: workers, a person and faults as the seed says, until all is paid; then what must hold is checked. */
export async function simulate(postgres: SimulatedPostgres, seed: number): Promise<Simulated> {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-simulation-'))
  try {
    return await inWorld(seed, async (world) => {
      const scene = setUp(world, postgres, folder)
      startPerson(scene)
      for (let n = 0; n < 2 + world.random.below(2); n += 1) startWorker(scene, scene.homes[n % scene.homes.length]!)
      planFaults(scene, faultsMs)
      await world.run(() => scene.isDone, endMs)
      const found = await violations(scene)
      const hash = createHash('sha256').update(world.lines.join('\n')).digest('hex')
      return { seed, violations: found, trace: world.lines, hash, seconds: world.nowMs() / 1000 }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function setUp(world: World, postgres: SimulatedPostgres, folder: string): Scene {
  const { random } = world
  const homes = Array.from({ length: 1 + random.below(2) }, (_, n) => join(folder, `host-${n}`))
  for (const home of homes) mkdirSync(home, { mode: 0o700 })
  // A worker on another host knows of the others' marks by Redis only: so it says in docs/operations.md.
  const isShared = homes.length > 1 || random.chance(0.3)
  return {
    world,
    server: serveLedger(world, postgres, random.chance(0.5)),
    provider: openProvider(world),
    queue: openQueue(world),
    workers: new Set(),
    homes,
    sharedMarks: isShared ? new Map() : undefined,
    files: Array.from({ length: 1 + random.below(3) }, (_, n) => payoutFile(world, n)),
    lostSinceMs: undefined,
    wentBackMs: 0,
    excuses: { rows: 0, everything: false },
    logged: [],
    isQuiet: false,
    isDone: false,
  }
}

const operators: OperatorCode[] = ['mtn-benin', 'moov-benin']

function payoutFile({ random }: World, n: number): PayoutFile {
  const rows = Array.from({ length: 3 + random.below(15) }, (_, index) => {
    const phone = `2290197${String(n * 1_000 + index).padStart(6, '0')}`
    return row({
      line: index + 2,
      reference: `file-${n}-${index}`,
      payable: {
        operator: random.pick(operators),
        phone,
        amountMinor: BigInt(1_000 + index),
        currency: 'XOF',
        name: `Person ${index}`,
      },
    })
  })
  return {
    name: `file ${n}`,
    sha256: String(n).padStart(64, '0'),
    fromMs: n === 0 ? 0 : random.between(0, faultsMs),
    rows,
    keys: rows.map(({ payable }) => keyOf({ phoneNumber: payable!.phone, amount: String(payable!.amountMinor) })),
  }
}
