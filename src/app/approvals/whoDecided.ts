import { type BatchDeed, readDeeds } from '../../ledger/audit/readHistory.ts'
import type { Batch } from '../../ledger/batches/batches.ts'
import { batchStateOf, moment, type Sentence, say } from '../../words/sentence.ts'
import { type Failure, refused } from '../context.ts'
import type { Core } from '../open/openCore.ts'

/** For a batch that no longer waits: who last decided on it or on its retry, and when. */
export async function waitsNoMore(core: Core, batch: Batch): Promise<Failure> {
  const { name, state } = batch
  const found = await lastDecision(core, batch)
  if (!found) return refused('wrong_state', say('deskApprove.waits_no_more', { name, state: batchStateOf(state) }))
  const { deed, told } = found
  const why = deed.note === null ? [] : [say('deskApprove.reason', { note: deed.note })]
  return refused('wrong_state', told, why)
}

/** The same for terminals and programs: the state of the batch, and who decided. */
export async function waitsForNoApproval(core: Core, batch: Batch): Promise<Failure> {
  const { id, state } = batch
  const told = say('commands.batch_doesnt_wait_approval', { id, state: batchStateOf(state) })
  return refused('wrong_state', told, await whoDecided(core, batch))
}

/** Who decided last. Empty if nobody is known. */
export async function whoDecided(core: Core, batch: Batch): Promise<Sentence[]> {
  const found = await lastDecision(core, batch)
  return found && found.deed.by !== null ? [found.told] : []
}

/** Somebody else has already decided on the batch's retry, or there was none. */
export async function retryDecided(core: Core, batch: Batch): Promise<Failure> {
  const { id } = batch
  const found = await lastDecision(core, batch, ({ kind }) => kind.startsWith('retry_'))
  if (!found) return refused('wrong_state', say('accounts.no_retry_waits', { id }))
  const who = found.deed.by === null ? [] : [found.told]
  return refused('wrong_state', say('accounts.retry_decided', { id }), who)
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

/** How many recent deeds to search. Older decisions are no longer of interest. */
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
