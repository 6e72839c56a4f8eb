import type { Stop } from '../../ledger/audit/readHistory.ts'
import type { RejectedNow } from '../../ledger/batches/approveBatch.ts'
import type { Batch } from '../../ledger/batches/batches.ts'
import { type BatchTotals, readTotals, wireSums } from '../../ledger/batches/totals.ts'
import type { Contradicted } from '../../ledger/rows/contradictions.ts'
import { type Elsewhere, nothingElsewhere, readElsewhere } from '../../ledger/rows/contradictions.ts'
import { formatWireAmount, parseLimit } from '../../payout/money/money.ts'
import { isCurrency } from '../../payout/operators/operator.ts'
import type { PauseReason } from '../../payout/outcome.ts'
import type { BatchState, PayoutState } from '../../payout/state.ts'
import { hoursDocument } from '../../payout/times/hours.ts'
import type { WarningCounts } from '../../payout/warning.ts'
import type { StopSignal } from '../../process.ts'
import { count, listed, moment, type Sentence, say, type Words } from '../../words/sentence.ts'
import type { Core } from '../context.ts'

export { pauseReasonSentence } from '../../alerts/alert.ts'
export { settledSentence } from '../../files/report/settled.ts'

/** A batch as `status --json` prints it. Sums are text, in the currency's decimals. */
export interface BatchDocument {
  id: string
  name: string
  period: string | null
  state: BatchState
  reason: PauseReason | null
  /** True in the sandbox: nobody is paid. */
  sandbox: boolean
  /** The provider's words that led to it, if any. */
  reason_says?: string
  /** The hash is null once the batch is purged: it could confirm a guess of the file. */
  file: { name: string; sha256: string | null; rows: number }
  counts: Partial<Record<PayoutState, number>>
  sums: Partial<Record<PayoutState, Record<string, string>>>
  created_at: string
  settled_at: string | null
  /** The number of warnings that the submitter saw, by code, if any. */
  warnings?: WarningCounts
  /** The following fields are present only if they apply. */
  start_at?: string
  /** The hours of each day in which it is paid. */
  between?: ReturnType<typeof hoursDocument>
  /** When these hours begin, if it is outside of them now. */
  waits_until?: string
  purged_at?: string
  approval?: {
    submitted_by: string | null
    /** The person who approved it last. */
    approved_by: string | null
    /** Everybody who approved it so far, in order, and how many people it needs, including the submitter. */
    approvers: string[]
    people_needed: number
  }
}

/** Rows that evidence contradicts and that nobody has looked into, if any, with the first ten lines. */
export const contradictedPart = ({ rows, failed, first }: Contradicted) =>
  rows > 0 ? { contradicted: { rows, failed, lines: first } } : {}

/** Invalid rows that are payouts of other batches. While a batch is paid, nobody has to know. */
export const elsewhereOf = (
  { ledger }: Pick<Core, 'ledger'>,
  { batchNo, state }: Batch,
  { invalid = 0 }: BatchTotals['counts'],
): Promise<Elsewhere> | Elsewhere =>
  invalid > 0 && state !== 'running' ? readElsewhere(ledger, batchNo) : nothingElsewhere

const held = (rows: number, batches: readonly string[]) =>
  ({ rows: count(rows), n: batches.length, batches: listed(batches) }) as const

export const paidElsewhere = (rows: number, batches: readonly string[]): Sentence =>
  say('summary.rows_paid_elsewhere', held(rows, batches))

/** Followed by where to go. */
export const openElsewhere = (rows: number, batches: readonly string[]): Sentence =>
  say('summary.rows_open_elsewhere', held(rows, batches))

/** The note of a pause because the process that paid was told to end, by a service or because its terminal was closed. */
export const endedProcess: StopSignal = 'SIGTERM'

/** A person's words; or why payrun itself paused a batch for whom it names. */
export const noteOfStop = (note: string | null): Words | null =>
  note === endedProcess ? say('summary.process_told_to_stop') : note

/** Who paused it or, if it is over, cancelled or rejected it, and when. */
export function stopSentence(reason: PauseReason | null, { by, at, note }: Stop): Sentence {
  const told = { who: by, at: moment(at) }
  if (reason === 'rejected') return say('summary.rejected_by', told)
  if (reason === null) return say('summary.cancelled_by', told)
  if (note === endedProcess) return say('summary.stopped_by_service', { at: moment(at) })
  return note === null ? say('summary.paused_by', told) : say('summary.paused_by_why', { ...told, note })
}

export const rejectedRetrySentence = (name: string, { by, at, rows }: RejectedNow): Sentence =>
  say('deskPages.home_retry_rejected', {
    name,
    by: by ?? say('deskBatch.nobody_known'),
    at: moment(at),
    rows: count(rows),
  })

export const noTotals: BatchTotals = { counts: {}, sums: {} }

export const totalsOf = async ({ ledger }: Pick<Core, 'ledger'>, { batchNo }: Batch): Promise<BatchTotals> =>
  (await readTotals(ledger, [batchNo])).get(batchNo) ?? noTotals

/** A batch's document with its current counts and sums. */
export const documentNow = async (core: Pick<Core, 'ledger'>, batch: Batch): Promise<BatchDocument> =>
  batchDocument(batch, await totalsOf(core, batch))

/** The same for many batches, in one query. */
export async function documentsNow({ ledger }: Core, batches: readonly Batch[]): Promise<BatchDocument[]> {
  const totals = await readTotals(
    ledger,
    batches.map(({ batchNo }) => batchNo),
  )
  return batches.map((batch) => batchDocument(batch, totals.get(batch.batchNo)))
}

export function batchDocument(batch: Batch, totals: BatchTotals = noTotals): BatchDocument {
  return {
    id: batch.id,
    name: batch.name,
    period: batch.period,
    state: batch.state,
    reason: batch.reason,
    sandbox: batch.sandbox,
    ...(batch.reasonSays !== null && { reason_says: batch.reasonSays }),
    file: { name: batch.fileName, sha256: batch.fileSha256, rows: batch.fileRows },
    counts: totals.counts,
    sums: wireSums(totals.sums),
    created_at: batch.createdAt.toISOString(),
    settled_at: batch.settledAt?.toISOString() ?? null,
    ...(Object.keys(batch.warnings).length > 0 && { warnings: batch.warnings }),
    ...(batch.purgedAt && { purged_at: batch.purgedAt.toISOString() }),
    ...(batch.hours && { between: hoursDocument(batch.hours) }),
    ...(batch.hoursBegin && { waits_until: batch.hoursBegin.toISOString() }),
    ...(batch.startAt && { start_at: batch.startAt.toISOString() }),
    ...(batch.peopleNeeded > 1 && {
      approval: {
        submitted_by: batch.submitter,
        approved_by: batch.approvers.at(-1) ?? null,
        approvers: batch.approvers,
        people_needed: batch.peopleNeeded,
      },
    }),
  }
}

/** The sums of all payable rows of a batch, whatever their state: pairs of a currency and an amount as a string. */
export function wholeOf({ sums }: BatchDocument): [currency: string, amount: string][] {
  const whole = new Map<string, bigint>()
  for (const [state, byCurrency] of Object.entries(sums)) {
    if (state === 'invalid') continue
    for (const [currency, amount] of Object.entries(byCurrency)) {
      const read = isCurrency(currency) ? parseLimit(amount, currency) : undefined
      if (read?.ok) whole.set(currency, (whole.get(currency) ?? 0n) + read.amountMinor)
    }
  }
  return [...whole].map(([currency, amountMinor]) => [currency, formatWireAmount(amountMinor, currency)])
}
