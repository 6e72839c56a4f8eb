import { expect } from 'vitest'
import type { Paying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'
import { holdAnswers } from '../harness/provider.ts'

/** A run of 400 rows dies with 20 in flight, and resume takes it up. */
export async function killAndResume({ call, env, folder, provider }: Paying): Promise<void> {
  const gate = holdAnswers(provider, 100)
  writePayroll(folder, 400)
  const running = startPayrun(['run', 'payroll.csv'], { env, cwd: folder })
  await until('20 requests wait for their answer', () => provider.seen.length >= 120)
  process.kill(running.pid, 'SIGKILL')
  await running.ended
  gate.open()
  const resumed = await call('resume', 'last', '--json')
  expect(resumed.code).toBe(4)
  const document = JSON.parse(resumed.stdout)
  expect(document.state).toBe('settled')
  expect(document.counts.paid + document.counts.unknown).toBe(400)
  expect(document.counts.unknown).toBeLessThanOrEqual(20)
  expect([...provider.paidTimes().values()]).toEqual(Array(400).fill(1))
  const report = (await call('report', 'last')).stdout.trimEnd().split('\n')
  expect(report).toHaveLength(401)
  expect(report.filter((line) => line.includes(',unknown,,worker_lost,'))).toHaveLength(document.counts.unknown)
}
