import { countOwnReferences, findOpenBatches } from '../../ledger/evidence/reconcile.ts'
import { findByFile } from '../../ledger/intake/repeats.ts'
import type { Statement } from '../../payout/reconciliation.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { Core } from '../open/openCore.ts'

/**
 * Refuses the file that a batch was submitted from, and another file of payouts: they say what should be paid, not what was.
 *
 * @param batches whose references are the payer's own, in addition to those of the batches with rows to settle
 */
export async function refusePayroll(
  { ledger }: Core,
  { name, sha256, perhapsOwn }: Pick<Statement, 'name' | 'sha256' | 'perhapsOwn'>,
  batches: readonly number[] = [],
): Promise<ReturnType<typeof refused> | undefined> {
  const id = await findByFile(ledger, sha256)
  if (id !== undefined) return refused(name, say('terminal.statement_is_payroll', { id }))
  if (!perhapsOwn) return undefined
  const { column, references } = perhapsOwn
  const own = await countOwnReferences(ledger, [...batches, ...(await findOpenBatches(ledger))], references)
  return own * 2 > references.length
    ? refused(name, say('terminal.statement_has_own_references', { column }))
    : undefined
}

const refused = (file: string, message: Sentence) => ({ kind: 'refused' as const, file, problems: [], message })
