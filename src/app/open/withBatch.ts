import { type Batch, findBatch } from '../../ledger/batches/batches.ts'
import { createGroupCommit } from '../../ledger/commit/groupCommit.ts'
import { outboxWaiting, replayOutbox } from '../../ledger/commit/outbox.ts'
import type { Ledger } from '../../ledger/connection/ledger.ts'
import { atMost } from '../../shutdown.ts'
import { say } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'
import { type Core, openCore } from './openCore.ts'

/**
 * Open the ledger, record what the outbox has for it, find the batch that was named, do something with it, close the ledger.
 *
 * @param name an id, a unique beginning of one, or `last`
 * @param judges it says what became of rows, which nobody may do while answers are still in the outbox
 */
export async function withBatch<Done>(
  app: App,
  name: string,
  act: (core: Core, batch: Batch) => Promise<Done>,
  { judges = false }: { judges?: boolean } = {},
): Promise<Done | Failure> {
  const core = await openCore(app)
  if (!core.ok) return core
  try {
    const recorded = await recordOutbox(app, core)
    if (judges && !recorded) {
      const message = say('commands.answers_earlier_process_still_outbox_ledger', { command: app.config.command })
      return failure('unreachable', message)
    }
    const found = await requireBatch(core.ledger, name)
    return found.ok ? await act(core, found.batch) : found
  } finally {
    await core.close()
  }
}

async function requireBatch(ledger: Ledger, name: string): Promise<{ ok: true; batch: Batch } | Failure> {
  const found = await findBatch(ledger, name)
  if (found.kind === 'found') return { ok: true, batch: found.batch }
  if (found.kind === 'several')
    return failure('usage', say('commands.several_batches_begin_give_more_id', { name, ids: found.ids.join(', ') }))
  if (name === 'last') return failure('usage', say('commands.no_batch_yet'))
  return failure('usage', say('commands.no_batch_command_list_shows_all', { name }))
}

/** A ledger that doesn't take the answers by then is not waited for: pause and cancel must work on it, too. */
const recordMs = 10_000

/**
 * Put the answers that earlier processes of this PAYRUN_HOME kept in the outbox into the ledger, before anybody judges a row
 * by what the ledger says: an answer in hand is never thrown away, nor is a row called not paid against it.
 *
 * @returns whether none is left; what is left stays in the outbox
 */
export async function recordOutbox(app: App, core: Core): Promise<boolean> {
  const { config, log } = app
  const waiting = await outboxWaiting(config.home)
  if (waiting.files === 0) return true
  const groupCommit = createGroupCommit(core.ledger.connection, (error) =>
    log.warn('the ledger had trouble', { error }),
  )
  let done = false
  const recording = replayOutbox(config.home, core.installationId, {
    settle: (settlement) => groupCommit.settle(settlement),
    onUnreadable: (path) =>
      log.error("a file in the outbox can't be read: it was set aside, look at it", { reason: path }),
  }).then((rows) => {
    done = true
    if (rows > 0) log.warn('answers of an earlier process were recorded', { rows })
  })
  await atMost(recordMs, recording)
  await atMost(2_000, groupCommit.close())
  if (!done) log.warn('answers of an earlier process are still in the outbox: the ledger did not accept them')
  return done
}
