import { readStatementPhones } from './statementPhones.ts'

/**
 * Phone numbers in a text, with or without the country code, for a line that has none in a column of its own. Null if no digits may be
 * a number.
 */
export function numbersIn(label: string, phones: readonly string[] | null): string[] | null {
  if (phones !== null || label === '') return null
  const runs = [...label.slice(0, 500).matchAll(/(?<![\p{L}\d])\+?\d{8,15}(?![\p{L}\d])/gu)]
  if (runs.length === 0) return null
  return [...new Set(runs.flatMap(([run]) => phonesOf(run)))].slice(0, 40)
}

/** The numbers that a whole text may mean; none if it isn't a number. */
export const phonesOf = (text: string): readonly string[] => {
  const read = readStatementPhones(text)
  return read.ok ? read.phones : []
}

/** A text with more numbers names whole payrolls. */
const mostNumbers = 1_000

/**
 * All phone numbers that texts may name: with spaces, dots or hyphens (`01 97 00 00 01`), next to letters, in any column.
 *
 * @param known the numbers that the line is already known to have
 */
export function numbersBeside(texts: readonly string[], known: readonly string[]): string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  for (const text of texts) {
    if (!/(?:\d\D{0,3}){8}/.test(text)) continue
    for (const [chain] of text.slice(0, 20_000).matchAll(chains)) if (chain.length >= leastDigits) read(chain)
    if (found.size >= mostNumbers) return [...found]
  }
  return [...found]

  /** Reads groups of digits alone and joined with those after them, since a number may begin at any: `17 000 01 97 00 00 01`. */
  function read(chain: string): void {
    const groups = chain.match(/\+?\d+/g) ?? []
    for (const [first, begin] of groups.entries()) {
      const most = /^[+02]/.test(begin) ? mostDigits : mostWithoutCode
      let run = ''
      for (let next = first; next < groups.length; next++) {
        run += groups[next] ?? ''
        if (run.length > most) break
        if (run.length < leastDigits || seen.has(run)) continue
        seen.add(run)
        for (const phone of phonesOf(run)) if (!known.includes(phone)) found.add(phone)
      }
      if (found.size >= mostNumbers) return
    }
  }
}

/** Groups of digits that may be one number or several. A plus can only come first. */
const chains = /\+?\d+(?:[\s.()/_\u2010-\u2015-]{1,3}\d+)*/g
const leastDigits = 8
/** Longer numbers have a country code, which begins with a 2 in all 13 countries. This rules out most dates and references. */
const mostWithoutCode = 10
/** Enough for `000` before the country code, as some countries dial. */
const mostDigits = 16
