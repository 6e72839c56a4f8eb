import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { until } from '../harness/payrun.ts'
import { succeedAfter } from '../harness/provider.ts'
import { startOnTerminal } from '../harness/terminal.ts'

const paying = setUpPaying()

it('a window that is closed while rows are paid stops the paying: what is in flight settles, and no row is unknown', async () => {
  const gate = Promise.withResolvers<void>()
  paying.provider.answer = succeedAfter(() => gate.promise)
  writePayroll(paying.folder, 40)
  const terminal = startOnTerminal(['run', 'payroll.csv', '--yes'], { env: paying.env, cwd: paying.folder })
  await until('rows are in flight', () => paying.provider.open() >= 5)
  const sent = paying.provider.seen.length
  terminal.close()
  await terminal.ended
  const read = async () => JSON.parse((await paying.call('status', 'last', '--json')).stdout)
  await until('the batch is paused', async () => (await read()).state === 'paused')
  gate.resolve()
  await until('what was in flight has settled', async () => (await read()).counts.sending === undefined)
  expect((await read()).counts).toEqual({ paid: sent, pending: 40 - sent })
})
