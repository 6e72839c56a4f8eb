import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace, type Pace, type PaceOptions, type Slot, type SlotUse, type Turn } from '../../src/pacing/pace.ts'
import type { OperatorCode } from '../../src/payout/operator.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const mtn: OperatorCode = 'mtn-benin'
const wave: OperatorCode = 'wave-senegal'
const good: SlotUse = { kind: 'good' }
const ambiguous: SlotUse = { kind: 'ambiguous' }
const unreachable: SlotUse = { kind: 'unreachable' }

/** A pace, and the senders that wait at it or are in flight. */
function paceOf(concurrency: number, more: Partial<PaceOptions> = {}) {
  const said: string[] = []
  const pace = createPace({
    concurrency,
    rate: undefined,
    onHold: (operator, forMs) => said.push(`${operator} held ${forMs}`),
    onRelease: (operator) => said.push(`${operator} released`),
    onPause: (why, forMs) => said.push(`${why} ${forMs}`),
    ...more,
  })
  return { pace, said, senders: sendersAt(pace) }
}

function sendersAt(pace: Pace) {
  const inFlight: { operator: OperatorCode; slot: Slot }[] = []
  const away: Turn['kind'][] = []
  return {
    inFlight,
    /** Those that were told to go, and why. */
    away,
    async come(count: number, operator: OperatorCode = mtn, batchNo = 1) {
      for (let n = 0; n < count; n++) {
        void pace.acquire(operator, batchNo).then((turn) => {
          if (turn.kind === 'slot') inFlight.push({ operator, slot: turn.slot })
          else away.push(turn.kind)
        })
      }
      await turns()
    },
    /** Ends the oldest `count` requests of the operator. */
    async end(count: number, use: SlotUse, operator: OperatorCode = mtn) {
      for (let n = 0; n < count; n++) {
        const at = inFlight.findIndex((each) => each.operator === operator)
        const [ended] = inFlight.splice(at, 1)
        if (at < 0 || !ended) throw new Error(`nothing of ${operator} is in flight`)
        ended.slot.release(use)
        await turns()
      }
    },
    count: (operator: OperatorCode) => inFlight.filter((each) => each.operator === operator).length,
  }
}

/** Lets promises that are settled by now tell those who wait. */
const turns = async () => {
  for (let n = 0; n < 10; n++) await Promise.resolve()
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

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

test('429 with a time: nobody goes in for that long, then all go on', async () => {
  const { said, senders } = paceOf(50)
  await senders.come(8)
  await senders.end(1, { kind: 'busy', waitMs: 7_000 })
  expect(senders.inFlight).toHaveLength(4)
  await senders.come(5, wave)
  await pass(6_999)
  expect(senders.inFlight).toHaveLength(4)
  await pass(1)
  expect([senders.count(mtn), senders.count(wave)]).toEqual([5, 5])
  expect(said).toEqual(['busy 7000'])
})

test('of several 429s the longest wait counts, and a shorter one does not cut it', async () => {
  const { said, senders } = paceOf(50)
  await senders.come(8)
  await senders.end(1, { kind: 'busy', waitMs: 5_000 })
  await senders.end(1, { kind: 'busy', waitMs: 9_000 })
  await senders.end(1, { kind: 'busy', waitMs: 2_000 })
  expect(said).toEqual(['busy 5000', 'busy 9000'])
  await pass(8_999)
  expect(senders.inFlight).toHaveLength(2)
  await pass(1)
  expect(senders.inFlight).toHaveLength(5)
})

test('429 without a time: the pauses grow from 1 s to 60 s, until an answer comes', async () => {
  const { said, senders } = paceOf(1)
  await senders.come(100)
  for (let n = 0; n < 8; n++) {
    await senders.end(1, { kind: 'busy', waitMs: undefined })
    await pass(60_000)
  }
  await senders.end(1, good)
  await senders.end(1, { kind: 'busy', waitMs: undefined })
  expect(said).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 1].map((seconds) => `busy ${seconds * 1_000}`))
})

test('a provider out of reach: growing pauses, then one probe at a time, and all again after an answer', async () => {
  const { pace, said, senders } = paceOf(50)
  await senders.come(100)
  await pass(500)
  const sinceMs = performance.now()
  await senders.end(5, unreachable)
  expect(said).toEqual(['unreachable 1000'])
  expect(pace.unreachableSinceMs()).toBe(sinceMs)
  for (const forMs of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    await pass(60_000)
    expect(senders.inFlight).toHaveLength(1)
    await senders.end(1, unreachable)
    expect(said.at(-1)).toBe(`unreachable ${forMs}`)
    expect(senders.inFlight).toHaveLength(0)
  }
  expect(pace.unreachableSinceMs()).toBe(sinceMs)
  await pass(60_000)
  await senders.end(1, good)
  expect(pace.unreachableSinceMs()).toBeUndefined()
  expect(senders.inFlight).toHaveLength(5)
})

test('any answer shows that the provider is there again, an ambiguous one and a 429 as well', async () => {
  for (const use of [ambiguous, { kind: 'busy', waitMs: 1_000 } as const]) {
    const { pace, senders } = paceOf(50)
    await senders.come(10)
    await senders.end(1, unreachable)
    expect(pace.unreachableSinceMs()).toBeDefined()
    await senders.end(1, use)
    expect(pace.unreachableSinceMs()).toBeUndefined()
  }
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
  const { senders } = paceOf(50, { rate })
  await senders.come(10)
  expect(senders.inFlight).toHaveLength(2)
  await pass(999)
  expect(senders.inFlight).toHaveLength(2)
  await pass(1)
  expect(senders.inFlight).toHaveLength(5)
})

test('tokens are asked for only as far as they can be used at once', async () => {
  const { rate, wanted } = scripted([100, 100, 100])
  const { senders } = paceOf(50, { rate })
  await senders.come(1)
  await senders.come(29)
  await pass(0)
  expect(senders.inFlight).toHaveLength(5)
  expect(wanted.reduce((sum, n) => sum + n, 0)).toBe(5)
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
