import type { Mend, MendReason } from '../../intake/mendRow.ts'
import { formatCount } from './money.ts'
import { printable } from './printable.ts'
import { plainStyle, type Style } from './style.ts'

/** Why a mend is certain, for people. */
export const mendReasons: Readonly<Record<MendReason, string>> = {
  operator_words: 'The cell names the operator by its brand and its country.',
  letters: 'Letters that look like digits are digits now.',
  decimals: 'Decimals that a spreadsheet gave to the number are gone.',
  old_benin: 'Benin put 01 before all numbers on 30 November 2024.',
  code_twice: 'The country code stood there twice.',
  plus_without_code: 'The number began like an international one and had no country code.',
}

/** Every mend on a line of its own, in the file's order. `total`: of which `mends` are the first. No newline last. */
export function renderMends(mends: readonly Mend[], total: number, style: Style = plainStyle): string {
  const lines = mends.map(
    ({ line, column, before, after, reason }) =>
      `${style.paint(`line ${line}`, 'bold')}, ${printable(column)}: "${printable(before)}" → "${printable(after)}". ${mendReasons[reason]}`,
  )
  const hidden = total - mends.length
  if (hidden > 0) lines.push(`… and ${formatCount(hidden)} more mends. --json prints all of them.`)
  return lines.join('\n')
}
