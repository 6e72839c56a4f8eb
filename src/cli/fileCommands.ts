import type { Command } from 'commander'
import { t } from '../words/t.ts'
import { example, forPerson, type RunCommand } from './commandOptions.ts'
import { submitOptions, withStartTime, withSubmitOptions } from './submitOptions.ts'
import { addTemplateCommand } from './templateCommand.ts'
import { addValidateCommand } from './validateCommand.ts'

/** What people do with a payout file: make one, check it, have it paid. */
export function addFileCommands(program: Command, run: RunCommand): void {
  addValidateCommand(program, run)
  addTemplateCommand(program, run)
  withSubmitOptions(program.command('run').description(t`check, submit, pay and report, in this process`))
    .option('--detach', t`leave the paying to workers`)
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
    program.command('submit').description(t`check and submit; leave the paying to workers; print the batch id`),
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
