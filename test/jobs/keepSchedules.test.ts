import { expect, test, vi } from 'vitest'
import { keepSchedules } from '../../jobs/keepSchedules.ts'
import { openBackend } from '../../src/queue/backend.ts'
import { openScheduleQueue } from '../../src/queue/scheduleQueue.ts'
import { ignore } from '../harness/ledger.ts'
import { startSilentProxy } from '../harness/silentProxy.ts'
import { english } from '../harness/words.ts'
import { setUpSchedules } from './setUpSchedules.ts'

const here = setUpSchedules()

test('a queue that delivers nothing though a schedule is due is opened anew, and the schedule runs', async () => {
  await here.daily(here.file())
  const wire = await startSilentProxy(here.db.url)
  const opened = await openBackend({ kind: 'postgres', connection: { connectionString: wire.url } })
  if (!opened.ok) throw new Error(english(opened.message))
  // A queue that can't reach the store as it opens stays deaf for ever: BullMQ on Postgres.
  await wire.refuse()
  let times = 0
  const open = () => {
    times += 1
    return openScheduleQueue(opened.backend, 'schedules', ignore)
  }
  const kept = await keepSchedules(here.runner(), open, false, { lookMs: 200, silentMs: 5_000 })
  await wire.accept()
  await vi.waitUntil(async () => (await here.batches()).length > 0, { timeout: 200_000, interval: 200 })
  // More often on a slow machine.
  expect(times).toBeGreaterThan(1)
  expect(here.errors).toEqual([])
  await kept.stop()
  await wire.close()
})
