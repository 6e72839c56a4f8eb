import { onStopSignals } from '../shutdown.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'

export interface SandboxCommandOptions {
  port: number
  host: string
}

/** Serve the sandbox until stopped. Accepts the environment's keys, else its own. */
export async function sandbox(cli: Cli, { port, host }: SandboxCommandOptions): Promise<number> {
  const { startSandbox } = await import('../sandbox/startSandbox.ts')
  const { sandboxAppKey, sandboxMerchantKey } = await import('../sandbox/createSandbox.ts')
  const { config } = cli
  const ownKeys = config.appKey === undefined && config.merchantKey === undefined
  const appKey = config.appKey ?? sandboxAppKey
  const merchantKey = config.merchantKey ?? sandboxMerchantKey
  try {
    const started = await startSandbox({ port, host, appKey, merchantKey })
    if (cli.json) cli.printJson({ url: started.url })
    else cli.print(started.url)
    const keys = ownKeys ? `${sandboxAppKey} and ${sandboxMerchantKey}` : 'those of the environment'
    cli.say(
      `The sandbox is ready: use the address above as PAYRUN_PROVIDER_URL. Its keys are ${keys}. Stop it with Ctrl-C.`,
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
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EADDRINUSE') {
      return fail(
        cli,
        failure(exitCode.usage, `Port ${port} on ${host} is in use already: choose another with --port.`),
      )
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      return fail(
        cli,
        failure(exitCode.usage, `Can't listen on ${host}, port ${port}: choose others with --host and --port.`),
      )
    }
    throw error
  }
}
