import type { Config } from '../../config.ts'
import { createProviderClient, type ProviderClient } from '../../provider/client.ts'
import { SaidError } from '../../words/render.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import { type Failure, failure } from '../context.ts'

/** The provider, or the sandbox standing in for it in this process. */
export interface Provider {
  ok: true
  client: ProviderClient
  sandbox: boolean
  close(): Promise<void>
}

/** Open the client to whoever is to pay. With `sandbox` nothing leaves this machine and no account is needed. */
export async function openProvider(app: App, sandbox: boolean): Promise<Provider | Failure> {
  return open(app, sandbox, () => tryItOut(app))
}

/** The same for a command that has no --sandbox: the sandbox has to run by itself, and its customer has a page there. */
export const openChargeProvider = (app: App): Promise<Provider | Failure> => open(app, false, () => orRunSandbox(app))

async function open(app: App, sandbox: boolean, unset: () => Sentence | undefined): Promise<Provider | Failure> {
  const { config, log } = app
  const shared = {
    connections: config.concurrency,
    timeoutMs: config.timeoutMs,
    onNotice: (message: string) => log.warn(message),
  }
  if (sandbox) {
    // Fastify is only loaded where it's used.
    const { startSandbox } = await import('../../sandbox/startSandbox.ts')
    const { sandboxAppKey, sandboxMerchantKey, sandboxStatusPath } = await import('../../sandbox/createSandbox.ts')
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
  if (missing !== undefined) return failure('usage', missing)
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
    return failure('usage', error instanceof SaidError ? error.said : say('commands.provider_cannot_used'))
  }
}

function tryItOut({ config }: App): Sentence | undefined {
  const missing = missingCredentials(config)
  const names = missing.join(', ')
  if (missing.length === 0) return undefined
  return say('commands.not_set_set_environment_env_try', { n: missing.length, names })
}

function orRunSandbox({ config }: App): Sentence | undefined {
  const missing = missingCredentials(config)
  const names = missing.join(', ')
  if (missing.length === 0) return undefined
  return say('commands.not_set_set_environment_env_running', { n: missing.length, names, command: config.command })
}

function missingCredentials(config: Config): string[] {
  return [
    ...(config.providerUrl ? [] : ['PAYRUN_PROVIDER_URL']),
    ...(config.appKey ? [] : ['PAYRUN_APP_KEY']),
    ...(config.merchantKey ? [] : ['PAYRUN_MERCHANT_KEY']),
  ]
}
