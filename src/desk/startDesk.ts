import type { AddressInfo } from 'node:net'
import { setUpLink } from '../app/accounts/accounts.ts'
import { listenFailure } from '../app/charges/listening.ts'
import { type App, type Failure, failure } from '../app/context.ts'
import { openDesk } from '../app/desk.ts'
import { withCore } from '../app/open/openCore.ts'
import { sweepUploads } from '../app/reconcile/uploads.ts'
import { isLoopback } from '../process.ts'
import { say } from '../words/sentence.ts'
import { createDesk } from './server.ts'

export interface DeskOptions {
  host: string
  /** 0 picks a free port. */
  port: number
  sandbox: boolean
  /** False if other processes pay. */
  pays: boolean
  /** A client that reads nothing of an answer for this long is cut off. By default 60 s. */
  stalledMs?: number
  /** How long a request may wait before the ledger is asked whether it is there. By default 4 s. */
  patienceMs?: number
  /** How long after a stop the last answers may take. By default 15 s. */
  lastAnswersMs?: number
}

interface RunningDesk {
  ok: true
  /** The address that people use. */
  url: string
  /** Where it listens: what a proxy passes requests on to. */
  local: string
  /** Where to create the first account, once, within an hour. Null if there are accounts. */
  setUpUrl: string | null
  /** Finishes payments in flight, and uploads that end soon. Nothing new is started. */
  close(): Promise<void>
}

const sweepEveryMs = 10 * 60_000
/** Well below the time after which systemd, Compose and Kubernetes kill. An upload or a download could take for ever. */
const lastAnswersMs = 15_000

/** Serve the console and the API, and pay what is submitted, unless other processes pay. */
export async function startDesk(plain: App, options: DeskOptions): Promise<RunningDesk | Failure> {
  const { host, port, sandbox } = options
  const url = plain.config.deskUrl
  if (url === undefined && !isLoopback(host))
    return failure('usage', say('desk.needs_url', { host, variable: 'PAYRUN_DESK_URL' }))
  const opened = await openDesk(plain, options)
  if (!opened.ok) return opened
  const server = await createDesk({ ...opened, sandbox, url }, options.stalledMs, options.patienceMs)
  // On a timer, because there may never be another upload: uploads are kept for a day.
  void sweepUploads(opened.app)
  const sweeping = setInterval(() => void sweepUploads(opened.app), sweepEveryMs)
  const close = async () => {
    clearInterval(sweeping)
    // All at the same time: a slow reader must not keep it paying until the process is killed.
    const late = setTimeout(() => server.server.closeAllConnections(), options.lastAnswersMs ?? lastAnswersMs)
    await Promise.all([opened.stopPaying(), server.close().finally(() => clearTimeout(late))])
    await opened.close()
  }
  try {
    await server.listen({ host, port })
  } catch (error) {
    await close()
    const notListening = listenFailure(error, host, port)
    if (notListening) return notListening
    throw error
  }
  const { port: taken } = server.server.address() as AddressInfo
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
  const base = url?.origin ?? local
  const link = await withCore(opened.app, async (core) => ({ ok: true as const, path: await setUpLink(core) }))
  if (!link.ok) return link
  return { ok: true, url: base, local, setUpUrl: link.path === null ? null : `${base}${link.path}`, close }
}
