import type { Command } from 'commander'
import { t } from '../words/t.ts'
import { example, forPerson, type RunCommand } from './commandOptions.ts'
import { subcommand } from './subcommand.ts'

/** The operators of the table, and holding them by hand. */
export function addOperatorCommands(program: Command, run: RunCommand): void {
  const operators = program
    .command('operators')
    .description(t`the operators of each country, and which are held and why; hold and release them`)
    .option('--sandbox', t`the sandbox's holds`)
    .addHelpText('after', example('payrun operators'))
    .action((options) =>
      run(
        async (cli) => (await import('./operators.ts')).operators(cli, options.sandbox === true),
        forPerson,
        options.json === true,
      ),
    )
  const change = (name: 'hold' | 'release', description: string, line: string, note: readonly string[]) =>
    subcommand(operators, name, description)
      .argument('<code>', t`the code of an operator`)
      .option('--note <text>', t`why; kept, and shown by operators and status`)
      .option('--sandbox', t`the sandbox's operator, which batches with --sandbox are paid to`)
      .addHelpText('after', example(line, note))
      .action((code: string, _options, command: Command) => {
        const { note: why, sandbox = false, json = false } = command.optsWithGlobals()
        return run(
          async (cli) => {
            const { holdOperator, releaseOperator } = await import('./holdOperator.ts')
            return (name === 'hold' ? holdOperator : releaseOperator)(cli, code, { note: why, sandbox })
          },
          forPerson,
          json,
        )
      })
  change(
    'hold',
    t`send nothing to an operator until it is released`,
    t`payrun operators hold mtn-benin --note "outage announced"`,
    holdNote,
  )
  change('release', t`send to an operator again, whoever held it`, 'payrun operators release mtn-benin', releaseNote)
}

const holdNote = [
  t`What is in flight settles; workers that are paying stop within 5 seconds. Other operators go on. A batch with nothing but rows of held operators left is paused (operator_held). What a person holds is never probed: only operators release ends it.`,
]

const releaseNote = [t`Batches that were paused by the hold are named: payrun resume goes on with each.`]
