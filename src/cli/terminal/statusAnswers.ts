import { t } from '../../words/t.ts'
import { formatCount } from './money.ts'
import { printable } from './printable.ts'
import { rowsText } from './rowsText.ts'
import { wrapText } from './wrapText.ts'

/** What the provider last said of accepted rows that it was asked about, and of how many. */
export interface ShownAnswer {
  kind: string
  answer: string
  rows: number
  /** Of these rows, how many aren't asked about any more. */
  over: number
}

/** The answers to status calls that changed nothing, for people: lines with a head, none when there are none. */
export function statusAnswerLines(answers: readonly ShownAnswer[], width: number): string[] {
  if (answers.length === 0) return []
  const sentences = answers.flatMap((each) => wrapText(sentence(each), width - 2).map(indented))
  return [t`Asked about accepted rows, the provider said`, ...sentences, '']
}

function sentence({ kind, answer, rows, over }: ShownAnswer): string {
  const words = t`${rowsText(rows)}: ${reading(kind, printable(answer))}`
  if (over === 0) return `${words}.`
  return over === rows
    ? t`${words}; not asked about any more: look into the provider's statement.`
    : t`${words}; ${formatCount(over)} of them not asked about any more: look into the provider's statement.`
}

function reading(kind: string, answer: string): string {
  switch (kind) {
    case 'under_way':
      return t`under way (${answer})`
    case 'contradictory':
    case 'unreadable':
      return t`${answer}. This decides nothing`
    case 'unanswered':
      return t`no answer (${answer})`
    default:
      return t`"${answer}", which payrun does not know. This decides nothing`
  }
}

const indented = (line: string, index: number): string => `${index === 0 ? '- ' : '  '}${line}`
