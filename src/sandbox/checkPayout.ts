import { type PayoutRequest, payoutRequest } from '../provider/wire.ts'
import { amountProblem, checkWallet, invalidRequest } from './checkWallet.ts'
import { firstProblem } from './firstProblem.ts'

export type CheckedPayout = { ok: true; payout: PayoutRequest } | { ok: false; message: string }

/**
 * Checks a payout's body as a provider would: the fields of the interface document (2.6), an operator of its table
 * (2.8), a number and a currency of that operator's country, and an amount that the currency can have.
 */
export function checkPayout(body: unknown): CheckedPayout {
  const read = payoutRequest.safeParse(body)
  if (!read.success) return invalid(firstProblem(read))
  const payout = read.data
  const wallet = checkWallet(payout.operator, payout.phoneNumber)
  if (!wallet.ok) return invalid(wallet.message)
  const { currency } = wallet.country
  if (payout.currency !== currency) return invalid(`currency must be ${currency} for this operator`)
  const problem = amountProblem(payout.amount, currency)
  if (problem !== null) return invalid(problem)
  return { ok: true, payout: { ...payout, phoneNumber: wallet.phone } }
}

const invalid = (problem: string): CheckedPayout => ({ ok: false, message: invalidRequest(problem) })
