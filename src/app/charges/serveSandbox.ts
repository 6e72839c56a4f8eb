import { resolve } from 'node:path'
import { sandboxAppKey, sandboxMerchantKey, startWholeSandbox } from '../../sandbox/startSandbox.ts'
import { StateFolderError } from '../../sandbox/state/journal.ts'
import { type App, type Failure, failure } from '../context.ts'
import { listenFailure } from './listening.ts'

export interface ServeSandboxOptions {
  host: string
  /** Host names that it accepts, besides `localhost` and addresses. */
  hostNames: readonly string[]
  /** 0 for a free port. */
  port: number
  /** As typed; undefined to keep the state in memory only. */
  stateFolder: string | undefined
  merchantName: string | undefined
  approvedForPayouts: boolean
  /** Whether calls without an Accept header are accepted. */
  lenient: boolean
  latencyMs: number | undefined
  paymentExpiresMs: number
  collectionExpiresMs: number
}

interface ServedSandbox {
  ok: true
  url: string
  /** The keys that it accepts if the environment has none; null if it uses those of the environment. */
  ownKeys: { appKey: string; merchantKey: string } | null
  close(): Promise<void>
}

/** Serve the whole sandbox. It accepts the environment's keys or, if there are none, its own. */
export async function serveSandbox(app: App, options: ServeSandboxOptions): Promise<ServedSandbox | Failure> {
  const { config, language } = app
  const { port, host, stateFolder } = options
  const hasKeys = config.appKey !== undefined || config.merchantKey !== undefined
  try {
    const { url, close } = await startWholeSandbox({
      ...options,
      stateFolder: stateFolder === undefined ? undefined : resolve(config.calledFrom, stateFolder),
      appKey: config.appKey ?? sandboxAppKey,
      merchantKey: config.merchantKey ?? sandboxMerchantKey,
      callbackSecret: config.callbackSecret,
      language,
    })
    const ownKeys = hasKeys ? null : { appKey: sandboxAppKey, merchantKey: sandboxMerchantKey }
    return { ok: true, url, ownKeys, close }
  } catch (error) {
    if (error instanceof StateFolderError) return failure('usage', error.said)
    const notListening = listenFailure(error, host, port)
    if (notListening) return notListening
    throw error
  }
}
