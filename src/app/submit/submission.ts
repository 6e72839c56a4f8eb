import { hash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { crashPoint } from '../../crashPoint.ts'
import type { FileCheck, Summary } from '../../files/payroll/checkFile.ts'
import type { ColumnMap, Columns, Field } from '../../files/payroll/header/columns.ts'
import { columnName } from '../../files/payroll/header/columns.ts'
import { type OpenResult, openPayoutFile, type PayoutFile } from '../../files/payroll/payoutFile.ts'
import type { Hidden, Refused } from '../../files/payroll/row.ts'
import type { Repeated } from '../../ledger/intake/alreadyPaid.ts'
import type { InUse, InUseColumns } from '../../ledger/intake/findInUse.ts'
import type { BatchToStore, RowToStore } from '../../ledger/intake/insertBatch.ts'
import type { WordAlike } from '../../ledger/intake/repeats.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import type { BatchOfRun, PlannedRun } from '../../ledger/schedules/scheduleRuns.ts'
import type { Corrected, Expected } from '../../payout/correction.ts'
import { payoutKey } from '../../payout/keys.ts'
import type { MaxRefused } from '../../payout/outcome.ts'
import { type Problem, withoutAdvice } from '../../payout/problem.ts'
import type { ReportFormat } from '../../payout/report.ts'
import type { Hours } from '../../payout/times/hours.ts'
import type { Warned } from '../../payout/warning.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { actorOf, loginKept } from '../accounts/actor.ts'
import { type App, type Failure, failure } from '../context.ts'

/** A file and how to read it. */
export interface FileOptions {
  /** A path relative to the caller's folder, or `-` for `stdin`. */
  file: string
  /** Its name for people, if it isn't in the path. */
  called?: string | undefined
  stdin?: Readable | undefined
  /** Which column is which field, if the headings don't say so. */
  map?: ColumnMap | undefined
  /** The sheet of a workbook. By default the only one with the columns of payouts. */
  sheet?: string | null
  /** What to do with hidden columns and rows of a workbook. By default a workbook that has any is refused. */
  hidden?: Hidden
  /** How many problems of the file to keep and show. By default 1,000. */
  keepProblems?: number
  /** For a corrected file: a mismatch with its own total is only reported, and the file is not refused. */
  toldTotals?: boolean
}

/** A file to pay, and which rows of it. */
export interface SubmitOptions extends FileOptions {
  name: string | undefined
  period: string | null
  /** Where to write its report when it settles. By default in PAYRUN_HOME. */
  report?: string | undefined
  format: ReportFormat
  skipInvalid: boolean
  allowDuplicates: boolean
  expectCount: number | null
  expectTotal: string | null
  maxAmount: string | null
  maxUnknown: number
  /** By default 10 for one operator, 20 for all together. */
  maxRefused?: MaxRefused | undefined
  sandbox: boolean
  /** The submitter's name, by default the login name. An account always uses its own name. */
  as?: string | undefined
  /** When paying starts at the earliest. */
  startAt?: Date | undefined
  /** The hours of the day in which it may be paid. By default any. */
  hours?: Hours | undefined
  /** The planned time of the schedule it is run for, and how many people that schedule's batches need. */
  scheduled?: { run: PlannedRun; peopleNeeded: number; login: string | null } | undefined
  /** What a person saw (`seen` of a preview). The file is refused if anything else would be stored. */
  seen?: string | undefined
  /** For a preview: people who would be paid twice are only reported (`repeats` of the result), and the file is not refused yet. */
  toldRepeats?: boolean
  /** A single payout instead of a file. `file` is then its name. */
  oneOff?: OneOff | undefined
  /** The submitter's corrections, if any. */
  corrected?: Corrected | null
  /** For approvers: what the corrections themselves don't show. */
  correctionNotes?: readonly Sentence[]
  /** The Idempotency-Key of the request. */
  requestKey?: RequestKey | undefined
}

/** The default checks of a file. */
export const usualChecks = {
  format: 'csv',
  skipInvalid: false,
  allowDuplicates: false,
  expectCount: null,
  expectTotal: null,
  maxAmount: null,
  maxUnknown: 100,
} as const satisfies Partial<SubmitOptions>

export interface OneOff {
  /** The payout as a file of one row, in this folder until it is closed. */
  open(folder: string): Promise<OpenResult>
  wordInUse(use: InUse): Problem
  wordAlike: WordAlike
}

/** Open a payout file relative to the caller's folder, or the payout given in its place. The caller must close it. */
export async function openFile(
  { config }: App,
  options: FileOptions & Partial<Pick<SubmitOptions, 'oneOff' | 'report'>>,
): Promise<OpenResult> {
  const { file, called, stdin, sheet = null, hidden = null, map, oneOff, report } = options
  const incomingDir = join(config.home, 'incoming')
  if (oneOff) return oneOff.open(incomingDir)
  const path = file === '-' ? '-' : resolve(config.calledFrom, file)
  if (report !== undefined && (await isOneFile(path, resolve(config.calledFrom, report))))
    return { kind: 'unreadable', message: say('commands.report_is_file_itself', { report }) }
  return openPayoutFile({ path, called, ...(stdin && { stdin }), sheet, hidden, map, incomingDir })
}

/** Open a file, do something with it, and close it. Fails if the file as a whole is refused. */
export async function withFile<Done>(
  app: App,
  options: Parameters<typeof openFile>[1],
  act: (file: PayoutFile) => Promise<Done>,
): Promise<Done | RefusedFile | Failure> {
  const opened = await openFile(app, options)
  if (opened.kind === 'unreadable') return failure('usage', opened.message)
  if (opened.kind === 'refused') return { ...refusal(options.file, opened.message), isUnreadable: true }
  try {
    return await act(opened.file)
  } finally {
    await opened.file.close()
  }
}

/** Whether two paths lead to the same file, through any links. */
export async function isOneFile(...paths: [string, string]): Promise<boolean> {
  const [one, other] = await Promise.all(paths.map((path) => realpath(path).catch(() => path)))
  return one === other
}

/** The batch to store for a file, with its options and submitter. */
export function batchToStore(app: App, options: SubmitOptions, file: Pick<PayoutFile, 'name'>): BatchToStore {
  return {
    name: options.name ?? options.called ?? (options.file === '-' ? standardInput : basename(options.file)),
    period: options.period,
    sandbox: options.sandbox,
    maxUnknown: options.maxUnknown,
    maxRefused: options.maxRefused,
    reportPath: options.report === undefined ? null : resolve(app.config.calledFrom, options.report),
    reportFormat: options.format,
    fileName: file.name,
    ...submitterOf(app, options),
    peopleNeeded: peopleConfigured(app, options),
    startAt: options.startAt ?? null,
    hours: options.hours ?? null,
    run: options.scheduled?.run ?? null,
    requestKey: options.requestKey,
    expected: options.oneOff ? null : expectedIn(options),
    corrected: options.corrected ?? null,
  }
}

const expectedIn = ({ expectCount, expectTotal }: SubmitOptions): Expected => ({
  ...(expectCount !== null && { count: expectCount }),
  ...(expectTotal !== null && { total: expectTotal }),
})

/** An account identifies its person. A login without an account may use any name, and the login is stored, too. */
function submitterOf(app: App, { as, scheduled }: SubmitOptions): Pick<BatchToStore, 'actor' | 'login'> {
  const actor = actorOf(app)
  if (scheduled) return { actor: as?.trim() || actor.name, login: scheduled.login }
  return { actor: actor.account ? actor.name : as?.trim() || actor.name, login: loginKept(actor) }
}

/** As configured for this process or the schedule. The ledger's policy may require more. */
export const peopleConfigured = ({ config }: App, { scheduled }: SubmitOptions): number =>
  Math.max(config.approvals, scheduled?.peopleNeeded ?? 1)

/** The name of a batch from a file without a name. */
const standardInput = 'stdin'

export interface FileColumn {
  field: Field
  /** As the file names it; with a name in two columns, `Nom + Prénoms`. */
  name: string
}

export const fileColumns = (columns: Columns): FileColumn[] =>
  (Object.keys(columns.index) as Field[])
    .sort((one, other) => (columns.index[one] ?? 0) - (columns.index[other] ?? 0))
    .map((field) => ({ field, name: columnName(columns, field) }))

/** Under which columns the ledger's problems are reported. */
export const columnsOf = (check: Pick<FileCheck, 'columnName'>): InUseColumns => ({
  reference: () => check.columnName('reference'),
  phone: () => check.columnName('phone_number'),
})

/** All problems in the file's order. For each row, the ledger's findings come first, and its other problems have no advice. */
export function withInUse(own: readonly Problem[], inUse: readonly Problem[]): Problem[] {
  const lines = new Set(inUse.map(({ line }) => line))
  const others = own.map((problem) => (lines.has(problem.line) ? withoutAdvice(problem) : problem))
  return [...inUse, ...others].sort((one, other) => one.line - other.line)
}

/** A hash of what would be stored: two previews with the same hash saw the same payouts. */
export function seenOf(
  { sha256 }: Pick<PayoutFile, 'sha256'>,
  columns: readonly FileColumn[],
  staged: { rows: number; totals: ReadonlyMap<string, bigint> },
  inUse: readonly Problem[],
  { warnings, compared }: Warned,
  needsApproval: boolean,
): string {
  const totals = [...staged.totals].map(([currency, minor]) => [currency, String(minor)])
  const left = inUse.map(({ line, code }) => [line, code])
  const seen = JSON.stringify([
    sha256,
    columns.map(({ field, name }) => [field, name]),
    staged.rows,
    totals,
    left,
    warnings.counts,
    warnings.shown.map(({ code, line }) => [code, line]),
    compared,
    needsApproval,
  ])
  return hash('sha256', seen, 'hex')
}

/** The file was refused, and nothing is stored. `summary` is present if it could be read to its end. */
export interface RefusedFile extends Pick<Refused, 'isUnreadable'> {
  kind: 'refused'
  file: string
  message: Sentence | null
  problems: readonly Problem[]
  problemCount: number
  summary: Summary | undefined
  /** What is known of a file that breaks off: of its rows above that place. */
  above?: Summary | undefined
  /** Absent if there was no check for warnings. */
  warned?: Warned
  /** The batch that was already made for this planned time of a schedule. */
  already?: BatchOfRun
  /** The batch that was already made from the same bytes or cells. */
  sameAs?: string
  /** Whose payouts it repeats, in another period or by most of its rows. */
  repeats?: Repeated
}

export const refusal = (file: string, message: Sentence | null, summary?: Summary): RefusedFile => ({
  kind: 'refused',
  file,
  message,
  problems: [],
  problemCount: 0,
  summary,
})

/** Crash window: if the process dies while rows are read or stored, the transaction is never committed, and there is no batch. */
export async function* withKeys(batches: FileCheck['batches']): AsyncGenerator<RowToStore[]> {
  for await (const rows of batches) {
    yield rows.map((row) => ({ ...row, key: payoutKey(row.identity) }))
    crashPoint('in-intake')
  }
}
