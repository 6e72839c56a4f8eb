import { t } from '../words/t.ts'
import type { Cli } from './cli.ts'
import { type Check, ok, problem, warning } from './doctor/check.ts'
import { checkConfiguration } from './doctor/checkConfiguration.ts'
import { checkHome } from './doctor/checkHome.ts'
import { checkLedger } from './doctor/checkLedger.ts'
import { checkProvider } from './doctor/checkProvider.ts'
import { checkQueue } from './doctor/checkQueue.ts'
import { type ExitCode, exitCode } from './exitCode.ts'
import { displayWidth } from './terminal/displayWidth.ts'
import { printable } from './terminal/printable.ts'
import type { Paint } from './terminal/style.ts'
import { renderTable } from './terminal/table.ts'
import { wrapText } from './terminal/wrapText.ts'

/** Look at everything that payrun rests on, to the end whatever is found, and say how each thing is. */
export async function doctor(cli: Cli): Promise<ExitCode> {
  const { config } = cli
  const configuration = checkConfiguration(config)
  const home = await checkHome(config.home)
  // A variable that is wrong is left out above: what would be found without it isn't how things are.
  const isWrong = (name: string) => configuration.some((check) => check.name === name && check.state === 'problem')
  const unchecked = (name: string, variable: string) => [warning(name, t`not checked: ${variable} is wrong`)]
  const ledger = isWrong('DATABASE_URL') ? unchecked('ledger', 'DATABASE_URL') : await checkLedger(cli)
  const queue = isWrong('REDIS_URL') ? unchecked('queue', 'REDIS_URL') : await checkQueue(config, ledger[0])
  const provider = isWrong('PAYRUN_PROVIDER_URL')
    ? unchecked('provider', 'PAYRUN_PROVIDER_URL')
    : [await checkProvider(config)]
  const checks = [checkNode(), ...configuration, ...home, ...ledger, ...queue, ...provider]
  if (cli.json) cli.printJson({ checks: checks.map(({ name, state, detail }) => ({ name, state, detail })) })
  else cli.print(`${table(cli, checks)}\n\n${conclusion(checks)}`)
  return exitOf(checks)
}

function checkNode(): Check {
  const major = Number(process.versions.node.split('.')[0])
  return major >= 24
    ? ok('Node', process.version)
    : problem('Node', t`payrun needs Node 24, and this is ${process.version}.`)
}

/** A wrong configuration is to be mended first: it may be why a server isn't reached. */
function exitOf(checks: readonly Check[]): ExitCode {
  const problems = checks.filter(({ state }) => state === 'problem')
  if (problems.length === 0) return exitCode.done
  if (problems.some(({ kind }) => kind === 'configuration')) return exitCode.usage
  return problems.some(({ kind }) => kind === 'unreachable') ? exitCode.unreachable : exitCode.usage
}

const marks: Record<Check['state'], { mark: string; paint: Paint }> = {
  ok: { mark: '✓', paint: 'green' },
  warning: { mark: '!', paint: 'yellow' },
  problem: { mark: '✗', paint: 'red' },
}

function table({ width, style }: Cli, checks: readonly Check[]): string {
  const stateOf = ({ state }: Check) => `${marks[state].mark} ${checkStateWord(state)}`
  const widest = (texts: string[]): number => Math.max(...texts.map(displayWidth))
  const taken = widest(checks.map(({ name }) => checkNameWord(name))) + `✗ ${t`problem`}`.length + 4
  return renderTable({
    columns: [{ head: t`State` }, { head: t`Check` }, { head: t`How it is` }],
    rows: checks.map((check) => [
      style.paint(stateOf(check), marks[check.state].paint),
      checkNameWord(check.name),
      wrapText(printable(check.detail), Math.max(24, width - taken)).join('\n'),
    ]),
    width,
    style,
  })
}

function conclusion(checks: readonly Check[]): string {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (problems === 0) return warnings === 0 ? t`All is well.` : t`Nothing is in the way. Warnings: ${warnings}.`
  return t`Problems: ${problems}, to be mended before paying. Warnings: ${warnings}.`
}

function checkStateWord(state: Check['state']): string {
  switch (state) {
    case 'ok':
      return t`ok`
    case 'warning':
      return t`warning`
    case 'problem':
      return t`problem`
  }
}

/** A check's name for people; variables and settings are called what they are called. */
function checkNameWord(name: string): string {
  switch (name) {
    case 'home folder':
      return t`home folder`
    case 'spool':
      return t`spool`
    case 'disk space':
      return t`disk space`
    case 'ledger':
      return t`ledger`
    case 'ledger: primary':
      return t`ledger: primary`
    case 'ledger: fsync':
      return t`ledger: fsync`
    case 'ledger: synchronous_commit':
      return t`ledger: synchronous_commit`
    case 'ledger: full_page_writes':
      return t`ledger: full_page_writes`
    case 'ledger: data checksums':
      return t`ledger: data checksums`
    case 'ledger: schema':
      return t`ledger: schema`
    case 'ledger: clock':
      return t`ledger: clock`
    case 'queue':
      return t`queue`
    case 'queue: maxmemory-policy':
      return t`queue: maxmemory-policy`
    case 'queue: persistence':
      return t`queue: persistence`
    case 'provider':
      return t`provider`
    default:
      return name
  }
}
