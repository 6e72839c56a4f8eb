import type { ColumnMap } from '../intake/columnMap.ts'
import { t } from '../words/t.ts'
import type { Cli } from './cli.ts'

interface Checked {
  /** As it was named; `-` for standard input. */
  file: string
  period?: string | null
  allowDuplicates?: boolean
  maxAmount?: string | null
  map?: ColumnMap
  sheet?: string | null
}

/** After a file was found to be good: the command that pays it, read as it was read now. */
export function tellHowToPay(cli: Pick<Cli, 'say' | 'config'>, checked: Checked): void {
  if (checked.file === '-') return
  cli.say(t`To pay it: ${`${cli.config.command} run ${wordsOf(checked)}`}`)
}

/** After a file was found to have problems: the command that checks it again, once they are mended. */
export function tellHowToCheck(cli: Pick<Cli, 'say' | 'config'>, checked: Checked): void {
  if (checked.file === '-') return
  cli.say(t`To check it again: ${`${cli.config.command} validate ${wordsOf(checked)}`}`)
}

/** The file, and how it is to be read. */
function wordsOf(checked: Checked): string {
  const { period, allowDuplicates, maxAmount, map = {}, sheet } = checked
  const words = [
    checked.file,
    ...(period ? ['--period', period] : []),
    ...(allowDuplicates ? ['--allow-duplicates'] : []),
    ...(maxAmount ? ['--max-amount', maxAmount] : []),
    ...Object.entries(map).flatMap(([field, column]) => ['--map', `${field}=${column}`]),
    ...(sheet ? ['--sheet', sheet] : []),
  ]
  return words.map(shellWord).join(' ')
}

/** As a shell takes it: in single quotes where there is anything but the plainest letters. */
const shellWord = (word: string): string =>
  /^[\p{L}\p{N}_./:=@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
