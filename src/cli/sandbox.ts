import { resolve } from 'node:path'
import { onStopSignals } from '../shutdown.ts'
import { spokenLanguage, t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { isLoopback } from './isLoopback.ts'
import { listenFailure } from './listenFailure.ts'

export interface SandboxCommandOptions {
  port: number
  host: string
  /** As typed; undefined: in memory only. */
  stateFolder: string | undefined
  merchantName: string | undefined
  approvedForPayouts: boolean
  latencyMs: number | undefined
  paymentExpiresMs: number
  collectionExpiresMs: number
}

/** Serve the whole sandbox until stopped. Accepts the environment's keys, else its own. */
export async function sandbox(cli: Cli, options: SandboxCommandOptions): Promise<number> {
  const { startWholeSandbox, sandboxAppKey, sandboxMerchantKey } = await import('../sandbox/startSandbox.ts')
  const { config } = cli
  const { port, host, stateFolder } = options
  const ownKeys = config.appKey === undefined && config.merchantKey === undefined
  try {
    const started = await startWholeSandbox({
      ...options,
      stateFolder: stateFolder === undefined ? undefined : resolve(config.calledFrom, stateFolder),
      appKey: config.appKey ?? sandboxAppKey,
      merchantKey: config.merchantKey ?? sandboxMerchantKey,
      callbackSecret: config.callbackSecret,
      language: spokenLanguage(),
    })
    if (cli.json) cli.printJson({ url: started.url })
    else cli.print(started.url)
    if (!isLoopback(host)) cli.say(openWarning(host))
    cli.say(
      ownKeys
        ? t`The sandbox is ready: use the address above as PAYRUN_PROVIDER_URL. Its keys are ${sandboxAppKey} and ${sandboxMerchantKey}. Its pages are ${started.url}/sandbox and ${started.url}/handset. Stop it with Ctrl-C.`
        : t`The sandbox is ready: use the address above as PAYRUN_PROVIDER_URL. Its keys are those of the environment. Its pages are ${started.url}/sandbox and ${started.url}/handset. Stop it with Ctrl-C.`,
    )
    await new Promise<void>((stop) =>
      onStopSignals(
        () => stop(),
        () => process.exit(exitCode.done),
      ),
    )
    await started.close()
    return exitCode.done
  } catch (error) {
    const { StateFolderError } = await import('../sandbox/stateFolderError.ts')
    if (error instanceof StateFolderError) return fail(cli, failure(exitCode.usage, error.message))
    const notListening = listenFailure(error, host, port)
    if (notListening) return fail(cli, notListening)
    throw error
  }
}

const openWarning = (host: string): string =>
  t`Warning: on ${host} others on the network can reach the sandbox, see what was sent to it, and have it post notifications. Leave out --host to keep it to this machine.`
