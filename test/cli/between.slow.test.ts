import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'

const paying = setUpPaying()
const json = async (...args: string[]) => JSON.parse((await paying.call(...args, '--json')).stdout)

/** `HH:MM` on the clocks of UTC. */
const clock = (atMs: number) => new Date(atMs).toISOString().slice(11, 16)
const minuteMs = 60_000

it('a worker waits for the hours of a batch, pays others meanwhile, and goes on by itself when they begin', async () => {
  // The next full minute that leaves the worker time to be seen waiting.
  const beginsMs = Math.ceil((Date.now() + 20_000) / minuteMs) * minuteMs
  const hours = `${clock(beginsMs)}-${clock(beginsMs + 30 * minuteMs)}`
  writePayroll(paying.folder, 5)
  const timed = (await paying.call('submit', 'payroll.csv', '--between', hours, '--tz', 'UTC')).stdout.trim()
  const running = startPayrun(['worker'], { env: paying.env, cwd: paying.folder })
  try {
    await until('it waits', async () => (await json('status', timed)).reason === 'hours')
    writePayroll(paying.folder, 2, { name: 'other.csv', prefix: 'O', firstAmount: 7000 })
    const other = (await paying.call('submit', 'other.csv')).stdout.trim()
    await until('the other is paid', async () => (await json('status', other)).state === 'settled')
    if (Date.now() < beginsMs) expect(paying.provider.seen).toHaveLength(2)
    await until('its hours begin', () => Date.now() >= beginsMs, 90_000)
    await until('it is paid', async () => (await json('status', timed)).state === 'settled', 60_000)
    const { sent } = await sentAfter(timed)
    expect(sent.every((at: number) => at >= beginsMs)).toBe(true)
    expect([...paying.provider.paidTimes().values()]).toEqual(Array(7).fill(1))
    expect((await json('audit', timed)).intact).toBe(true)
  } finally {
    running.child.kill('SIGTERM')
    await running.ended
  }
})

/** When its rows were sent, by the database's clock. */
async function sentAfter(batch: string): Promise<{ sent: number[] }> {
  const report = (await paying.call('report', batch, '--format', 'json')).stdout
  const rows = JSON.parse(report).rows as { sent_at: string }[]
  expect(rows).toHaveLength(5)
  return { sent: rows.map(({ sent_at }) => Date.parse(sent_at)) }
}
