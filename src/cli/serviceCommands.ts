import { type Command, Option } from 'commander'
import { t } from '../words/t.ts'
import { example, forPerson, forService, portOrOff, type RunCommand, wholeNumber } from './commandOptions.ts'
import { addReceivingCommands } from './receivingCommands.ts'
import { addSandboxCommand } from './sandboxCommand.ts'

/** What runs until it is stopped. */
export function addServiceCommands(program: Command, run: RunCommand): void {
  program
    .command('worker')
    .description(t`pay whatever is submitted until stopped; SIGTERM finishes what is in flight`)
    .option('--sandbox', t`pay the batches that were submitted with --sandbox, and only those`)
    .addOption(
      new Option('--health-port <port>', t`where its health and metrics are served; off: nowhere`).argParser(portOrOff),
    )
    .addHelpText('after', example('payrun worker --health-port 9400'))
    .action((options) =>
      run(
        async (cli) => (await import('./worker.ts')).worker(cli, options.sandbox === true, options.healthPort),
        forService,
        options.json === true,
      ),
    )
  addReceivingCommands(program, run)
  addBoard(program, run)
  addSandboxCommand(program, run)
}

function addBoard(program: Command, run: RunCommand): void {
  program
    .command('board')
    .description(t`show the queue in a browser, behind a login, until stopped; nothing can be changed there`)
    .addOption(
      new Option('--port <port>', t`where to listen; 0 takes a free one`)
        .default(4012)
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(new Option('--host <host>', t`on which address`).default('127.0.0.1'))
    .addHelpText(
      'after',
      example(
        'payrun board --port 4012',
        t`Sign in as payrun, with PAYRUN_BOARD_PASSWORD: 12 characters or more, and without one it does not start. Jobs hold ids only. Ends with 0 when it is stopped, with 2 when it can not listen there, with 6 without a database or a queue.`,
      ),
    )
    .action((options) =>
      run(
        async (cli) => (await import('./board.ts')).board(cli, { port: options.port, host: options.host }),
        forPerson,
        options.json === true,
      ),
    )
}
