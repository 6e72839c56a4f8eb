import { groupsOf } from '../../app/warnings.ts'
import type { Warned } from '../../payout/warning.ts'
import { count, type Sentence } from '../../words/sentence.ts'
import { listItem, printable, type Style, shown, t, text, wrapText } from './text.ts'

interface Shown {
  style: Style
  /** Of the terminal, in columns. */
  width: number
}

/** What to look at before a file is paid, by kind, and the file beside the one before it. Empty: there is nothing. No newline last. */
export function renderWarned({ warnings, compared }: Warned, { style, width }: Shown, most = 5): string {
  const groups = groupsOf(warnings, most)
  const lines = compared.map((sentence) => wrapText(sentenceText(sentence), width).join('\n'))
  if (groups.length === 0) return lines.join('\n')
  lines.push(style.paint(t('warnings.to_look_at'), 'bold'))
  for (const { code, rows, kind, shown: some } of groups) {
    lines.push(style.paint(listItem(sentenceText(kind), width), 'yellow'))
    // All that there is to say of them is their lines, which whoever looks for them finds by --json.
    if (code === 'first_payment') continue
    for (const { line, message } of some) {
      const said = sentenceText(message)
      const told = line === null ? said : t('warnings.line_says', { line, message: said })
      lines.push(`  ${wrapText(told, width - 2).join('\n  ')}`)
    }
    if (rows > some.length) lines.push(`  ${t('warnings.and_more', { more: shown(count(rows - some.length)) })}`)
  }
  return lines.join('\n')
}

const sentenceText = (sentence: Sentence): string => printable(text(sentence))
