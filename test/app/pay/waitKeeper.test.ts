import { expect, it } from 'vitest'
import { createWaitKeeper } from '../../../src/app/pay/startPayer.ts'

it('a wait that many rows are asked for is kept once, a longer one again, and a short one never', () => {
  const kept: number[] = []
  const keep = createWaitKeeper((waitMs) => kept.push(waitMs))
  for (const waitMs of [4_000, 30_000, 30_000, 29_000, 60_000, 30_000, 60_000]) keep(waitMs)
  expect(kept).toEqual([30_000, 60_000])
})
