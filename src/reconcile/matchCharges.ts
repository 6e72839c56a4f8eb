import type { ChargeDiscrepancyKind, ChargeState } from '../payout/charge.ts'
import { fitsAmount, hundredthsOf, mayBePaid, type StatementLine } from '../payout/reconciliation.ts'
import { zoneSlackMs } from '../payout/times/zonedTime.ts'

/** What a statement is held against of a charge. */
interface ListedCharge {
  id: string
  /** The provider's. */
  reference: string | null
  /** The merchant's own. */
  ownReference: string | null
  amountMinor: bigint
  currency: string
  state: ChargeState
  sandbox: boolean
  createdAt: Date
}

/** Why a charge is left as it is. */
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
  /** Lines that say what the ledger says. */
  agreed: number
  /** Lines that are no charge's. */
  others: number
}

interface MatchChargesInput<Charge> {
  lines: readonly StatementLine[]
  charges: readonly Charge[]
  /** References that payouts hold. */
  ofPayouts: ReadonlySet<string>
  /** The statement is of the sandbox's account. */
  sandbox: boolean
  /** Hundredths of a percent. */
  feeTolerance: number
}

/**
 * Which charges a statement settles, by exact reference, one line for one charge or not at all: a charge that is wrongly
 * called paid has somebody deliver for nothing. Whatever is doubtful is left to a person.
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

/** Whether it is certain that the line, and no other, is about the charge. */
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

/** What was asked for; or that with the fee that the customer paid, or without the one that the provider kept. */
function isItsAmount(charge: ListedCharge, line: StatementLine, feeTolerance: number): boolean {
  const asked = hundredthsOf(charge)
  if (fitsAmount(line, asked, feeTolerance)) return true
  const { amountHundredths, feeHundredths } = line
  if (amountHundredths === null || amountHundredths > asked) return false
  if (feeHundredths !== undefined) return amountHundredths + feeHundredths === asked
  return (asked - amountHundredths) * 10_000n <= asked * BigInt(feeTolerance)
}
