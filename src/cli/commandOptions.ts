import { type AddHelpTextContext, Argument, InvalidArgumentError, Option } from 'commander'
import { addToMap, type ColumnMap } from '../intake/columnMap.ts'
import { t } from '../words/t.ts'
import type { Cli } from './cli.ts'
import { exampleText } from './exampleText.ts'

/**
 * Reads the configuration and runs a command with it. `logs`: the command's default level, and whether in JSON.
 * `evenMisconfigured`: what is wrong in the configuration is left out, and not the end of it.
 */
export type RunCommand = (
  command: (cli: Cli) => Promise<number>,
  logs: { level: string; json: boolean },
  json: boolean,
  options?: { evenMisconfigured: boolean },
) => Promise<void>

/** Somebody waits for the command: sentences, and only what matters. A service: everything, for machines. */
export const forPerson = { level: 'warn', json: false }
export const forService = { level: 'info', json: true }

export const wholeNumber = (min: number, max: number) => (text: string) => {
  const n = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (n >= min && n <= max) return n
  throw new InvalidArgumentError(t`It must be a whole number from ${min} to ${max}.`)
}

/** A line of a payout file. */
export const lineNumber = wholeNumber(1, 2_147_483_647)

/** Which sheet of a workbook is read. */
export const sheetOption = () => new Option('--sheet <name>', t`of a workbook (.xlsx); else its first sheet`)

/** Which column of a payout file stands for which field, where its name does not say so. */
export const mapOption = () =>
  new Option(
    '--map <field=column>',
    t`the column that stands for a field, as in phone="N° de téléphone"; repeatable`,
  ).argParser((text: string, before: ColumnMap = {}) => {
    const added = addToMap(before, text)
    if (added.ok) return added.map
    throw new InvalidArgumentError(added.message)
  })

/** A port to listen on, or `off`. */
export function portOrOff(text: string): number | 'off' {
  return text === 'off' ? text : wholeNumber(0, 65_535)(text)
}

/** Every command has it. Where a heading is set for options, this one is below the ordinary one. */
export const jsonOption = () =>
  new Option('--json', t`print one JSON document on standard output, and nothing else there`).helpGroup('Options:')

/** The argument of every command about one batch. */
export const batchArgument = () => new Argument('<batch>', t`an id, a unique beginning of one, or last`)

/** What is shown below a command's options: lines to type, and paragraphs, as wide as help is wide. */
export const example =
  (lines: string | readonly string[], notes: string | readonly string[] = []) =>
  ({ command }: AddHelpTextContext): string =>
    exampleText([lines].flat(), [notes].flat(), command.configureOutput().getOutHelpWidth?.() ?? 80)
