import { onStopSignals } from '../../process.ts'
import { type Cli, exitCode, exitCodeAfter, fail } from '../cli.ts'
import { addCommand, example, hostOption, type Program, portOption, type Run } from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

export const addDesk = (program: Program, run: Run) =>
  addCommand(program, 'desk')
    .addOption(portOption(8080))
    .addOption(hostOption())
    .option('--sandbox', t('helpNotes.pay_batches_submitted_sandbox_only'))
    .option('--no-worker', t('helpNotes.desk_without_worker'))
    .addHelpText('after', example('payrun desk --port 8080', t('helpNotes.desk_first_start')))
    .action(({ port, host, sandbox = false, worker, ...options }) =>
      run(options, (cli) => desk(cli, { port, host, sandbox, pays: worker !== false }), { service: true }),
    )

/** Serve the console and the API until stopped. */
async function desk(
  cli: Cli,
  options: { port: number; host: string; sandbox: boolean; pays: boolean },
): Promise<number> {
  const { startDesk } = await import('../../desk/startDesk.ts')
  const started = await startDesk(cli, options)
  if (!started.ok) return fail(cli, started)
  const { url, local, setUpUrl } = started
  if (cli.json) cli.printJson({ url, local })
  else cli.print(url)
  if (local !== url) cli.say(t('desk.listens_here', { local }))
  if (setUpUrl !== null) cli.say(t('desk.set_up_here', { setUpUrl }))
  await new Promise<void>((stop) =>
    onStopSignals(
      (signal) => {
        cli.log.info(`${signal}: finishing what is in flight`)
        stop()
      },
      (signal) => process.exit(exitCodeAfter(signal)),
    ),
  )
  await started.close()
  return exitCode.done
}
