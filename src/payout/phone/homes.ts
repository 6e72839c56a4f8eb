import { type CountryCode, countries } from '../operators/operator.ts'
import { parsePhone, suggestPhone } from './phone.ts'

/** By all but the last four digits and the length: see the blocks in phone.ts. */
const homesOfBlocks = new Map<string, readonly CountryCode[]>()
const maxBlocks = 5_000

/** The countries of which a text may be a mobile number, as it is or once it is corrected; none if it is wrong everywhere. */
export function homesOf(phone: string): readonly CountryCode[] {
  const text = phone.replace(/[\s.()-]/g, '')
  if (text === '') return []
  const block = /^\+?\d{8,15}$/.test(text) ? `${text.slice(0, -4)} ${text.length}` : null
  const known = block === null ? undefined : homesOfBlocks.get(block)
  if (known) return known
  const found = countries
    .map(({ code }) => code)
    .filter((code) => parsePhone(text, code).ok || suggestPhone(text, code) !== null)
  if (block === null) return found
  if (homesOfBlocks.size >= maxBlocks) homesOfBlocks.clear()
  homesOfBlocks.set(block, found)
  return found
}
