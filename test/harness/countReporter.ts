import { appendFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Prints the ten slowest files and, as the last line, how many tests passed and failed, in the form that CI reads. If PAYRUN_COUNT_FILE is
 * set, to add up several runs, that file gets a line of passed, failed and skipped tests instead, and a line for each failed test.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const { passed, failed, skipped } = countTests(modules, errors.length)
    const file = process.env['PAYRUN_COUNT_FILE']
    if (file) appendFileSync(file, `${passed} ${failed} ${skipped}\n${failures(modules)}`)
    process.on('exit', () => {
      process.stdout.write(slowest(modules))
      const count = `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`
      if (!file) process.stdout.write(count)
    })
  }
}

function countTests(modules: readonly TestModule[], errors: number) {
  const counts = { passed: 0, failed: errors, skipped: 0 }
  for (const module of modules) {
    // A file that can't be loaded has no tests, but is still a failure.
    const tests = [...module.children.allTests()]
    if (module.state() === 'failed' && tests.every((test) => test.result().state !== 'failed')) counts.failed += 1
    for (const test of tests) {
      const { state } = test.result()
      if (state === 'passed' || state === 'failed' || state === 'skipped') counts[state] += 1
    }
  }
  return counts
}

/** A line for each failed test, and for each file that could not be loaded. */
function failures(modules: readonly TestModule[]): string {
  const lines = modules.flatMap((module) => {
    if (module.state() !== 'failed') return []
    const tests = [...module.children.allTests('failed')].map((test) => `: ${test.fullName}`)
    return (tests.length > 0 ? tests : ['']).map((test) => `failed ${module.relativeModuleId}${test}\n`)
  })
  return lines.join('')
}

/** A file's time includes loading, hooks and tests. */
function slowest(modules: readonly TestModule[], many = 10): string {
  const times = modules.map((module) => {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
    const ms = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
    return { name: module.relativeModuleId, ms }
  })
  if (times.length < 2) return ''
  const lines = times
    .sort((a, b) => b.ms - a.ms)
    .slice(0, many)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}\n`)
  return `\nThe slowest files:\n${lines.join('')}`
}
