import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'

const paying = setUpPaying()

/** Stands in for an SDK: prints each span that ends. */
const sdk = (api: string) => `
import { trace } from ${JSON.stringify(api)}
const span = (name, options = {}) => {
  const attributes = { ...options.attributes }
  return {
    spanContext: () => ({ traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 }),
    setAttribute: (key, value) => void (attributes[key] = value),
    setAttributes: (more) => void Object.assign(attributes, more),
    addEvent: () => {}, recordException: () => {}, setStatus: () => {}, updateName: () => {}, isRecording: () => true,
    end: () => console.error('SPAN ' + name + ' ' + JSON.stringify(attributes)),
  }
}
trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: span }) })
`

it('jobs are handed to OpenTelemetry where PAYRUN_OTEL says so, by ids only', async () => {
  const preload = writeFile(paying.folder, 'sdk.mjs', sdk(import.meta.resolve('@opentelemetry/api')))
  const env = {
    ...paying.env,
    PAYRUN_WORKER_PORT: 'off',
    PAYRUN_OTEL: '1',
    NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
  }
  const worker = startPayrun(['worker'], { env, cwd: paying.folder })
  writePayroll(paying.folder, 5)
  expect((await paying.call('submit', 'payroll.csv')).code).toBe(0)
  await until('all are paid', () => paying.provider.paidTimes().size === 5)
  worker.child.kill('SIGTERM')
  const { code, stderr } = await worker.ended
  expect(code).toBe(0)
  const spans = stderr.split('\n').filter((line) => line.startsWith('SPAN '))
  expect(spans.filter((line) => line.includes('process')).length).toBeGreaterThan(0)
  for (const secret of [beninNumber(1), 'Person 1', 'EMP-1', 'planted']) expect(spans.join('\n')).not.toContain(secret)
})
