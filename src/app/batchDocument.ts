import type { Batch } from '../ledger/batches/batches.ts'
import { type BatchTotals, readTotals, wireSums } from '../ledger/batches/status.ts'
import type { Contradicted } from '../ledger/rows/contradictions.ts'
import { formatWireAmount, parseLimit } from '../payout/money/money.ts'
import { isCurrency } from '../payout/operators/operator.ts'
import type { PauseReason } from '../payout/outcome.ts'
import type { BatchState, PayoutState } from '../payout/state.ts'
import { hoursDocument } from '../payout/times/hours.ts'
import type { WarningCounts } from '../payout/warning.ts'
import type { Core } from './open/openCore.ts'

export { pauseReasonSentence } from '../alerts/alert.ts'

/** A batch as `status --json` prints it. Sums are text, in the currency's decimals. */
export interface BatchDocument {
  id: string
  name: string
  period: string | null
  state: BatchState
  reason: PauseReason | null
  /** It was paid in the sandbox: nobody has had any money. */
  sandbox: boolean
  /** What the provider said that led to it; only where it said something. */
  reason_says?: string
  /** No hash of a purged batch's file: a guess could be confirmed by it. */
  file: { name: string; sha256: string | null; rows: number }
  counts: Partial<Record<PayoutState, number>>
  sums: Partial<Record<PayoutState, Record<string, string>>>
  created_at: string
  settled_at: string | null
  /** What whoever submitted it was warned of, by code; only where there was something. */
  warnings?: WarningCounts
  /** Only where they have something to say. */
  start_at?: string
  /** The hours of each day in which it is paid. */
  between?: ReturnType<typeof hoursDocument>
  /** When they begin, while it is outside of them. */
  waits_until?: string
  purged_at?: string
  approval?: {
    submitted_by: string | null
    /** Whoever approved it last. */
    approved_by: string | null
    /** Everybody who approved it so far, in order, and how many people it needs, its submitter among them. */
    approvers: string[]
    people_needed: number
  }
}

/** Rows that evidence contradicts and that nobody has looked into, where there are any; the lines are the first ten. */
export const contradictedPart = ({ rows, failed, first }: Contradicted) =>
  rows > 0 ? { contradicted: { rows, failed, lines: first } } : {}

export const noTotals: BatchTotals = { counts: {}, sums: {} }

export const totalsOf = async ({ ledger }: Pick<Core, 'ledger'>, { batchNo }: Batch): Promise<BatchTotals> =>
  (await readTotals(ledger, [batchNo])).get(batchNo) ?? noTotals

/** A batch's document, added up at this moment. */
export const documentNow = async (core: Pick<Core, 'ledger'>, batch: Batch): Promise<BatchDocument> =>
  batchDocument(batch, await totalsOf(core, batch))

/** The same of many batches, in one query. */
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
    ...(batch.approvalsNeeded > 1 && {
      approval: {
        submitted_by: batch.submitter,
        approved_by: batch.approvers.at(-1) ?? null,
        approvers: batch.approvers,
        people_needed: batch.approvalsNeeded,
      },
    }),
  }
}

/** What all rows of a batch come to that could be paid, whatever became of them: pairs of a currency and an amount as text. */
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
