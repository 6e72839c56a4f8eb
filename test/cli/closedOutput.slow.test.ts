import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { root, startNode, startPayrun } from '../harness/payrun.ts'

const paying = setUpPaying()

/** As with `| head -0`: nobody reads what is printed. */
function unread(...args: string[]) {
  const running = startPayrun(args, { env: paying.env, cwd: paying.folder })
  running.child.stdout?.destroy()
  return running.ended
}

it.each(['--help', 'operators', 'list'])('%s ends quietly when its reader has gone', async (command) => {
  expect(await unread(command)).toMatchObject({ code: 0, stderr: '' })
})

it.each([['--json'], []])(
  'run %s pays every row and says so by its exit code when nobody reads on',
  async (...flags) => {
    writePayroll(paying.folder, 60)
    const ended = await unread('run', 'payroll.csv', ...flags)
    expect(ended.stderr).not.toContain('bug')
    expect(ended.code).toBe(0)
    expect(paying.provider.seen).toHaveLength(60)
  },
)

it('a run whose standard error is closed too goes on all the same', async () => {
  writePayroll(paying.folder, 60)
  const running = startPayrun(['run', 'payroll.csv'], { env: paying.env, cwd: paying.folder })
  running.child.stdout?.destroy()
  running.child.stderr?.destroy()
  expect((await running.ended).code).toBe(0)
  expect(paying.provider.seen).toHaveLength(60)
})

describe.runIf(existsSync('/dev/full'))('a full disk', () => {
  /** Runs payrun with one of its streams, 1 or 2, on a disk that takes nothing. */
  const wrapper = `const [stream, ...args] = process.argv.slice(1)
    const stdio = ['ignore', 'inherit', 'inherit']
    stdio[stream] = require('node:fs').openSync('/dev/full', 'w')
    process.exitCode = require('node:child_process').spawnSync(process.execPath, args, { stdio }).status`
  const call = (stream: '1' | '2', ...args: string[]) =>
    startNode(['-e', wrapper, stream, join(root, 'bin/payrun.js'), ...args], { env: paying.env, cwd: paying.folder })
      .ended

  it('under standard error stops no paying', async () => {
    writePayroll(paying.folder, 60)
    expect((await call('2', 'run', 'payroll.csv')).code).toBe(0)
    expect(paying.provider.seen).toHaveLength(60)
  })

  it.each([
    ['run', 'payroll.csv', '--json'],
    ['submit', 'payroll.csv', '--json'],
    ['report', 'last'],
  ])('under standard output is told, and is no bug: %s', async (...args) => {
    writePayroll(paying.folder, 3)
    if (args[0] === 'report') await paying.call('run', 'payroll.csv')
    const { code, stderr } = await call('1', ...args)
    const told = expect.stringMatching(/^Standard output could not be written completely: the disk is full/m)
    expect([code, stderr]).toEqual([4, told])
    expect(stderr.match(/disk is full/g)).toHaveLength(1)
    expect(JSON.parse((await paying.call('list', '--json')).stdout).batches).toHaveLength(1)
  })
})
