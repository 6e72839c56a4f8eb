import type { Summary } from '../intake/checkFile.ts'
import { formatWireAmount } from '../payout/money.ts'
import type { Problem } from '../payout/problem.ts'
import { plural, t } from '../words/t.ts'
import type { Cli } from './cli.ts'
import { exitCode } from './exitCode.ts'
import { formatAmount, formatCount } from './terminal/money.ts'
import { renderProblems } from './terminal/problems.ts'

/** A checked file as `validate --json` prints it, and `run` and `submit` when they refuse one (contract). */
export function fileDocument(
  file: string,
  summary: Summary | undefined,
  problems: readonly Problem[],
  message: string | null,
) {
  return {
    file,
    rows: summary?.rows ?? 0,
    valid: summary?.valid ?? 0,
    totals: Object.fromEntries(
      [...(summary?.totals ?? [])].map(([currency, sum]) => [currency, formatWireAmount(sum, currency)]),
    ),
    problems,
    ...(summary && summary.notes.length > 0 ? { notes: summary.notes } : {}),
    ...(message === null ? {} : { message }),
  }
}

export interface Refusal {
  file: string
  message: string | null
  problems: readonly Problem[]
  problemCount: number
  summary: Summary | undefined
}

/** Say why a file was turned away, with all its problems. @returns the exit code */
export function tellRefused(cli: Cli, { file, message, problems, problemCount, summary }: Refusal): number {
  if (cli.json) cli.printJson(fileDocument(file, summary, problems, message))
  if (!cli.json && problemCount > 0) {
    const name = file === '-' ? t`standard input` : file
    const maySkip = message === null && (summary?.valid ?? 0) > 0
    cli.print(renderProblems(problems, { total: problemCount, file: name, maySkip, style: cli.style }))
  }
  if (message !== null) cli.say(message)
  return exitCode.refused
}

/** `498 payable rows: 12 500 000 XOF, 1 200.50 KES` */
export function payableWords({ rows, totals }: { rows: number; totals: ReadonlyMap<string, bigint> }): string {
  const sums = [...totals]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, sum]) => formatAmount(sum, currency))
    .join(', ')
  const count = formatCount(rows)
  const words = plural(rows, t`${count} payable row`, t`${count} payable rows`)
  return sums === '' ? words : t`${words}: ${sums}`
}
