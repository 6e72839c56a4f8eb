import type { ChargeDiscrepancyKind, ChargeState } from '../payout/charge.ts'
import { fitsAmount, hundredthsOf, mayBePaid, type StatementLine } from '../payout/reconciliation.ts'
import { zoneSlackMs } from '../payout/times/zonedTime.ts'

/** The facts of a charge that are compared with a statement. */
interface ListedCharge {
  id: string
  /** The provider's reference. */
  reference: string | null
  /** The merchant's own reference. */
  ownReference: string | null
  amountMinor: bigint
  currency: string
  state: ChargeState
  sandbox: boolean
  createdAt: Date
}

/** Why a charge stays as it is. */
export type ChargeLeft =
  | 'several_lines'
  | 'several_charges'
  | 'of_payout'
  | 'other_mode'
  | 'too_early'
  | 'no_amount'
  | 'undecided'
  | 'asked'

export interface MatchedCharges<Charge> {
  resolutions: { charge: Charge; to: 'paid' | 'failed'; line: StatementLine }[]
  cases: { charge: Charge; why: ChargeDiscrepancyKind; lines: StatementLine[] }[]
  left: { charge: Charge; why: ChargeLeft; lines: StatementLine[] }[]
  /** The number of lines that agree with the ledger. */
  agreed: number
  /** The number of lines about no charge. */
  others: number
}

interface MatchChargesInput<Charge> {
  lines: readonly StatementLine[]
  charges: readonly Charge[]
  /** References that payouts hold. */
  ofPayouts: ReadonlySet<string>
  /** Whether the statement is of the sandbox's account. */
  sandbox: boolean
  /** In hundredths of a percent. */
  feeTolerance: number
}

/**
 * Decides which charges a statement settles, by exact reference, one line for one charge or not at all: if a charge were wrongly
 * called paid, somebody would deliver for nothing. Anything doubtful is left to a person.
 */
export function matchCharges<Charge extends ListedCharge>(input: MatchChargesInput<Charge>): MatchedCharges<Charge> {
  const found: MatchedCharges<Charge> = { resolutions: [], cases: [], left: [], agreed: 0, others: 0 }
  const holders = holdersOf(input.charges)
  const listed = new Map<Charge, StatementLine[]>()
  const shared = new Set<Charge>()
  for (const line of input.lines) {
    const its = line.reference === null ? undefined : holders.get(line.reference)
    if (its === undefined) found.others += 1
    for (const charge of its ?? []) {
      listed.set(charge, [...(listed.get(charge) ?? []), line])
      if ((its?.size ?? 0) > 1) shared.add(charge)
    }
  }
  for (const [charge, lines] of listed) {
    const [line] = lines
    if (line === undefined) continue
    const doubt = doubtOf(charge, line, lines, shared.has(charge), input)
    if (doubt === null) judge(charge, line, input.feeTolerance, found)
    else if (doubt !== 'other_mode' && isOver(charge) && lines.some(mayBePaid))
      found.cases.push({ charge, why: 'ended_but_paid', lines })
    else found.left.push({ charge, why: doubt, lines })
  }
  return found
}

function holdersOf<Charge extends ListedCharge>(charges: readonly Charge[]): Map<string, Set<Charge>> {
  const holders = new Map<string, Set<Charge>>()
  for (const charge of charges) {
    for (const reference of [charge.reference, charge.ownReference]) {
      if (reference !== null) holders.set(reference, (holders.get(reference) ?? new Set()).add(charge))
    }
  }
  return holders
}

/** Why it is not certain that the line, and no other, is about the charge; null if it is. */
function doubtOf(
  charge: ListedCharge,
  { reference, at }: StatementLine,
  lines: readonly StatementLine[],
  isShared: boolean,
  { sandbox, ofPayouts }: Pick<MatchChargesInput<ListedCharge>, 'sandbox' | 'ofPayouts'>,
): ChargeLeft | null {
  if (charge.sandbox !== sandbox) return 'other_mode'
  if (isShared) return 'several_charges'
  if (lines.length > 1) return 'several_lines'
  if (reference !== null && ofPayouts.has(reference)) return 'of_payout'
  if (at !== null && at.toMs < charge.createdAt.getTime() - zoneSlackMs) return 'too_early'
  return null
}

const isOver = ({ state }: ListedCharge): boolean =>
  state === 'refused' || state === 'failed' || state === 'cancelled' || state === 'expired'

function judge<Charge extends ListedCharge>(
  charge: Charge,
  line: StatementLine,
  feeTolerance: number,
  found: MatchedCharges<Charge>,
): void {
  const lines = [line]
  const leave = (why: ChargeLeft) => found.left.push({ charge, why, lines })
  const contradict = (why: ChargeDiscrepancyKind) => found.cases.push({ charge, why, lines })
  const isPaid = line.meaning === 'carried_out' && line.isFee !== true
  if (line.currency !== null && line.currency !== charge.currency) contradict('currency_differs')
  else if (isOver(charge) && mayBePaid(line)) contradict('ended_but_paid')
  else if (line.amountHundredths === null) leave('no_amount')
  else if (!isItsAmount(charge, line, feeTolerance)) contradict('amount_differs')
  else if (!isPaid && line.meaning !== 'not_carried_out') leave('undecided')
  else if (charge.state === 'asked') leave('asked')
  else if (charge.state === 'under_way' || charge.state === 'unknown')
    found.resolutions.push({ charge, to: isPaid ? 'paid' : 'failed', line })
  else if (charge.state === 'paid' && !isPaid) contradict('paid_but_not_paid')
  else found.agreed += 1
}

/** Whether a line has the requested amount, perhaps with the customer's fee, or without the fee that the provider kept. */
function isItsAmount(charge: ListedCharge, line: StatementLine, feeTolerance: number): boolean {
  const asked = hundredthsOf(charge)
  if (fitsAmount(line, asked, feeTolerance)) return true
  const { amountHundredths, feeHundredths } = line
  if (amountHundredths === null || amountHundredths > asked) return false
  if (feeHundredths !== undefined) return amountHundredths + feeHundredths === asked
  return (asked - amountHundredths) * 10_000n <= asked * BigInt(feeTolerance)
}
