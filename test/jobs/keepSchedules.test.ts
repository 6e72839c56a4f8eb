import { expect, test, vi } from 'vitest'
import { keepSchedules } from '../../jobs/runSchedule.ts'
import { openBackend } from '../../src/queue/backend.ts'
import { type Backend, openScheduleQueue } from '../../src/queue/queues.ts'
import { ignore } from '../harness/ledger.ts'
import { english } from '../harness/words.ts'
import { setUpSchedules } from './setUpSchedules.ts'

const here = setUpSchedules()

test('a queue that delivers nothing though a schedule is due is opened anew, and the schedule runs', async () => {
  await here.daily(here.file())
  const opened = await openBackend({ kind: 'postgres', connection: here.db.address })
  if (!opened.ok) throw new Error(english(opened.message))
  const { backend } = opened
  let times = 0
  const open = () => {
    times += 1
    // The first consumer listens where nobody enqueues.
    const isDeaf = times === 1
    const worker: Backend['worker'] = (name, ...rest) => backend.worker(isDeaf ? 'nothing' : name, ...rest)
    return openScheduleQueue({ ...backend, worker }, 'schedules', ignore)
  }
  const kept = await keepSchedules(here.runner(), open, false, { lookMs: 200, silentMs: 2_000 })
  await vi.waitUntil(async () => (await here.batches()).length > 0, { timeout: 200_000, interval: 200 })
  // More often on a slow machine.
  expect(times).toBeGreaterThan(1)
  expect(here.errors).toEqual([])
  await kept.stop()
})
