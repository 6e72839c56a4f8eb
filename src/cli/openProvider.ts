import { createProviderClient, type ProviderClient } from '../provider/client.ts'
import type { Cli } from './cli.ts'
import { exitCode, type Failure, failure } from './exitCode.ts'

/** The provider, or the sandbox standing in for it in this process. */
export interface Provider {
  ok: true
  client: ProviderClient
  sandbox: boolean
  close(): Promise<void>
}

/** Open the client to whoever is to pay. With `sandbox` nothing leaves this machine and no account is needed. */
export async function openProvider(cli: Cli, sandbox: boolean): Promise<Provider | Failure> {
  return open(cli, sandbox, missingCredentials(cli, 'or try it out with --sandbox'))
}

/** The same for a command that has no --sandbox: the sandbox has to run by itself, and its customer has a page there. */
export const openPayinProvider = (cli: Cli): Promise<Provider | Failure> =>
  open(cli, false, missingCredentials(cli, `or those of a running sandbox (${cli.config.command} sandbox)`))

async function open(cli: Cli, sandbox: boolean, missing: Failure | undefined): Promise<Provider | Failure> {
  const { config, log } = cli
  const shared = {
    connections: config.concurrency,
    timeoutMs: config.timeoutMs,
    onNotice: (message: string) => log.warn(message),
  }
  if (sandbox) {
    // Fastify is only loaded where it's used.
    const { startSandbox } = await import('../sandbox/startSandbox.ts')
    const { sandboxAppKey, sandboxMerchantKey, sandboxStatusPath } = await import('../sandbox/createSandbox.ts')
    const started = await startSandbox({ port: 0, host: '127.0.0.1' })
    const client = createProviderClient({
      ...shared,
      baseUrl: started.url,
      appKey: sandboxAppKey,
      merchantKey: sandboxMerchantKey,
      // The sandbox has its own; whether it is asked is as with the provider.
      statusPath: config.statusPath === undefined ? undefined : sandboxStatusPath,
    })
    const close = async () => {
      await client.close()
      await started.close()
    }
    return { ok: true, client, sandbox, close }
  }
  if (missing) return missing
  try {
    const client = createProviderClient({
      ...shared,
      baseUrl: config.providerUrl!,
      appKey: config.appKey!,
      merchantKey: config.merchantKey!,
      statusPath: config.statusPath,
    })
    return { ok: true, client, sandbox, close: () => client.close() }
  } catch (error) {
    return failure(exitCode.usage, error instanceof Error ? error.message : 'The provider cannot be used.')
  }
}

function missingCredentials({ config }: Cli, instead: string): Failure | undefined {
  const missing = [
    ...(config.providerUrl ? [] : ['PAYRUN_PROVIDER_URL']),
    ...(config.appKey ? [] : ['PAYRUN_APP_KEY']),
    ...(config.merchantKey ? [] : ['PAYRUN_MERCHANT_KEY']),
  ]
  if (missing.length === 0) return undefined
  return failure(
    exitCode.usage,
    `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set: set ${missing.length === 1 ? 'it' : 'them'} in the environment or in .env, ${instead}.`,
  )
}
