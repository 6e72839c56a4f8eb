import type { Command } from 'commander'
import { example, mapOption, sheetOption } from './commandOptions.ts'
import type { Runner } from './program.ts'

/** Adds `validate` to the command line. */
export function addValidateCommand(program: Command, run: Runner): void {
  program
    .command('validate')
    .description('check a file; print every problem with line, column, value, code and a sentence')
    .argument('<file>', 'XLSX, CSV, JSON or NDJSON; - for standard input')
    .option('--period <period>', 'the scope of references, such as 2026-11')
    .option('--allow-duplicates', 'let rows without a reference repeat a number and amount')
    .option('--max-amount <amount>', "refuse rows above this amount, in the row's currency")
    .addOption(mapOption())
    .addOption(sheetOption())
    .option('--fix', 'write a copy with the mends that are certain, and list them; no amount is ever changed')
    .option('-o, --output <file>', 'where the copy goes')
    .addHelpText(
      'after',
      example(
        'payrun validate payroll.csv --map phone="N° de téléphone"\n  payrun validate payroll.csv --fix -o mended.csv',
        'References used by earlier batches are checked by run and submit, which look into the ledger.',
      ),
    )
    .action((file: string, options, command: Command) => {
      if (options.fix === true && options.output === undefined) command.error('error: --fix needs -o FILE for the copy')
      if (options.fix !== true && options.output !== undefined) command.error('error: -o is for --fix')
      return run(
        async (cli) => {
          const { validate } = await import('./validate.ts')
          const fixTo: string | null = options.output ?? null
          const { period = '', allowDuplicates = false, maxAmount = null, map = {}, sheet = null } = options
          return validate(cli, { file, period: period.trim() || null, allowDuplicates, maxAmount, map, sheet, fixTo })
        },
        { level: 'warn', json: false },
        options.json === true,
      )
    })
}
