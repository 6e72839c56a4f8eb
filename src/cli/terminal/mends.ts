import type { Mend, MendReason } from '../../intake/mendRow.ts'
import { t } from '../../words/t.ts'
import { formatCount } from './money.ts'
import { printable } from './printable.ts'
import { plainStyle, type Style } from './style.ts'

/** Why a mend is certain, for people. */
export function mendReason(reason: MendReason): string {
  switch (reason) {
    case 'operator_words':
      return t`The cell names the operator by its brand and its country.`
    case 'letters':
      return t`Letters that look like digits are digits now.`
    case 'decimals':
      return t`Decimals that a spreadsheet gave to the number are gone.`
    case 'old_benin':
      return t`Benin put 01 before all numbers on 30 November 2024.`
    case 'code_twice':
      return t`The country code stood there twice.`
    case 'plus_without_code':
      return t`The number began like an international one and had no country code.`
  }
}

/** Every mend on a line of its own, in the file's order. `total`: of which `mends` are the first. No newline last. */
export function renderMends(mends: readonly Mend[], total: number, style: Style = plainStyle): string {
  const lines = mends.map(
    ({ line, column, before, after, reason }) =>
      t`${style.paint(t`line ${line}`, 'bold')}, ${printable(column)}: "${printable(before)}" → "${printable(after)}". ${mendReason(reason)}`,
  )
  const hidden = total - mends.length
  if (hidden > 0) lines.push(t`… and ${formatCount(hidden)} more mends. --json prints all of them.`)
  return lines.join('\n')
}
