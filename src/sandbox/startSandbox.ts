import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createSandbox, type SandboxOptions } from './createSandbox.ts'
import type { WholeSandbox, WholeSandboxOptions } from './createWholeSandbox.ts'
import type { CarriedOut } from './state/records.ts'

export { sandboxAppKey, sandboxMerchantKey } from './createSandbox.ts'

export interface RunningSandbox {
  /** The base URL for the client, without a trailing slash. */
  url: string
  carriedOut: readonly CarriedOut[]
  /** Aborts requests in flight. */
  close(): Promise<void>
}

interface ListenOptions {
  /** 0 (the default) picks a free port. */
  port?: number
  /** By default the loopback. */
  host?: string
}

/**
 * Serves only the payouts of a sandbox, which is all that `--sandbox` needs. It is loaded before every payment, so it has to be small.
 *
 * @throws the listener's own error (EADDRINUSE, EACCES), which the caller must translate
 */
export async function startSandbox(options: SandboxOptions & ListenOptions = {}): Promise<RunningSandbox> {
  const { app, carriedOut } = createSandbox(options)
  return { url: await listen(app, options), carriedOut, close: () => app.close() }
}

/**
 * Serves the provider's whole interface, with its pages.
 *
 * @throws StateFolderError, and the listener's own error (EADDRINUSE, EACCES), which the caller must translate
 */
export async function startWholeSandbox(
  options: WholeSandboxOptions & ListenOptions = {},
): Promise<RunningSandbox & Pick<WholeSandbox, 'services'>> {
  const { createWholeSandbox } = await import('./createWholeSandbox.ts')
  const { app, carriedOut, services } = createWholeSandbox(options)
  try {
    return { url: await listen(app, options), carriedOut, services, close: () => app.close() }
  } catch (error) {
    // Releases the lock on the state folder.
    await app.close()
    throw error
  }
}

async function listen(app: FastifyInstance, { port = 0, host = '127.0.0.1' }: ListenOptions): Promise<string> {
  await app.listen({ port, host })
  const { address, family, port: takenPort } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${takenPort}`
}
