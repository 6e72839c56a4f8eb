import { type Applied, applyNotification } from '../../jobs/applyNotification.ts'
import { openNotificationStore, readKnownMeanwhile } from '../ledger/notifications.ts'
import type { Notification } from '../notifications/notification.ts'
import { type Listening, startListening } from '../notifications/startListening.ts'
import { onStopSignals } from '../shutdown.ts'
import { t } from '../words/t.ts'
import { atMost } from './atMost.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode } from './exitCode.ts'
import { isLoopback } from './isLoopback.ts'
import { listenFailure } from './listenFailure.ts'
import { listenToken } from './listenToken.ts'
import { type Core, openCore } from './openCore.ts'
import { refreshReport } from './refreshReport.ts'
import { notificationDocument, notificationSentence } from './terminal/notificationSentence.ts'

export interface ListenOptions {
  port: number
  host: string
  /** The address of whatever stands in front of this process, without the path; undefined: this process's own. */
  publicUrl: string | undefined
  /** One JSON document a line on standard output, instead of sentences. */
  ndjson: boolean
}

/** Notifications that wait for their reference to become known are looked at again this often. */
const knownMeanwhileMs = 15_000
/** How long a stop waits for what has come to be dealt with; the rest is dealt with at the next start. */
const finishMs = 10_000

/** Receive notifications until stopped: keep each, do what it gives reason to, and print a line about it. */
export async function listen(cli: Cli, options: ListenOptions): Promise<number> {
  const { config, log } = cli
  const core = await openCore(cli)
  if (!core.ok) return fail(cli, core)
  // Listened for before anything is begun: whoever asks for a stop is heard from the first moment on.
  const asked = new Promise<void>((stop) =>
    onStopSignals(
      () => stop(),
      () => process.exit(exitCode.done),
    ),
  )
  let listening: Listening | undefined
  try {
    const made = config.listenToken === undefined ? await listenToken(config.home) : undefined
    if (made && !made.ok) return fail(cli, made)
    const token = config.listenToken ?? made?.token ?? ''
    const deal = (notification: Notification) => dealWith(cli, core, options, notification)
    listening = await startListening({
      ...options,
      token,
      secret: config.callbackSecret,
      store: openNotificationStore(core.ledger),
      onNotification: deal,
      onTrouble: (error) => log.warn('a notification could not be dealt with: it is tried again', { error }),
    })
    tellReady(cli, options, listening.url)
    const again = lookAgain(cli, core, deal)
    await asked
    await again.stop()
    return exitCode.done
  } catch (error) {
    const notListening = listenFailure(error, options.host, options.port)
    if (notListening) return fail(cli, notListening)
    throw error
  } finally {
    if (listening) await atMost(finishMs, listening.close())
    await core.close()
  }
}

function tellReady(cli: Cli, { host, publicUrl, ndjson }: ListenOptions, ownUrl: string): void {
  const url = publicUrl === undefined ? ownUrl : `${publicUrl.replace(/\/+$/, '')}${new URL(ownUrl).pathname}`
  if (ndjson) cli.print(JSON.stringify({ kind: 'listening', url }))
  else if (cli.json) cli.printJson({ url })
  else cli.print(url)
  if (!isLoopback(host)) {
    cli.say(
      t`Warning: on ${host} notifications come in without TLS, and others on the network can read the address. Put a server with TLS in front of payrun, and leave out --host.`,
    )
  }
  const signed =
    cli.config.callbackSecret === undefined
      ? t`Notifications are not signed (PAYRUN_CALLBACK_SECRET is not set): whoever knows the address can say that something was paid, so keep it secret.`
      : t`Notifications have to be signed with PAYRUN_CALLBACK_SECRET.`
  cli.say(`${t`Listening: give the address above as callback_url.`} ${signed} ${t`Stop it with Ctrl-C.`}`)
}

async function dealWith(cli: Cli, core: Core, { ndjson }: ListenOptions, notification: Notification): Promise<void> {
  const applied = await applyNotification(core.ledger, notification)
  if (ndjson) cli.print(JSON.stringify(notificationDocument(notification, applied)))
  else if (!cli.json) cli.print(notificationSentence(notification, applied))
  remark(cli, applied)
  if (applied.kind === 'settled' && applied.about.kind === 'payout') {
    const written = await refreshReport(cli, core, applied.about.batchNo)
    if (written.message !== undefined)
      cli.log.error('the report could not be written: payrun report writes it at any time', {
        batch: applied.about.batchId,
      })
  }
}

/** What a person should look into. Nothing of the notification itself: a log is read by others than a terminal. */
function remark({ log }: Cli, applied: Applied): void {
  if (applied.kind === 'unknown_reference') {
    log.warn('a notification came about a reference that is not known here')
  } else if (applied.kind === 'contradicts') {
    const { about, state } = applied
    const place = about.kind === 'payout' ? { batch: about.batchId, line: about.line } : {}
    log.warn('a notification contradicts the ledger: nothing was changed', { ...place, state })
  }
}

/** The answer that brings a reference may come after the notification about it. */
function lookAgain(cli: Cli, core: Core, deal: (notification: Notification) => Promise<void>) {
  let under: Promise<void> | undefined
  async function round(): Promise<void> {
    try {
      for (const notification of await readKnownMeanwhile(core.ledger)) await deal(notification)
    } catch (error) {
      cli.log.warn('notifications could not be looked at again', { error })
    }
  }
  const start = () => {
    under ??= round().finally(() => {
      under = undefined
    })
  }
  start()
  const timer = setInterval(start, knownMeanwhileMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await atMost(finishMs, under ?? Promise.resolve())
    },
  }
}
