import type { CommandUnknownOpts } from 'commander'
import type { Program, Run } from '../../src/cli/commandOptions.ts'
import { buildProgram } from '../../src/cli/program.ts'
import { setLanguage } from '../../src/cli/terminal/text.ts'
import type { Language } from '../../src/words/catalogue.ts'

/** The command line in this language. `run` gets what a command would do. */
export async function programIn(language: Language, run: Run = async () => undefined): Promise<Program> {
  setLanguage(language)
  return buildProgram(run)
}

/** The program and all its commands, including nested ones. */
export const everyCommand = (command: CommandUnknownOpts): CommandUnknownOpts[] => [
  command,
  ...command.createHelp().visibleCommands(command).flatMap(everyCommand),
]

/** What --help prints at this width. */
export function helpOf(command: CommandUnknownOpts, width: number): string {
  let printed = ''
  command.configureOutput({
    writeOut: (text) => {
      printed += text
    },
    getOutHelpWidth: () => width,
    getOutHasColors: () => false,
  })
  command.outputHelp()
  return printed
}
