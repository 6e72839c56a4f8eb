import { crashPoint } from '../crashPoint.ts'
import { type Batch, findBatch } from '../ledger/batches.ts'
import { openChunks } from '../ledger/chunks.ts'
import { readTotals } from '../ledger/status.ts'
import { plural, t } from '../words/t.ts'
import { batchDocument, noTotals } from './batchDocument.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode } from './exitCode.ts'
import { type Core, openCore } from './openCore.ts'
import { openQueueStore, sharedQueue } from './openQueue.ts'
import { payableWords, tellRefused } from './refusedFile.ts'
import { type SubmitOptions, type Submitted, submitFile } from './submitFile.ts'
import { printable } from './terminal/printable.ts'

/** Check a file, store it, ring for its chunks, print the batch's id. Workers do the paying. */
export async function submit(cli: Cli, options: SubmitOptions): Promise<number> {
  const core = await openCore(cli)
  if (!core.ok) return fail(cli, core)
  try {
    return await submitTo(cli, core, options)
  } finally {
    await core.close()
  }
}

async function submitTo(cli: Cli, core: Core, options: SubmitOptions): Promise<number> {
  // Before the file is stored: a queue that can't be reached must not leave half of it done.
  const store = await openQueueStore(cli, core)
  if (!store.ok) return fail(cli, store)
  try {
    const submitted = await submitFile(cli, core, options)
    if (submitted.kind === 'failed') return fail(cli, submitted.failure)
    if (submitted.kind === 'refused') return (options.oneOff?.tellRefused ?? tellRefused)(cli, submitted)
    // Crash window: died before the ring, the chunks are open and the workers' sweep rings for them.
    crashPoint('before-ring')
    const chunks = await openChunks(core.ledger, options.sandbox, submitted.batchNo)
    await store
      .open(sharedQueue(options.sandbox))
      .ring(chunks)
      .catch((error: unknown) => cli.log.warn("the queue was not rung: the workers' sweep will", { error }))
    const found = await findBatch(core.ledger, submitted.batchId)
    if (cli.json && found.kind === 'found') {
      const totals = await readTotals(core.ledger, [submitted.batchNo])
      cli.printJson(batchDocument(found.batch, totals.get(submitted.batchNo) ?? noTotals))
    } else {
      cli.print(submitted.batchId)
      const next = found.kind === 'found' ? nextSentence(cli, found.batch) : ''
      cli.say(`${submittedSentence(submitted)} ${next}`)
    }
    return exitCode.done
  } finally {
    await store.close()
  }
}

function submittedSentence({ payable, invalid }: Extract<Submitted, { kind: 'submitted' }>): string {
  const words = payableWords(payable)
  if (invalid === 0) return t`Submitted ${words}.`
  return plural(
    invalid,
    t`Submitted ${words}, ${invalid} invalid row left out.`,
    t`Submitted ${words}, ${invalid} invalid rows left out.`,
  )
}

function nextSentence({ config: { command, user } }: Cli, { id, state, submitter, startAt }: Batch): string {
  if (state === 'awaiting_approval')
    return t`Nothing is paid until somebody other than ${printable(submitter ?? user)} approves it: ${command} approve ${id} --as NAME`
  if (startAt !== null)
    return t`Workers pay it from ${startAt.toISOString().slice(0, 16).replace('T', ' ')} UTC on; to stop it before: ${command} cancel ${id}`
  return t`Workers pay it; follow with: ${command} status ${id} --watch`
}
