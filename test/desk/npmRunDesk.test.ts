import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, startNode } from '../harness/payrun.ts'

const called = (...typed: string[]) => startNode([join(root, 'bin/desk.js'), ...typed]).ended

it('npm run desk -- --help tells its options, and starts nothing', async () => {
  const { code, stdout, stderr } = await called('--help')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/--port PORT .*8080/)
})

it('npm run desk tells a typo in one line, and exits with code 2', async () => {
  const typos = [
    [['--prot'], "Unknown option '--prot'."],
    [['--port'], "Option '--port <value>' argument missing."],
    [['8081'], "Unexpected argument '8081'."],
    [['--port=80810'], '--port takes a number from 1 to 65535, and not 80810.'],
  ] as const
  for (const [typed, said] of typos) {
    const { code, stderr } = await called(...typed)
    expect([code, stderr.trimEnd().split('\n')]).toEqual([2, [expect.stringContaining(`payrun desk: ${said}`)]])
  }
})
