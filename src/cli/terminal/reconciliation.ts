import {
  discrepancySentence,
  leftSentence,
  perhapsFees,
  type Reconciliation,
  unclearLines,
  undecidedSentence,
  unlistedOperators,
} from '../../app/reconcile/reconcile.ts'
import { unreadColumns } from '../../app/reconcile/reconciliationDocument.ts'
import { operatorName } from '../../payout/operators/operator.ts'
import type { StatementLine } from '../../payout/reconciliation.ts'
import { count, fileNamed, stateOf } from '../../words/sentence.ts'
import { renderTable } from './table.ts'
import { type Look, listItem, printable, type Style, shown, t, text, wrapText } from './text.ts'

/** The reconciliation of a batch, and how it was requested. */
export interface ToldReconciliation extends Reconciliation {
  /** The statement as it was named on the command line. */
  given: string
  /** The options for reading it, as typed: `--map amount=Débit --as ecobank`; '' if there are none. With another fee tolerance, if given. */
  reading: (feeTolerance?: number) => string
  complete: boolean
  dryRun: boolean
}

interface Options extends Look {
  /** How to call payrun: `payrun`, or `npm run -s payrun --`. */
  command: string
}

/** The most rows to print; `--json` has all of them. */
const shownRows = 200

/** A batch's reconciliation for people: what it settled, what contradicts, what is left, and what to do next. */
export function renderReconciliation(told: ToldReconciliation, { command, width, style }: Options): string {
  const { discrepancies, left, undecided } = told.matched
  const discrepancyLines = discrepancies.map((each) =>
    t('terminal.finding_of_line', { line: each.row.line, finding: discrepancySentence(each) }),
  )
  const leftLines = left.map((each) =>
    t('terminal.left_of_line', {
      line: each.row.line,
      state: stateOf(each.row.state),
      finding: leftSentence(each),
    }),
  )
  const columns = unreadColumns(told)
  const parts = [
    headline(told, style),
    resolvedTable(told, width, style),
    list(t('terminal.discrepancies_head'), discrepancyLines, width, style),
    list(t('terminal.left_head'), leftLines, width, style),
    undecidedText(undecided, style),
    columns === null ? '' : wrapText(printable(text(columns)), width).join('\n'),
    nextSteps(told, command, width, style),
  ]
  const { path } = told.report
  if (path !== null) parts.push(t('summary.report', { reportPath: printable(path) }))
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function headline({ batch, statement, matched, dryRun }: ToldReconciliation, style: Style): string {
  const { resolutions, nameless, agreed, notOfBatch } = matched
  const rows = count(resolutions.length)
  const lines = count(statement.lines.length)
  const unclear = unclearLines(statement, matched)
  const agree = { agreed: count(agreed), others: count(notOfBatch) }
  return [
    t('terminal.compared', { id: batch.id, name: fileNamed(printable(statement.name)), lines }),
    style.paint(dryRun ? t('terminal.would_settle', { rows }) : t('terminal.settled', { rows }), 'bold'),
    nameless === 0
      ? t('terminal.lines_agree', agree)
      : t('terminal.lines_agree_nameless', { ...agree, lines: count(nameless) }),
    ...(unclear === 0 ? [] : [t('terminal.lines_unclear', { lines: count(unclear) })]),
  ].join('\n')
}

function resolvedTable({ matched, dryRun }: ToldReconciliation, width: number, style: Style): string {
  const { resolutions } = matched
  if (resolutions.length === 0) return ''
  const rows = resolutions
    .slice(0, shownRows)
    .map(({ row, to, reference, by, statementLine: line }) => [
      String(row.line),
      shown(stateOf(row.state)),
      style.paint(shown(stateOf(to)), to === 'paid' ? 'green' : 'red'),
      printable(reference ?? ''),
      line === null
        ? t('terminal.by_absence')
        : by === 'number'
          ? t('terminal.by_number', { line })
          : t('terminal.by_reference', { line }),
    ])
  const columns = [
    { head: t('report.line'), align: 'right' },
    { head: t('terminal.was') },
    { head: dryRun ? t('terminal.would_be') : t('terminal.is_now') },
    { head: t('terminal.reference') },
    { head: t('terminal.statement') },
  ] as const
  const more = resolutions.length - rows.length
  const table = renderTable({ columns, rows, width, style })
  return more > 0 ? `${table}\n${t('terminal.more_in_json', { more: count(more) })}` : table
}

function list(head: string, all: readonly string[], width: number, style: Style): string {
  if (all.length === 0) return ''
  const lines = all.slice(0, shownRows).map((line) => listItem(printable(line), width))
  const more = all.length - shownRows
  if (more > 0) lines.push(`  ${t('terminal.more_in_json', { more: count(more) })}`)
  return [style.paint(head, 'bold'), ...lines].join('\n')
}

/** Why lines decide nothing: a status that payrun doesn't know, or something else. Each reason is listed once. */
function undecidedText(undecided: readonly StatementLine[], style: Style): string {
  const reasons = new Map<string, number>()
  for (const line of undecided) {
    const reason = reasonOf(line)
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  if (reasons.size === 0) return ''
  const told = [...reasons]
    .slice(0, 20)
    .map(([status, lines]) => `- ${t('terminal.status_lines', { status, lines: count(lines) })}`)
  return [style.paint(t('terminal.undecided_head'), 'bold'), ...told].join('\n')
}

function reasonOf(line: StatementLine): string {
  const reason = undecidedSentence(line)
  if (reason) return text(reason)
  return line.status ? t('terminal.quoted', { word: printable(line.status.slice(0, 40)) }) : t('terminal.empty_status')
}

function nextSteps(told: ToldReconciliation, command: string, width: number, style: Style): string {
  const { batch, matched, dryRun } = told
  const steps: [text: string, commandLine: string | null][] = []
  if (dryRun && matched.resolutions.length > 0)
    steps.push([t('terminal.do_it'), again({ ...told, dryRun: false }, command)])
  const fee = perhapsFees(matched)
  if (fee !== null) {
    const percent = `${fee / 100}%`
    steps.push([t('terminal.perhaps_fees', { percent }), again(told, command, fee)])
  }
  const unlisted = unlistedOperators(matched)
  if (unlisted.length > 0)
    steps.push([
      t('terminal.say_covers', { operators: unlisted.map(operatorName) }),
      `${again(told, command)} --covers ${unlisted.join(',')}`,
    ])
  const rows = matched.resolutions.filter(({ to }) => to === 'failed').length
  if (!dryRun && rows > 0)
    steps.push(
      batch.state === 'cancelled'
        ? [t('terminal.pay_again_in_new_file', { rows: count(rows) }), null]
        : [t('terminal.pay_again', { rows: count(rows) }), `${command} retry ${batch.id}`],
    )
  const [left] = matched.left
  if (left)
    steps.push([
      t('terminal.resolve_left'),
      `${command} resolve ${batch.id} --line ${left.row.line} --paid ${t('terminal.resolve_arguments')}`,
    ])
  const [found] = matched.discrepancies
  if (found)
    steps.push([t('terminal.ask_about_discrepancies'), `${command} audit ${batch.id} --line ${found.row.line}`])
  if (steps.length === 0) return ''
  const lines = steps.flatMap(([sentence, commandLine]) => [
    listItem(sentence, width),
    ...(commandLine === null ? [] : [`    ${commandLine}`]),
  ])
  return [style.paint(t('summary.do_next'), 'bold'), ...lines].join('\n')
}

/** The same command, as it was typed: perhaps with another fee tolerance. */
const again = (
  { batch, given, reading, complete, dryRun }: ToldReconciliation,
  command: string,
  feeTolerance?: number,
): string =>
  [
    ...[command, 'reconcile', batch.id, printable(given), complete ? '--complete' : '', dryRun ? '--dry-run' : ''],
    printable(reading(feeTolerance)),
  ]
    .filter((part) => part !== '')
    .join(' ')
