import { describe, expect, it, test } from 'vitest'
import { createRefusalCount } from '../../src/pacing/refusals.ts'
import { ambiguous, good, mtn, refused, throttleOf, wave } from './senders.ts'

describe('refusals in a row', () => {
  it('are counted by operator and over all, and end with a good answer of the operator', () => {
    const count = createRefusalCount()
    expect(count.refused(1, mtn, 'a')).toEqual({ ofOperator: 1, overAll: 1 })
    expect(count.refused(1, wave, 'a')).toEqual({ ofOperator: 1, overAll: 2 })
    expect(count.refused(1, mtn, 'a')).toEqual({ ofOperator: 2, overAll: 3 })
    expect(count.good(1, wave)).toBe(true)
    expect(count.refused(1, mtn, 'a')).toEqual({ ofOperator: 3, overAll: 1 })
    expect(count.refused(1, wave, 'a')).toEqual({ ofOperator: 1, overAll: 2 })
    expect(count.good(2, mtn)).toBe(false)
  })

  it('end with a refusal in other words', () => {
    const count = createRefusalCount()
    count.refused(1, mtn, 'a')
    expect(count.refused(1, mtn, 'b')).toEqual({ ofOperator: 1, overAll: 1 })
    expect(count.refused(1, mtn, 'b')).toEqual({ ofOperator: 2, overAll: 2 })
  })

  it('of one batch are none of another', () => {
    const count = createRefusalCount()
    count.refused(1, mtn, 'a')
    expect(count.refused(2, mtn, 'a')).toEqual({ ofOperator: 1, overAll: 1 })
  })

  it('are shared once, with word of what has ended since', () => {
    const count = createRefusalCount()
    count.refused(1, mtn, 'a')
    count.refused(1, mtn, 'a')
    expect(count.toShare(1)).toEqual([
      { operator: mtn, words: 'a', rows: 2, anew: false },
      { operator: '', words: 'a', rows: 2, anew: false },
    ])
    expect(count.toShare(1)).toEqual([])
    count.good(1, mtn)
    count.refused(1, mtn, 'b')
    expect(count.toShare(1)[0]).toEqual({ operator: mtn, words: 'b', rows: 1, anew: true })
  })

  it('that come in after the pause are not counted, and those after it begin anew', () => {
    const count = createRefusalCount()
    count.refused(1, mtn, 'a')
    count.stop(1)
    expect(count.refused(1, mtn, 'a')).toEqual({ ofOperator: 0, overAll: 0 })
    count.begin(1)
    expect(count.refused(1, mtn, 'a')).toEqual({ ofOperator: 1, overAll: 1 })
  })
})

test('refusals widen nothing, and end a row of answers that nobody can read', async () => {
  const { senders, said } = throttleOf(50)
  await senders.come(1_000)
  await senders.end(200, refused)
  expect(senders.inFlight).toHaveLength(5)
  for (let n = 0; n < 4; n++) {
    await senders.end(4, ambiguous)
    await senders.end(1, refused)
  }
  expect(said).toEqual([])
  await senders.end(20, good)
  expect(senders.inFlight).toHaveLength(25)
})

test('a refusal does not let an operator go that is probed', async () => {
  const { throttle, senders, said } = throttleOf(50)
  throttle.holdElsewhere(new Set(), new Set([mtn]))
  await senders.come(20)
  for (let n = 0; n < 5; n++) {
    expect(senders.inFlight).toHaveLength(1)
    await senders.end(1, refused)
  }
  expect(said).toEqual([])
  await senders.end(1, good)
  expect(said).toEqual([`${mtn} released`])
})
