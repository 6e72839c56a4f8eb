import { Readable } from 'node:stream'
import { type OpenResult, openPayoutFile } from '../../files/payroll/payoutFile.ts'
import { wordsIn } from '../../files/report/writeReport.ts'
import type { Batch } from '../../ledger/batches/batches.ts'
import { type LedgerReportRow, readReportRows } from '../../ledger/batches/readReport.ts'
import type { InUse } from '../../ledger/intake/findInUse.ts'
import { newBatchId } from '../../payout/keys.ts'
import type { Problem } from '../../payout/problem.ts'
import { type Sentence, say, stateOf } from '../../words/sentence.ts'
import type { App, Core } from '../context.ts'
import { type OneOff, type SubmitOptions, usualChecks } from '../submit/submission.ts'
import { type Ran, type Runner, run } from './run.ts'

export type { LedgerReportRow } from '../../ledger/batches/readReport.ts'
export type { InUse } from '../../ledger/intake/findInUse.ts'

/** A single payout, without a file. */
export interface OnePayout {
  operator: string
  phone: string
  amount: string
  currency: string | undefined
  country: string | undefined
  reference: string | undefined
  name: string | undefined
  /** Stored with the payout, and shown in its report. */
  note: string | undefined
  period: string | null
  allowDuplicates: boolean
  sandbox: boolean
}

interface OnePaid {
  /** `seen`: the payout's outcome; undefined if the database is unreachable. */
  ran: Ran<LedgerReportRow | undefined>
  /** The payout that holds the reference, or that it looks like, if it was refused for that. */
  held: InUse | undefined
}

/**
 * Pay one payout: a batch of one row, checked, claimed and sent exactly like a file. The same reference is never paid again,
 * whatever happened to the first call.
 *
 * @param batchName the name of the batch
 */
export async function payOne(
  app: App,
  payout: OnePayout,
  batchName: string,
  runner: Omit<Runner<unknown>, 'see'>,
): Promise<OnePaid> {
  const { options, held } = asFile(app, payout, batchName)
  const ran = await run(
    app,
    { ...options, detach: false },
    { ...runner, see: (core, { batch }) => readRow(app, core, batch) },
  )
  return { ran, held: held() }
}

/** The payout as a file to submit, and, once it is refused, who holds its reference. */
export function asFile(
  app: App,
  payout: OnePayout,
  batchName: string,
): { options: SubmitOptions; held(): InUse | undefined } {
  const { period, allowDuplicates, sandbox } = payout
  let held: InUse | undefined
  const oneOff: OneOff = {
    open: (folder) => openRow(payout, batchName, folder),
    wordInUse: (use) => {
      held = use
      return problemInUse(use, app.config.command, payout.phone)
    },
    wordAlike: ({ batchId, heldLine }) =>
      say('commands.payout_alike', { where: say('commands.batch_line', { batchId, heldLine }) }),
  }
  const options = { ...usualChecks, file: batchName, name: batchName, period, allowDuplicates, sandbox, oneOff }
  return { options, held: () => held }
}

/** The row as a file. */
async function openRow(payout: OnePayout, batchName: string, folder: string): Promise<OpenResult> {
  const text = JSON.stringify(calledCells(payout))
  const opened = await openPayoutFile({ path: '-', stdin: Readable.from([text]), incomingDir: folder })
  if (opened.kind !== 'opened') return opened
  return { kind: 'opened', file: { ...opened.file, name: batchName } }
}

/**
 * The row. Each call adds a unique id as a column, so that no two calls make the same file: whether a payout is repeated is decided
 * by its reference, or by what it looks like.
 */
export const calledCells = (payout: OnePayout) => ({ ...givenCells(payout), call: newBatchId() })

/** The row as given. */
function givenCells({ operator, phone, amount, currency, country, reference, name, note }: OnePayout) {
  const row = { operator, phone_number: phone, amount, currency, country, reference, name, note }
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => (value ?? '').trim() !== ''))
  // The three required columns are always present, so that an empty value is reported as a problem of the row.
  return { operator, phone_number: phone, amount, ...given }
}

/** Another payout holds the reference of this one, or looks like it. */
export function problemInUse(use: InUse, command: string, phone: string): Problem {
  const told = { line: use.line, code: use.kind, message: whyInUse(use, command) }
  return use.kind === 'reference_in_use' || use.heldPeriod !== undefined
    ? { ...told, column: 'reference', value: use.value }
    : { ...told, column: 'phone_number', value: phone }
}

/** Why it is refused: another payout holds its reference, or looks like it. Says what happened to that one, and what to do. */
function whyInUse(use: InUse, command: string): Sentence {
  const { kind, batchId, heldLine, heldState, heldReference, heldVariant, heldPeriod: period } = use
  const where = say('commands.batch_line', { batchId, heldLine })
  const told = { state: stateOf(heldState), where }
  if (period === null) return say('commands.reference_without_period', told)
  if (period !== undefined) return say('commands.reference_in_period', { ...told, period })
  if (heldVariant !== null) return say('commands.reference_variant', { ...told, held: heldVariant })
  if (kind === 'possible_duplicate') return say('commands.payout_same_amount_same_number_less', told)
  switch (heldState) {
    case 'paid':
      return heldReference === null
        ? say('commands.reference_paid_already', { where })
        : say('commands.reference_paid_already_under_providers_reference', {
            where,
            heldReference: heldReference,
          })
    case 'pending':
      return say('commands.reference_waiting_paid_status_says_waits', { where, command, batchId })
    case 'sending':
      return say('commands.reference_paid_moment_status_follows', { where, command, batchId })
    case 'accepted':
      return say('commands.provider_reference_not_said_yet_whether', { where, command, batchId })
    case 'unknown':
      return say('commands.reference_may_may_not_paid_say', { where, command, batchId, heldLine })
    case 'failed':
    case 'cancelled':
    case 'invalid':
      return say('commands.reference_evidence_paid_after_all_ask', {
        state: stateOf(heldState),
        where,
        command,
        batchId,
        heldLine,
      })
  }
}

/** Its outcome. Undefined if the database is unreachable: the batch's own figures are still shown. */
async function readRow(app: App, core: Core, { batchNo }: Batch): Promise<LedgerReportRow | undefined> {
  try {
    for await (const [row] of readReportRows(core.ledger, batchNo, wordsIn(app.language))) return row
  } catch {
    return undefined
  }
  return undefined
}
