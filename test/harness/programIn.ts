import type { Command } from 'commander'
import { vi } from 'vitest'
import type { RunCommand } from '../../src/cli/commandOptions.ts'
import type { Language } from '../../src/words/language.ts'

/** The command line as it is built where this language is spoken. `run` gets what a command would do. */
export async function programIn(language: Language, run: RunCommand = async () => undefined): Promise<Command> {
  vi.resetModules()
  const { setLanguage } = await import('../../src/words/t.ts')
  await setLanguage(language)
  const { buildProgram } = await import('../../src/cli/program.ts')
  return buildProgram(run)
}

/** The program and every command of it, those below another one too. */
export const everyCommand = (command: Command): Command[] => [
  command,
  ...command.createHelp().visibleCommands(command).flatMap(everyCommand),
]

/** What --help prints in so many columns. */
export function helpOf(command: Command, width: number): string {
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
