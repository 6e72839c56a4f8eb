import { t } from './terminal/text.ts'

/** The library's errors about a command line, and payrun's wording. A test compares this list with the library's messages. */
const sayings: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^error: option '(.*?)' argument '(.*)' is invalid\. ?(.*)$/s, (flags, value, why) => says(flags, value, why)],
  [
    /^error: option '(.*?)' value '(.*)' from env '(.*)' is invalid\. ?(.*)$/s,
    (flags, value, _name, why) => says(flags, value, why),
  ],
  [
    /^error: command-argument value '(.*)' is invalid for argument '(.*?)'\. ?(.*)$/s,
    (value, name, why) => t('help.error_invalid_argument', { value, name: argumentName(name), why: because(why) }),
  ],
  [
    /^error: missing required argument '(.*)'$/,
    (name) => t('help.error_missing_required_argument', { name: argumentName(name) }),
  ],
  [
    /^error: option '(.*)' argument missing$/,
    (flags) => t('help.error_option_argument_missing', { flags: withPlaceholders(flags) }),
  ],
  [
    /^error: required option '(.*)' not specified$/,
    (flags) => t('help.error_required_option_not_specified', { flags: withPlaceholders(flags) }),
  ],
  [
    /^error: (?:option|environment variable) '(.*)' cannot be used with (?:option|environment variable) '(.*)'$/,
    (one, other) =>
      t('help.error_option_cannot_used_option', { one: withPlaceholders(one), other: withPlaceholders(other) }),
  ],
  [/^error: unknown option '(.*)'$/s, (flag) => t('help.error_unknown_option', { flag })],
  [/^error: unknown command '(.*)'$/s, (name) => t('help.error_unknown_command', { name })],
  [
    /^error: too many arguments(?: for '.*?')?\. Expected (\d+) arguments? but got (\d+): (.*)\.$/s,
    (expected, got, given) => t('help.error_too_many_arguments_expected_got', { expected, got, given }),
  ],
]

const suggestions: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^\(Did you mean one of (.*)\?\)$/, (names) => t('help.did_you_mean_one', { names })],
  [/^\(Did you mean (.*)\?\)$/, (name) => t('help.did_you_mean', { name })],
]

/** Translates an error of the library, with its suggestion if there is one. payrun's own errors stay as they are. */
export function commanderError(text: string): string {
  const [message = '', suggestion] = text.trimEnd().split(/\n(?=\(Did you mean )/)
  const lines = [said(sayings, message), ...(suggestion === undefined ? [] : [said(suggestions, suggestion)])]
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}

function said(known: typeof sayings, text: string): string {
  for (const [pattern, say] of known) {
    const found = pattern.exec(text)
    if (found) return say(...found.slice(1))
  }
  return text
}

const says = (flags = '', value = '', why = ''): string =>
  t('help.error_option_argument_invalid', { flags: withPlaceholders(flags), value, why: because(why) })

/** The reasons are payrun's own, except the library's list of choices. */
function because(why = ''): string {
  const choices = /^Allowed choices are (.*)\.$/.exec(why)?.[1]
  return choices === undefined ? why : t('help.allowed_choices', { choices })
}

/** The placeholders of values as help shows them. Definitions have the English word. */
const placeholders: Readonly<Record<string, () => string>> = {
  '<account>': () => t('accounts.account_placeholder'),
  '<address>': () => t('help.address_placeholder'),
  '<amount>': () => t('help.amount_placeholder'),
  '<batch>': () => t('help.batch_placeholder'),
  '<code>': () => t('help.code_placeholder'),
  '<counts>': () => t('help.counts_placeholder'),
  '<country>': () => t('help.country_placeholder'),
  '<currency>': () => t('help.currency_placeholder'),
  '<day>': () => t('help.day_placeholder'),
  '<expression>': () => t('help.expression_placeholder'),
  '<field=column>': () => t('help.field_column_placeholder'),
  '<file>': () => t('help.file_placeholder'),
  '<file|folder>': () => t('help.file_folder_placeholder'),
  '<folder>': () => t('help.folder_placeholder'),
  '<format>': () => t('help.format_placeholder'),
  '<hash>': () => t('help.hash_placeholder'),
  '<host>': () => t('help.host_placeholder'),
  '<id>': () => t('help.id_placeholder'),
  '<json>': () => t('help.json_placeholder'),
  '<kind>': () => t('terminal.kind_placeholder'),
  '<login>': () => t('accounts.login_placeholder'),
  '<language>': () => t('help.language_placeholder'),
  '<mode>': () => t('help.mode_placeholder'),
  '<ms>': () => t('help.ms_placeholder'),
  '<n>': () => t('help.n_placeholder'),
  '<name>': () => t('help.name_placeholder'),
  '<name...>': () => t('help.names_placeholder'),
  '<number>': () => t('help.number_placeholder'),
  '<operator>': () => t('help.operator_placeholder'),
  '<percent>': () => t('help.percent_placeholder'),
  '<payin>': () => t('terminal.payin_placeholder'),
  '<period>': () => t('help.period_placeholder'),
  '<port>': () => t('help.port_placeholder'),
  '<reference>': () => t('help.reference_placeholder'),
  '<shell>': () => t('help.shell_placeholder'),
  '<state>': () => t('terminal.state_placeholder'),
  '<statement>': () => t('help.statement_placeholder'),
  '<text>': () => t('help.text_placeholder'),
  '<time>': () => t('help.time_placeholder'),
  '<url>': () => t('help.url_placeholder'),
  '<action>': () => t('warnings.action_placeholder'),
  '<warning>': () => t('warnings.warning_placeholder'),
  '<word>': () => t('summary.word_placeholder'),
  '<hours>': () => t('help.hours_placeholder'),
  '<zone>': () => t('help.zone_placeholder'),
  '<days>': () => t('accounts.days_placeholder'),
  '<role>': () => t('accounts.role_placeholder'),
  '<role...>': () => t('accounts.roles_placeholder'),
  '<on|off>': () => t('accounts.on_off_placeholder'),
  '<people>': () => t('accounts.people_placeholder'),
  '[command]': () => t('help.command'),
  '[options]': () => t('help.options_2'),
}

/** Translates the placeholders in a usage or in an option's flags. What may be left out has the word of what may not. */
export const withPlaceholders = (text: string): string =>
  text.replace(/<[^<>]+>|\[\w+\]/g, (word) => placeholders[word]?.() ?? (word.startsWith('[') ? optional(word) : word))

const optional = (word: string): string => word.replace(/\w+/, (name) => argumentName(name))

/** The translated name of an argument, without brackets. */
export const argumentName = (name: string): string => withPlaceholders(`<${name}>`).slice(1, -1)
