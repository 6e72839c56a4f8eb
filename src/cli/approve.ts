import { compareControlTotals } from '../intake/controlTotals.ts'
import { type ApprovedFigures, approveBatch, readFigures } from '../ledger/approveBatch.ts'
import { auditBatch } from '../ledger/auditBatch.ts'
import { type Batch, readBatch } from '../ledger/batches.ts'
import { openChunks } from '../ledger/chunks.ts'
import { maskNote } from '../payout/maskNote.ts'
import { t } from '../words/t.ts'
import { batchDocument } from './batchDocument.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, type Failure, failure } from './exitCode.ts'
import type { Core } from './openCore.ts'
import { openQueueStore, sharedQueue } from './openQueue.ts'
import { payableWords } from './refusedFile.ts'
import { totalsOf } from './status.ts'
import { printable } from './terminal/printable.ts'
import { batchStateWord } from './terminal/stateWords.ts'
import { withBatch } from './withBatch.ts'

export interface ApproveOptions {
  as: string | undefined
  note: string | undefined
  /** What the approver knows of the file from elsewhere; refused when the batch differs. */
  sha256: string | undefined
  expectCount: number | null
  expectTotal: string | null
}

/** A second person lets a batch go that waits for approval: the workers pay it, or `resume` does. */
export function approve(cli: Cli, name: string, options: ApproveOptions): Promise<number> {
  return withBatch(cli, name, async (core, batch) => {
    const figures = await readFigures(core.ledger, batch.batchNo)
    const against = (await whyNot(core, batch)) ?? notExpected(batch, figures, options)
    if (against) return fail(cli, against)
    const approver = options.as?.trim() || cli.config.user
    const note = options.note?.trim() ? maskNote(options.note.trim(), { name: null }) : null
    const wish = { ...figures, batchNo: batch.batchNo, approver, login: cli.config.user, note }
    const approved = await approveBatch(core.ledger, wish)
    if (approved.kind !== 'approved') return fail(cli, refusal(cli, batch, approver, approved.kind))
    // Crash window: died here, the batch runs and nobody was rung. The workers' sweep rings for it.
    if (approved.state === 'running') await ring(cli, core, batch)
    const after = await readBatch(core.ledger, batch.batchNo)
    if (cli.json) cli.printJson(batchDocument(after, await totalsOf(core, after)))
    else
      cli.print(
        `${t`Batch ${batch.id} is approved by ${printable(approver)}: ${payableWords(figures)}.`} ${next(cli, after)}`,
      )
    return exitCode.done
  })
}

function next({ config: { command } }: Cli, { id, state, startAt }: Batch): string {
  return state === 'paused' && startAt !== null
    ? t`Workers pay it from ${startAt.toISOString().slice(0, 16).replace('T', ' ')} UTC on.`
    : t`Workers pay it; without one: ${command} resume ${id}`
}

async function whyNot(core: Core, batch: Batch): Promise<Failure | undefined> {
  if (batch.state !== 'awaiting_approval') return failure(exitCode.usage, notWaiting(batch))
  const { findings } = await auditBatch(core.ledger, batch.batchNo)
  if (findings.length === 0) return undefined
  const message = t`Batch ${batch.id} was not approved: its rows are not what was submitted. The command audit says what has changed; cancel the batch.`
  return failure(exitCode.refused, message)
}

function notExpected(batch: Batch, figures: ApprovedFigures, options: ApproveOptions): Failure | undefined {
  const { sha256 } = options
  if (sha256 !== undefined && sha256.toLowerCase() !== figures.fileSha256) {
    const message = t`Batch ${batch.id} was not approved: its file is another one (sha256 ${figures.fileSha256}).`
    return failure(exitCode.refused, message)
  }
  const differs = compareControlTotals(options, figures.rows, figures.totals)
  return differs ? failure(exitCode.refused, `${t`Batch ${batch.id} was not approved.`} ${differs.message}`) : undefined
}

function refusal(
  { config: { command } }: Cli,
  batch: Batch,
  approver: string,
  kind: 'same_person' | 'differs' | 'not_waiting',
): Failure {
  switch (kind) {
    case 'same_person':
      return failure(
        exitCode.usage,
        t`Batch ${batch.id} can't be approved by ${printable(approver)}, who submitted it: somebody else has to, with ${command} approve ${batch.id} --as NAME`,
      )
    case 'differs':
      return failure(
        exitCode.refused,
        t`Batch ${batch.id} was not approved: it changed at this moment. Look at it again.`,
      )
    case 'not_waiting':
      return failure(
        exitCode.usage,
        t`Batch ${batch.id} doesn't wait for an approval any more: see ${command} status ${batch.id}`,
      )
  }
}

const notWaiting = ({ id, state, approver }: Batch): string =>
  approver === null
    ? t`Batch ${id} doesn't wait for an approval: it is ${batchStateWord(state)}.`
    : t`Batch ${id} was approved already, by ${printable(approver)}: it is ${batchStateWord(state)}.`

async function ring(cli: Cli, core: Core, batch: Batch): Promise<void> {
  const store = await openQueueStore(cli, core)
  if (!store.ok) return cli.log.warn("the queue was not rung: the workers' sweep will")
  try {
    await store.open(sharedQueue(batch.sandbox)).ring(await openChunks(core.ledger, batch.sandbox, batch.batchNo))
  } catch (error) {
    cli.log.warn("the queue was not rung: the workers' sweep will", { error })
  } finally {
    await store.close()
  }
}
