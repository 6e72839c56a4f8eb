import type { Purged } from '../../app/batches/purge.ts'
import { count, moment } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import { printable, t } from '../terminal/text.ts'

export const addPurge = (program: Program, run: Run) =>
  addCommand(program, 'purge')
    .requiredOption('--before <day>', t('helpNotes.batches_over_before_day_utc_such'))
    .option('--dry-run', t('helpNotes.say_purged_change_nothing'))
    .addHelpText(
      'after',
      example('payrun purge --before 2026-01-31 --dry-run', [
        t('helpNotes.kept_operators_amounts_references_states_times'),
      ]),
    )
    .action(({ before, dryRun = false, ...options }) => run(options, (cli) => purge(cli, { before, dryRun })))

interface PurgeOptions {
  before: string
  dryRun: boolean
}

/** Blank the names and phone numbers of batches that were over before a day. */
async function purge(cli: Cli, options: PurgeOptions): Promise<number> {
  const { purge: purgeBatches } = await import('../../app/batches/purge.ts')
  const purged = await purgeBatches(cli, options)
  if (!purged.ok) return fail(cli, purged)
  if (cli.json) cli.printJson(documentOf(options, purged))
  else cli.print(linesOf(options, purged).join('\n'))
  return exitCode.done
}

const documentOf = ({ before, dryRun }: PurgeOptions, { batches, left, otherReports, notifications }: Purged) => ({
  before,
  dry_run: dryRun,
  purged: batches.map(({ id, name, rows, overAt }) => ({ id, name, rows, over_at: overAt.toISOString() })),
  left: left.map(({ id, name, open, waiting, maybePaid, calledNotPaid, neededBy }) => ({
    id,
    name,
    open,
    retry_waits: waiting,
    maybe_paid: maybePaid,
    called_not_paid: calledNotPaid,
    needed_by: neededBy,
  })),
  other_reports: otherReports,
  notifications,
})

function linesOf({ dryRun }: PurgeOptions, { batches, left, otherReports, notifications }: Purged): string[] {
  const all = { batches: count(batches.length) }
  return [
    ...batches.map(({ id, name, rows, overAt }) =>
      t('commands.purged_batch', { id, name: printable(name), rows: count(rows), day: moment(overAt, 'day') }),
    ),
    dryRun ? t('commands.would_purge', all) : t('commands.purged', all),
    ...(notifications === 0 ? [] : [notificationsLine(dryRun, notifications)]),
    ...left.map(whyLeft),
    ...otherReports.map((path) => t('commands.purge_left_report', { path: printable(path) })),
  ]
}

function whyLeft({ id, open, waiting, maybePaid, calledNotPaid, neededBy }: Purged['left'][number]): string {
  if (open > 0) return t('commands.purge_left_open', { id, rows: count(open) })
  if (waiting > 0) return t('commands.purge_left_retry', { id, rows: count(waiting) })
  if (maybePaid > 0) return t('commands.purge_left_maybe_paid', { id, rows: count(maybePaid) })
  if (calledNotPaid > 0) return t('commands.purge_left_called', { id, rows: count(calledNotPaid) })
  return t('commands.purge_left_needed', { id, other: neededBy[0] ?? '', others: count(neededBy.length) })
}

function notificationsLine(dryRun: boolean, n: number): string {
  const notifications = { notifications: count(n) }
  return dryRun
    ? t('commands.would_purge_notifications', notifications)
    : t('commands.purged_notifications', notifications)
}
