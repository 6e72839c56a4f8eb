import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ambiguous, good, mtn, pass, throttleOf, wave } from './senders.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('5 ambiguous answers in a row hold the operator, tell those who wait, and let other operators go on', async () => {
  const { throttle, said, senders } = throttleOf(50)
  await senders.come(20, mtn)
  await senders.come(20, wave)
  await senders.end(4, ambiguous)
  expect(said).toEqual([])
  await senders.end(1, ambiguous)
  expect(said).toEqual(['mtn-benin held 30000'])
  // 20 came: 5 are answered, 4 went in after the first four answers, the others are told.
  expect(senders.away).toEqual(Array(11).fill('held'))
  expect(throttle.heldOperators()).toEqual([mtn])
  await senders.come(1, mtn)
  expect(senders.away).toHaveLength(12)
  await senders.end(5, good, wave)
  expect(senders.count(wave)).toBe(10)
})

test('a clear answer in between begins the row anew', async () => {
  const { said, senders } = throttleOf(50)
  await senders.come(100)
  for (let n = 0; n < 5; n++) {
    await senders.end(4, ambiguous)
    await senders.end(1, good)
  }
  expect(said).toEqual([])
})

test('what was not sent says nothing about the operator', async () => {
  const { said, senders } = throttleOf(50)
  await senders.come(100)
  await senders.end(4, ambiguous)
  await senders.end(3, { kind: 'unused' })
  await senders.end(1, ambiguous)
  expect(said).toEqual(['mtn-benin held 30000'])
})

async function held(concurrency = 50) {
  const test = throttleOf(concurrency)
  await test.senders.come(5)
  await test.senders.end(5, ambiguous)
  test.said.length = 0
  return test
}

test('after the cool-down one row at a time goes in; a good answer releases the operator to a slow start', async () => {
  const { throttle, said, senders } = await held()
  await pass(29_999)
  await senders.come(1)
  expect(senders.away).toEqual(['held'])
  await pass(1)
  expect(throttle.heldOperators()).toEqual([])
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
  const { throttle, said, senders } = throttleOf(50)
  await senders.come(30)
  await senders.end(20, good)
  await senders.come(10)
  expect(senders.inFlight).toHaveLength(20)
  await senders.end(5, ambiguous)
  const left = senders.inFlight.length
  await senders.end(left, good)
  expect(said).toEqual(['mtn-benin held 30000'])
  expect(throttle.heldOperators()).toEqual([mtn])
})

test('an operator that the ledger has held is sent nothing, until the ledger says otherwise; others go on', async () => {
  const { throttle, senders } = throttleOf(10)
  await senders.come(8)
  await senders.come(2, wave)
  throttle.holdElsewhere(new Set([mtn]))
  await senders.come(1)
  expect(senders.away).toEqual(['held', 'held', 'held', 'held'])
  await senders.end(5, good)
  expect(senders.count(mtn)).toBe(0)
  expect(senders.count(wave)).toBe(2)
  throttle.holdElsewhere(new Set())
  await senders.come(1)
  expect(senders.count(mtn)).toBe(1)
})

test('a hold of its own ends when the ledger had it and has it no more: a person said to go on', async () => {
  const { throttle, senders } = throttleOf(10)
  await senders.come(5)
  await senders.end(5, ambiguous)
  expect(throttle.heldOperators()).toEqual([mtn])
  // Not yet in the ledger when it was looked up: that ends nothing.
  throttle.holdElsewhere(new Set())
  expect(throttle.heldOperators()).toEqual([mtn])
  throttle.holdElsewhere(new Set([mtn]))
  throttle.holdElsewhere(new Set())
  await senders.come(3)
  expect(senders.count(mtn)).toBe(1)
  await senders.end(1, good)
  expect(senders.count(mtn)).toBe(2)
})

test('a slow answer of a row that was sent before the hold is no probe', async () => {
  const { throttle, said, senders } = throttleOf(10)
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
  expect(throttle.inFlight()).toBe(1)
})
