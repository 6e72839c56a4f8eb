import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openScheduleQueue } from '../../src/queue/queues.ts'
import { ignore, latch } from '../harness/ledger.ts'
import { until } from '../harness/payrun.ts'
import { type Place, type Store, stores } from './stores.ts'

const monthly = { scheduleNo: 1, cron: '0 8 1 * *', zone: 'Africa/Abidjan' }
/** Every second: nobody plans so, and nobody wants to wait for a minute here. */
const often = { scheduleNo: 2, cron: '* * * * * *', zone: 'Europe/Paris' }

describe.each(stores)('the queue of schedules on $name', ({ skip, start }) => {
  let store: Store
  let place: Place
  if (!skip) {
    beforeAll(async () => {
      store = await start()
    })
    afterAll(() => store.stop())
    beforeEach(async () => {
      place = await store.fresh()
    })
    afterEach(() => place.drop())
  }
  const open = async (onTrouble: (error: unknown) => void = ignore) =>
    openScheduleQueue(await place.open(), 'schedules', onTrouble)

  test.skipIf(skip)('enqueues at planned times, again and again, for whoever listens', async () => {
    const queue = await open()
    expect(await queue.restore([often])).toEqual({ made: 1, removed: 0 })
    const ran: number[] = []
    const consumer = queue.consume(async (scheduleNo) => void ran.push(scheduleNo))
    await until('it has run three times', () => ran.length >= 3)
    expect(new Set(ran)).toEqual(new Set([2]))
    await consumer.close()
    await queue.close()
  })

  test.skipIf(skip)(
    'is made what the ledger says: lost ones again, changed ones anew, left over ones away',
    async () => {
      const queue = await open()
      expect(await queue.restore([monthly, often])).toEqual({ made: 2, removed: 0 })
      expect(await queue.restore([monthly, often])).toEqual({ made: 0, removed: 0 })
      expect(await queue.restore([{ ...monthly, zone: 'Africa/Lome' }])).toEqual({ made: 1, removed: 1 })
      // Another worker, with the queue lost in between.
      const other = await open()
      await other.restore([])
      expect(await queue.restore([monthly])).toEqual({ made: 1, removed: 0 })
      await Promise.all([queue.restore([monthly, often]), other.restore([monthly, often])])
      expect(await queue.restore([monthly, often])).toEqual({ made: 0, removed: 0 })
      await queue.close()
      await other.close()
    },
  )

  test.skipIf(skip)('is restored by many at once, at each change, again and again', async () => {
    const queues = await Promise.all([1, 2, 3, 4].map(() => open()))
    for (let round = 0; round < 30; round += 1) {
      const plans = [{ ...often, zone: round % 2 ? 'Africa/Lome' : 'Africa/Dakar' }, monthly]
      await Promise.all(queues.map((queue) => queue.restore(plans)))
      expect(await queues[0]?.restore(plans)).toEqual({ made: 0, removed: 0 })
    }
    await Promise.all(queues.map((queue) => queue.close()))
  })

  test.skipIf(skip)(
    'enqueues by hand once for an occasion, holds ids only, and ignores what is not its own',
    async () => {
      const troubles: unknown[] = []
      const queue = await open((error) => troubles.push(error))
      await queue.enqueue(7, '1')
      await queue.enqueue(7, '1')
      await queue.enqueue(8, '1')
      expect(await place.raw()).toContain('"schedule')
      const ran: number[] = []
      const { opened, open: done } = latch()
      const backend = await place.open()
      const raw = backend.queue('schedules')
      raw.on('error', ignore)
      await raw.addBulk([
        { name: 'x', data: { batch: 'b', chunk: 1 }, opts: {} },
        { name: 'x', data: { schedule: 9 }, opts: {} },
      ])
      const consumer = queue.consume(async (scheduleNo) => {
        ran.push(scheduleNo)
        if (scheduleNo === 9) done()
        throw new Error('the job is over all the same')
      })
      await opened
      await until('both are told', () => troubles.length >= 4)
      expect(ran).toEqual([7, 8, 9])
      await consumer.close()
      await raw.close()
      await queue.close()
    },
  )
})
