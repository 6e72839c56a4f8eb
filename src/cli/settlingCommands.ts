import { type Command, Option } from 'commander'
import { t } from '../words/t.ts'
import { batchArgument, example, forPerson, lineNumber, type RunCommand } from './commandOptions.ts'

/** What people do about rows that did not come out as paid: retry, resolve, reconcile. */
export function addSettlingCommands(program: Command, run: RunCommand): void {
  const batch = (name: string, description: string) =>
    program.command(name).description(description).addArgument(batchArgument())
  batch('retry', t`try failed rows again, as new attempts; unknown rows never`)
    .addOption(
      new Option('--line <n>', t`only the row on this line of the file; may be given several times`).argParser(
        (text: string, before: number[] | undefined) => [...(before ?? []), lineNumber(text)],
      ),
    )
    .addOption(
      new Option('--code <code>', t`only rows that failed with this error code; may be given several times`).argParser(
        (text: string, before: string[] | undefined) => [...(before ?? []), text.trim().toLowerCase()],
      ),
    )
    .option('--allow-duplicates', t`also rows that look like a payout of another batch`)
    .option('--despite-evidence', t`also rows that evidence calls paid; with --line, once the provider has denied it`)
    .option('--detach', t`leave the paying to workers`)
    .addHelpText('after', example('payrun retry last --line 17 --line 40', retryNote))
    .action((name: string, options) =>
      run(
        async (cli) => {
          const { line: lines = [], code: codes = [], detach = false } = options
          const { allowDuplicates = false, despiteEvidence = false } = options
          const wish = { lines, codes, allowDuplicates, despiteEvidence, detach }
          return (await import('./retry.ts')).retry(cli, name, wish)
        },
        forPerson,
        options.json === true,
      ),
    )
  batch('resolve', t`say what became of an unknown or accepted row`)
    .addOption(new Option('--line <n>', t`the line of the file`).argParser(lineNumber).makeOptionMandatory())
    .option('--paid <reference>', t`it was paid, under this reference of the provider's`)
    .option('--not-paid', t`it was not paid`)
    .requiredOption('--note <text>', t`how you know; kept in the audit trail`)
    .addHelpText(
      'after',
      example(t`payrun resolve last --line 17 --paid TX-48151623 --note "seen in the provider's portal"`, resolveNote),
    )
    .action((name: string, options) =>
      run(
        async (cli) => {
          const { line, paid, notPaid = false, note } = options
          return (await import('./resolve.ts')).resolve(cli, name, { line, paid, notPaid, note })
        },
        forPerson,
        options.json === true,
      ),
    )
  batch('reconcile', t`settle unknown and accepted rows by the provider's statement`)
    .argument('<statement>', t`XLSX, CSV, JSON or NDJSON; - for standard input`)
    .option('--complete', t`the statement has all that was paid: unknown and accepted rows that it lacks were not`)
    .option('--dry-run', t`say what would be done, and change nothing`)
    .addHelpText('after', example(t`payrun reconcile last november.csv --dry-run`, reconcileNote))
    .action((name: string, statement: string, options) =>
      run(
        async (cli) => {
          const { complete = false, dryRun = false } = options
          return (await import('./reconcile.ts')).reconcile(cli, name, { statement, complete, dryRun })
        },
        forPerson,
        options.json === true,
      ),
    )
}

const retryNote = [
  t`A row that was refused gives its reference back. Nothing is retried, and the command ends with 2, if`,
  t`- another batch pays one of the rows by now: its reference or, for a row without one, its number, amount and currency (sent since the row failed or in the last 24 hours, or waiting to be; --allow-duplicates says that both are meant);`,
  t`- a late answer or a statement says of one of the rows that the money moved (ask the provider, then --despite-evidence);`,
  t`- one of the named lines has not failed;`,
  t`- the batch is paused with rows that were not sent yet (resume or cancel it first).`,
  t`With nothing to retry it ends with 0 when every row is paid, else with 2. After paying it ends as run does.`,
]

const resolveNote = [
  t`The row becomes paid or failed; a failed one can be retried. The note, your login name and the time are kept. In the note, digits that look like a phone number and the beneficiary's name are masked.`,
]

const reconcileNote = [
  t`Columns are found by their French or English names: reference, phone, amount, currency, status, date. A statement without a status lists what was carried out. Amounts may have a minus. Lines without reference and number (totals, fees) are counted and ignored. Times without a zone are UTC; 03/04/2026 is 3 April unless the file shows otherwise.`,
  t`A line is matched with a row by the provider's reference. Else by number, amount, currency and time: from 10 minutes before the row was sent to 48 hours after, one to one or not at all. What is doubtful is listed and left.`,
  t`--complete says that the statement was made after the batch's last row was sent, covers its whole time, and is the right account's: rows that it lacks were not paid then. It is refused when a missing row was sent outside the time of the statement's dates (clocks may differ by 2 minutes at its beginning, 30 seconds at its end), when paid rows are missing too, and when a statement without dates lists no row of the batch. An accepted row stays where the statement has no status: the provider may still hold it.`,
  t`What contradicts a paid or failed row changes nothing, and is kept: a failed row that the statement calls paid is not retried without --despite-evidence. Ends with 0 when no row is left and nothing contradicts, with 4 otherwise, with 3 when the statement is refused.`,
]
