import { expect, test } from 'vitest'
import { payoutKey } from '../../src/payout/payoutKey.ts'

const sha = 'a'.repeat(64)

test('a key is 32 hex characters, the same for the same payout, whatever spaces stand around its reference', () => {
  const key = payoutKey({ period: '2026-11', reference: 'EMP-1' })
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(payoutKey({ period: '2026-11', reference: ' EMP-1\t' })).toBe(key)
})

test('keys differ by reference, case, period, file and line, and no two identities are written the same', () => {
  const identities = [
    { period: null, reference: 'EMP-1' },
    { period: null, reference: 'emp-1' },
    { period: '', reference: 'EMP-1' },
    { period: 'null', reference: 'EMP-1' },
    { period: '2026-11', reference: 'EMP-1' },
    { period: '2026', reference: '11,EMP-1' },
    { period: '2026","11', reference: 'EMP-1' },
    { period: null, fileSha256: sha, line: 2 },
    { period: null, fileSha256: sha, line: 3 },
    { period: '2026-11', fileSha256: sha, line: 2 },
    { period: null, fileSha256: 'b'.repeat(64), line: 2 },
  ]
  expect(new Set(identities.map(payoutKey)).size).toBe(identities.length)
})

test('keys stay what they are: they are in ledgers', () => {
  expect(payoutKey({ period: null, reference: 'EMP-1' })).toBe('7897c16f405b67329068dd0cb1754e06')
  expect(payoutKey({ period: '2026-11', fileSha256: sha, line: 2 })).toBe('9d870020056509b2c3b302e8e35178f7')
})
