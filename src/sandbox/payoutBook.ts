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
  /** How it was refused: `error` is false where the script has it contradict itself. */
  refusal: { error: boolean; message: string } | null
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

  function keep(record: PayoutRecord): void {
    // Kept before anybody can see it: what could not be written down did not happen.
    onRecord(record)
    restore(record)
  }

  const answerOf = ({ reference, carriedOut: made, refusal, pendingUntilMs }: PayoutRecord): StatusAnswer => {
    if (!made) return { error: refusal?.error ?? true, status: 'FAILED', reference, message: refusal?.message ?? '' }
    return pendingUntilMs !== null && clock.nowMs() < pendingUntilMs ? pending(reference) : paid(made)
  }

  return {
    carriedOut,
    restore,
    pay: ({ operator, amount, currency, phoneNumber }, pendingMs) => {
      const reference = nextReference()
      const nowMs = clock.nowMs()
      const made = { reference, operator, amount, currency, phone: phoneNumber, at: isoTime(nowMs) }
      const pendingUntilMs = pendingMs === undefined ? null : nowMs + pendingMs
      keep({ reference, carriedOut: made, refusal: null, pendingUntilMs })
      return pendingMs === undefined ? paid(made) : pending(reference)
    },
    refuse: (error, message) => {
      const record = { reference: nextReference(), carriedOut: null, refusal: { error, message }, pendingUntilMs: null }
      keep(record)
      return answerOf(record)
    },
    statusOf: (reference) => {
      const record = records.get(reference)
      return record ? answerOf(record) : null
    },
  }
}

/** The form of the document's sample (2.7). */
const paid = ({ reference, amount, currency, phone }: CarriedOut): StatusAnswer => ({
  error: false,
  status: 'success',
  reference,
  message: `Transfer of ${amount} ${currency} to ${phone} was successful`,
})

const pending = (reference: string): StatusAnswer => ({
  error: false,
  status: 'PENDING',
  reference,
  message: 'The payout is being processed',
})
