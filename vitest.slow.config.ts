import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { shared } from './vitest.config.ts'

// The slow kinds (CONTRIBUTING.md says which). FAULTS_SEED is what the random choices of the long faults are made from, the same
// at each run: `random` looks elsewhere, a number repeats such a run.
const wanted = process.env['FAULTS_SEED'] ?? '20261122'
const seed = wanted === 'random' ? String(Math.floor(Math.random() * 1_000_000_000)) : wanted
process.stdout.write(`FAULTS_SEED=${seed}\n`)

/**
 * Run every day too: properties with an eighth of the tries (seeded.ts), fixedCopy.test.ts with a quarter, phone.test.ts with a seventh
 * of the blocks, the hostile requests with a tenth, the documents' commands without a shell and on the run's server.
 */
const inFull = [
  'test/properties/!(ledger).test.ts',
  'test/files/payroll/copy/fixedCopy.test.ts',
  'test/ledger/batches/readReportCsv.test.ts',
  'test/payout/phone.test.ts',
  'test/payout/suggestPhone.test.ts',
  'test/desk/api/fuzz.test.ts',
]

/**
 * Those that leave their process as it was, one after the other in the same four: a process of its own costs a file 2 s of a processor,
 * for its modules and for sessions that know no statement yet. Those in full run so every day, too.
 */
const together = ['test/desk/{corrections,newBatch,pages}/*.slow.test.ts', ...inFull]

/**
 * Short texts of tests that take more than a minute. Without the times of a run before, files begin by their size, the largest first:
 * a fresh clone would have these at the end.
 */
const shortAndSlow =
  /test\/(simulation\/mutants|properties\/ledger|cli\/(scheduleWorkers|between)|faults\/mutations)\.slow\.test\.ts$/

/**
 * Those with a process each begin. Those that wait by the clock alternate with those that keep a processor busy, so that there is always something of both; the longest
 * of either begin first, so that none of them is left alone at the end.
 */
class Alternating extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const ofKind = async (belongs: (path: string) => boolean) =>
      super.sort(files.filter(({ moduleId }) => belongs(moduleId)))
    const isWaiting = (path: string) => path.endsWith('.long.ts')
    const isTogether = new Set(files.filter(({ project }) => !project.config.isolate).map(({ moduleId }) => moduleId))
    const waiting = await ofKind(isWaiting)
    const busy = [
      ...(await ofKind((path) => shortAndSlow.test(path))),
      ...(await ofKind((path) => !isWaiting(path) && !shortAndSlow.test(path) && !isTogether.has(path))),
      ...(await ofKind((path) => isTogether.has(path))),
    ]
    return busy.flatMap((file, index) => [...waiting.slice(index, index + 1), file]).concat(waiting.slice(busy.length))
  }
}

const { globalSetup, reporters, maxWorkers: _, ...each } = shared
const env = { FAULTS_SEED: seed, FC_THOROUGH: '1', PAGES_EMBEDDED: '1' }
const testTimeout = 600_000
const projects: TestProjectInlineConfiguration[] = [
  {
    test: {
      ...each,
      name: 'alone',
      env,
      testTimeout,
      include: ['test/**/*.slow.test.ts', 'test/**/*.long.ts', 'test/readme.test.ts'],
      exclude: [...configDefaults.exclude, ...together],
    },
  },
  {
    test: {
      ...each,
      name: 'together',
      env,
      testTimeout,
      include: together,
      isolate: false,
      setupFiles: ['./test/harness/freshFile.ts'],
    },
  },
]

export default defineConfig({
  test: {
    globalSetup,
    reporters,
    // They wait for processes, timers and browsers more than they reckon.
    maxWorkers: 4,
    sequence: { sequencer: Alternating },
    projects,
  },
})
