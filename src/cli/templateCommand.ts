import { type Command, Option } from 'commander'
import { spokenLanguage, t } from '../words/t.ts'
import { example, forPerson, type RunCommand } from './commandOptions.ts'

/** Adds `template` to the command line. */
export function addTemplateCommand(program: Command, run: RunCommand): void {
  program
    .command('template')
    .description(t`write an empty payout file to fill in: CSV, or a workbook with lists to choose from`)
    .addOption(
      new Option(
        '--country <country>',
        t`whose operators are listed; name or ISO code; may be given several times`,
      ).argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]),
    )
    .addOption(new Option('--format <format>', t`else by the file's name, else csv`).choices(['csv', 'xlsx']))
    .addOption(new Option('--lang <language>', t`of the columns and explanations`).choices(['en', 'fr']))
    .option('-o, --output <file>', t`where it goes; a file there is replaced; else to standard output`)
    .addHelpText(
      'after',
      example('payrun template --country BJ --country TG --lang fr -o paiements.xlsx', templateNote),
    )
    .action((options) =>
      run(
        async (cli) => {
          const { output, country: countries = [], lang = spokenLanguage() } = options
          const format = options.format ?? (/\.xlsx$/i.test(output ?? '') ? 'xlsx' : 'csv')
          return (await import('./template.ts')).template(cli, { countries, format, language: lang, output })
        },
        forPerson,
        options.json === true,
      ),
    )
}

const templateNote = [
  t`It has the names of the columns and no rows. The workbook's first sheet is the one to fill in: its columns are text where zeros and plus signs have to stay; the others list the operators and explain the columns.`,
]
