import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { ColumnMap } from '../files/payroll/columns.ts'
import { type OpenResult, openPayoutFile } from '../files/payroll/payoutFile.ts'
import type { Hidden } from '../files/payroll/row.ts'
import type { ReportFormat } from '../files/report/row.ts'
import type { InUse } from '../ledger/batches/findInUse.ts'
import type { WordAlike } from '../ledger/batches/findRepeats.ts'
import type { PlannedRun } from '../ledger/schedules/scheduleRuns.ts'
import type { MaxRefused } from '../pacing/refusals.ts'
import type { Problem } from '../payout/problem.ts'
import type { App } from './context.ts'

export { addToMap, type ColumnMap } from '../files/payroll/columns.ts'
export { type Hidden, hiddenChoices } from '../files/payroll/row.ts'
export { type ReportFormat, reportFormats } from '../files/report/row.ts'
export { defaultMaxRefused, type MaxRefused } from '../pacing/refusals.ts'

/** Which file is meant, and how it is read. */
export interface FileOptions {
  /** A path, from where the caller is, or `-` for `stdin`. */
  file: string
  stdin?: Readable | undefined
  /** Which column stands for which field, where its name doesn't say so. */
  map?: ColumnMap | undefined
  /** Of a workbook; left out: the only one with the columns of payouts. */
  sheet?: string | null
  /** What becomes of the hidden columns and rows of a workbook; left out: where there are any, it is refused. */
  hidden?: Hidden
  /** So many problems of the file are kept, to be told; left out: the first 1,000. */
  keepProblems?: number
}

/** A file that is to be paid, and what is to be paid of it. */
export interface SubmitOptions extends FileOptions {
  name: string | undefined
  period: string | null
  report: string | undefined
  format: ReportFormat
  skipInvalid: boolean
  allowDuplicates: boolean
  expectCount: number | null
  expectTotal: string | null
  maxAmount: string | null
  maxUnknown: number
  /** Left out: 10 of one operator, 20 over all. */
  maxRefused?: MaxRefused | undefined
  sandbox: boolean
  /** Who submits; left out: the login name. */
  as?: string | undefined
  /** Nothing of it is paid before. */
  startAt?: Date | undefined
  /** The planned time of a schedule that it is run for, and how many people that schedule's batches need. */
  scheduled?: { run: PlannedRun; approvalsNeeded: number; login: string } | undefined
  /** What a person saw of it (`seen` of a preview): refused where anything else would be stored. */
  seen?: string | undefined
  /** A payout that is given by itself and not in a file; `file` is what it is called then. */
  oneOff?: OneOff | undefined
}

export interface OneOff {
  /** The payout as a file of one row, in this folder until it is closed. */
  open(folder: string): Promise<OpenResult>
  wordInUse(use: InUse): Problem
  wordAlike: WordAlike
}

/** Open a payout file from where the caller is, or the payout that is given in its place. Whoever opens it closes it. */
export function openFile({ config }: App, options: FileOptions & { oneOff?: OneOff | undefined }): Promise<OpenResult> {
  const { file, stdin, sheet = null, hidden = null, map, oneOff } = options
  const incomingDir = join(config.home, 'incoming')
  if (oneOff) return oneOff.open(incomingDir)
  const path = file === '-' ? '-' : resolve(config.calledFrom, file)
  return openPayoutFile({ path, ...(stdin && { stdin }), sheet, hidden, map, incomingDir })
}
