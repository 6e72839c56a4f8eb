import type { Command } from 'commander'
import { jsonOption } from './commandOptions.ts'

/** A command below another one. An option that both know (--json, --sandbox) is given to the upper one: read optsWithGlobals. */
export const subcommand = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).addOption(jsonOption())
