import type { Command } from 'commander'
import { addCommand, example } from '../../commandOptions.ts'
import { t } from '../../speak.ts'

/** What the commands about schedules stand below. */
export type Schedules = Command<[], { json?: true }>

/** A command about one schedule. */
export const addOnOne = (schedule: Schedules, name: string, description: string) =>
  addCommand(schedule, name, description)
    .argument('<id>', t('help.number_name'))
    .addHelpText('after', example(`payrun schedule ${name} 1`))
