import { Argument, type Command } from 'commander'
import { t } from '../words/t.ts'
import { example, forPerson, type RunCommand } from './commandOptions.ts'
import { shells } from './shells.ts'

/** `completion` prints what makes a shell complete; `complete` is what the shell then asks at each press of the key. */
export function addCompletionCommands(program: Command, run: RunCommand): void {
  program
    .command('completion')
    .description(t`print the script with which a shell completes commands, options and their values`)
    .addArgument(new Argument('<shell>', t`the shell that reads it`).choices(shells))
    .addHelpText(
      'after',
      example(
        [
          'source <(payrun completion bash)',
          'payrun completion zsh > ~/.zsh/completions/_payrun',
          'payrun completion fish > ~/.config/fish/completions/payrun.fish',
        ],
        t`The first is a line for ~/.bashrc. The folder for zsh is one of its fpath, set before compinit. The language is that of PAYRUN_LANG.`,
      ),
    )
    .action((shell: (typeof shells)[number], options) =>
      run(async (cli) => (await import('./completion.ts')).completion(cli, shell), forPerson, options.json === true),
    )
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    // No configuration is read: a completion has nothing to say about it.
    .action(async (words: string[]) => {
      const { complete } = await import('./complete.ts')
      process.stdout.write(complete(program, words))
    })
}
