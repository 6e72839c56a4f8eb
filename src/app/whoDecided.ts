import { type BatchDeed, readDeeds } from '../ledger/audit/readHistory.ts'
import type { Batch } from '../ledger/batches/batches.ts'
import { batchStateOf, moment, type Sentence, say } from '../words/sentence.ts'
import { type Failure, failure } from './context.ts'
import type { Core } from './open/openCore.ts'

/** Of a batch that waits for nobody any more, who decided on it or on its retry last, and when. */
export async function waitsNoMore(core: Core, batch: Batch): Promise<Failure> {
  const { name, state } = batch
  const found = await lastDecision(core, batch)
  if (!found)
    return failure('usage', say('deskApprove.waits_no_more', { name, state: batchStateOf(state) }), [], 'wrong_state')
  const { deed, told } = found
  const why = deed.note === null ? [] : [say('deskApprove.reason', { note: deed.note })]
  return failure('usage', told, why, 'wrong_state')
}

/** The same beside a sentence that says what the batch is now: for a terminal, and for programs. Nothing where nobody is known. */
export async function whoDecided(core: Core, batch: Batch): Promise<Sentence[]> {
  const found = await lastDecision(core, batch)
  return found && found.deed.by !== null ? [found.told] : []
}

/** Somebody was faster to decide on its retry, or there was none to decide on. */
export async function retryDecided(core: Core, batch: Batch): Promise<Failure> {
  const { id } = batch
  const found = await lastDecision(core, batch, ({ kind }) => kind.startsWith('retry_'))
  if (!found) return failure('usage', say('accounts.no_retry_waits', { id }), [], 'wrong_state')
  const who = found.deed.by === null ? [] : [found.told]
  return failure('usage', say('accounts.retry_decided', { id }), who, 'wrong_state')
}

async function lastDecision(
  { ledger }: Core,
  { batchNo, name }: Batch,
  isMeant: (deed: BatchDeed) => boolean = () => true,
): Promise<{ deed: BatchDeed; told: Sentence } | undefined> {
  const deeds = await readDeeds(ledger, batchNo, mostDeeds)
  for (const deed of deeds.filter(isMeant).toReversed()) {
    const told = decisionTold(deed, name)
    if (told) return { deed, told }
  }
  return undefined
}

/** Of older ones nobody is in doubt. */
const mostDeeds = 100

function decisionTold({ kind, to, reason, by, at }: BatchDeed, name: string): Sentence | null {
  const told = { name, who: by ?? say('deskBatch.nobody_known'), at: moment(at) }
  switch (kind) {
    case 'approved':
      return say('deskApprove.already_approved', told)
    case 'retry_approved':
      return say('deskApprove.retry_already_approved', told)
    case 'retry_rejected':
      return say('deskApprove.retry_already_rejected', told)
    case 'retry_withdrawn':
      return say('deskApprove.retry_already_withdrawn', told)
    case 'moved':
      if (to !== 'cancelled') return null
      return reason === 'rejected'
        ? say('deskApprove.already_rejected', told)
        : say('deskApprove.already_cancelled', told)
    default:
      return null
  }
}
