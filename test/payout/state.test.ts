import { expect, test } from 'vitest'
import {
  batchStates,
  batchTransitions,
  keyHoldingStates,
  mayMove,
  payoutStates,
  payoutTransitions,
} from '../../src/payout/state.ts'

/** The table of the design, state by state, as it is written there. */
const design = {
  invalid: [],
  pending: ['sending', 'cancelled'],
  sending: ['paid', 'failed', 'accepted', 'unknown', 'pending'],
  accepted: ['paid', 'failed'],
  unknown: ['paid', 'failed'],
  paid: [],
  failed: ['pending'],
  cancelled: [],
} as const

test('a payout has the eight states of the design, each with its moves', () => {
  expect(payoutTransitions).toEqual(design)
  expect([...payoutStates].sort()).toEqual(Object.keys(design).sort())
})

test.each(payoutStates.flatMap((from) => payoutStates.map((to) => ({ from, to }))))(
  'mayMove agrees with the table: $from → $to',
  ({ from, to }) => {
    expect(mayMove(from, to)).toBe((design[from] as readonly string[]).includes(to))
  },
)

test('no state that may have moved money leads back to one that is sent again, but through proof or a refusal', () => {
  const before = payoutStates.filter((from) => payoutTransitions[from].includes('pending'))
  expect(before.sort()).toEqual(['failed', 'sending'])
  expect(payoutStates.filter((from) => payoutTransitions[from].includes('sending'))).toEqual(['pending'])
})

test('a key is held wherever money may move or may have moved, and nowhere else', () => {
  expect([...keyHoldingStates].sort()).toEqual(['accepted', 'paid', 'pending', 'sending', 'unknown'])
})

test('a batch moves as the design says', () => {
  expect(batchTransitions).toEqual({
    awaiting_approval: ['running', 'paused', 'cancelled'],
    running: ['paused', 'settled', 'cancelled'],
    paused: ['running', 'settled', 'cancelled'],
    settled: ['running'],
    cancelled: [],
  })
  expect(Object.keys(batchTransitions).sort()).toEqual([...batchStates].sort())
})
