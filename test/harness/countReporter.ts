import { appendFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Prints, as the very last line, how many tests passed and failed: the form that CI reads. Where several runs are added up,
 * PAYRUN_COUNT_FILE gets a line of passed, failed and skipped instead.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      // A file that can't be loaded has no tests, and is a failure all the same.
      const tests = [...module.children.allTests()]
      if (module.state() === 'failed' && tests.every((test) => test.result().state !== 'failed')) counts.failed += 1
      for (const test of tests) {
        const { state } = test.result()
        if (state === 'passed' || state === 'failed' || state === 'skipped') counts[state] += 1
      }
    }
    const { passed, failed, skipped } = counts
    const file = process.env['PAYRUN_COUNT_FILE']
    if (file) appendFileSync(file, `${passed} ${failed} ${skipped}\n`)
    else {
      process.on('exit', () => {
        process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
      })
    }
  }
}
