import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAround, looksAlike } from '../../src/payout/twoTexts.ts'
import { seeded } from '../properties/seeded.ts'

/** Marks that nobody sees, and what looks like a space or a letter with them, among the usual. */
const unit = fc.constantFrom(...'ab1é😀😁', ' ', '\n', '\u00a0', '\u00ad', '\u200b', '\ufffd', '\u0301', '\u0000')
const text = fc.string({ unit, maxLength: 60 })

describe('two texts that are cut', () => {
  it('differ where the whole ones do, and are not much longer than asked for', () => {
    fc.assert(
      fc.property(text, text, text, fc.constantFrom(12, 20), (before, one, other, most) => {
        const whole = [before + one, before + other] as const
        const cut = cutAround(whole, most)
        expect(looksAlike(cut)).toBe(looksAlike(whole))
        for (const each of cut) expect([...each].length).toBeLessThanOrEqual(most + 2)
      }),
      seeded(2_000),
    )
  })

  it('have a little of what stands before', () => {
    const long = 'abcdefghij'.repeat(4)
    expect(cutAround([`${long}1`, `${long}2`], 20)).toEqual(['…fghij1', '…fghij2'])
    expect(cutAround([`1${long}`, `2${long}`], 5)).toEqual(['1abcd…', '2abcd…'])
    expect(cutAround(['ab', 'abc'], 5)).toEqual(['ab', 'abc'])
  })
})
