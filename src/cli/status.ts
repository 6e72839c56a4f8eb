import { setTimeout as delay } from 'node:timers/promises'
import { type Batch, readBatch } from '../ledger/batches.ts'
import { listHolds, listHoldsOfBatch } from '../ledger/holds.ts'
import { type BatchTotals, readTotals } from '../ledger/status.ts'
import { readStatusAnswers } from '../ledger/statusQuestions.ts'
import { t } from '../words/t.ts'
import { batchDocument, noTotals } from './batchDocument.ts'
import type { Cli } from './cli.ts'
import { exitCode } from './exitCode.ts'
import type { Core } from './openCore.ts'
import { holdDocument, holdLines } from './operators.ts'
import { createProgress } from './terminal/progress.ts'
import { statusAnswerLines } from './terminal/statusAnswers.ts'
import { renderSummary } from './terminal/summary.ts'
import { withBatch } from './withBatch.ts'

/** One batch's state, counts and sums; with `watch`, followed until it's no longer running. */
export function status(cli: Cli, name: string, watch: boolean): Promise<number> {
  return withBatch(cli, name, async (core, batch) => {
    const last = watch ? await follow(cli, core, batch) : batch
    const totals = await totalsOf(core, last)
    const answers = await readStatusAnswers(core.ledger, last.batchNo)
    // Beyond the contract's fields, and only where there is something to show.
    const holds = await listHoldsOfBatch(core.ledger, last.batchNo)
    const shown = {
      ...(answers.length > 0 && { status_answers: answers }),
      ...(holds.length > 0 && { holds: holds.map(holdDocument) }),
    }
    if (cli.json) cli.printJson({ ...batchDocument(last, totals), ...shown })
    else
      cli.print(
        [
          summaryText(cli, last, totals),
          ...startLines(last),
          ...statusAnswerLines(answers, cli.width),
          ...holdLines(holds),
        ].join('\n'),
      )
    return exitCode.done
  })
}

/** When it is paid (`--at`), while it waits for that. */
const startLines = ({ state, reason, startAt }: Batch): string[] =>
  startAt !== null && (state === 'awaiting_approval' || reason === 'scheduled')
    ? [t`Not to be paid before ${startAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`]
    : []

/** A batch in words: the same as at the end of a run. */
export const summaryText = (cli: Cli, batch: Batch, totals: BatchTotals): string =>
  renderSummary(
    {
      batchId: batch.id,
      name: batch.name,
      state: batch.state,
      reason: batch.reason,
      counts: totals.counts,
      sums: totals.sums,
      asksStatus: cli.config.statusPath !== undefined,
      reportPath: null,
      seconds: null,
      rate: null,
    },
    { command: cli.config.command, width: cli.width, style: cli.style },
  )

export const totalsOf = async (core: Core, batch: Batch): Promise<BatchTotals> =>
  (await readTotals(core.ledger, [batch.batchNo])).get(batch.batchNo) ?? noTotals

async function follow(cli: Cli, core: Core, batch: Batch): Promise<Batch> {
  const isTTY = process.stderr.isTTY === true && cli.config.terminal.term !== 'dumb'
  const progress = cli.json
    ? undefined
    : createProgress({ stream: process.stderr, isTTY, total: batch.fileRows, label: t`Watching`, style: cli.errStyle })
  let now = batch
  while (now.state === 'running' || now.state === 'awaiting_approval') {
    const { counts } = await totalsOf(core, now)
    const open = (counts.pending ?? 0) + (counts.sending ?? 0)
    const held = (await listHolds(core.ledger, batch.sandbox)).map(({ operator }) => operator)
    progress?.update({ done: batch.fileRows - open, counts, held })
    await delay(500)
    now = await readBatch(core.ledger, batch.batchNo)
  }
  progress?.finish()
  return now
}
