import type { Config } from '../config.ts'
import { createProviderClient, type ProviderClient } from '../provider/client.ts'
import { plural, t } from '../words/t.ts'
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
  return open(cli, sandbox, () => tryItOut(cli))
}

/** The same for a command that has no --sandbox: the sandbox has to run by itself, and its customer has a page there. */
export const openPayinProvider = (cli: Cli): Promise<Provider | Failure> => open(cli, false, () => orRunSandbox(cli))

async function open(cli: Cli, sandbox: boolean, unset: () => string | undefined): Promise<Provider | Failure> {
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
  const missing = unset()
  if (missing !== undefined) return failure(exitCode.usage, missing)
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
    return failure(exitCode.usage, error instanceof Error ? error.message : t`The provider cannot be used.`)
  }
}

function tryItOut({ config }: Cli): string | undefined {
  const missing = missingCredentials(config)
  const names = missing.join(', ')
  if (missing.length === 0) return undefined
  return plural(
    missing.length,
    t`${names} is not set: set it in the environment or in .env, or try it out with --sandbox.`,
    t`${names} are not set: set them in the environment or in .env, or try it out with --sandbox.`,
  )
}

function orRunSandbox({ config }: Cli): string | undefined {
  const missing = missingCredentials(config)
  const names = missing.join(', ')
  if (missing.length === 0) return undefined
  return plural(
    missing.length,
    t`${names} is not set: set it in the environment or in .env, or those of a running sandbox (${config.command} sandbox).`,
    t`${names} are not set: set them in the environment or in .env, or those of a running sandbox (${config.command} sandbox).`,
  )
}

function missingCredentials(config: Config): string[] {
  return [
    ...(config.providerUrl ? [] : ['PAYRUN_PROVIDER_URL']),
    ...(config.appKey ? [] : ['PAYRUN_APP_KEY']),
    ...(config.merchantKey ? [] : ['PAYRUN_MERCHANT_KEY']),
  ]
}
