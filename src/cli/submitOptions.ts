import { type Command, Option } from 'commander'
import { reportFormats } from '../report/row.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { mapOption, sheetOption, wholeNumber } from './commandOptions.ts'
import { exitCode, failure } from './exitCode.ts'
import type { ScheduledOptions } from './scheduleRunner.ts'
import type { SubmitOptions } from './submitFile.ts'

/** The options of `run` and `submit`. */
export function withSubmitOptions(command: Command): Command {
  command
    .argument('<file>', t`XLSX, CSV, JSON or NDJSON; - for standard input`)
    .optionsGroup(t`Batch:`)
    .option('--name <name>', t`the batch's name; else the file's`)
    .addOption(asOption())
    .option('--period <period>', t`the scope of references, such as 2026-11: a reference is paid once in each`)
    .option('--at <time>', t`take the file now, and let the workers pay it from then on: 2026-12-01T08:00`)
    .option('--tz <zone>', t`the time zone of --at, such as Africa/Abidjan; else this machine's`)
    .option('--sandbox', t`pay to the built-in sandbox instead of the provider`)
  return withCheckOptions(command)
    .option('--report <file>', t`where the report goes when the batch settles`)
    .optionsGroup(t`Batch:`)
}

/** Those that say how a file is read, judged and reported, whenever that is. */
export function withCheckOptions(command: Command): Command {
  return command
    .optionsGroup(t`How the file is read:`)
    .addOption(mapOption())
    .addOption(sheetOption())
    .optionsGroup(t`What is paid of it:`)
    .option('--skip-invalid', t`pay the valid rows of a file that has invalid ones`)
    .option('--allow-duplicates', t`let rows without a reference repeat a number and amount`)
    .addOption(
      new Option('--expect-count <n>', t`refuse the file unless this many rows would be paid`).argParser(
        wholeNumber(0, 5_000_000),
      ),
    )
    .option('--expect-total <amount>', t`refuse the file unless its payable rows add up to this`)
    .option('--max-amount <amount>', t`refuse rows above this amount, in the row's currency`)
    .addOption(
      new Option('--max-unknown <n>', t`pause at this many rows whose fate is unknown`)
        .default(100)
        .argParser(wholeNumber(1, 5_000_000)),
    )
    .optionsGroup(t`Report:`)
    .addOption(formatOption())
}

export const asOption = () =>
  new Option(
    '--as <name>',
    t`who submits it; else your login name. With PAYRUN_APPROVALS=2 somebody else has to approve it`,
  )

export const formatOption = () => new Option('--format <format>', t`of the report`).choices(reportFormats)

/** A report's format by the name of its file, where --format doesn't say. */
export function formatOf(path: string | undefined): SubmitOptions['format'] {
  const extension = path?.toLowerCase().split('.').at(-1)
  return reportFormats.find((format) => format === extension) ?? 'csv'
}

interface RawCheckOptions {
  format?: SubmitOptions['format']
  skipInvalid?: boolean
  allowDuplicates?: boolean
  expectCount?: number
  expectTotal?: string
  maxAmount?: string
  map?: SubmitOptions['map']
  sheet?: string
  maxUnknown: number
}

interface RawSubmitOptions extends RawCheckOptions {
  name?: string
  as?: string
  period?: string
  report?: string
  sandbox?: boolean
}

export const submitOptions = (file: string, raw: RawSubmitOptions): SubmitOptions => ({
  ...checkOptions({ ...raw, format: raw.format ?? formatOf(raw.report) }),
  file,
  name: raw.name,
  as: raw.as,
  period: raw.period?.trim() || null,
  report: raw.report,
  sandbox: raw.sandbox === true,
})

export const checkOptions = (raw: RawCheckOptions): ScheduledOptions => ({
  format: raw.format ?? 'csv',
  skipInvalid: raw.skipInvalid === true,
  allowDuplicates: raw.allowDuplicates === true,
  expectCount: raw.expectCount ?? null,
  expectTotal: raw.expectTotal ?? null,
  maxAmount: raw.maxAmount ?? null,
  map: raw.map,
  sheet: raw.sheet ?? null,
  maxUnknown: raw.maxUnknown,
})

/** Reads `--at` and `--tz`, and goes on with the time that they name; undefined where they aren't given. */
export async function withStartTime(
  cli: Cli,
  { at, tz }: { at?: string; tz?: string },
  go: (startAt: Date | undefined) => Promise<number>,
): Promise<number> {
  if (at === undefined)
    return tz === undefined ? go(undefined) : fail(cli, failure(exitCode.usage, t`--tz is the time zone of --at.`))
  const { readStartTime } = await import('../payout/startTime.ts')
  const read = readStartTime(at, tz, new Date())
  return read.ok ? go(read.at) : fail(cli, failure(exitCode.usage, read.message))
}
