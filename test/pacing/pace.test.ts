import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ambiguous, good, mtn, paceOf, pass, turns, wave } from './senders.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('an operator begins with 5 rows in flight, and doubles after each 20 good answers up to the concurrency', async () => {
  const { senders } = paceOf(50)
  await senders.come(1_000)
  const windows: number[] = []
  for (let answers = 0; answers <= 120; answers++) {
    windows.push(senders.inFlight.length)
    await senders.end(1, good)
  }
  const steps = windows.map((size, answers) => ({ size, answers })).filter(({ size }, i) => size !== windows[i - 1])
  expect(steps).toEqual([
    { size: 5, answers: 0 },
    { size: 10, answers: 20 },
    { size: 20, answers: 40 },
    { size: 40, answers: 60 },
    { size: 50, answers: 80 },
  ])
})

test('a small concurrency is never passed, not by the first window either', async () => {
  const { pace, senders } = paceOf(3)
  await senders.come(100)
  for (let n = 0; n < 60; n++) {
    expect(senders.inFlight).toHaveLength(3)
    expect(pace.inFlight()).toBe(3)
    await senders.end(1, good)
  }
})

test('the concurrency counts all operators together', async () => {
  const { senders } = paceOf(8)
  await senders.come(50, mtn)
  await senders.come(50, wave)
  expect([senders.count(mtn), senders.count(wave)]).toEqual([5, 3])
  await senders.end(1, good, mtn)
  expect(senders.inFlight).toHaveLength(8)
})

test('a slot is given back once, however often it is released', async () => {
  const { pace, senders } = paceOf(5)
  await senders.come(5)
  const [first] = senders.inFlight
  first?.slot.release(good)
  first?.slot.release(good)
  first?.slot.release(ambiguous)
  expect(pace.inFlight()).toBe(4)
})

test('5 ambiguous answers in a row hold the operator, tell those who wait, and let other operators go on', async () => {
  const { pace, said, senders } = paceOf(50)
  await senders.come(20, mtn)
  await senders.come(20, wave)
  await senders.end(4, ambiguous)
  expect(said).toEqual([])
  await senders.end(1, ambiguous)
  expect(said).toEqual(['mtn-benin held 30000'])
  // 20 came: 5 are answered, 4 went in after the first four answers, the others are told.
  expect(senders.away).toEqual(Array(11).fill('held'))
  expect(pace.heldOperators()).toEqual([mtn])
  await senders.come(1, mtn)
  expect(senders.away).toHaveLength(12)
  await senders.end(5, good, wave)
  expect(senders.count(wave)).toBe(5)
})

test('a clear answer in between begins the row anew', async () => {
  const { said, senders } = paceOf(50)
  await senders.come(100)
  for (let n = 0; n < 5; n++) {
    await senders.end(4, ambiguous)
    await senders.end(1, good)
  }
  expect(said).toEqual([])
})

test('what was not sent says nothing about the operator', async () => {
  const { said, senders } = paceOf(50)
  await senders.come(100)
  await senders.end(4, ambiguous)
  await senders.end(3, { kind: 'unused' })
  await senders.end(1, ambiguous)
  expect(said).toEqual(['mtn-benin held 30000'])
})

async function held(concurrency = 50) {
  const test = paceOf(concurrency)
  await test.senders.come(5)
  await test.senders.end(5, ambiguous)
  test.said.length = 0
  return test
}

test('after the cool-down one row at a time goes in; a good answer releases the operator to a slow start', async () => {
  const { pace, said, senders } = await held()
  await pass(29_999)
  await senders.come(1)
  expect(senders.away).toEqual(['held'])
  await pass(1)
  expect(pace.heldOperators()).toEqual([])
  await senders.come(20)
  expect(senders.inFlight).toHaveLength(1)
  await senders.end(1, good)
  expect(said).toEqual(['mtn-benin released'])
  expect(senders.inFlight).toHaveLength(5)
})

test('an ambiguous probe holds for twice as long each time, up to ten minutes, and a release begins anew', async () => {
  const { said, senders } = await held()
  for (const forMs of [60_000, 120_000, 240_000, 480_000, 600_000, 600_000]) {
    await pass(600_000)
    await senders.come(3)
    expect(senders.inFlight).toHaveLength(1)
    await senders.end(1, ambiguous)
    expect(said.splice(0)).toEqual([`mtn-benin held ${forMs}`])
  }
  await pass(600_000)
  await senders.come(5)
  await senders.end(5, good)
  await senders.come(5)
  await senders.end(5, ambiguous)
  expect(said).toEqual(['mtn-benin released', 'mtn-benin held 30000'])
})

test('answers of rows that were in flight when the hold began neither renew nor end it', async () => {
  const { pace, said, senders } = paceOf(50)
  await senders.come(30)
  await senders.end(20, good)
  await senders.come(10)
  expect(senders.inFlight).toHaveLength(10)
  await senders.end(5, ambiguous)
  const left = senders.inFlight.length
  await senders.end(left, good)
  expect(said).toEqual(['mtn-benin held 30000'])
  expect(pace.heldOperators()).toEqual([mtn])
})

test('the waiters of one batch are sent away, those of others stay', async () => {
  const { pace, senders } = paceOf(5)
  await senders.come(5, mtn, 1)
  await senders.come(3, mtn, 1)
  await senders.come(2, mtn, 2)
  pace.evict(1)
  await turns()
  expect(senders.away).toEqual(['stopped', 'stopped', 'stopped'])
  await senders.end(5, good)
  expect(senders.inFlight).toHaveLength(2)
})

test('a pace that was stopped sends everybody away, for good, and what is in flight may end', async () => {
  const { pace, senders } = paceOf(5)
  await senders.come(9)
  pace.stop()
  await turns()
  await senders.come(1)
  expect(senders.away).toEqual(Array(5).fill('stopped'))
  await senders.end(5, { kind: 'busy', waitMs: 1_000 })
  await pass(10_000)
  expect(pace.inFlight()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

/** A rate limit that hands out what it is told to, and keeps what was wanted of it. */
function scripted(grants: number[], waitMs = 1_000) {
  const wanted: number[] = []
  return {
    wanted,
    rate: {
      windowMs: 1_000,
      take: async (count: number) => {
        wanted.push(count)
        const tokens = Math.min(count, grants.shift() ?? 0)
        return { tokens, waitMs: tokens === count ? 0 : waitMs }
      },
    },
  }
}

test('with a rate, nobody goes in without a token, and the store is asked again when it says', async () => {
  const { rate } = scripted([1, 1, 0, 3])
  const { senders } = paceOf(50, { rates: { all: rate, of: new Map() } })
  await senders.come(10)
  expect(senders.inFlight).toHaveLength(2)
  await pass(999)
  expect(senders.inFlight).toHaveLength(2)
  await pass(1)
  expect(senders.inFlight).toHaveLength(5)
})

test('tokens are asked for only as far as they can be used at once', async () => {
  const { rate, wanted } = scripted([100, 100, 100])
  const { senders } = paceOf(50, { rates: { all: rate, of: new Map() } })
  await senders.come(1)
  await senders.come(29)
  await pass(0)
  expect(senders.inFlight).toHaveLength(5)
  expect(wanted.reduce((sum, n) => sum + n, 0)).toBe(5)
})

test('an operator with a rate of its own waits for it alone: others go on', async () => {
  const own = scripted([1, 1, 0, 3], 700)
  const common = scripted([100, 100, 100, 100, 100])
  const { senders } = paceOf(50, { rates: { all: common.rate, of: new Map([[mtn, own.rate]]) } })
  await senders.come(10, mtn)
  await senders.come(10, wave)
  expect([senders.count(mtn), senders.count(wave)]).toEqual([2, 5])
  await senders.end(1, good, wave)
  await pass(699)
  expect([senders.count(mtn), senders.count(wave)]).toEqual([2, 5])
  await pass(1)
  await turns()
  expect([senders.count(mtn), senders.count(wave)]).toEqual([5, 5])
  // Nothing of what all share was taken for rows that their operator's own rate kept back.
  expect(common.wanted.reduce((sum, n) => sum + n, 0)).toBe(11)
  expect(own.wanted).toEqual([1, 4, 3, 3])
})

test('what was fetched of a rate and not used is given up with its window: a long pause does not end in a burst', async () => {
  const { rate, wanted } = scripted([5, 2, 0])
  const { pace, senders } = paceOf(50, { rates: { all: rate, of: new Map() } })
  await senders.come(2)
  await senders.come(3)
  pace.evict(1)
  const had = senders.inFlight.length
  await pass(5_000)
  await senders.come(5)
  expect(senders.inFlight.length - had).toBeLessThanOrEqual(2)
  expect(wanted.length).toBeGreaterThan(1)
})

test('of two reasons to wait, the one that ends first wakes', async () => {
  const slow = scripted([1, 0, 5], 5_000)
  const quick = scripted([1, 0, 5], 300)
  const rates = {
    all: undefined,
    of: new Map([
      [mtn, slow.rate],
      [wave, quick.rate],
    ]),
  }
  const { senders } = paceOf(50, { rates })
  await senders.come(3, wave)
  await senders.come(3, mtn)
  await pass(300)
  expect([senders.count(mtn), senders.count(wave)]).toEqual([1, 3])
  await pass(4_700)
  expect([senders.count(mtn), senders.count(wave)]).toEqual([3, 3])
})

test('an operator that the ledger has held is sent nothing, until the ledger says otherwise; others go on', async () => {
  const { pace, senders } = paceOf(10)
  await senders.come(8)
  await senders.come(2, wave)
  pace.holdElsewhere(new Set([mtn]))
  await senders.come(1)
  expect(senders.away).toEqual(['held', 'held', 'held', 'held'])
  await senders.end(5, good)
  expect(senders.count(mtn)).toBe(0)
  expect(senders.count(wave)).toBe(2)
  pace.holdElsewhere(new Set())
  await senders.come(1)
  expect(senders.count(mtn)).toBe(1)
})

test('a hold of its own ends when the ledger had it and has it no more: a person said to go on', async () => {
  const { pace, senders } = paceOf(10)
  await senders.come(5)
  await senders.end(5, ambiguous)
  expect(pace.heldOperators()).toEqual([mtn])
  // Not yet in the ledger when it was looked up: that ends nothing.
  pace.holdElsewhere(new Set())
  expect(pace.heldOperators()).toEqual([mtn])
  pace.holdElsewhere(new Set([mtn]))
  pace.holdElsewhere(new Set())
  await senders.come(3)
  expect(senders.count(mtn)).toBe(1)
  await senders.end(1, good)
  expect(senders.count(mtn)).toBe(2)
})

test('a slow answer of a row that was sent before the hold is no probe', async () => {
  const { pace, said, senders } = paceOf(10)
  await senders.come(25)
  await senders.end(20, good)
  await senders.come(25)
  expect(senders.count(mtn)).toBe(10)
  await senders.end(5, ambiguous)
  await pass(30_000)
  expect(senders.count(mtn)).toBe(9)
  // The cool-down is over, and an old row answers well: that opens nothing. An old one that fails holds nothing, either.
  await senders.end(4, good)
  await senders.end(4, ambiguous)
  expect(said).toEqual([`${mtn} held 30000`])
  await senders.end(1, good)
  await senders.come(5)
  expect(senders.count(mtn)).toBe(1)
  expect(pace.inFlight()).toBe(1)
})
