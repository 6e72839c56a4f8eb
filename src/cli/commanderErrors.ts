import { t } from '../words/t.ts'
import { argumentName, withPlaceholders } from './placeholders.ts'

/** What the library says of a wrong command line, and how it is said here. A test compares these with what it can say. */
const sayings: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^error: option '(.*?)' argument '(.*)' is invalid\. ?(.*)$/s, (flags, value, why) => says(flags, value, why)],
  [
    /^error: option '(.*?)' value '(.*)' from env '(.*)' is invalid\. ?(.*)$/s,
    (flags, value, _name, why) => says(flags, value, why),
  ],
  [
    /^error: command-argument value '(.*)' is invalid for argument '(.*?)'\. ?(.*)$/s,
    (value, name, why) => `${t`error: '${value}' is invalid for argument '${argumentName(name)}'.`} ${because(why)}`,
  ],
  [/^error: missing required argument '(.*)'$/, (name) => t`error: missing required argument '${argumentName(name)}'`],
  [
    /^error: option '(.*)' argument missing$/,
    (flags) => t`error: option '${withPlaceholders(flags)}' argument missing`,
  ],
  [
    /^error: required option '(.*)' not specified$/,
    (flags) => t`error: required option '${withPlaceholders(flags)}' not specified`,
  ],
  [
    /^error: (?:option|environment variable) '(.*)' cannot be used with (?:option|environment variable) '(.*)'$/,
    (one, other) => t`error: option '${withPlaceholders(one)}' cannot be used with option '${withPlaceholders(other)}'`,
  ],
  [/^error: unknown option '(.*)'$/s, (flag) => t`error: unknown option '${flag}'`],
  [/^error: unknown command '(.*)'$/s, (name) => t`error: unknown command '${name}'`],
  [
    /^error: too many arguments(?: for '.*?')?\. Expected (\d+) arguments? but got (\d+): (.*)\.$/s,
    (expected, got, given) => t`error: too many arguments. Expected: ${expected}; got ${got}: ${given}`,
  ],
]

const suggestions: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^\(Did you mean one of (.*)\?\)$/, (names) => t`(Did you mean one of ${names}?)`],
  [/^\(Did you mean (.*)\?\)$/, (name) => t`(Did you mean ${name}?)`],
]

/** An error of the library's, with or without its suggestion, in the language that is spoken. What is ours stays as it is. */
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
  `${t`error: option '${withPlaceholders(flags)}' argument '${value}' is invalid.`} ${because(why)}`

/** Why a value is wrong is said by us, but for a list of choices. */
function because(why = ''): string {
  const choices = /^Allowed choices are (.*)\.$/.exec(why)?.[1]
  return choices === undefined ? why : t`Allowed choices are ${choices}.`
}
