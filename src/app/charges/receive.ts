import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Applied, applyNotification } from '../../../jobs/applyNotification.ts'
import { openNotificationStore, readKnownMeanwhile } from '../../ledger/evidence/notifications.ts'
import { atMost, hasCode, keepRounds } from '../../process.ts'
import type { Notification } from '../../provider/notifications/readNotification.ts'
import { isNotificationToken, NotificationRefused } from '../../provider/notifications/receiver.ts'
import { type Listening, startListening } from '../../provider/notifications/startListening.ts'
import { readTrusted } from '../../trust.ts'
import { SaidError } from '../../words/render.ts'
import { type Sentence, say, stateOf } from '../../words/sentence.ts'
import { refreshReport } from '../batches/reportFile.ts'
import { type App, type Failure, failure } from '../context.ts'
import { type Core, openCore } from '../open/openCore.ts'
import { listenFailure } from './listening.ts'

interface ReceiveOptions {
  host: string
  /** 0 for a free port. */
  port: number
  /** Called once notifications can be received, with the address to give to the provider. It contains the token. */
  onListening(url: string): void
  /** Called after each notification has been handled. */
  onReceived(received: Received): void
  /** Notifications are received until this resolves. */
  stop: Promise<void>
}

/** A notification, and its effect. */
export interface Received {
  notification: Notification
  applied: Applied
  sentence: Sentence
}

/** How often to recheck notifications with a reference that is not known yet. */
const knownMeanwhileMs = 15_000
/** How long a stop waits for received notifications to be handled. The rest is handled at the next start. */
const finishMs = 10_000

/** Receive notifications until stopped. Each is stored, then answered, then applied. */
export async function receive(app: App, options: ReceiveOptions): Promise<{ ok: true } | Failure> {
  const { config, log } = app
  const { host, port, onListening, stop } = options
  const core = await openCore(app)
  if (!core.ok) return core
  let listening: Listening | undefined
  try {
    const made = config.listenToken === undefined ? await ownToken(config.home) : undefined
    if (made && !made.ok) return made
    const deal = (notification: Notification) => dealWith(app, core, options, notification)
    listening = await startListening({
      host,
      port,
      token: config.listenToken ?? made?.token ?? '',
      secret: config.callbackSecret,
      store: openNotificationStore(core.ledger),
      onNotification: deal,
      onTrouble: (error) =>
        error instanceof NotificationRefused
          ? log.warn('a notification was refused', { error })
          : log.warn('a notification could not be processed: it will be tried again', { error }),
    })
    onListening(listening.url)
    const again = lookAgain(app, core, deal)
    await stop
    await again.stop()
    return { ok: true }
  } catch (error) {
    const notListening = listenFailure(error, host, port)
    if (notListening) return notListening
    throw error
  } finally {
    if (listening) await atMost(finishMs, listening.close())
    await core.close()
  }
}

/**
 * The token of this PAYRUN_HOME. It is created on the first call, in a file that only its owner can read, and never changes, so
 * that addresses given to the provider remain valid.
 */
async function ownToken(home: string): Promise<{ ok: true; token: string } | Failure> {
  const path = join(home, 'listen-token')
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    // If two start at the same time, one creates it, and both read it.
    await writeFile(path, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true }).catch(
      unlessThere,
    )
    const token = readTrusted(path).trim()
    if (isNotificationToken(token)) return { ok: true, token }
    return failure('usage', say('commands.token_invalid', { path }))
  } catch (error) {
    if (error instanceof SaidError) return failure('usage', error.said)
    return failure('usage', say('commands.token_unreadable', { path }))
  }
}

function unlessThere(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error
}

async function dealWith(
  app: App,
  core: Core,
  { onReceived }: ReceiveOptions,
  notification: Notification,
): Promise<void> {
  const applied = await applyNotification(core.ledger, notification)
  onReceived({ notification, applied, sentence: sentenceOf(applied) })
  remark(app, applied)
  if (applied.kind === 'settled' && applied.about.kind === 'payout') {
    const written = await refreshReport(app, core, applied.about.batchNo)
    if (written.message !== undefined)
      app.log.error('the report could not be written: payrun report writes it at any time', {
        batch: applied.about.batchId,
      })
  }
}

function sentenceOf(applied: Applied): Sentence {
  if (applied.kind === 'unknown_reference') return say('commands.reference_unknown')
  const { kind, about } = applied
  const state = stateOf(applied.state)
  switch (about.kind) {
    case 'payout': {
      const row = { line: String(about.line), batch: about.batchId, state }
      if (kind === 'settled') return say('commands.payout_settled', row)
      if (kind === 'agrees') return say('commands.payout_agrees', row)
      return kind === 'undecided' ? say('commands.payout_undecided', row) : say('commands.payout_contradicted', row)
    }
    case 'payment': {
      const payment = { id: about.id, state }
      if (kind === 'settled') return say('commands.payment_settled', payment)
      if (kind === 'agrees') return say('commands.payment_agrees', payment)
      return kind === 'undecided'
        ? say('commands.payment_undecided', payment)
        : say('commands.payment_contradicted', payment)
    }
    case 'collection': {
      const collection = { id: about.id, state }
      if (kind === 'settled') return say('commands.collection_settled', collection)
      if (kind === 'agrees') return say('commands.collection_agrees', collection)
      return kind === 'undecided'
        ? say('commands.collection_undecided', collection)
        : say('commands.collection_contradicted', collection)
    }
  }
}

/** Log what a person should look into, without the notification's content, because more people read logs than a terminal. */
function remark({ log }: App, applied: Applied): void {
  if (applied.kind === 'unknown_reference') {
    log.warn('a notification arrived about an unknown reference')
  } else if (applied.kind === 'contradicts') {
    const { about, state } = applied
    const place = about.kind === 'payout' ? { batch: about.batchId, line: about.line } : {}
    log.warn('a notification contradicts the ledger: nothing was changed', { ...place, state })
  }
}

/** The answer with a reference may arrive after the notification about it. */
function lookAgain({ log }: App, core: Core, deal: (notification: Notification) => Promise<void>) {
  async function round(): Promise<void> {
    try {
      for (const notification of await readKnownMeanwhile(core.ledger)) await deal(notification)
    } catch (error) {
      log.warn('notifications could not be checked again', { error })
    }
  }
  const rounds = keepRounds(knownMeanwhileMs, round)
  void rounds.once()
  return { stop: () => atMost(finishMs, rounds.stop()) }
}
