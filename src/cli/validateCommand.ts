import type { Command } from 'commander'
import { t } from '../words/t.ts'
import { example, forPerson, mapOption, type RunCommand, sheetOption } from './commandOptions.ts'

/** Adds `validate` to the command line. */
export function addValidateCommand(program: Command, run: RunCommand): void {
  program
    .command('validate')
    .description(t`check a file; print every problem with line, column, value, code and a sentence`)
    .argument('<file>', t`XLSX, CSV, JSON or NDJSON; - for standard input`)
    .option('--period <period>', t`the scope of references, such as 2026-11`)
    .option('--allow-duplicates', t`let rows without a reference repeat a number and amount`)
    .option('--max-amount <amount>', t`refuse rows above this amount, in the row's currency`)
    .addOption(mapOption())
    .addOption(sheetOption())
    .option('--fix', t`write a copy with the mends that are certain, and list them; no amount is ever changed`)
    .option('-o, --output <file>', t`where the copy goes`)
    .addHelpText(
      'after',
      example(
        [
          'payrun validate payroll.csv --map phone="N° de téléphone"',
          t`payrun validate payroll.csv --fix -o mended.csv`,
        ],
        t`References used by earlier batches are checked by run and submit, which look into the ledger.`,
      ),
    )
    .action((file: string, options, command: Command) => {
      if (options.fix === true && options.output === undefined)
        command.error(t`error: --fix needs -o FILE for the copy`)
      if (options.fix !== true && options.output !== undefined) command.error(t`error: -o is for --fix`)
      return run(
        async (cli) => {
          const { validate } = await import('./validate.ts')
          const fixTo: string | null = options.output ?? null
          const { period = '', allowDuplicates = false, maxAmount = null, map = {}, sheet = null } = options
          return validate(cli, { file, period: period.trim() || null, allowDuplicates, maxAmount, map, sheet, fixTo })
        },
        forPerson,
        options.json === true,
      )
    })
}
