import { randomUUID } from 'node:crypto'
import type { PayoutRequest } from '../provider/wire.ts'
import { type Clock, isoTime } from './clock.ts'
import type { CarriedOut } from './records.ts'

/** What the status call says of one reference. */
export interface StatusAnswer {
  error: boolean
  status: string
  reference: string
  message: string
}

/** A payout that was answered with a reference, whether or not money moved. */
export interface PayoutRecord {
  reference: string
  /** Null: it was refused. */
  carriedOut: CarriedOut | null
  final: StatusAnswer
  /** Until then the status call says PENDING (Unix ms); null: it was final at once. */
  pendingUntilMs: number | null
}

export interface PayoutBook {
  /** Grows while the sandbox runs, in the order of paying. */
  carriedOut: readonly CarriedOut[]
  /** The money moves. @param pendingMs for how long it is called PENDING, null: not at all */
  pay(payout: PayoutRequest, pendingMs?: number): StatusAnswer
  /** It does not move, now and whenever it is asked about. */
  refuse(error: boolean, message: string): StatusAnswer
  statusOf(reference: string): StatusAnswer | null
  /** Takes back what an earlier run kept. */
  restore(record: PayoutRecord): void
}

/** The payouts of a sandbox. @param onRecord told of each, to keep it */
export function createPayoutBook(clock: Clock, onRecord: (record: PayoutRecord) => void = () => undefined): PayoutBook {
  const referencePrefix = `sbx-${randomUUID().slice(0, 8)}`
  const carriedOut: CarriedOut[] = []
  const records = new Map<string, PayoutRecord>()
  let count = 0
  const nextReference = () => `${referencePrefix}-${++count}`

  function restore(record: PayoutRecord): void {
    records.set(record.reference, record)
    if (record.carriedOut) carriedOut.push(record.carriedOut)
  }

  function keep(record: PayoutRecord): StatusAnswer {
    // Kept before anybody can see it: what could not be written down did not happen.
    onRecord(record)
    restore(record)
    return answerOf(record)
  }

  const answerOf = ({ final, pendingUntilMs, reference }: PayoutRecord): StatusAnswer =>
    pendingUntilMs !== null && clock.nowMs() < pendingUntilMs ? pending(reference) : final

  return {
    carriedOut,
    restore,
    pay: (payout, pendingMs) => {
      const { operator, amount, currency, phoneNumber } = payout
      const reference = nextReference()
      const nowMs = clock.nowMs()
      const made = { reference, operator, amount, currency, phone: phoneNumber, at: isoTime(nowMs) }
      const pendingUntilMs = pendingMs === undefined ? null : nowMs + pendingMs
      const record = { reference, carriedOut: made, final: paid(payout, reference), pendingUntilMs }
      keep(record)
      return pendingMs === undefined ? record.final : pending(reference)
    },
    refuse: (error, message) => {
      const reference = nextReference()
      const final = { error, status: 'FAILED', reference, message }
      return keep({ reference, carriedOut: null, final, pendingUntilMs: null })
    },
    statusOf: (reference) => {
      const record = records.get(reference)
      return record ? answerOf(record) : null
    },
  }
}

/** The form of the document's sample (2.7). */
const paid = ({ amount, currency, phoneNumber }: PayoutRequest, reference: string): StatusAnswer => ({
  error: false,
  status: 'success',
  reference,
  message: `Transfer of ${amount} ${currency} to ${phoneNumber} was successful`,
})

const pending = (reference: string): StatusAnswer => ({
  error: false,
  status: 'PENDING',
  reference,
  message: 'The payout is being processed',
})
