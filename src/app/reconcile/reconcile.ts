import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { openPayoutFile } from '../../files/payroll/payoutFile.ts'
import type { Refused } from '../../files/payroll/row.ts'
import type { StatementProblem } from '../../files/statement/checkStatementRow.ts'
import { readStatement } from '../../files/statement/readStatement.ts'
import { readStatementMap, type StatementColumns, type StatementMap } from '../../files/statement/statementColumns.ts'
import { keepStatementFormat, readStatementFormat } from '../../ledger/accounts/trail.ts'
import { type Batch, readBatch } from '../../ledger/batches/batches.ts'
import { findOpenBatches, reconcile as reconcileRows } from '../../ledger/evidence/reconcile.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import { findOperator } from '../../payout/operators/operator.ts'
import { type Matched, maxFeeTolerance, type Statement } from '../../payout/reconciliation.ts'
import { notCompleteSentence } from '../../reconcile/findingSentence.ts'
import { judgeStatement, type NotComplete } from '../../reconcile/matchStatement.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { actorOf, forbids } from '../accounts/actor.ts'
import { type Refreshed, refreshReport } from '../batches/reportFile.ts'
import { type App, type Failure, failure } from '../context.ts'
import { answersWait, type Core, recordOutbox, withBatch, withCore } from '../open/openCore.ts'
import { unknownOperator } from '../pay/hold.ts'
import { refusePayroll } from './refusePayroll.ts'
import { statementMeaning } from './statementMeaning.ts'
import { shownOf } from './statements.ts'

export { readFeeTolerance } from '../../payout/reconciliation.ts'
export { discrepancySentence, leftSentence, undecidedSentence } from '../../reconcile/findingSentence.ts'
export { unclearLines } from '../../reconcile/matchStatement.ts'
export { perhapsFees } from '../../reconcile/unsaidFees.ts'

/** How to read a statement. Absent fields are found in the statement. */
export interface Reading {
  map?: StatementMap | undefined
  /** The sheet of a workbook. */
  sheet?: string | undefined
  /** The account that pays, in a file with several accounts. */
  account?: string | undefined
  /** How much larger than its payout a line may be because it includes the fee, in hundredths of a percent. */
  feeTolerance?: number | undefined
}

export interface ReconcileWish extends Reading {
  /** The statement: a path, or `-` for `stdin`. */
  statement: string
  /** The statement's name for people, if it isn't that of the path. */
  called?: string | undefined
  stdin: Readable
  /** Whether it covers the whole period, so that payouts missing from it were not paid. */
  complete: boolean
  /** Codes of operators that it covers, although it may list no payout through them. Only if it is complete. */
  covers?: readonly string[] | undefined
  /** Whether to report what would be done, without doing it. */
  dryRun: boolean
  /** A name under which the reading is or was remembered. */
  as?: string | undefined
  /** What a person saw of a dry run (`shownOf`). If anything else would be settled now, nothing is. */
  seen?: string | undefined
  /** The Idempotency-Key of the request. */
  requestKey?: RequestKey | undefined
}

/** The result of reconciling a batch. */
export interface Reconciliation {
  kind: 'reconciled'
  batch: Batch
  statement: Statement
  columns: StatementColumns
  matched: Matched
  report: Refreshed
}

/** A statement that was not used at all. */
export interface RefusedStatement extends Pick<Refused, 'isUnreadable'> {
  kind: 'refused'
  /** The statement's name. */
  file: string
  problems: StatementProblem[]
  /** Null if the problems say why. */
  message: Sentence | null
}

type Reconciled = Reconciliation | RefusedStatement | Failure

/** The result of reconciling all batches with rows to settle. */
export interface ReconciledAll {
  kind: 'reconciled_all'
  statement: Statement
  columns: StatementColumns
  batches: readonly Reconciliation[]
  /** Batches that were not changed, and why. With `complete`, the statement may cover one batch and not another. */
  refused: readonly { batch: Batch; message: Sentence }[]
  /** How many batches of the sandbox have such rows. They were left out. */
  ofSandbox: number
}

/** Settle a batch's unknown and accepted rows by the provider's statement. */
export const reconcile = (app: App, name: string, wish: ReconcileWish): Promise<Reconciled> =>
  withStatement(app, wish, (read, remember) =>
    withBatch(
      app,
      name,
      async (core, batch) => {
        const payroll = await refusePayroll(core, read.statement, [batch.batchNo])
        if (payroll) return payroll
        const settled = await settleBatch(app, core, batch, wish, read)
        if (settled.kind === 'reconciled') await remember(core)
        return settled
      },
      { judges: !wish.dryRun },
    ),
  )

/**
 * Settle the rows of all batches that have any to settle, by one statement. Each line is always compared with the payouts of all batches,
 * so it settles at most one, whichever batch comes first.
 */
export const reconcileAll = (app: App, wish: ReconcileWish): Promise<ReconciledAll | RefusedStatement | Failure> =>
  withStatement(app, wish, (read, remember) =>
    withCore(app, async (core): Promise<ReconciledAll | RefusedStatement | Failure> => {
      const payroll = await refusePayroll(core, read.statement)
      if (payroll) return payroll
      const recorded = await recordOutbox(app, core)
      if (!wish.dryRun && !recorded) return answersWait(app)
      const batches: Reconciliation[] = []
      const refused: { batch: Batch; message: Sentence }[] = []
      for (const batchNo of await findOpenBatches(core.ledger)) {
        const batch = await readBatch(core.ledger, batchNo)
        const settled = await settleBatch(app, core, batch, wish, read)
        if (settled.kind === 'reconciled') batches.push(settled)
        else if (settled.message !== null) refused.push({ batch, message: settled.message })
      }
      await remember(core)
      const ofSandbox = (await findOpenBatches(core.ledger, true)).length
      return { kind: 'reconciled_all', statement: read.statement, columns: read.columns, batches, refused, ofSandbox }
    }),
  )

interface Read {
  statement: Statement
  columns: StatementColumns
  reading: Reading
  covers: readonly string[]
}

/** Reads a statement, using the reading remembered under its name, and calls `act`. */
export async function withStatement<Done>(
  app: App,
  wish: ReconcileWish,
  act: (read: Read, remember: (core: Core) => Promise<void>) => Promise<Done | Failure>,
  { incoming = false }: { incoming?: boolean } = {},
): Promise<Done | RefusedStatement | Failure> {
  // Also for a dry run: the desk shows its results only to approvers.
  const forbidden = forbids(app, 'reconcile')
  if (forbidden) return forbidden
  const { calledFrom, home } = app.config
  const covered = readCovers(app, wish)
  if (!covered.ok) return covered
  const known = await recall(app, wish)
  if (!known.ok) return known
  const { reading, before } = known
  const path = wish.statement === '-' ? '-' : resolve(calledFrom, wish.statement)
  const incomingDir = join(home, 'incoming')
  const { sheet = null } = reading
  const opened = await openPayoutFile({
    path,
    called: wish.called,
    stdin: wish.stdin,
    incomingDir,
    of: 'statement',
    sheet,
    statementMap: reading.map,
  })
  if (opened.kind === 'unreadable') return misread(opened.message)
  const file = wish.called ?? wish.statement
  if (opened.kind === 'refused') return { ...refusal(file, opened.message), isUnreadable: true }
  try {
    const read = await readStatement(opened.file, statementMeaning, { ...reading, incoming })
    if (read.kind === 'problems') return refusal(file, null, read.problems)
    if (read.kind === 'refused')
      return read.fault === 'command'
        ? misread(read.message)
        : { ...refusal(file, read.message), ...(read.isUnreadable && { isUnreadable: true }) }
    const remember = async ({ ledger }: Core): Promise<void> => {
      const name = nameOf(wish.as)
      if (name === null || wish.dryRun || isDeepStrictEqual(kept(reading), before)) return
      await keepStatementFormat(ledger, actorOf(app).name, name, { from: before, to: kept(reading) })
    }
    return await act({ ...read, reading, covers: covered.codes }, remember)
  } finally {
    await opened.file.close()
  }
}

/** The file is not as the request says: it lacks the sheet, the column or the account. */
const misread = (message: Sentence): Failure => ({ ...failure('usage', message), code: 'unreadable_file' })

/** The operators that a person says a complete statement covers, by their codes. */
function readCovers(
  { config: { command } }: App,
  { complete, covers = [] }: ReconcileWish,
): { ok: true; codes: string[] } | Failure {
  if (covers.length > 0 && !complete) return failure('usage', say('terminal.covers_of_complete'))
  const codes: string[] = []
  for (const name of covers) {
    const operator = findOperator(name)
    if (!operator) return unknownOperator(name, command)
    codes.push(operator.code)
  }
  return { ok: true, codes }
}

/** The operators whose missing rows are left because the statement may not cover them. */
export const unlistedOperators = ({ left }: Matched): string[] => [
  ...new Set(left.flatMap(({ row, why }) => (why === 'operator_not_listed' ? [row.operator] : []))),
]

const nameOf = (as: string | undefined): string | null => as?.trim().toLowerCase() ?? null

/** A reading as it is stored, without absent fields. */
const kept = (reading: Reading): object =>
  Object.fromEntries(Object.entries(reading).filter(([, value]) => value !== undefined))

/** The given reading has priority over the remembered one, field by field. */
async function recall(
  app: App,
  { as, map = {}, sheet, account, feeTolerance }: ReconcileWish,
): Promise<{ ok: true; reading: Reading; before: unknown } | Failure> {
  const given: Reading = { ...(Object.keys(map).length > 0 && { map }), sheet, account, feeTolerance }
  const name = nameOf(as)
  if (name === null) return { ok: true, reading: given, before: undefined }
  if (!/^[^\p{C}]{1,60}$/u.test(name)) return failure('usage', say('terminal.format_name_wrong'))
  return withCore(app, async ({ ledger }) => {
    const before = await readStatementFormat(ledger, name)
    if (before === undefined && Object.keys(kept(given)).length === 0)
      return failure('usage', say('terminal.nothing_remembered', { name }))
    return { ok: true as const, reading: merged(before, given), before }
  })
}

const keptReading = z.object({
  map: z.record(z.string(), z.string()).optional(),
  sheet: z.string().optional(),
  account: z.string().optional(),
  feeTolerance: z.number().int().min(0).max(maxFeeTolerance).optional(),
})

function merged(before: unknown, given: Reading): Reading {
  const read = keptReading.safeParse(before ?? {})
  const { map, ...rest } = read.success ? read.data : {}
  const whole = { ...readStatementMap(map), ...given.map }
  return { ...kept(rest), ...kept(given), ...(Object.keys(whole).length > 0 && { map: whole }) }
}

async function settleBatch(
  app: App,
  core: Core,
  batch: Batch,
  { complete, dryRun, seen, requestKey }: ReconcileWish,
  { statement, columns, reading, covers }: Read,
): Promise<Reconciliation | RefusedStatement> {
  const reconciled = await reconcileRows<NotComplete | { kind: 'changed' }>(
    core.ledger,
    { batchNo: batch.batchNo, statement, complete, dryRun, actor: actorOf(app).name, requestKey },
    (known) => {
      const judged = judgeStatement(statement, complete, { ...known, covers }, reading.feeTolerance)
      const isOther = judged.ok && seen !== undefined && shownOf(judged.matched) !== seen
      return isOther ? { ok: false, refusal: { kind: 'changed' } } : judged
    },
  )
  if (reconciled.kind === 'refused') {
    const why = reconciled.refusal
    const message =
      why.kind === 'changed' ? say('deskBatch.statement_changed') : notComplete(why, batch, app.config.command)
    return refusal(statement.name, message)
  }
  const { matched } = reconciled
  const isChanged = !dryRun && matched.resolutions.length > 0
  const report = isChanged ? await refreshReport(app, core, batch.batchNo) : { path: null }
  return { kind: 'reconciled', batch, statement, columns, matched, report }
}

const refusal = (file: string, message: Sentence | null, problems: StatementProblem[] = []): RefusedStatement => ({
  kind: 'refused',
  file,
  problems,
  message,
})

const notComplete = (refusal: NotComplete, { id }: Batch, command: string): Sentence =>
  say('terminal.not_complete', { why: notCompleteSentence(refusal), id, command })
