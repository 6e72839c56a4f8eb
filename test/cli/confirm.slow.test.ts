import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { onTerminal } from '../harness/terminal.ts'

const paying = setUpPaying()

it('the demo, on a Postgres that it starts for itself, asks nothing', async () => {
  const line = `'${process.execPath}' '${process.cwd()}/bin/demo.js'`
  const ended = await onTerminal(line, { cwd: paying.folder }).ended
  expect(ended.code).toBe(0)
  expect(ended.screen).toContain('Largest payouts')
  expect(ended.screen).not.toContain('[y/N]')
})
