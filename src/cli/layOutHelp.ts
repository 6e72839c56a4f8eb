import { styleText } from 'node:util'
import { type Command, Help, type Option } from 'commander'
import { t } from '../words/t.ts'
import { commanderError } from './commanderErrors.ts'
import { argumentName, withPlaceholders } from './placeholders.ts'
import { wrapText } from './terminal/wrapText.ts'

/** Wider lines are hard to read. */
const widest = 100
/** A description in fewer columns than this goes below what it describes. */
const narrowestDescription = 30

/** How --help looks and in which language the library speaks. Commands that are added later take it over. */
export function layOutHelp(program: Command): void {
  const titles = new Map([
    ['Usage:', t`Usage:`],
    ['Arguments:', t`Arguments:`],
    ['Options:', t`Options:`],
    ['Commands:', t`Commands:`],
  ])
  program
    .configureHelp({
      minWidthToWrap: 20,
      // A list of commands is for choosing one: what each takes is in its own help.
      subcommandTerm: (command) => command.name(),
      optionTerm: (option) => withPlaceholders(option.flags),
      argumentTerm: (argument) => argumentName(argument.name()),
      commandUsage: (command) => withPlaceholders(Help.prototype.commandUsage.call(command.createHelp(), command)),
      optionDescription,
      argumentDescription: (argument) => withFacts(argument.description, choices(argument.argChoices)),
      // The library takes colours off where there is no terminal, or nobody wants them.
      styleTitle: (title) => styleText('bold', titles.get(title) ?? title, { validateStream: false }),
      formatItem,
      // What every command has comes last.
      visibleOptions: (command) => lastly(Help.prototype.visibleOptions.call(command.createHelp(), command), isGeneral),
      groupItems,
    })
    .configureOutput({
      getOutHelpWidth: () => Math.min(process.stdout.columns ?? 80, widest),
      getErrHelpWidth: () => Math.min(process.stderr.columns ?? 80, widest),
      outputError: (text, write) => write(commanderError(text)),
    })
    .helpOption('-h, --help', t`show how it is used`)
    .showHelpAfterError(t`(--help shows how it is used)`)
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
  const byDefault = option.required && option.defaultValue !== undefined ? [t`default ${option.defaultValue}`] : []
  return withFacts(option.description, [...choices(option.argChoices), ...byDefault])
}

const choices = (known: readonly string[] | undefined): string[] => (known ? [t`one of ${known.join(', ')}`] : [])

const withFacts = (description: string, facts: readonly string[]): string =>
  facts.length === 0 ? description : `${description} (${facts.join('; ')})`

function formatItem(term: string, termWidth: number, description: string, helper: Help): string {
  const width = helper.helpWidth ?? 80
  if (width - termWidth - 4 >= narrowestDescription) {
    return Help.prototype.formatItem.call(helper, term, termWidth, description, helper)
  }
  return [`  ${term}`, ...wrapText(description, width - 6).map((line) => `      ${line}`)].join('\n')
}
