import { Command, Option } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { addCallCommands } from './callCommands.ts'
import type { Cli } from './cli.ts'
import { example, portOrOff, wholeNumber } from './commandOptions.ts'
import { addFleetCommands } from './fleetCommands.ts'
import { addOperationCommands } from './operationCommands.ts'
import { addReceivingCommands } from './receivingCommands.ts'
import { addSandboxCommand } from './sandboxCommand.ts'
import { addSettlingCommands } from './settlingCommands.ts'
import { formatOf, formatOption, submitOptions, withStartTime, withSubmitOptions } from './submitOptions.ts'
import { addTemplateCommand } from './templateCommand.ts'
import { addValidateCommand } from './validateCommand.ts'

/**
 * Reads the configuration and runs a command with it. `logs`: the command's default level, and whether in JSON.
 * `evenMisconfigured`: what is wrong in the configuration is left out, and not the end of it.
 */
export type Runner = (
  command: (cli: Cli) => Promise<number>,
  logs: { level: string; json: boolean },
  json: boolean,
  options?: { evenMisconfigured: boolean },
) => Promise<void>

/** Somebody waits for the command: sentences, and only what matters. A service: everything, for machines. */
const forPerson = { level: 'warn', json: false }
const forService = { level: 'info', json: true }

/** The whole command line: every command, option and example. Commands are loaded when they are called. */
export function buildProgram(run: Runner): Command {
  const program = new Command('payrun')
    .description(
      'Pay a file of people by mobile money: every row checked, each payable row paid once, a report with every row.',
    )
    .version(packageJson.version, '-V, --version')
    .exitOverride()
    .showHelpAfterError('(--help shows how it is used)')
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nExample:\n  payrun run payroll.csv --sandbox      try it out: nothing leaves this machine\n',
    )
  addFileCommands(program, run)
  addBatchCommands(program, run)
  addSettlingCommands(program, run)
  addCallCommands(program, run)
  addServiceCommands(program, run)
  addReceivingCommands(program, run)
  addOperationCommands(program, run)
  addFleetCommands(program, run)
  for (const command of program.commands) {
    command.option('--json', 'print one JSON document on standard output, and nothing else there').exitOverride()
  }
  return program
}

function addFileCommands(program: Command, run: Runner): void {
  addValidateCommand(program, run)
  addTemplateCommand(program, run)
  withSubmitOptions(program.command('run').description('check, submit, pay and report, in this process'))
    .option('--detach', 'leave the paying to workers')
    .addHelpText(
      'after',
      example('payrun run payroll.csv --period 2026-11 --expect-total "1 250 000" --report paid.csv'),
    )
    .action((file: string, options) =>
      run(
        async (cli) => {
          const { run: runCommand } = await import('./run.ts')
          return withStartTime(cli, options, (startAt) =>
            runCommand(cli, { ...submitOptions(file, options), startAt, detach: options.detach === true }),
          )
        },
        forPerson,
        options.json === true,
      ),
    )
  withSubmitOptions(
    program.command('submit').description('check and submit; leave the paying to workers; print the batch id'),
  )
    .addHelpText('after', example('payrun submit payroll.csv --period 2026-11'))
    .action((file: string, options) =>
      run(
        async (cli) => {
          const { submit } = await import('./submit.ts')
          return withStartTime(cli, options, (startAt) => submit(cli, { ...submitOptions(file, options), startAt }))
        },
        forPerson,
        options.json === true,
      ),
    )
}

function addBatchCommands(program: Command, run: Runner): void {
  const batch = (name: string, description: string) =>
    program.command(name).description(description).argument('<batch>', 'an id, a unique beginning of one, or last')
  program
    .command('list')
    .description('all batches, newest first')
    .addHelpText('after', example('payrun list'))
    .action((options) => run(async (cli) => (await import('./list.ts')).list(cli), forPerson, options.json === true))
  batch('status', "one batch's state, counts and sums")
    .option('--watch', 'follow it until it is settled or paused')
    .addHelpText('after', example('payrun status last --watch'))
    .action((name: string, options) =>
      run(
        async (cli) => (await import('./status.ts')).status(cli, name, options.watch === true),
        forPerson,
        options.json === true,
      ),
    )
  batch('report', 'write the report (to standard output without -o)')
    .option('-o, --output <file>', 'where to write it; an older report there is replaced whole')
    .addOption(formatOption())
    .addHelpText('after', example('payrun report last -o paid.csv'))
    .action((name: string, options) =>
      run(
        async (cli) =>
          (await import('./report.ts')).report(cli, name, {
            output: options.output,
            format: options.format ?? formatOf(options.output),
          }),
        forPerson,
        options.json === true,
      ),
    )
  batch('pause', 'stop sending; rows in flight settle')
    .addHelpText('after', example('payrun pause last'))
    .action((name: string, options) =>
      run(async (cli) => (await import('./pause.ts')).pause(cli, name), forPerson, options.json === true),
    )
  batch('resume', 'go on with a batch that is paused or was interrupted')
    .option('--detach', 'leave the paying to workers')
    .addHelpText('after', example('payrun resume last'))
    .action((name: string, options) =>
      run(
        async (cli) => (await import('./resume.ts')).resume(cli, name, options.detach === true),
        forPerson,
        options.json === true,
      ),
    )
  batch('cancel', 'stop a batch for good: its unsent rows are never sent')
    .addHelpText('after', example('payrun cancel last'))
    .action((name: string, options) =>
      run(async (cli) => (await import('./cancel.ts')).cancel(cli, name), forPerson, options.json === true),
    )
  batch('audit', "verify a batch's audit trail: an edit, a deletion, a swap or a cut-off tail is found")
    .addOption(
      new Option('--line <n>', 'tell the whole history of the payout on this line of the file').argParser(
        wholeNumber(1, 2_147_483_647),
      ),
    )
    .addHelpText('after', example('payrun audit last --line 17', 'Exits with 4 when the trail is not intact.'))
    .action((name: string, options) =>
      run(async (cli) => (await import('./audit.ts')).audit(cli, name, options.line), forPerson, options.json === true),
    )
}

function addServiceCommands(program: Command, run: Runner): void {
  program
    .command('worker')
    .description('pay whatever is submitted until stopped; SIGTERM finishes what is in flight')
    .option('--sandbox', 'pay the batches that were submitted with --sandbox, and only those')
    .addOption(
      new Option('--health-port <port>', 'where its health and metrics are served; off: nowhere').argParser(portOrOff),
    )
    .addHelpText('after', example('payrun worker --health-port 9400'))
    .action((options) =>
      run(
        async (cli) => (await import('./worker.ts')).worker(cli, options.sandbox === true, options.healthPort),
        forService,
        options.json === true,
      ),
    )
  program
    .command('doctor')
    .description("check the configuration, the ledger, the queue, the provider's reachability; nothing is sent")
    .addHelpText(
      'after',
      example(
        'payrun doctor',
        'Ends with 0 when nothing is a problem, with 2 when the configuration is one, and with 6 when the database or the queue can not be reached.',
      ),
    )
    .action((options) =>
      run(async (cli) => (await import('./doctor.ts')).doctor(cli), forPerson, options.json === true, {
        evenMisconfigured: true,
      }),
    )
  addSandboxCommand(program, run)
}
