import type { AddressInfo } from 'node:net'
import { createSandbox, type SandboxOptions } from './createSandbox.ts'
import type { CarriedOut } from './records.ts'

export { sandboxAppKey, sandboxMerchantKey } from './createSandbox.ts'

export interface RunningSandbox {
  /** The base URL to give to the client, no trailing slash. */
  url: string
  carriedOut: readonly CarriedOut[]
  /** Breaks off what is in flight. */
  close(): Promise<void>
}

/**
 * Serves a sandbox.
 *
 * @param options `port` 0 (the default) takes a free one; `host` is the loopback by default.
 * @throws the listener's own error (EADDRINUSE, EACCES), which the caller words.
 */
export async function startSandbox(
  options: SandboxOptions & { port?: number; host?: string } = {},
): Promise<RunningSandbox> {
  const { port = 0, host = '127.0.0.1', ...rest } = options
  const { app, carriedOut } = createSandbox(rest)
  await app.listen({ port, host })
  const { address, family, port: takenPort } = app.server.address() as AddressInfo
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${takenPort}`
  return { url, carriedOut, close: () => app.close() }
}
