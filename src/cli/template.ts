import { resolve } from 'node:path'
import { type Country, countries, countryName, findCountry } from '../payout/country.ts'
import { replaceFile } from '../report/replaceFile.ts'
import { payoutTemplate, type TemplateFormat } from '../template/payoutTemplate.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'

export interface TemplateOptions {
  /** As people write them: names or ISO codes. */
  countries: string[]
  format: TemplateFormat
  language: 'en' | 'fr'
  output: string | undefined
}

/** Write an empty payout file, to a file or to standard output. */
export async function template(cli: Cli, { output, format, ...options }: TemplateOptions): Promise<number> {
  const chosen: Country[] = []
  for (const name of options.countries) {
    const country = findCountry(name)
    if (!country) return fail(cli, failure(exitCode.usage, noCountry(name)))
    chosen.push(country)
  }
  if (output === undefined && format === 'xlsx' && (cli.json || process.stdout.isTTY)) {
    return fail(cli, failure(exitCode.usage, t`A workbook needs a file to go to: name one, as in -o payouts.xlsx.`))
  }
  const made = payoutTemplate({ format, language: options.language, countries: chosen })
  const facts = { format, language: options.language, columns: made.columns, operators: made.operators.map(codeOf) }
  if (output === undefined) {
    if (cli.json) cli.printJson({ ...facts, file: null, content: await textOf(made.pieces()) })
    else for await (const piece of made.pieces()) process.stdout.write(piece)
    return exitCode.done
  }
  const path = resolve(cli.config.calledFrom, output)
  const written = await replaceFile({ path, what: 'template', pieces: made.pieces() })
  if (!written.ok) return fail(cli, failure(exitCode.usage, written.message))
  if (cli.json) cli.printJson({ ...facts, file: written.path })
  else cli.say(t`Template: ${written.path}. Fill it in, then: ${cli.config.command} validate ${output}`)
  return exitCode.done
}

const noCountry = (name: string): string =>
  t`payrun pays to no country "${name}". It pays to ${countries.map((country) => `${countryName(country)} (${country.code})`).join(', ')}.`

const codeOf = ({ code }: { code: string }): string => code

async function textOf(pieces: AsyncIterable<string | Buffer>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece.toString()
  return text
}
