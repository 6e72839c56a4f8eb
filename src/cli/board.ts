import { onStopSignals } from '../shutdown.ts'
import { t } from '../words/t.ts'
import { atMost } from './atMost.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { isLoopback } from './isLoopback.ts'
import { listenFailure } from './listenFailure.ts'
import { openCore } from './openCore.ts'
import { openQueueStore, type QueueStore, sharedQueue } from './openQueue.ts'
import { schedulesQueue } from './scheduleRunner.ts'

export interface BoardCommandOptions {
  port: number
  host: string
}

/** What workers take from: of batches and of schedules, of the provider's and of the sandbox's. */
const shown = [false, true].flatMap((sandbox) => [sharedQueue(sandbox), schedulesQueue(sandbox)])

/** Serve pages that show the queue, and change nothing, until stopped. */
export async function board(cli: Cli, options: BoardCommandOptions): Promise<number> {
  const { boardPassword } = cli.config
  if (boardPassword === undefined) {
    return fail(
      cli,
      failure(
        exitCode.usage,
        t`PAYRUN_BOARD_PASSWORD is not set: the queue is shown to whoever knows it, so choose one of at least 12 characters.`,
      ),
    )
  }
  const core = await openCore(cli)
  if (!core.ok) return fail(cli, core)
  const store = await openQueueStore(cli, core)
  try {
    return store.ok ? await serve(cli, store, options, boardPassword) : fail(cli, store)
  } finally {
    if (store.ok) await store.close()
    await core.close()
  }
}

async function serve(
  cli: Cli,
  store: QueueStore,
  { host, port }: BoardCommandOptions,
  password: string,
): Promise<number> {
  const asked = new Promise<void>((stop) =>
    onStopSignals(
      () => stop(),
      () => process.exit(exitCode.done),
    ),
  )
  const { boardQueues } = await import('../queue/boardQueues.ts')
  const { boardUser, startBoard } = await import('../operations/startBoard.ts')
  const onTrouble = (error: unknown) => cli.log.warn('the queue had trouble', { error })
  const queues = boardQueues(store.backend, shown, onTrouble)
  try {
    const started = await startBoard({ host, port, password, queues: queues.adapters, onTrouble })
    if (cli.json) cli.printJson({ url: started.url })
    else cli.print(started.url)
    if (!isLoopback(host)) {
      cli.say(
        t`Warning: on ${host} the password comes in without TLS, and others on the network can read it. Put a server with TLS in front of payrun, and leave out --host.`,
      )
    }
    cli.say(
      t`The queue is shown at the address above: sign in as ${boardUser}, with PAYRUN_BOARD_PASSWORD. Stop it with Ctrl-C.`,
    )
    await asked
    await started.close()
    return exitCode.done
  } catch (error) {
    const notListening = listenFailure(error, host, port)
    if (notListening) return fail(cli, notListening)
    throw error
  } finally {
    await atMost(3_000, queues.close())
  }
}
