import type { Problem as RowProblem } from '../../payout/problem.ts'
import { plural, t } from '../../words/t.ts'
import { formatCount } from './money.ts'
import { printable } from './printable.ts'
import { rowsText } from './rowsText.ts'
import { plainStyle, type Style } from './style.ts'

/** Of a row of a payout file, or of a statement: those have codes of their own besides. */
type Problem = Omit<RowProblem, 'code'> & { code: string }

export interface ProblemsOptions {
  /** The file as the person named it. */
  file: string
  /** How many problems there are in all, when `problems` holds only the first of them. */
  total?: number
  /** How many are listed. The contract's: 1,000. */
  limit?: number
  /** `element` for JSON, whose elements are counted from 1. */
  place?: 'line' | 'element'
  /** Whether the rest of the file can be paid with --skip-invalid; not so when the file can't be read to its end. */
  maySkip?: boolean
  style?: Style
}

/** Every problem on a line of its own, in the file's order; then how many of which kind, and what to do. No newline last. */
export function renderProblems(problems: readonly Problem[], options: ProblemsOptions): string {
  const { total = problems.length, limit = 1_000, place = 'line', maySkip = true, style = plainStyle } = options
  if (total === 0) return t`${printable(options.file)}: no problems.`
  const listed = [...problems].sort((one, other) => one.line - other.line).slice(0, limit)
  const lines = listed.map((problem) => problemLine(problem, place, style))
  const hidden = total - listed.length
  if (hidden > 0) lines.push(t`… and ${formatCount(hidden)} more. --json prints all of them.`)
  return [...lines, '', headline(problems, total, options.file), ...advice(problems, options.file, maySkip)].join('\n')
}

function problemLine(
  { line, column, value, code, message }: Problem,
  place: ProblemsOptions['place'],
  style: Style,
): string {
  const cell = column === '' ? '' : `, ${printable(column)}${value === '' ? '' : ` ${t`"${printable(value)}"`}`}`
  const at = style.paint(place === 'element' ? t`element ${line}` : t`line ${line}`, 'bold')
  return `${t`${at}${cell}: ${printable(message)}`} ${style.paint(`(${code})`, 'dim')}`
}

/** `payroll.csv: 5 problems in 3 rows (3 invalid_phone, 2 missing_amount)`; only what is certain when some are missing. */
function headline(problems: readonly Problem[], total: number, file: string): string {
  const count = formatCount(total)
  const ofFile = printable(file)
  if (total > problems.length) return plural(total, t`${ofFile}: ${count} problem.`, t`${ofFile}: ${count} problems.`)
  const rows = rowsText(new Set(problems.map(({ line }) => line)).size)
  const kinds = [...tally(problems)]
    .sort(([, one], [, other]) => other - one)
    .map(([code, times]) => `${formatCount(times)} ${code}`)
    .join(', ')
  return plural(
    total,
    t`${ofFile}: ${count} problem in ${rows} (${kinds}).`,
    t`${ofFile}: ${count} problems in ${rows} (${kinds}).`,
  )
}

function tally(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

const duplicateCodes: ReadonlySet<string> = new Set(['possible_duplicate'])

function advice(problems: readonly Problem[], file: string, maySkip: boolean): string[] {
  const lines = [t`Mend ${printable(file)} and give it again.`]
  if (maySkip) lines.push(t`To pay the other rows now and leave these out, add --skip-invalid.`)
  if (problems.some(({ code }) => duplicateCodes.has(code))) {
    lines.push(t`Rows that look like duplicates and are meant: add --allow-duplicates.`)
  }
  return lines
}
