import { CommanderError } from 'commander'
import { armCrashPoint } from '../crashPoint.ts'
import { readLanguage } from '../environment.ts'
import { isAway } from '../ledger/faults.ts'
import { describeError } from '../log.ts'
import { setLanguage, t } from '../words/t.ts'
import { createCli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { limitHeap } from './limitHeap.ts'

/**
 * Run one command line and end the process with its exit code. What only a command needs is loaded when one is run: --help,
 * --version and a slip of the pen are answered without.
 */
export async function main(argv: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  limitHeap()
  let debug = false
  const bug = (error: unknown) => endWithBug(error, debug)
  process.on('uncaughtException', bug)
  process.on('unhandledRejection', bug)
  for (const stream of [process.stdout, process.stderr]) goOnWhenClosed(stream, bug)
  let code: number = exitCode.done
  // Before anything is loaded that says something.
  await setLanguage(readLanguage(environment))
  const { buildProgram } = await import('./program.ts')
  const program = buildProgram(async (command, logs, json, options) => {
    const { readConfig } = await import('../config.ts')
    const read = readConfig(environment)
    if (!read.ok && options?.evenMisconfigured) {
      code = await command(await createCli(read.usable, json, logs))
      return
    }
    if (!read.ok) {
      const plain = {
        json,
        say: (text: string) => void process.stderr.write(`${text}\n`),
        printJson: (document: unknown) => void process.stdout.write(`${JSON.stringify(document)}\n`),
      }
      code = fail(plain, failure(exitCode.usage, read.message))
      return
    }
    debug = read.config.logLevel === 'debug'
    if (read.config.crashPlan) armCrashPoint(read.config.crashPlan)
    code = await command(await createCli(read.config, json, logs))
  })
  try {
    await program.parseAsync(argv)
  } catch (error) {
    // Commander has said what is wrong with the command line already.
    if (error instanceof CommanderError) code = error.exitCode === 0 ? exitCode.done : exitCode.usage
    else if (isAway(error)) code = tellAway(error, argv.includes('--json'))
    else return bug(error)
  }
  await endWith(code)
}

/**
 * Whoever read our output may stop early (`| head`, a pager that is left). That is no reason to stop paying, nor to say
 * anything: nobody is left to tell. The command goes on, and its exit code is what it would have been.
 */
function goOnWhenClosed(stream: NodeJS.WriteStream, bug: (error: unknown) => void): void {
  stream.on('error', (error) => {
    if (!('code' in error) || !['EPIPE', 'ERR_STREAM_DESTROYED'].includes(String(error.code))) bug(error)
  })
}

/** The database or the queue went away in the middle of something. What was committed is kept; the rest wasn't begun. */
function tellAway(error: unknown, json: boolean): number {
  const message = t`The database or the queue went away (${describeError(error)}). Nothing is lost: call the command again when it is back.`
  const say = (text: string) => void process.stderr.write(`${text}\n`)
  const printJson = (document: unknown) => void process.stdout.write(`${JSON.stringify(document)}\n`)
  return fail({ json, say, printJson }, failure(exitCode.unreachable, message))
}

/** Output that is still in a pipe is let through first. */
async function endWith(code: number): Promise<void> {
  await Promise.all(
    [process.stdout, process.stderr].map(
      (stream) => new Promise<void>((done) => (stream.writable ? stream.write('', () => done()) : done())),
    ),
  )
  process.exit(code)
}

/** A bug: one line on the screen, without anybody's data. Set PAYRUN_LOG_LEVEL=debug for the place in the code. */
function endWithBug(error: unknown, debug: boolean): void {
  const place = debug && error instanceof Error ? `\n${(error.stack ?? '').split('\n').slice(1).join('\n')}` : ''
  const hint = debug ? '' : ' PAYRUN_LOG_LEVEL=debug shows where.'
  process.stderr.write(`payrun stopped on an unexpected error (a bug): ${describeError(error)}.${hint}${place}\n`)
  process.exit(exitCode.bug)
}
