import { t } from '../words/t.ts'

/** What stands for a value in usages and options, as help shows it. Definitions have the English word. */
const placeholders: Readonly<Record<string, string>> = {
  '<address>': t`<address>`,
  '<amount>': t`<amount>`,
  '<batch>': t`<batch>`,
  '<code>': t`<code>`,
  '<country>': t`<country>`,
  '<currency>': t`<currency>`,
  '<day>': t`<day>`,
  '<expression>': t`<expression>`,
  '<field=column>': t`<field=column>`,
  '<file>': t`<file>`,
  '<file|folder>': t`<file|folder>`,
  '<folder>': t`<folder>`,
  '<format>': t`<format>`,
  '<hash>': t`<hash>`,
  '<host>': t`<host>`,
  '<id>': t`<id>`,
  '<json>': t`<json>`,
  '<language>': t`<language>`,
  '<mode>': t`<mode>`,
  '<ms>': t`<ms>`,
  '<n>': t`<n>`,
  '<name>': t`<name>`,
  '<number>': t`<number>`,
  '<operator>': t`<operator>`,
  '<period>': t`<period>`,
  '<port>': t`<port>`,
  '<reference>': t`<reference>`,
  '<shell>': t`<shell>`,
  '<statement>': t`<statement>`,
  '<text>': t`<text>`,
  '<time>': t`<time>`,
  '<url>': t`<url>`,
  '<zone>': t`<zone>`,
  '[command]': t`[command]`,
  '[options]': t`[options]`,
}

/** A usage or the flags of an option, with every placeholder in the language that is spoken. */
export const withPlaceholders = (text: string): string =>
  text.replace(/<[^<>]+>|\[\w+\]/g, (word) => placeholders[word] ?? word)

/** The name of an argument, without its brackets. */
export const argumentName = (name: string): string => withPlaceholders(`<${name}>`).slice(1, -1)
