import type { OperatorCode } from './operator.ts'

/** A payout as the provider needs it: what is sent, in the provider's forms. */
export interface Payable {
  operator: OperatorCode
  /** Digits with the country code, no plus: `22997000001`. */
  phone: string
  /** Minor units of `currency`, per ISO 4217: 150050n is 1500.50 KES, 1500n is 1500 XOF. */
  amountMinor: bigint
  /** ISO 4217 code. */
  currency: string
  /** The beneficiary's name, sent as customer.name when present. */
  name: string | null
}
