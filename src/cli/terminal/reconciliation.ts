import type { Left } from '../../payout/reconciliation.ts'
import type { StatementLine } from '../../payout/statement.ts'
import { plural, t } from '../../words/t.ts'
import type { Reconciliation } from '../reconciliationDocument.ts'
import { formatCount } from './money.ts'
import { printable } from './printable.ts'
import { caseSentence, leftSentence } from './reconciliationWords.ts'
import { rowsText } from './rowsText.ts'
import { stateWord } from './stateWords.ts'
import type { Style } from './style.ts'
import { renderTable } from './table.ts'
import { wrapText } from './wrapText.ts'

interface Options {
  /** How commands begin here. */
  command: string
  /** Of the terminal, in columns. */
  width: number
  style: Style
}

/** More rows than this say nothing new on a screen; `--json` has all of them. */
const shownRows = 200

/** What a statement said of a batch, for people: what it settled, what contradicts, what is left, and what to do next. */
export function renderReconciliation(told: Reconciliation, { command, width, style }: Options): string {
  const { matched } = told
  const parts = [
    headline(told, style),
    resolvedTable(told, width, style),
    list(
      t`Cases: the statement contradicts the ledger. Nothing was changed`,
      matched.cases,
      caseSentence,
      width,
      style,
    ),
    list(t`Left as they are`, matched.left, leftLine, width, style),
    undecidedText(matched.undecided, style),
    nextSteps(told, command, width, style),
  ]
  if (told.reportPath !== null) parts.push(t`Report: ${printable(told.reportPath)}`)
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function headline({ batch, statement, matched, dryRun }: Reconciliation, style: Style): string {
  const { resolutions, nameless } = matched
  const settled = rowsText(resolutions.length)
  return [
    t`Batch ${batch.id} and ${printable(statement.name)}, ${linesText(statement.lines.length)}`,
    style.paint(dryRun ? t`Dry run: ${settled} would be settled, nothing was changed` : t`${settled} settled`, 'bold'),
    [agreedText(matched), ...(nameless === 0 ? [] : [namelessText(nameless)])].join(' '),
  ].join('\n')
}

const linesText = (count: number): string =>
  plural(count, t`${formatCount(count)} line`, t`${formatCount(count)} lines`)

function agreedText({ agreed, notOfBatch }: Reconciliation['matched']): string {
  const lines = formatCount(agreed)
  const agree = plural(agreed, t`${lines} line agrees with the ledger`, t`${lines} lines agree with the ledger`)
  const others = formatCount(notOfBatch)
  return plural(notOfBatch, t`${agree}; ${others} is not of this batch.`, t`${agree}; ${others} are not of this batch.`)
}

const namelessText = (count: number): string =>
  plural(
    count,
    t`${formatCount(count)} names neither a reference nor a number, and was ignored.`,
    t`${formatCount(count)} name neither a reference nor a number, and were ignored.`,
  )

function resolvedTable({ matched, dryRun }: Reconciliation, width: number, style: Style): string {
  const { resolutions } = matched
  if (resolutions.length === 0) return ''
  const rows = resolutions
    .slice(0, shownRows)
    .map(({ row, to, reference, by, statementLine }) => [
      String(row.line),
      stateWord(row.state),
      style.paint(stateWord(to), to === 'paid' ? 'green' : 'red'),
      printable(reference ?? ''),
      statementLine === null
        ? t`not in it`
        : by === 'number'
          ? t`line ${statementLine}, by number, amount, time`
          : t`line ${statementLine}, by reference`,
    ])
  const columns = [
    { head: t`Line`, align: 'right' },
    { head: t`Was` },
    { head: dryRun ? t`Would be` : t`Is now` },
    { head: t`Reference` },
    { head: t`Statement` },
  ] as const
  const more = resolutions.length - rows.length
  const table = renderTable({ columns, rows, width, style })
  return more > 0 ? `${table}\n${moreText(more)}` : table
}

const moreText = (more: number): string => t`… and ${formatCount(more)} more: --json has all of them.`

const leftLine = (left: Left): string => t`${stateWord(left.row.state)}, ${leftSentence(left)}`

function list<Each extends { row: { line: number } }>(
  head: string,
  all: readonly Each[],
  sentence: (each: Each) => string,
  width: number,
  style: Style,
): string {
  if (all.length === 0) return ''
  const lines = all.slice(0, shownRows).flatMap((each) => {
    const [first = '', ...others] = wrapText(t`line ${each.row.line}: ${sentence(each)}`, width - 2)
    return [`- ${first}`, ...others.map((line) => `  ${line}`)]
  })
  const more = all.length - shownRows
  if (more > 0) lines.push(`  ${moreText(more)}`)
  return [style.paint(head, 'bold'), ...lines].join('\n')
}

/** The statement's own words that nobody knows, once each. */
function undecidedText(undecided: readonly StatementLine[], style: Style): string {
  const words = new Map<string, number>()
  for (const { status } of undecided) words.set(status ?? '', (words.get(status ?? '') ?? 0) + 1)
  if (words.size === 0) return ''
  const told = [...words].map(
    ([word, count]) => `- ${t`${word === '' ? t`(empty)` : `"${printable(word.slice(0, 40))}"`}: ${linesText(count)}`}`,
  )
  return [style.paint(t`Statuses that decide nothing`, 'bold'), ...told.slice(0, 20)].join('\n')
}

function nextSteps(told: Reconciliation, command: string, width: number, style: Style): string {
  const { batch, matched, dryRun } = told
  const steps: [text: string, commandLine: string | null][] = []
  if (dryRun && matched.resolutions.length > 0)
    steps.push([t`To do it, the same without --dry-run:`, doIt(told, command)])
  const failed = matched.resolutions.filter(({ to }) => to === 'failed').length
  if (!dryRun && failed > 0)
    steps.push(
      batch.state === 'cancelled'
        ? [t`${rowsText(failed)} can be paid again in a new file: the batch is cancelled.`, null]
        : [t`${rowsText(failed)} can be paid again:`, `${command} retry ${batch.id}`],
    )
  const [left] = matched.left
  if (left)
    steps.push([
      t`Once you know what became of a row that is left:`,
      `${command} resolve ${batch.id} --line ${left.row.line} --paid ${t`REFERENCE --note "how you know"`}`,
    ])
  if (matched.cases.length > 0)
    steps.push([
      t`Ask the provider about the cases. The history of one:`,
      `${command} audit ${batch.id} --line ${matched.cases[0]!.row.line}`,
    ])
  if (steps.length === 0) return ''
  const text = steps.flatMap(([sentence, commandLine]) => {
    const [first = '', ...others] = wrapText(sentence, width - 2)
    return [`- ${first}`, ...others.map((line) => `  ${line}`), ...(commandLine === null ? [] : [`    ${commandLine}`])]
  })
  return [style.paint(t`What to do next`, 'bold'), ...text].join('\n')
}

const doIt = ({ batch, given, complete }: Reconciliation, command: string): string =>
  `${command} reconcile ${batch.id} ${printable(given)}${complete ? ' --complete' : ''}`
