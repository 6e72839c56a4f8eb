import type { Ledger } from '../src/ledger/connection/ledger.ts'
import { type Charge, findCharge, settleCharge } from '../src/ledger/evidence/charges.ts'
import {
  findNotifiedPayout,
  keepEffect,
  keepNotificationDiscrepancy,
  type NotifiedPayout,
} from '../src/ledger/evidence/notifications.ts'
import { keepAnswer, settleAccepted } from '../src/ledger/evidence/statusQuestions.ts'
import type { ChargeKind, ChargeState } from '../src/payout/charge.ts'
import type { PayoutState } from '../src/payout/state.ts'
import { statusMeaning } from '../src/provider/answers/answer.ts'
import { judgeChargeNotification, judgePayoutNotification } from '../src/provider/notifications/judgeNotification.ts'
import type { Notification } from '../src/provider/notifications/readNotification.ts'

/** What a notification is about. */
export type About =
  | { kind: 'payout'; batchNo: number; batchId: string; line: number }
  | { kind: ChargeKind; id: string }

/** What came of a notification. */
export type Applied =
  /** It settled the payment that it is about. */
  | { kind: 'settled'; about: About; state: PayoutState | ChargeState }
  /** The payment was in this state already. */
  | { kind: 'agrees'; about: About; state: PayoutState | ChargeState }
  /** It contradicts the ledger (`state`), or what was asked for: a person has to look into it. Nothing was changed. */
  | { kind: 'contradicts'; about: About; state: PayoutState | ChargeState }
  /** Its status decides nothing. */
  | { kind: 'undecided'; about: About; state: PayoutState | ChargeState }
  /** The ledger doesn't know the reference. The notification is read again once it does. */
  | { kind: 'unknown_reference' }

/**
 * Apply a notification. It is evidence about a reference that the ledger knows, and never makes a payment. Safe to repeat: the second
 * time, it finds what it did the first time.
 *
 * - A charge becomes what the first notification says; a later one that says otherwise changes nothing.
 * - An accepted payout is settled as by the answer to a status call.
 * - An `unknown` payout stays unknown: only a late answer, a statement or a person settles it. What the notification says is kept as
 *   a discrepancy, and so is whatever contradicts a row: it never turns a paid row into a failed one.
 */
export async function applyNotification(ledger: Ledger, notification: Notification): Promise<Applied> {
  const applied = await judge(ledger, notification)
  // Crash window: if the process dies before this or before it is marked as handled, it is applied again, and finds its own work done.
  await keepEffect(ledger, notification.key, applied.kind)
  return applied
}

async function judge(ledger: Ledger, notification: Notification): Promise<Applied> {
  const { reference } = notification
  const [charge, payout] = [await findCharge(ledger, reference), await findNotifiedPayout(ledger, reference)]
  // The provider gave one reference to two payments: nobody can tell which of them it means.
  if (charge && payout) return { kind: 'contradicts', about: aboutPayout(payout), state: payout.state }
  if (charge) return judgeCharge(ledger, notification, charge)
  return payout ? judgePayout(ledger, notification, payout) : { kind: 'unknown_reference' }
}

async function judgeCharge(ledger: Ledger, notification: Notification, charge: Charge): Promise<Applied> {
  const about = { kind: charge.kind, id: charge.id }
  const reading = judgeChargeNotification(notification, charge)
  if (reading.kind === 'undecided') return { kind: 'undecided', about, state: charge.state }
  if (reading.kind === 'contradictory') return { kind: 'contradicts', about, state: charge.state }
  const settled = await settleCharge(ledger, notification.reference, reading.end)
  switch (settled.kind) {
    case 'settled':
      return { kind: 'settled', about, state: settled.charge.state }
    case 'already':
      return { kind: 'agrees', about, state: settled.charge.state }
    case 'contradicts':
      return { kind: 'contradicts', about, state: settled.charge.state }
    case 'no_charge':
      throw new Error('a charge has gone from the ledger')
  }
}

async function judgePayout(ledger: Ledger, notification: Notification, found: NotifiedPayout): Promise<Applied> {
  const { reference, status } = notification
  const about = aboutPayout(found)
  const reading = judgePayoutNotification(notification, found.payable)
  if (reading.kind !== 'paid' && reading.kind !== 'failed') {
    if (found.state === 'accepted' && found.latest) await keepAnswer(ledger, found, reading)
    if (reading.kind !== 'contradictory') return { kind: 'undecided', about, state: found.state }
    // A success under this reference, though with another amount or number: a failed row must not be sent again before somebody has looked.
    if (found.state !== 'accepted' && statusMeaning(status) === 'success')
      await keepNotificationDiscrepancy(ledger, found, { saysPaid: true, reference, status })
    return { kind: 'contradicts', about, state: found.state }
  }
  let row = found
  if (row.state === 'accepted' && row.latest) {
    const settled = await settleAccepted(ledger, { ...row, reference }, reading, 'notification')
    if (settled) return { kind: 'settled', about, state: reading.kind }
    // Somebody else settled it first: judge it as it is now.
    row = (await findNotifiedPayout(ledger, reference)) ?? row
  }
  const saysPaid = reading.kind === 'paid'
  if (agrees(row, saysPaid)) return { kind: 'agrees', about, state: row.state }
  await keepNotificationDiscrepancy(ledger, row, { saysPaid, reference, status })
  return { kind: 'contradicts', about, state: row.state }
}

/** Whether the row says the same. That an earlier attempt failed is nothing new: the row was tried again. */
function agrees({ state, latest }: NotifiedPayout, saysPaid: boolean): boolean {
  if (saysPaid) return state === 'paid' && latest
  return state === 'failed' || !latest
}

const aboutPayout = ({ batchNo, batchId, line }: NotifiedPayout): About => ({ kind: 'payout', batchNo, batchId, line })
