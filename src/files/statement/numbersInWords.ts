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

const phonesOf = (text: string): readonly string[] => {
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
  for (const text of texts)
    for (const run of digitRuns(text.slice(0, 20_000))) {
      for (const phone of phonesOf(run)) if (!known.includes(phone)) found.add(phone)
      if (found.size >= mostNumbers) return [...found]
    }
  return [...found]
}

const separator = /^[\s.()/_\u2010-\u2015-]{1,3}$/

/** Digits that may be a number, alone and joined with those after them: `17 000 01 97 00 00 01` has one somewhere. */
function* digitRuns(text: string): Generator<string, void> {
  if (!/(?:\d\D{0,3}){8}/.test(text)) return
  const groups = [...text.matchAll(/\+?\d+/g)]
  for (const [first, { 0: begin, index }] of groups.entries()) {
    let run = begin
    let end = index + begin.length
    for (let next = first; run.length <= 16; ) {
      if (/\d{8}/.test(run)) yield run
      const group = groups[++next]
      if (!group || !separator.test(text.slice(end, group.index)) || group[0].startsWith('+')) break
      run += group[0]
      end = group.index + group[0].length
    }
  }
}
