import { expect, it } from 'vitest'
import { looksLikePeriod } from '../../src/payout/times/periods.ts'

it.each([
  '2026-11',
  'novembre 2026',
  'nov 2026',
  'Nov. 26',
  '11/2026',
  '202611',
  'November  2026',
  '2026 nov',
  '2026-11 ',
  "mois d'août 2026",
])('takes %s for the month that it is, however it is written', (period) => {
  const isAugust = period.includes('ao')
  expect(looksLikePeriod(period, isAugust ? '2026-08' : 'Novembre 2026')).toBe(true)
  expect(looksLikePeriod(period, isAugust ? '2026-11' : '2026-12')).toBe(false)
  expect(looksLikePeriod(period, '2025-11')).toBe(false)
  expect(looksLikePeriod(period, period)).toBe(false)
})

it.each([
  ['Paie NOV', 'paie nov', true],
  ['Q4 2026', 'q4-2026', true],
  ['primes novembre 2026', 'Primes 2026-11', true],
  ['primes novembre 2026', '2026-11', false],
  ['2026-11-01', '2026-11-15', false],
  ['2026-11-15', '2026-11', false],
  ['15 novembre 2026', 'novembre 2026', false],
  ['2026-1', '2026-11', false],
  ['semaine 1', 'semaine 11', false],
])('%s and %s: %s', (one, other, alike) => {
  expect(looksLikePeriod(one, other)).toBe(alike)
})
