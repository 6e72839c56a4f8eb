import { Option } from 'commander'
import { failure } from '../../app/context.ts'
import type { TemplateMade, TemplateWish } from '../../app/submit/makeTemplate.ts'
import { say } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import { spokenLanguage, t } from '../terminal/text.ts'

export const addTemplate = (program: Program, run: Run) =>
  addCommand(program, 'template')
    .addOption(
      new Option('--country <country>', t('help.operators_listed_name_iso_code_may')).argParser(
        (text: string, before: string[] | undefined) => [...(before ?? []), text],
      ),
    )
    .addOption(new Option('--format <format>', t('help.else_files_name_else_csv')).choices(['csv', 'xlsx']))
    .addOption(new Option('--lang <language>', t('help.columns_explanations')).choices(['en', 'fr']))
    .option('-o, --output <file>', t('help.where_goes_file_replaced_else_standard'))
    .addHelpText(
      'after',
      example('payrun template --country BJ --country TG --lang fr -o paiements.xlsx', [
        t('helpNotes.names_columns_no_rows_workbooks_first'),
      ]),
    )
    .action((options) =>
      run(options, (cli) => {
        const { output, country: countries = [], lang: language = spokenLanguage() } = options
        const format = options.format ?? (/\.xlsx$/i.test(output ?? '') ? 'xlsx' : 'csv')
        return template(cli, { countries, format, language, output })
      }),
    )

async function template(cli: Cli, wish: TemplateWish): Promise<number> {
  const { json, streams, data } = cli
  if (wish.output === undefined && wish.format === 'xlsx' && (json || streams.stdout.isTTY)) {
    return fail(cli, failure('usage', say('commands.workbook_needs_file_go_name_one')))
  }
  const { makeTemplate } = await import('../../app/submit/makeTemplate.ts')
  const made = await makeTemplate(cli, wish)
  if (made.kind === 'failed') return fail(cli, made)
  if (json) cli.printJson(await documentOf(made, wish))
  else if (made.path === null) for await (const piece of made.pieces()) data.write(piece)
  else {
    const { command } = cli.config
    cli.say(t('commands.template_fill_validate', { path: made.path, command, output: wish.output ?? made.path }))
  }
  return exitCode.done
}

async function documentOf({ path, columns, operators, pieces }: TemplateMade, { format, language }: TemplateWish) {
  const facts = { format, language, columns, operators, file: path }
  if (path !== null) return facts
  let content = ''
  for await (const piece of pieces()) content += piece.toString()
  return { ...facts, content }
}
