import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { CommanderError, type CommandUnknownOpts, type Option } from 'commander'
import { type Fault, failure } from '../app/context.ts'
import { armCrashPoint } from '../crashPoint.ts'
import { describeError } from '../log.ts'
import { hasCode, readLanguage } from '../process.ts'
import { distrustCode } from '../trust.ts'
import { SaidError } from '../words/render.ts'
import { type Sentence, say } from '../words/sentence.ts'
import { createCli, exitCode, exitCodeAfter, fail, type Streams, writeJson, writeLines } from './cli.ts'
import { commanderError, withPlaceholders } from './commanderErrors.ts'
import type { Program } from './commandOptions.ts'
import { setLanguage, t } from './terminal/text.ts'

/** A command line, and everything it needs from the process that calls it. */
interface Call extends Streams {
  /** As process.argv: two words come before the command. */
  argv: string[]
  env: NodeJS.ProcessEnv
  cwd: string
  /** Whether a bug is reported with its stack. Set once the configuration has been read. */
  debug?: boolean
}

/** Run the process's command line and exit with its code. */
export async function main(argv: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  limitHeap()
  const { stdin, stdout, stderr } = process
  const call: Call = { argv, env: environment, cwd: process.cwd(), stdin, stdout, stderr }
  const bug = (error: unknown) => process.exit(tellBug(error, call))
  process.on('uncaughtException', bug)
  process.on('unhandledRejection', bug)
  let isCut = false
  goOnWithoutReader(stderr, bug)
  goOnWithoutReader(stdout, bug, () => {
    if (!isCut) writeLines(stderr, t('terminal.output_disk_full'))
    isCut = true
  })
  const code = await runCommandLine(call)
  await flush()
  process.exit(isCut && code === exitCode.done ? exitCode.notAllPaid : code)
}

/**
 * Run one command line and return its exit code. Sets the process's language. Modules that only commands need are not loaded for
 * --help, --version or a typo.
 */
export async function runCommandLine(call: Call): Promise<number> {
  const { argv, env, cwd } = call
  // Before loading anything that prints.
  setLanguage(readLanguage(env, cwd))
  const giveBack = await startEarly(argv.slice(2), env, cwd)
  try {
    return await runCommand(call)
  } finally {
    await giveBack()
  }
}

/** Commands that open the ledger while somebody waits. */
const openTheLedger = new Set([
  ...['validate', 'run', 'submit', 'list', 'status', 'report', 'person', 'audit', 'operators', 'retry', 'resolve'],
  ...['reconcile', 'pause', 'resume', 'cancel', 'approve', 'reject', 'schedule', 'payout', 'payins', 'float'],
])

/** Starts the embedded server while the command's modules load, because both take about as long. @returns what ends that */
async function startEarly([name = '', ...words]: string[], env: NodeJS.ProcessEnv, cwd: string) {
  const nothing = async () => undefined
  if (!openTheLedger.has(name) || words.includes('--help') || words.includes('-h')) return nothing
  const { readConfig } = await import('../config.ts')
  try {
    const read = readConfig(env, cwd)
    if (!read.ok) return nothing
    const { startLedger } = await import('../app/open/openCore.ts')
    const isFile = (word: string) => existsSync(resolve(read.config.calledFrom, word))
    // Only a command with a file to pay creates a ledger.
    return await startLedger(read.config, (name === 'run' || name === 'submit') && words.some(isFile))
  } catch {
    // The command will get the same error and report it.
    return nothing
  }
}

async function runCommand(call: Call): Promise<number> {
  const { argv, env, cwd, stdin, stdout, stderr } = call
  const streams = { stdin, stdout, stderr }
  let code: number = exitCode.done
  const { buildProgram } = await import('./program.ts')
  const program = await buildProgram(
    async (options, command, how) => {
      const json = options.json === true
      const { readConfig, readVariables } = await import('../config.ts')
      const read = readConfig(env, cwd)
      if (!read.ok && !how?.evenMisconfigured) {
        code = fail(plain(call, json), failure('usage', read.message))
        return
      }
      call.debug = read.ok && /^(debug|trace)$/.test(read.config.logLevel ?? '')
      if (read.ok && read.config.crashPlan) armCrashPoint(read.config.crashPlan)
      const logs = how?.service ? { level: 'info', json: true } : { level: 'warn', json: false }
      const settings = { config: read.ok ? read.config : read.usable, variables: () => readVariables(env, cwd) }
      const cli = await createCli(settings, streams, json, logs)
      code = await command(cli)
      if (cli.asked.stoppedBy) code = exitCodeAfter(cli.asked.stoppedBy)
    },
    streams,
    argv.slice(2),
  )
  try {
    refuseOptionAsValue(program, argv.slice(2))
    await program.parseAsync(argv)
  } catch (error) {
    // Commander has already printed what is wrong with the command line.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCode.done
      if (argv.includes('--json')) await printUsageError(call, error, program)
      return exitCode.usage
    }
    const { isAway, isForbidden, shortageSentence } = await import('../app/open/openCore.ts')
    const failed = (fault: Fault, message: Sentence) =>
      fail(plain(call, argv.includes('--json')), failure(fault, message))
    if (error instanceof SaidError && hasCode(error, distrustCode)) return failed('usage', error.said)
    if (isForbidden(error)) return failed('usage', say('commands.user_has_no_right'))
    if (!isAway(error)) return tellBug(error, call)
    // Everything committed is kept, and nothing else was begun.
    const why = shortageSentence(error)
    if (why) return failed('unreachable', say('commands.database_short_nothing_lost', { why }))
    return failed('unreachable', say('commands.database_queue_went_away_nothing_lost', { error: describeError(error) }))
  }
  return code
}

/** With --json, the error is also a document on standard output. If only a subcommand is missing, standard error has just the help. */
async function printUsageError(call: Call, { code, message }: CommanderError, program: Program): Promise<void> {
  const isIncomplete = code === 'commander.help'
  const sentence = (
    isIncomplete ? incomplete(calledCommand(program, call.argv.slice(2))) : commanderError(message)
  ).trimEnd()
  const told = plain(call, true)
  if (isIncomplete) told.say(sentence)
  told.printJson({ error: sentence.replace(/^(?:error:|erreur :) /, '') })
}

/** The error about a command without its subcommand, such as `payrun schedule`. */
const incomplete = ({ commands }: CommandUnknownOpts): string =>
  t('help.error_missing_command', { commands: commands.map((each) => each.name()).join(', ') })

/** How to print before there is a configuration. */
const plain = ({ stdout, stderr }: Streams, json: boolean) => ({
  json,
  say: (text: string) => writeLines(stderr, text),
  printJson: (document: unknown) => writeJson(stdout, document),
})

/** The errors of writing to a pipe that nobody reads, or to a terminal whose window was closed (EIO). */
const gone = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']

/** The errors of writing to a full disk, or to a file that may not grow. */
const full = ['ENOSPC', 'EDQUOT', 'EFBIG']

/**
 * The reader of our output may stop early (`| head`, a closed pager), and the disk of a log may be full. The command goes on paying.
 *
 * @param onFull called when output is lost because the disk is full
 */
function goOnWithoutReader(stream: NodeJS.WriteStream, bug: (error: unknown) => void, onFull?: () => void): void {
  stream.on('error', (error) => {
    if (hasCode(error, ...full)) onFull?.()
    else if (!hasCode(error, ...gone)) bug(error)
  })
}

/** Wait until all output has been written. */
async function flush(): Promise<void> {
  await Promise.all(
    [process.stdout, process.stderr].map(
      (stream) => new Promise<void>((done) => (stream.writable ? stream.write('', () => done()) : done())),
    ),
  )
}

/** Report a bug in one line, without personal data. PAYRUN_LOG_LEVEL=debug adds the stack. */
function tellBug(error: unknown, { stderr, debug = false }: Call): number {
  const place = debug && error instanceof Error ? `\n${(error.stack ?? '').split('\n').slice(1).join('\n')}` : ''
  const hint = debug ? '' : ' PAYRUN_LOG_LEVEL=debug shows where.'
  writeLines(stderr, `payrun stopped on an unexpected error (a bug): ${describeError(error)}.${hint}${place}`)
  return exitCode.bug
}

/** The young generation stops growing at this size. The rows in memory fit into it. */
const youngBytes = 16 * 1024 * 1024

/**
 * Keep V8 from taking memory only because it is available. A run uses 40 MB at any time, whatever the size of its file. By default,
 * V8 grows its young generation to 128 MB and collects the old one at 140 MB. Measured with 60,000 rows: 300 MB without this, 160 MB
 * with it, at the same speed.
 *
 * The flags are set at run time because payrun doesn't control how its process is started.
 */
function limitHeap(): void {
  // The old generation is collected when it has grown by a quarter.
  setFlagsFromString('--heap-growing-percent=25')
  // No growth while the modules load: the observer below isn't called before that, and it would grow past the limit.
  setFlagsFromString('--semi-space-growth-factor=1')
  // Checked after each collection: V8 shrinks the young generation of an idle process, and then it may grow again.
  new PerformanceObserver(() => setFlagsFromString(`--semi-space-growth-factor=${isLarge() ? 1 : 2}`)).observe({
    entryTypes: ['gc'],
  })
}

function isLarge(): boolean {
  const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
  return young === undefined || young.space_size >= youngBytes
}

/**
 * Refuses an option whose value is missing. The library would take the next option for the value: `--period $P --skip-invalid` with an
 * empty P.
 */
function refuseOptionAsValue(program: CommandUnknownOpts, words: readonly string[]): void {
  const command = calledCommand(program, words)
  for (const [at, word] of words.entries()) {
    if (word === '--') return
    const option = optionsOf(command).find(({ long, short }) => word === long || word === short)
    const value = words[at + 1]
    if (!option?.required || !value?.startsWith('--')) continue
    const said = { flags: withPlaceholders(option.flags), value, option: option.long ?? word }
    command.error(t('help.error_option_as_value', said))
  }
}

/** The command that the words call, as far as they name one. */
function calledCommand(program: CommandUnknownOpts, words: readonly string[]): CommandUnknownOpts {
  let command = program
  for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command
  return command
}

/** A command also takes the options of the commands above it. */
const optionsOf = ({ options, parent }: CommandUnknownOpts): readonly Option[] =>
  parent ? [...options, ...optionsOf(parent)] : options
