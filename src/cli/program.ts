import { styleText } from 'node:util'
import { Command, Help, type Option } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { printableLines } from '../words/render.ts'
import { exitMeanings, type Streams, writeLines } from './cli.ts'
import { argumentName, commanderError, withPlaceholders } from './commanderErrors.ts'
import { exampleText, type Program, type Run, whatItDoes } from './commandOptions.ts'
import { columnsOf, t, wrapText } from './terminal/text.ts'

type Add = (program: Program, run: Run, streams: Streams) => void

type Group = [heading: string, commands: Record<string, () => Promise<Add>>]

/** Help lists commands in these groups, in this order. */
const groups = (): Group[] => [...forPaying(), ...forRunningPayrun()]

const forPaying = (): Group[] => [
  [
    t('help.pay_file'),
    {
      validate: async () => (await import('./commands/validate.ts')).addValidate,
      template: async () => (await import('./commands/template.ts')).addTemplate,
      run: async () => (await import('./commands/run.ts')).addRun,
      submit: async () => (await import('./commands/run.ts')).addSubmit,
    },
  ],
  [
    t('help.look'),
    {
      list: async () => (await import('./commands/status.ts')).addList,
      status: async () => (await import('./commands/status.ts')).addStatus,
      report: async () => (await import('./commands/report.ts')).addReport,
      person: async () => (await import('./commands/person.ts')).addPerson,
      audit: async () => (await import('./commands/audit.ts')).addAudit,
      operators: async () => (await import('./commands/operators.ts')).addOperators,
    },
  ],
  [
    t('help.settle_open'),
    {
      retry: async () => (await import('./commands/retry.ts')).addRetry,
      resolve: async () => (await import('./commands/resolve.ts')).addResolve,
      reconcile: async () => (await import('./commands/reconcile.ts')).addReconcile,
      pause: async () => (await import('./commands/pause.ts')).addPause,
      resume: async () => (await import('./commands/pause.ts')).addResume,
      cancel: async () => (await import('./commands/pause.ts')).addCancel,
    },
  ],
  [
    t('help.schedules_approvals'),
    {
      approve: async () => (await import('./commands/approve.ts')).addApprove,
      reject: async () => (await import('./commands/approve.ts')).addReject,
      schedule: async () => (await import('./commands/schedule.ts')).addSchedule,
    },
  ],
  [
    t('help.one_call'),
    {
      checkout: async () => (await import('./commands/charge.ts')).addCheckout,
      collect: async () => (await import('./commands/charge.ts')).addCollect,
      payout: async () => (await import('./commands/payout.ts')).addPayout,
      payins: async () => (await import('./commands/payins.ts')).addPayins,
    },
  ],
]

const forRunningPayrun = (): Group[] => [
  [
    t('help.serve'),
    {
      desk: async () => (await import('./commands/desk.ts')).addDesk,
      worker: async () => (await import('./commands/worker.ts')).addWorker,
      listen: async () => (await import('./commands/listen.ts')).addListen,
      sandbox: async () => (await import('./commands/sandbox.ts')).addSandbox,
    },
  ],
  [
    t('help.set_up'),
    {
      account: async () => (await import('./commands/account.ts')).addAccount,
      key: async () => (await import('./commands/account.ts')).addKey,
      policy: async () => (await import('./commands/policy.ts')).addPolicy,
      float: async () => (await import('./commands/float.ts')).addFloat,
      webhook: async () => (await import('./commands/webhook.ts')).addWebhook,
      recover: async () => (await import('./commands/recover.ts')).addRecover,
      doctor: async () => (await import('./commands/doctor.ts')).addDoctor,
      migrate: async () => (await import('./commands/migrate.ts')).addMigrate,
      purge: async () => (await import('./commands/purge.ts')).addPurge,
      completion: async () => (await import('./commands/completion.ts')).addCompletion,
    },
  ],
]

/**
 * Build the command line: every command, or only what `wanted` (the words after `payrun`) asks for. That is the command that is
 * called, or the list of commands, which loads none of them.
 *
 * A file in `commands/` has everything about one command, or a few about one noun: options, the call of a use case in src/app, and
 * printing. To keep --help quick, it imports only types, words and shared parts of src/cli. It loads the use case, and what only
 * printing needs, with `await import()` in the action.
 */
export async function buildProgram(run: Run, streams: Streams = process, wanted?: readonly string[]): Promise<Program> {
  const program = new Command('payrun')
    .description(t('help.pay_file_people_mobile_money_every'))
    .version(packageJson.version, '-V, --version', t('help.show_version'))
  layOutHelp(program, streams)
  program.addHelpText('after', ({ command }) => epilogue(command.configureOutput().getOutHelpWidth?.() ?? 80))
  const all = groups()
  const [only = ''] = wanted ?? []
  const isList = wanted !== undefined && (wanted.length === 0 || ['-h', '--help', '-V', '--version'].includes(only))
  const isOne = all.some(([, commands]) => Object.hasOwn(commands, only))
  for (const [heading, commands] of all) {
    program.commandsGroup(heading)
    for (const [name, load] of Object.entries(commands)) {
      if (isList) program.command(name).description(whatItDoes(name))
      else if (!isOne || name === only) (await load())(program, run, streams)
    }
  }
  return program
}

function epilogue(width: number): string {
  const examples = [
    t('help.payrun_template_o_payouts_xlsx'),
    'payrun validate payroll.csv',
    'payrun run payroll.csv --sandbox',
    'payrun run payroll.csv --period 2026-11 --report paid.csv',
    'payrun status last',
  ]
  const notes = [
    t('helpNotes.sandbox_nothing_leaves_machine_command_takes'),
    t('helpNotes.payrun_lang_fr_speaks_french_payrun'),
  ]
  const codes = exitMeanings().map(
    ([code, meaning]) => `  ${String(code).padEnd(4)} ${wrapText(meaning, width - 7).join('\n       ')}`,
  )
  return [exampleText(examples, notes, width), t('help.ends_with'), ...codes].join('\n')
}

/** Wider lines are hard to read. */
const widest = 100
/** A description with less room than this goes below its term. */
const narrowestDescription = 30

/** Sets the layout of --help and the language of the library's messages. Commands that are added later inherit both. */
function layOutHelp(program: Command, { stdout, stderr }: Streams): void {
  const titles = new Map([
    ['Usage:', t('help.usage')],
    ['Arguments:', t('help.arguments')],
    ['Options:', t('help.options')],
    ['Commands:', t('help.commands')],
  ])
  program
    .configureHelp({
      minWidthToWrap: 20,
      // The list shows only names: the arguments are in each command's own help.
      subcommandTerm: (command) => command.name(),
      optionTerm: (option) => withPlaceholders(option.flags),
      argumentTerm: (argument) => argumentName(argument.name()),
      commandUsage: (command) => withPlaceholders(Help.prototype.commandUsage.call(command.createHelp(), command)),
      optionDescription,
      argumentDescription: (argument) => withFacts(argument.description, choices(argument.argChoices)),
      // The library removes colours if there is no terminal, or if they are turned off.
      styleTitle: (title) => styleText('bold', titles.get(title) ?? title, { validateStream: false }),
      formatItem,
      // The library would also break a line at a no-break space.
      boxWrap: (text, width) =>
        text
          .split('\n')
          .flatMap((line) => wrapText(line, width))
          .join('\n'),
      // The options that every command has come last.
      visibleOptions: (command) => lastly(Help.prototype.visibleOptions.call(command.createHelp(), command), isGeneral),
      groupItems,
    })
    .configureOutput({
      writeOut: (text) => writeLines(stdout, text, true),
      writeErr: (text) => writeLines(stderr, text, true),
      getOutHelpWidth: () => Math.min(columnsOf(stdout), widest),
      getErrHelpWidth: () => Math.min(columnsOf(stderr), widest),
      // It quotes what was typed. Any colours in it are not payrun's.
      outputError: (text, write) => write(printableLines(commanderError(text), false)),
    })
    .helpOption('-h, --help', t('help.show_how_used'))
    .showHelpAfterError(t('help.help_shows_how_used'))
    .helpCommand(false)
    .exitOverride()
}

function groupItems<T extends Command | Option>(
  _all: readonly T[],
  visible: readonly T[],
  groupOf: (item: T) => string,
): Map<string, T[]> {
  return new Map(lastly([...Map.groupBy(visible, groupOf)], ([heading]) => heading === 'Options:'))
}

const isGeneral = ({ long }: Option): boolean => long === '--json' || long === '--help'

const lastly = <T>(items: readonly T[], isLast: (item: T) => boolean): T[] => [
  ...items.filter((item) => !isLast(item)),
  ...items.filter(isLast),
]

function optionDescription(option: Option): string {
  const byDefault =
    option.required && option.defaultValue !== undefined
      ? [t('help.default', { defaultValue: option.defaultValueDescription ?? option.defaultValue })]
      : []
  const required = option.mandatory ? [t('help.required')] : []
  return withFacts(option.description, [...required, ...choices(option.argChoices), ...byDefault])
}

const choices = (known: readonly string[] | undefined): string[] =>
  known ? [t('help.one_of', { known: known.join(', ') })] : []

const withFacts = (description: string, facts: readonly string[]): string =>
  facts.length === 0 ? description : `${description} (${facts.join('; ')})`

function formatItem(term: string, termWidth: number, description: string, helper: Help): string {
  const width = helper.helpWidth ?? 80
  if (width - termWidth - 4 >= narrowestDescription) {
    return Help.prototype.formatItem.call(helper, term, termWidth, description, helper)
  }
  return [`  ${term}`, ...wrapText(description, width - 6).map((line) => `      ${line}`)].join('\n')
}
