import { InvalidArgumentError, Option } from 'commander'
import { addToMap, type ColumnMap } from '../intake/columnMap.ts'
import type { Cli } from './cli.ts'

/** Reads the configuration and runs a command with it. `logs`: the command's default level, and whether in JSON. */
export type RunCommand = (
  command: (cli: Cli) => Promise<number>,
  logs: { level: string; json: boolean },
  json: boolean,
) => Promise<void>

export const wholeNumber = (min: number, max: number) => (text: string) => {
  const n = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (n >= min && n <= max) return n
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
}

/** A line of a payout file. */
export const lineNumber = wholeNumber(1, 2_147_483_647)

/** Which sheet of a workbook is read. */
export const sheetOption = () => new Option('--sheet <name>', 'of a workbook (.xlsx); else its first sheet')

/** Which column of a payout file stands for which field, where its name does not say so. */
export const mapOption = () =>
  new Option(
    '--map <field=column>',
    'the column that stands for a field, as in phone="N° de téléphone"; repeatable',
  ).argParser((text: string, before: ColumnMap = {}) => {
    const added = addToMap(before, text)
    if (added.ok) return added.map
    throw new InvalidArgumentError(added.message)
  })

/** A port to listen on, or `off`. */
export function portOrOff(text: string): number | 'off' {
  return text === 'off' ? text : wholeNumber(0, 65_535)(text)
}

export const example = (line: string, note?: string): string => `\nExample:\n  ${line}\n${note ? `\n${note}\n` : ''}`
