import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { removeLeftovers } from '../../durableFile.ts'
import { type Batch, findBatch } from '../../ledger/batches/batches.ts'
import { outboxWaiting, replayOutbox } from '../../ledger/commit/outbox.ts'
import {
  type Ledger,
  openLedger,
  type PostgresAddress,
  readInstallationId,
  shortageOf,
  sqlStateOf,
} from '../../ledger/connection/ledger.ts'
import { checkDurability, migrate, schemaErrorCode } from '../../ledger/connection/server.ts'
import { type AttachedPostgres, attachEmbeddedPostgres } from '../../ledger/embedded/attach.ts'
import { openPast, type Past } from '../../ledger/past/keepMark.ts'
import { decodeMark, openMarkFiles } from '../../ledger/past/mark.ts'
import { describeError } from '../../log.ts'
import { atMost, hasCode } from '../../process.ts'
import { SaidError } from '../../words/render.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type App, type Core, type Failure, failure, refused } from '../context.ts'

/** Whether an error says that the database can't be reached or is read-only, for callers that catch unexpected errors. */
export { isAway, isReadOnly } from '../../ledger/connection/ledger.ts'
export type { Core } from '../context.ts'

/** Open the ledger: DATABASE_URL, or the embedded server of PAYRUN_HOME. Checks that it is durable, and migrates its schema. */
export async function openCore(app: App): Promise<Core | Failure> {
  const { config, log, opened } = app
  if (opened) return { ...opened.core, close: async () => undefined }
  // Removes copies of standard input that killed processes left behind.
  await removeLeftovers(join(config.home, 'incoming'))
  const place = await findPlace(app)
  if (!place.ok) return place
  const ledger = openLedger(place.address, (error) => log.warn("the ledger's connection had trouble", { error }))
  let past: Past | undefined
  const close = async () => {
    // Marks how far the ledger has come, so that the next process notices if these changes get lost.
    if (past?.last()?.kind === 'whole') await atMost(1_000, past.keepPosition(ledger.pool))
    await atMost(3_000, ledger.close())
    await place.release()
  }
  try {
    const durability = await checkDurability(ledger)
    if (!durability.ok) {
      await close()
      return refused('misconfigured', durability.message)
    }
    const migrated = await migrate(ledger.pool)
    const installationId = await readInstallationId(ledger)
    past = pastOf(app, installationId)
    await past.admit(ledger.pool)
    const { warnings } = durability
    return { ok: true, ledger, address: place.address, migrated, warnings, installationId, past, close }
  } catch (error) {
    await close()
    if (error instanceof SaidError && hasCode(error, schemaErrorCode)) return refused('misconfigured', error.said)
    const message = unreachableMessage(error, config.databaseUrl !== undefined)
    return hasNoTls(error) ? refused('misconfigured', message) : failure('unreachable', message)
  }
}

/** The marks of this PAYRUN_HOME. Those in Redis are only read if these are not enough. */
function pastOf({ config, log }: App, installationId: string): Past {
  const { redisUrl, command } = config
  return openPast({
    files: openMarkFiles(config.home, installationId),
    onlyHere: config.databaseUrl === undefined,
    elsewhere:
      redisUrl === undefined
        ? undefined
        : async () => {
            const { readSharedMarks } = await import('../../queue/marks.ts')
            const kept = await readSharedMarks(redisUrl, queuePrefix(installationId))
            return kept?.map(decodeMark).filter((mark) => mark !== null) ?? null
          },
    onChange: (found) => {
      if (found.kind === 'fenced') log.error(say('recover.fenced', { why: found.why, command }))
      if (found.kind === 'asking')
        log.warn('the ledger moved to another server: its workers are asked whether it is whole')
      if (found.kind === 'whole') log.warn('the ledger is whole: paying goes on')
    },
    onTrouble: (error) => log.warn('how far the ledger has come could not be marked: nothing new is sent', { error }),
  })
}

/** Separates the ledgers that share a Redis. The braces are a hash tag: all keys of a ledger are in one slot of a Redis Cluster. */
export const queuePrefix = (installationId: string): string => `{payrun-${installationId}}`

/** Opens something, calls `act`, and closes it. */
export async function withOpened<Opened extends { ok: true; close(): Promise<void> }, Done>(
  opening: Promise<Opened | Failure>,
  act: (opened: Opened) => Promise<Done>,
): Promise<Done | Failure> {
  const opened = await opening
  if (!opened.ok) return opened
  try {
    return await act(opened)
  } finally {
    await opened.close()
  }
}

/** Opens the ledger, calls `act`, and closes it. */
export const withCore = <Done>(app: App, act: (core: Core) => Promise<Done>): Promise<Done | Failure> =>
  withOpened(openCore(app), act)

type Place = { ok: true; address: PostgresAddress; release(): Promise<void> } | Failure

/** The address of the ledger. Its server is running. */
export async function findPlace({ config, log }: App): Promise<Place> {
  if (config.databaseUrl !== undefined) {
    return { ok: true, address: { connectionString: config.databaseUrl }, release: async () => undefined }
  }
  const attached = await attachLedger(config.home, (sentence) => log.warn(sentence))
  if (!attached.ok)
    return attached.isHome ? refused('misconfigured', attached.message) : failure('unreachable', attached.message)
  return { ok: true, address: attached.connection, release: attached.release }
}

/** Whether the database user lacks a privilege. */
export const isForbidden = (error: unknown): boolean => sqlStateOf(error) === '42501'

/** Why the ledger can't be opened, without its address. */
export function unreachableMessage(error: unknown, byUrl: boolean): Sentence {
  const where = byUrl ? say('commands.postgres_database_url') : say('commands.embedded_postgres')
  const state = sqlStateOf(error)
  if (state === '28P01' || state === '28000') return say('commands.cannot_sign_check_user_password_database', { where })
  if (state === '3D000') return say('commands.database_database_url_names_doesnt_exist')
  if (hasNoTls(error)) return say('commands.postgres_without_tls')
  if (isForbidden(error)) return say('commands.user_database_url_may_not_use')
  const short = shortageSentence(error)
  if (short) return short
  const why = describeError(error)
  return byUrl
    ? say('commands.cannot_reach_check_running_database_url', { where, why })
    : say('commands.cannot_reach_check_running', { where, why })
}

/** What the database has run out of, and what to do about it. */
export function shortageSentence(error: unknown): Sentence | undefined {
  switch (shortageOf(error)) {
    case 'disk':
      return say('commands.database_disk_full')
    case 'memory':
      return say('commands.database_memory_full')
    case 'connections':
      return say('commands.database_connections_full')
    case undefined:
      return undefined
  }
}

/** node-postgres has no error code for this. */
const hasNoTls = (error: unknown): boolean =>
  error instanceof Error && error.message === 'The server does not support SSL connections'

/**
 * Opens the ledger, records the answers in the outbox, finds the named batch, calls `act`, and closes the ledger.
 *
 * @param name an id, a unique beginning of one, or `last`
 * @param judges whether `act` decides the outcome of rows, which is refused while answers are still in the outbox
 */
export const withBatch = <Done>(
  app: App,
  name: string,
  act: (core: Core, batch: Batch) => Promise<Done>,
  { judges = false }: { judges?: boolean } = {},
): Promise<Done | Failure> =>
  withCore<Done | Failure>(app, async (core) => {
    const recorded = await recordOutbox(app, core)
    if (judges && !recorded) return answersWait(app)
    const found = await requireBatch(core.ledger, name)
    return found.ok ? act(core, found.batch) : found
  })

/** Refuses to decide the outcome of rows while answers about them are still in the outbox. */
export const answersWait = ({ config: { command } }: App): Failure =>
  failure('unreachable', say('commands.answers_earlier_process_still_outbox_ledger', { command }))

async function requireBatch(ledger: Ledger, name: string): Promise<{ ok: true; batch: Batch } | Failure> {
  const found = await findBatch(ledger, name)
  if (found.kind === 'found') return { ok: true, batch: found.batch }
  if (found.kind === 'several')
    return failure('usage', say('commands.several_batches_begin_give_more_id', { name, ids: found.ids.join(', ') }))
  if (name === 'last') return refused('not_found', say('commands.no_batch_yet'))
  return refused('not_found', say('commands.no_batch_command_list_shows_all', { name }))
}

/** The longest to wait for the ledger to store the answers: pause and cancel must work without that. */
const recordMs = 10_000

/**
 * Record the answers that earlier processes of this PAYRUN_HOME left in the outbox, before anybody decides about rows by the ledger: an
 * answer must never be lost, and no row may be called not paid against it.
 *
 * @returns whether all are recorded; the others stay in the outbox
 */
export async function recordOutbox(app: App, core: Core): Promise<boolean> {
  const { config, log } = app
  const waiting = await outboxWaiting(config.home, core.installationId)
  if (waiting.files === 0) return true
  const { createGroupCommit, isNews } = await import('../../ledger/commit/groupCommit.ts')
  const groupCommit = createGroupCommit(core.ledger.connection, (error) =>
    log.warn('the ledger had trouble', { error }),
  )
  let done = false
  const changed = new Set<number>()
  const recording = replayOutbox(config.home, core.installationId, {
    settle: async (settlement) => {
      if (isNews(await groupCommit.settle(settlement))) changed.add(settlement.attempt.batchNo)
    },
    onUnreadable: (path) =>
      log.error("a file in the outbox can't be read: it was set aside, look at it", { reason: path }),
  }).then((rows) => {
    done = true
    if (rows > 0) log.warn('answers of an earlier process were recorded', { rows })
  })
  await atMost(recordMs, recording)
  await atMost(2_000, groupCommit.close())
  if (!done) log.warn('answers of an earlier process are still in the outbox: the ledger did not accept them')
  await refreshReports(app, core, changed)
  return done
}

/** Batches that had settled without these answers have reports without them. */
async function refreshReports(app: App, core: Core, batchNos: ReadonlySet<number>): Promise<void> {
  if (batchNos.size === 0) return
  const { refreshReport } = await import('../batches/reportFile.ts')
  for (const batchNo of batchNos) {
    try {
      const { message: reason } = await refreshReport(app, core, batchNo)
      if (reason) app.log.warn('a report was not rewritten', { reason })
    } catch (error) {
      app.log.warn('a report was not rewritten', { error })
    }
  }
}

interface Begun {
  attached: Promise<AttachedPostgres>
  onNotice: (sentence: Sentence) => void
}

/** By the PAYRUN_HOME of the server. */
const begun = new Map<string, Begun>()

export const hasEmbeddedLedger = (home: string): boolean => existsSync(join(home, 'postgres'))

/**
 * Start a ledger's embedded server for a command that will open the ledger, so that it starts while modules are loaded. Does nothing if the
 * ledger is elsewhere.
 *
 * @param makes whether the command creates a ledger if there is none; if not, nothing is started without one
 * @returns a function to call when the command has ended: it releases the server if nothing has opened the ledger
 */
export async function startLedger(
  { home, databaseUrl }: Pick<Config, 'home' | 'databaseUrl'>,
  makes: boolean,
): Promise<() => Promise<void>> {
  if (databaseUrl !== undefined || begun.has(home)) return async () => undefined
  if (!makes && !hasEmbeddedLedger(home)) return async () => undefined
  const asked = Promise.withResolvers<void>()
  const start: Begun = {
    attached: attachEmbeddedPostgres({ home, onNotice: (told) => start.onNotice(told), onAsked: asked.resolve }),
    // Nobody waits for it until the ledger is opened.
    onNotice: () => undefined,
  }
  begun.set(home, start)
  // Loading modules would block the start, so wait until the server has been asked for.
  await Promise.race([asked.promise, start.attached.catch(() => undefined)])
  return async () => {
    if (begun.get(home) !== start) return
    begun.delete(home)
    const attached = await start.attached
    if (attached.ok) await attached.release()
  }
}

/** Attaches to the embedded server of a home, which may already be starting. */
function attachLedger(home: string, onNotice: (sentence: Sentence) => void): Promise<AttachedPostgres> {
  const start = begun.get(home)
  if (!start) return attachEmbeddedPostgres({ home, onNotice })
  begun.delete(home)
  start.onNotice = onNotice
  return start.attached
}
