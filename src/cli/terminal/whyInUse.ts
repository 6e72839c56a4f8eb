import type { InUse } from '../../ledger/findInUse.ts'
import { t } from '../../words/t.ts'
import { printable } from './printable.ts'
import { stateWord } from './stateWords.ts'

/** Why a one-off payout isn't made: another payout holds its reference, or looks like it. What became of that one, and what to do. */
export function whyInUse({ kind, batchId, heldLine, heldState, heldReference }: InUse, command: string): string {
  const where = t`batch ${batchId}, line ${heldLine}`
  if (kind === 'possible_duplicate') {
    return t`A payout of the same amount to the same number is ${stateWord(heldState)} in ${where}, less than 24 hours ago: give this one a --reference, or add --allow-duplicates if both are meant.`
  }
  switch (heldState) {
    case 'paid':
      return heldReference === null
        ? t`This reference is paid already, in ${where}.`
        : t`This reference is paid already, in ${where}, under the provider's reference ${printable(heldReference)}.`
    case 'pending':
      return t`This reference is waiting to be paid in ${where}: ${command} status ${batchId} says what it waits for.`
    case 'sending':
      return t`This reference is being paid at this moment, in ${where}: ${command} status ${batchId} follows it.`
    case 'accepted':
      return t`The provider has this reference, and has not said yet whether it is paid (${where}): ${command} status ${batchId} shows what it says.`
    case 'unknown':
      return t`This reference may or may not be paid (${where}): say what became of it with ${command} resolve ${batchId} --line ${heldLine}.`
    case 'failed':
    case 'cancelled':
    case 'invalid':
      return t`This reference is ${stateWord(heldState)} in ${where}, and there is evidence that it was paid after all: ask the provider first (${command} audit ${batchId} --line ${heldLine}).`
  }
}
