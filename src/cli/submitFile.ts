import { basename, join, resolve } from 'node:path'
import { crashPoint } from '../crashPoint.ts'
import type { Summary } from '../intake/checkFile.ts'
import { checkFile } from '../intake/checkFile.ts'
import type { ColumnMap } from '../intake/columnMap.ts'
import { compareControlTotals } from '../intake/controlTotals.ts'
import { type OpenResult, openPayoutFile, type PayoutFile } from '../intake/payoutFile.ts'
import type { InUse } from '../ledger/findInUse.ts'
import type { PlannedRun } from '../ledger/scheduleRuns.ts'
import { type BatchToStore, type StagedTotals, storeBatch } from '../ledger/storeBatch.ts'
import type { Problem } from '../payout/problem.ts'
import type { ReportFormat } from '../report/row.ts'
import { t } from '../words/t.ts'
import type { Cli } from './cli.ts'
import { exitCode, type Failure, failure } from './exitCode.ts'
import type { Tell } from './finishPaying.ts'
import type { Core } from './openCore.ts'
import { tooLongFor } from './writeBatchReport.ts'

export interface SubmitOptions {
  file: string
  name: string | undefined
  period: string | null
  report: string | undefined
  format: ReportFormat
  skipInvalid: boolean
  allowDuplicates: boolean
  expectCount: number | null
  expectTotal: string | null
  maxAmount: string | null
  /** `--map`. */
  map?: ColumnMap | undefined
  /** `--sheet`, of a workbook. */
  sheet?: string | null
  maxUnknown: number
  sandbox: boolean
  /** Who submits; left out: the login name. */
  as?: string | undefined
  /** Nothing of it is paid before. */
  startAt?: Date | undefined
  /** The planned time of a schedule that it is run for, and how many people that schedule's batches need. */
  scheduled?: { run: PlannedRun; approvalsNeeded: number; login: string } | undefined
  /** A payout that was given by options and not in a file; `file` is what it is called then. */
  oneOff?: OneOff | undefined
}

export interface OneOff {
  /** The payout as a file of one row, in the spool folder until it is closed. */
  open(spoolDir: string): Promise<OpenResult>
  wordInUse(use: InUse): Problem
  /** @returns the exit code */
  tellRefused(cli: Cli, refused: RefusedFile): number
  tell: Tell
}

/** The file was turned away: nothing of it is stored. `summary` when it could be read to its end. */
export interface RefusedFile {
  kind: 'refused'
  file: string
  message: string | null
  problems: Problem[]
  problemCount: number
  summary: Summary | undefined
  /** The batch that the planned time of a schedule has made before. */
  already?: string
}

export type Submitted =
  | { kind: 'submitted'; batchId: string; batchNo: number; payable: StagedTotals; invalid: number }
  | RefusedFile
  | { kind: 'failed'; failure: Failure }

/** Check a file and put it into the ledger, whole or not at all. */
export async function submitFile(cli: Cli, core: Core, options: SubmitOptions): Promise<Submitted> {
  const path = options.file === '-' ? '-' : resolve(cli.config.calledFrom, options.file)
  const spoolDir = join(cli.config.home, 'incoming')
  const { sheet = null } = options
  const source = { path, stdin: process.stdin, sheet, spoolDir }
  const opened = await (options.oneOff?.open(spoolDir) ?? openPayoutFile(source))
  if (opened.kind === 'unreadable') return { kind: 'failed', failure: failure(exitCode.usage, opened.message) }
  if (opened.kind === 'refused') return refusal(options.file, opened.message)
  try {
    return await store(cli, core, options, opened.file)
  } finally {
    await opened.file.close()
  }
}

async function store(cli: Cli, core: Core, options: SubmitOptions, file: PayoutFile): Promise<Submitted> {
  const { skipInvalid, allowDuplicates } = options
  const keepProblems = cli.json ? Number.POSITIVE_INFINITY : 1_000
  const check = checkFile(file, {
    period: options.period,
    sandbox: options.sandbox,
    allowDuplicates,
    maxAmount: options.maxAmount,
    map: options.map ?? {},
    keepProblems,
  })
  let refused: RefusedFile | undefined
  let payable: StagedTotals = { rows: 0, totals: new Map() }
  const stored = await storeBatch(
    core.ledger,
    batchToStore(cli, options, file),
    passing(check.batches),
    () => ({ sha256: file.sha256, columns: check.columns() }),
    {
      allowDuplicates,
      skipInvalid,
      columnOf: { reference: () => check.columnName('reference'), phone: () => check.columnName('phone_number') },
      wordInUse: options.oneOff?.wordInUse,
      accept: (inUse, staged) => {
        payable = staged
        refused = whyRefused(options, check.result(), inUse, staged)
        return refused === undefined
      },
    },
  )
  const result = check.result()
  if (result.kind === 'refused' && result.fault === 'command') {
    return { kind: 'failed', failure: failure(exitCode.usage, result.message) }
  }
  if ('summary' in result) for (const note of result.summary?.notes ?? []) cli.say(note)
  if (stored.kind === 'already_run') {
    const message = t`This planned time was run already, as batch ${stored.batchId}: see ${cli.config.command} status ${stored.batchId}. Nothing was paid now.`
    return { ...refusal(options.file, message), already: stored.batchId }
  }
  if (stored.kind === 'same_file') {
    const when = stored.createdAt.toISOString().slice(0, 16).replace('T', ' ')
    const [id, { command }] = [stored.batchId, cli.config]
    return refusal(
      options.file,
      // What a folder has had is refused in any period.
      options.period === null || options.scheduled?.run.inFolder
        ? t`This very file was already submitted, as batch ${id} (${when} UTC): see ${command} status ${id}. Nothing was paid now.`
        : t`This very file was already submitted for the period ${options.period}, as batch ${id} (${when} UTC): see ${command} status ${id}. Nothing was paid now.`,
      'summary' in result ? result.summary : undefined,
    )
  }
  if (refused || stored.kind === 'refused' || result.kind !== 'checked')
    return refused ?? refusal(options.file, t`The file was refused.`)
  const inUse = stored.invalidated
  return {
    kind: 'submitted',
    batchId: stored.batchId,
    batchNo: stored.batchNo,
    payable,
    invalid: result.summary.invalid + inUse,
  }
}

function batchToStore(cli: Cli, options: SubmitOptions, file: PayoutFile): BatchToStore {
  return {
    name: options.name ?? (options.file === '-' ? t`standard input` : basename(options.file)),
    period: options.period,
    sandbox: options.sandbox,
    maxUnknown: options.maxUnknown,
    reportPath: options.report === undefined ? null : resolve(cli.config.calledFrom, options.report),
    reportFormat: options.format,
    fileName: file.name,
    actor: options.as?.trim() || cli.config.user,
    login: options.scheduled?.login ?? cli.config.user,
    approvalsNeeded: Math.max(cli.config.approvals, options.scheduled?.approvalsNeeded ?? 1),
    startAt: options.startAt ?? null,
    run: options.scheduled?.run ?? null,
  }
}

/** Crash window: died while rows are read or stored, the transaction was never committed, and there is no batch. */
async function* passing<Rows>(batches: AsyncIterable<Rows>): AsyncGenerator<Rows> {
  for await (const rows of batches) {
    yield rows
    crashPoint('in-intake')
  }
}

type Result = ReturnType<ReturnType<typeof checkFile>['result']>

/** Everything that stands against the file, or undefined when it may be paid. */
function whyRefused(
  options: SubmitOptions,
  result: Result,
  inUse: Problem[],
  staged: StagedTotals,
): RefusedFile | undefined {
  const summary = 'summary' in result ? result.summary : undefined
  const problems = [...(summary?.problems ?? []), ...inUse].sort((a, b) => a.line - b.line)
  const problemCount = (summary?.problemCount ?? 0) + inUse.length
  const refuse = (message: string | null): RefusedFile => ({
    kind: 'refused',
    file: options.file,
    message,
    problems,
    problemCount,
    summary,
  })
  if (result.kind === 'refused') return refuse(result.message)
  if (problemCount > 0 && !options.skipInvalid) return refuse(null)
  const tooLong = tooLongFor(options.format, summary?.rows ?? 0)
  if (tooLong !== null) return refuse(tooLong)
  const differs = compareControlTotals(options, staged.rows, staged.totals)
  if (differs) return refuse(differs.message)
  if (staged.rows === 0) return refuse(t`No row of the file can be paid.`)
  return undefined
}

const refusal = (file: string, message: string, summary?: Summary): RefusedFile => ({
  kind: 'refused',
  file,
  message,
  problems: [],
  problemCount: 0,
  summary,
})
