import type { Command } from 'commander'

/** A command below another one. An option that both know (--json, --sandbox) is given to the upper one: read optsWithGlobals. */
export const subcommand = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .option('--json', 'print one JSON document on standard output, and nothing else there')
    .exitOverride()
