import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { startPayrun } from '../harness/payrun.ts'

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
