import type { Fix, FixReason } from '../../app/fixFile.ts'
import { t } from '../speak.ts'
import { formatCount } from './money.ts'
import { plainStyle, printable, type Style } from './text.ts'

/** Why a fix is certain, for people. */
export function fixReason(reason: FixReason): string {
  switch (reason) {
    case 'operator_words':
      return t('commands.cell_names_operator_brand_country')
    case 'letters':
      return t('commands.letters_look_like_digits_digits_now')
    case 'decimals':
      return t('commands.decimals_spreadsheet_gave_number_gone')
    case 'old_benin':
      return t('commands.benin_put_01_before_all_numbers')
    case 'code_twice':
      return t('commands.country_code_stood_twice')
    case 'plus_without_code':
      return t('commands.number_began_like_international_one_no')
  }
}

/** Every fix on a line of its own, in the file's order. `total`: of which `fixes` are the first. No newline last. */
export function renderFixes(fixes: readonly Fix[], total: number, style: Style = plainStyle): string {
  const lines = fixes.map(({ line, column, before, after, reason }) =>
    t('commands.a_column_before_after_reason', {
      a: style.paint(t('terminal.line_line', { line }), 'bold'),
      column: printable(column),
      before: printable(before),
      after: printable(after),
      reason: fixReason(reason),
    }),
  )
  const hidden = total - fixes.length
  if (hidden > 0) lines.push(t('commands.more_fixes_json_prints_all', { hidden: formatCount(hidden) }))
  return lines.join('\n')
}
