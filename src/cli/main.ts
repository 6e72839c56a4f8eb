import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { type Command, CommanderError } from 'commander'
import { type Fault, failure } from '../app/context.ts'
import { armCrashPoint } from '../crashPoint.ts'
import { describeError } from '../log.ts'
import { hasCode, readLanguage } from '../process.ts'
import { distrustCode } from '../trust.ts'
import { SaidError } from '../words/render.ts'
import { type Sentence, say } from '../words/sentence.ts'
import { createCli, exitCode, fail, type Streams, writeJson, writeLines } from './cli.ts'
import type { Program } from './commandOptions.ts'
import { setLanguage, t } from './terminal/text.ts'

/** A command line, and all that it needs of the process in which it is called. */
interface Call extends Streams {
  /** As process.argv: two words before the command's own. */
  argv: string[]
  env: NodeJS.ProcessEnv
  cwd: string
  /** Whether a bug is told with its place in the code; the configuration says so, once it is read. */
  debug?: boolean
}

/** Run one command line and end the process with its exit code. */
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
    isCut = true
    writeLines(stderr, t('terminal.output_disk_full'))
  })
  const code = await runCommandLine(call)
  await flush()
  process.exit(isCut && code === exitCode.done ? exitCode.usage : code)
}

/**
 * Run one command line to its end, and say its exit code. What only a command needs is loaded when one is run: --help, --version
 * and a typo are answered without. The language that it speaks becomes the process's.
 */
export async function runCommandLine(call: Call): Promise<number> {
  const { argv, env, cwd } = call
  // Before anything is loaded that says something.
  setLanguage(readLanguage(env, cwd))
  const giveBack = await startEarly(argv.slice(2), env, cwd)
  try {
    return await runCommand(call)
  } finally {
    await giveBack()
  }
}

/** Commands that open the ledger, and that somebody waits for. */
const openTheLedger = new Set([
  ...['validate', 'run', 'submit', 'list', 'status', 'report', 'person', 'audit', 'operators', 'retry', 'resolve'],
  ...['reconcile', 'pause', 'resume', 'cancel', 'approve', 'reject', 'schedule', 'payout', 'payins', 'float'],
])

/** The embedded server of a ledger that is there takes as long to start as the command's modules to load: both at once. */
async function startEarly([name = '', ...words]: string[], env: NodeJS.ProcessEnv, cwd: string) {
  const nothing = async () => undefined
  if (!openTheLedger.has(name) || words.includes('--help') || words.includes('-h')) return nothing
  const { readConfig } = await import('../config.ts')
  try {
    const read = readConfig(env, cwd)
    if (!read.ok) return nothing
    const { startLedger } = await import('../app/open/openCore.ts')
    const isFile = (word: string) => existsSync(resolve(read.config.calledFrom, word))
    // What has no file to pay makes no ledger.
    return await startLedger(read.config, (name === 'run' || name === 'submit') && words.some(isFile))
  } catch {
    // The command comes to the same, and says it.
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
      call.debug = read.ok && read.config.logLevel === 'debug'
      if (read.ok && read.config.crashPlan) armCrashPoint(read.config.crashPlan)
      const logs = how?.service ? { level: 'info', json: true } : { level: 'warn', json: false }
      const settings = { config: read.ok ? read.config : read.usable, variables: () => readVariables(env, cwd) }
      code = await command(await createCli(settings, streams, json, logs))
    },
    streams,
    argv.slice(2),
  )
  try {
    await program.parseAsync(argv)
  } catch (error) {
    // Commander has said what is wrong with the command line already.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCode.done
      if (argv.includes('--json')) await printUsageError(call, error, program)
      return exitCode.usage
    }
    const { isAway, isForbidden } = await import('../app/open/openCore.ts')
    const failed = (fault: Fault, message: Sentence) =>
      fail(plain(call, argv.includes('--json')), failure(fault, message))
    if (error instanceof SaidError && hasCode(error, distrustCode)) return failed('usage', error.said)
    if (isForbidden(error)) return failed('usage', say('commands.user_has_no_right'))
    if (!isAway(error)) return tellBug(error, call)
    // What was committed is kept; the rest wasn't begun.
    return failed('unreachable', say('commands.database_queue_went_away_nothing_lost', { error: describeError(error) }))
  }
  return code
}

/** With --json, standard output carries a document in any case. Standard error has the sentence already, or only the help of what is called by its commands. */
async function printUsageError(call: Call, { code, message }: CommanderError, program: Program): Promise<void> {
  const { commanderError } = await import('./commanderErrors.ts')
  const isIncomplete = code === 'commander.help'
  const sentence = (isIncomplete ? incomplete(call.argv.slice(2), program) : commanderError(message)).trimEnd()
  const told = plain(call, true)
  if (isIncomplete) told.say(sentence)
  told.printJson({ error: sentence.replace(/^(?:error:|erreur :) /, '') })
}

/** What `payrun schedule` lacks. */
function incomplete(words: readonly string[], program: Program): string {
  let command: Pick<Command, 'commands'> = program
  for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command
  return t('help.error_missing_command', { commands: command.commands.map((each) => each.name()).join(', ') })
}

/** How to print where there is no configuration yet. */
const plain = ({ stdout, stderr }: Streams, json: boolean) => ({
  json,
  say: (text: string) => writeLines(stderr, text),
  printJson: (document: unknown) => writeJson(stdout, document),
})

/** What writing ends with: to a pipe that nobody reads, and to a terminal whose window was closed (EIO). */
const gone = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']

/** What writing ends with where the disk takes no more, or the file may not grow. */
const full = ['ENOSPC', 'EDQUOT', 'EFBIG']

/**
 * Whoever read our output may stop early (`| head`, a pager that is left), and the disk of a log may be full. That is no reason to
 * stop paying. The command goes on, and its exit code is what it would have been.
 *
 * @param onFull told where what is written was to be kept, and is not
 */
function goOnWithoutReader(stream: NodeJS.WriteStream, bug: (error: unknown) => void, onFull?: () => void): void {
  stream.on('error', (error) => {
    if (hasCode(error, ...full)) onFull?.()
    else if (!hasCode(error, ...gone)) bug(error)
  })
}

/** Let through what is still in a pipe. */
async function flush(): Promise<void> {
  await Promise.all(
    [process.stdout, process.stderr].map(
      (stream) => new Promise<void>((done) => (stream.writable ? stream.write('', () => done()) : done())),
    ),
  )
}

/** A bug: one line on the screen, without anybody's data. Set PAYRUN_LOG_LEVEL=debug for the place in the code. */
function tellBug(error: unknown, { stderr, debug = false }: Call): number {
  const place = debug && error instanceof Error ? `\n${(error.stack ?? '').split('\n').slice(1).join('\n')}` : ''
  const hint = debug ? '' : ' PAYRUN_LOG_LEVEL=debug shows where.'
  writeLines(stderr, `payrun stopped on an unexpected error (a bug): ${describeError(error)}.${hint}${place}`)
  return exitCode.bug
}

/** From here on it grows no more. The rows in hand fit. */
const youngBytes = 16 * 1024 * 1024

/**
 * Keep V8 from taking memory only because there is some. A run has 40 MB in use at any time, however many rows its file has; left
 * alone, V8 grows its young generation to 128 MB and collects the old one at 140. Measured with 60,000 rows: 300 MB without this,
 * 160 with it, at the same pace.
 *
 * By flags while it runs, since how the process is started is not ours to say.
 */
function limitHeap(): void {
  // The old generation is collected when it has grown by a quarter.
  setFlagsFromString('--heap-growing-percent=25')
  // Not while the modules load: nobody hears of a collection before they have, and it would have grown past the limit by then.
  setFlagsFromString('--semi-space-growth-factor=1')
  // After each collection: V8 makes the young generation small again in a process that idles, and it may grow then.
  new PerformanceObserver(() => setFlagsFromString(`--semi-space-growth-factor=${isLarge() ? 1 : 2}`)).observe({
    entryTypes: ['gc'],
  })
}

function isLarge(): boolean {
  const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
  return young === undefined || young.space_size >= youngBytes
}
