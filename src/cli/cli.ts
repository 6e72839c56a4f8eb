import { type Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { Failure, Fault } from '../app/context.ts'
import type { Config, Variables } from '../config.ts'
import { createJsonLog, createLog, type Log, type LogLine } from '../log.ts'
import { warnedDocument } from '../payout/warning.ts'
import { onStopSignals, type StopSignal } from '../process.ts'
import { keyOfEnglish, type Language } from '../words/catalogue.ts'
import { printableJson, printableLines, renderMessage } from '../words/render.ts'
import { isSentence, type Sentence } from '../words/sentence.ts'
import { columnsOf, createStyle, printable, type Style, spokenLanguage, t, text } from './terminal/text.ts'

/** The streams that a command reads and writes: those of its process, or the caller's if it runs inside another process. */
export interface Streams {
  stdin: Readable & { isTTY?: boolean }
  stdout: Output
  stderr: Output
}

type Output = Writable & { isTTY?: boolean; columns?: number; hasColors?: () => boolean }

/** What every command gets: the configuration, and how to print. Data goes to standard output, everything else to standard error. */
export interface Cli {
  config: Config
  /** Every configuration variable, one by one, for troubleshooting. */
  variables(): Variables
  streams: Streams
  json: boolean
  log: Log
  language: Language
  /** For text on standard output. */
  style: Style
  /** For text on standard error. */
  errStyle: Style
  /** The width of the terminal in columns; Infinity if standard output is not a terminal. */
  width: number
  /** The same of standard error. */
  errWidth: number
  /** How the first question that was left unanswered ended: the command's exit code says so. */
  asked: { stoppedBy?: StopSignal }
  print(told: Sentence | string): void
  say(told: Sentence | string): void
  /** Redirects `say` and log sentences while a progress bar uses the terminal; undefined ends that. */
  sayThrough(line: ((line: string) => void) | undefined): void
  printJson(document: unknown): void
  /** Standard output for data: byte for byte, unless it is a terminal. */
  data: Writable
}

/** @param logs a service logs JSON lines, other commands log sentences */
export async function createCli(
  { config, variables }: Pick<Cli, 'config' | 'variables'>,
  streams: Streams,
  json: boolean,
  logs: { level: string; json: boolean },
): Promise<Cli> {
  const { stdout, stderr } = streams
  const { noColor, forceColor, term } = config.terminal
  const styleOf = (stream: Output) => createStyle({ isTTY: stream.isTTY === true, noColor, forceColor, term })
  // The reader of our output may stop early (`| head`). Paying goes on.
  stdout.on('error', () => undefined)
  stderr.on('error', () => undefined)
  const [style, errStyle] = [styleOf(stdout), styleOf(stderr)]
  const write = (line: string): void => writeLines(stderr, line, errStyle.colour)
  let sayLine = write
  const sayPrintable = (line: string) => sayLine(printableLines(line, errStyle.colour))
  const level = config.logLevel ?? logs.level
  return {
    config,
    variables,
    streams,
    json,
    language: spokenLanguage(),
    log: logs.json ? await createJsonLog(level) : createLog(level, (line) => sayPrintable(logLine(line))),
    style,
    errStyle,
    width: widthOf(stdout),
    errWidth: widthOf(stderr),
    asked: {},
    print: (told) => writeLines(stdout, shown(told), style.colour),
    say: (told) => sayPrintable(shown(told)),
    sayThrough: (line) => {
      sayLine = line ?? write
    },
    printJson: (document) => writeJson(stdout, document, 2),
    data: stdout.isTTY === true ? readableOn(stdout) : stdout,
  }
}

const widthOf = (stream: Output): number => (stream.isTTY ? columnsOf(stream) : Number.POSITIVE_INFINITY)

/** Writes whole lines, with unprintable characters escaped. @param isColoured whether the text may contain payrun's colours */
export function writeLines(stream: Writable, text: string, isColoured = false): void {
  stream.write(printableLines(text.endsWith('\n') ? text : `${text}\n`, isColoured))
}

export function writeJson(stream: Writable, document: unknown, indent = 0): void {
  stream.write(`${printableJson(JSON.stringify(document, sentencesAsText, indent))}\n`)
}

/** A stream for data on a terminal, with unprintable characters escaped. */
function readableOn(stream: Writable): Writable {
  const decoder = new StringDecoder()
  return new Writable({
    write(bytes: Buffer, _encoding, done) {
      stream.write(printableLines(decoder.write(bytes), false), done)
    },
  })
}

/** A sentence's values may come from anybody, so they are escaped. A string has already been prepared for the terminal. */
const shown = (told: Sentence | string): string => (typeof told === 'string' ? told : printable(text(told)))

/** Print a failure and return its exit code. With --json, standard output gets a document, too. */
export function fail(cli: Pick<Cli, 'json' | 'say' | 'printJson'>, failure: Failure): ExitCode {
  const { fault, message, details = [], warned } = failure
  // The values may come from other people, such as an approver's name or a file's.
  const lines = [...text(message).split('\n'), ...details.map(text)].map(printable)
  if (cli.json) cli.printJson({ error: lines.join('\n'), ...(warned && warnedDocument(warned)) })
  cli.say(lines.join('\n'))
  return exitCodeOf[fault]
}

/** Renders the sentences in a document in the process's language. */
const sentencesAsText = (_name: string, value: unknown): unknown => (isSentence(value) ? text(value) : value)

/** A command's exit codes. */
export const exitCode = {
  done: 0,
  bug: 1,
  usage: 2,
  refused: 3,
  notAllPaid: 4,
  paused: 5,
  unreachable: 6,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]

/** The exit code of a process that a signal has stopped. */
export const exitCodeAfter = (signal: StopSignal): ExitCode =>
  signal === 'SIGINT' ? exitCode.interrupted : exitCode.terminated

/** Resolves on the first stop signal. A second one ends the process at once. */
export const untilStopped = (): Promise<void> =>
  new Promise((stop) =>
    onStopSignals(
      () => stop(),
      () => process.exit(exitCode.done),
    ),
  )

/** The exit code when a use case failed. */
const exitCodeOf: Readonly<Record<Fault, ExitCode>> = {
  usage: exitCode.usage,
  refused: exitCode.refused,
  unreachable: exitCode.unreachable,
  fenced: exitCode.paused,
  bug: exitCode.bug,
}

/** What each exit code means, for help. */
export const exitMeanings = (): [code: number, meaning: string][] => [
  [exitCode.done, t('help.done_run_retry_resume_every_payable')],
  [exitCode.bug, t('help.unexpected_error_bug_one_line_where')],
  [exitCode.usage, t('help.usage_configuration_nothing_begun')],
  [exitCode.refused, t('help.file_refused_nothing_paid_nothing_kept')],
  [exitCode.notAllPaid, t('help.settled_but_some_rows_failed_unknown')],
  [exitCode.paused, t('help.paused_reason_printed_resume_goes')],
  [exitCode.unreachable, t('help.database_queue_can_not_reached')],
  [exitCode.interrupted, t('help.interrupted_ctrl_c_batch_can_resumed')],
  [exitCode.terminated, t('help.ended_sigterm_batch_can_resumed')],
]

/** A log line for a person: `Note: the provider asks to wait (1 s)`. */
export function logLine({ level, message, fields: { waitMs, ...fields } }: LogLine): string {
  const details = Object.entries(fields).map(([name, value]) => `${fieldWord(name)} ${fieldValue(name, value)}`)
  if (typeof waitMs === 'number') details.push(`${Math.round(waitMs / 100) / 10} s`)
  const sentence = isSentence(message) ? text(message) : translated(message)
  const told = { message: sentence, details: details.join(', ') }
  const isShort = details.length === 0
  // A sentence that is logged is about the ledger (it is fenced), and no error of a command that works all the same.
  switch (isSentence(message) ? 'warn' : level) {
    case 'error':
      return isShort ? t('log.error_told', told) : t('log.error_told_details', told)
    case 'warn':
      return isShort ? t('log.warn_told', told) : t('log.warn_told_details', told)
    default:
      return isShort ? t('log.info_told', told) : t('log.info_told_details', told)
  }
}

function fieldWord(name: string): string {
  switch (name) {
    case 'batch':
      return t('terminal.batch')
    case 'chunk':
      return t('log.chunk')
    case 'line':
      return t('log.line')
    case 'attempt':
      return t('log.attempt')
    case 'operator':
      return t('log.operator')
    case 'phone':
      return t('log.phone')
    case 'state':
      return t('log.state')
    case 'reason':
      return t('log.reason')
    case 'worker':
      return t('log.worker')
    case 'rows':
      return t('log.rows')
    case 'schedule':
      return t('log.schedule')
    case 'error':
      return t('log.error_2')
    default:
      return name
  }
}

const fieldValue = (name: string, value: unknown): string =>
  name === 'state' ? translated(String(value)) : String(value)

/** Translates the English text of a log line. It stays English if the catalogue doesn't have it. */
function translated(english: string): string {
  const language = spokenLanguage()
  if (language === 'en') return english
  const key = keyOfEnglish(english)
  return key === undefined ? english : renderMessage(key, {}, language)
}
