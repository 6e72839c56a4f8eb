import { Option } from 'commander'
import type { BegunWorker } from '../../app/work.ts'
import { onStopSignals } from '../../process.ts'
import { type Cli, exitCode, exitCodeAfter, fail } from '../cli.ts'
import { addCommand, example, type Program, portOrOff, type Run } from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

export const addWorker = (program: Program, run: Run) =>
  addCommand(program, 'worker')
    .option('--sandbox', t('helpNotes.pay_batches_submitted_sandbox_only'))
    .addOption(
      new Option('--health-port <port>', t('helpNotes.where_health_metrics_served_off_nowhere')).argParser(portOrOff),
    )
    .addHelpText('after', example('payrun worker --health-port 9400'))
    .action(({ sandbox = false, healthPort, ...options }) =>
      run(
        options,
        async (cli) => {
          const { work } = await import('../../app/work.ts')
          const worked = await work(cli, {
            sandbox,
            healthPort,
            listen: (worker) => listen(cli, worker),
            onReady: ({ workerNo, health = null }) => {
              if (cli.json) cli.printJson({ worker: workerNo, health })
            },
          })
          return worked.ok ? exitCode.done : fail(cli, worked)
        },
        { service: true },
      ),
    )

/** How long a worker that is told to stop may take to finish starting. */
const startMs = 5_000

/** The first SIGTERM or Ctrl-C lets rows in flight finish; the next one quits. */
function listen({ log }: Cli, worker: BegunWorker): AbortSignal {
  const stop = new AbortController()
  onStopSignals(
    (signal) => {
      log.info(`${signal}: finishing what is in flight`, { rows: worker.inFlight() })
      stop.abort()
      // It may be starting forever (the database is unreachable). Nothing is in flight yet.
      setTimeout(() => worker.isPaying() || process.exit(exitCodeAfter(signal)), startMs).unref()
    },
    (signal) => {
      log.error('quitting now: rows in flight may or may not be paid, and will be unknown', {
        rows: worker.inFlight(),
      })
      process.exit(exitCodeAfter(signal))
    },
  )
  return stop.signal
}
