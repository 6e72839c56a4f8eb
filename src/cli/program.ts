import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { t } from '../words/t.ts'
import { addCallCommands } from './callCommands.ts'
import { jsonOption, type RunCommand } from './commandOptions.ts'
import { addCompletionCommands } from './completionCommands.ts'
import { exampleText } from './exampleText.ts'
import { exitMeanings } from './exitMeanings.ts'
import { addFileCommands } from './fileCommands.ts'
import { addFleetCommands } from './fleetCommands.ts'
import { layOutHelp } from './layOutHelp.ts'
import { addLookingCommands } from './lookingCommands.ts'
import { addOperationCommands } from './operationCommands.ts'
import { addOperatorCommands } from './operatorCommands.ts'
import { addServiceCommands } from './serviceCommands.ts'
import { addSettlingCommands } from './settlingCommands.ts'
import { addStoppingCommands } from './stoppingCommands.ts'
import { wrapText } from './terminal/wrapText.ts'

type Add = (program: Command, run: RunCommand) => void

/** Help lists commands in these groups, in this order. */
const groups = (): [heading: string, adds: Add[]][] => [
  [t`Pay a file:`, [addFileCommands]],
  [t`Look:`, [addLookingCommands, addOperatorCommands]],
  [t`Settle what is open:`, [addSettlingCommands, addStoppingCommands]],
  [t`Schedules and approvals:`, [addFleetCommands]],
  [t`One call:`, [addCallCommands]],
  [t`Serve:`, [addServiceCommands]],
  [t`Set up:`, [addOperationCommands, addCompletionCommands]],
]

/** The whole command line: every command, option and example. Commands are loaded when they are called. */
export function buildProgram(run: RunCommand): Command {
  const program = new Command('payrun')
    .description(
      t`Pay a file of people by mobile money: every row checked, each payable row paid once, a report with every row.`,
    )
    .version(packageJson.version, '-V, --version', t`show the version`)
  layOutHelp(program)
  program.addHelpText('after', ({ command }) => epilogue(command.configureOutput().getOutHelpWidth?.() ?? 80))
  for (const [heading, adds] of groups()) {
    program.commandsGroup(heading)
    for (const add of adds) add(program, run)
  }
  for (const command of program.commands) command.addOption(jsonOption()).helpCommand(false)
  return program
}

function epilogue(width: number): string {
  const examples = [
    t`payrun template -o payouts.xlsx`,
    'payrun validate payroll.csv',
    'payrun run payroll.csv --sandbox',
    'payrun run payroll.csv --period 2026-11 --report paid.csv',
    'payrun status last',
  ]
  const notes = [
    t`With --sandbox nothing leaves this machine. What a command takes: payrun COMMAND --help`,
    t`PAYRUN_LANG=fr speaks French, PAYRUN_LANG=en English; else your system's language is spoken.`,
  ]
  const codes = exitMeanings().map(
    ([code, meaning]) => `  ${String(code).padEnd(4)} ${wrapText(meaning, width - 7).join('\n       ')}`,
  )
  return [exampleText(examples, notes, width), t`Ends with:`, ...codes].join('\n')
}
