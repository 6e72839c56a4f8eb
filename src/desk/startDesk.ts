import type { AddressInfo } from 'node:net'
import { setUpLink } from '../app/accounts/accounts.ts'
import { type App, type Failure, failure } from '../app/context.ts'
import { openDesk } from '../app/desk.ts'
import { listenFailure } from '../app/listening.ts'
import { withCore } from '../app/open/openCore.ts'
import { sweepUploads } from '../app/uploads.ts'
import { isLoopback } from '../process.ts'
import { say } from '../words/sentence.ts'
import { createDesk } from './server.ts'

export interface DeskOptions {
  host: string
  /** 0: a free one. */
  port: number
  sandbox: boolean
  /** False: other processes pay. */
  pays: boolean
  /** Whoever takes nothing of what is sent for so long is cut off; 60 s by default. */
  stalledMs?: number
  /** So long after it is stopped, what is still asked of it may take; 15 s by default. */
  lastAnswersMs?: number
}

interface RunningDesk {
  ok: true
  /** The address that people use. */
  url: string
  /** Where the first account is made, once and within the hour; null: there are accounts. */
  setUpUrl: string | null
  /** Payments in flight are finished, and uploads that come to their end soon; nothing new is begun. */
  close(): Promise<void>
}

const sweepEveryMs = 10 * 60_000
/** Well within what systemd, Compose and Kubernetes wait for before they kill: an upload or a download may take for ever. */
const lastAnswersMs = 15_000

/** Serve the console and the API, and pay what is submitted. */
export async function startDesk(plain: App, options: DeskOptions): Promise<RunningDesk | Failure> {
  const { host, port, sandbox } = options
  const url = plain.config.deskUrl
  if (url === undefined && !isLoopback(host))
    return failure('usage', say('desk.needs_url', { host, variable: 'PAYRUN_DESK_URL' }))
  const opened = await openDesk(plain, options)
  if (!opened.ok) return opened
  const server = await createDesk({ ...opened, sandbox, url }, options.stalledMs)
  // Not only when somebody uploads the next file, which may be never: an upload stays for a day.
  void sweepUploads(opened.app)
  const sweeping = setInterval(() => void sweepUploads(opened.app), sweepEveryMs)
  const close = async () => {
    clearInterval(sweeping)
    // At once: who takes a report slowly must not let it pay until the process is killed.
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
  const base = url?.origin ?? `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
  const link = await withCore(opened.app, async (core) => ({ ok: true as const, path: await setUpLink(core) }))
  if (!link.ok) return link
  return { ok: true, url: base, setUpUrl: link.path === null ? null : `${base}${link.path}`, close }
}
