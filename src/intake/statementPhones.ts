import { countries } from '../payout/country.ts'
import { parsePhone } from '../payout/phone.ts'

export type PhonesResult = { ok: true; phones: string[] } | { ok: false }

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const punctuation = /[\s.()\u2010-\u2015-]/g
/** Providers may hide part of a number: `229******12`. Such a line names nobody. */
const masked = /^\+?[\dx*•#]*[x*•#]{2,}[\dx*•#]*$/i

/** No mobile pattern of the 13 countries looks at the last four digits (see phone.ts): one look settles a block. */
const blocks = new Map<string, string[]>()
const blockDigits = 4
const maxBlocks = 20_000

/**
 * The numbers that a statement's line may mean, as digits with the country code: one for a number written with its
 * country's code, every reading for one written nationally, its new form for an old one of Benin. None when it is masked;
 * its digits as they are when it is a number of no country that payrun pays to.
 */
export function readStatementPhones(text: string): PhonesResult {
  const written = text.trim().replace(/^'/, '').replace(invisible, '').replace(punctuation, '').replace(/^00/, '+')
  if (masked.test(written)) return { ok: true, phones: [] }
  if (!/^\+?\d{6,20}$/.test(written)) return { ok: false }
  const block = `${written.length} ${written.slice(0, -blockDigits)}`
  const last = written.slice(-blockDigits)
  let starts = blocks.get(block)
  if (!starts) {
    starts = readings(written).map((digits) => digits.slice(0, -blockDigits))
    if (blocks.size >= maxBlocks) blocks.clear()
    blocks.set(block, starts)
  }
  return { ok: true, phones: starts.map((start) => start + last) }
}

function readings(written: string): string[] {
  const found = new Set<string>()
  for (const { code } of countries) {
    const read = parsePhone(written, code)
    if (read.ok) found.add(read.digits)
  }
  const digits = written.replace('+', '')
  // Benin's numbers got a 01 in front in 2024, and systems still write the eight digits of before.
  const oldBenin = /^229(\d{8})$/.exec(digits)
  if (oldBenin) {
    const read = parsePhone(`+22901${oldBenin[1]}`, 'BJ')
    if (read.ok) found.add(read.digits)
  }
  return found.size > 0 ? [...found] : [digits]
}
