import type { Config } from '../config.ts'
import { createJsonLog, createLog, type Log } from '../log.ts'
import type { Failure } from './exitCode.ts'
import { createStyle, type Style } from './terminal/style.ts'

/** What every command is given: the configuration, and how to talk. Data goes to standard output, the rest to standard error. */
export interface Cli {
  config: Config
  json: boolean
  log: Log
  /** For text on standard output. */
  style: Style
  /** For text on standard error. */
  errStyle: Style
  /** Columns of the terminal that standard output is; Infinity where it's none. */
  width: number
  print(text: string): void
  say(text: string): void
  /** Where `say` and the log's sentences go while a progress bar has the terminal; undefined gives it back. */
  sayThrough(line: ((line: string) => void) | undefined): void
  printJson(document: unknown): void
}

/** `logs`: a service logs JSON lines, a command that somebody waits for logs sentences. */
export async function createCli(config: Config, json: boolean, logs: { level: string; json: boolean }): Promise<Cli> {
  const { noColor, forceColor, term } = config.terminal
  const styleOf = (stream: NodeJS.WriteStream) =>
    createStyle({ isTTY: stream.isTTY === true, noColor, forceColor, term })
  // Whoever reads our output may stop early (`| head`): that's no reason to stop paying.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  const write = (line: string): void => void process.stderr.write(line.endsWith('\n') ? line : `${line}\n`)
  let sayLine = write
  const level = config.logLevel ?? logs.level
  return {
    config,
    json,
    log: logs.json ? await createJsonLog(level) : createLog(level, (line) => sayLine(line)),
    style: styleOf(process.stdout),
    errStyle: styleOf(process.stderr),
    width: process.stdout.isTTY ? (process.stdout.columns ?? 80) : Number.POSITIVE_INFINITY,
    print: (text) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`),
    say: (text) => sayLine(text),
    sayThrough: (line) => {
      sayLine = line ?? write
    },
    printJson: (document) => void process.stdout.write(`${JSON.stringify(document, null, 2)}\n`),
  }
}

/** Tell a failure, and return its exit code. With --json, standard output carries a document in any case. */
export function fail(cli: Pick<Cli, 'json' | 'say' | 'printJson'>, { exit, message }: Failure): number {
  if (cli.json) cli.printJson({ error: message })
  cli.say(message)
  return exit
}
