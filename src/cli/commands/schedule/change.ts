import type { Command } from 'commander'
import type { Changed, ScheduleChange } from '../../../app/schedules/changeSchedules.ts'
import { exitCode, fail } from '../../cli.ts'
import { addCommand, example, type Run } from '../../commandOptions.ts'
import { t } from '../../speak.ts'

export const addPause = (schedule: Schedules, run: Run) =>
  addChange(schedule, run, 'pause', t('help.run_none_times_until_resumed'))

export const addResume = (schedule: Schedules, run: Run) =>
  addChange(schedule, run, 'resume', t('help.run_times_again_now'))

export const addRemove = (schedule: Schedules, run: Run) =>
  addChange(schedule, run, 'remove', t('help.never_run_again_batches_kept'))

const addChange = (schedule: Schedules, run: Run, change: ScheduleChange, description: string) =>
  addOnOne(schedule, change, description).action((id, _options, command) =>
    run(command.optsWithGlobals(), async (cli) => {
      const { changeSchedule } = await import('../../../app/schedules/changeSchedules.ts')
      const { scheduleDocument } = await import('../../../app/schedules/scheduleDocument.ts')
      const changed = await changeSchedule(cli, id, change)
      if (!changed.ok) return fail(cli, changed)
      const { schedule: before, after } = changed
      if (cli.json) cli.printJson(after ? scheduleDocument(after) : { id: before.scheduleNo, state: 'removed' })
      else cli.print(changeText(change, changed))
      return exitCode.done
    }),
  )

function changeText(change: ScheduleChange, { schedule, changed }: Changed): string {
  const which = { id: schedule.scheduleNo, name: schedule.name }
  switch (change) {
    case 'pause':
      return changed ? t('ledger.paused', which) : t('ledger.paused_already', which)
    case 'resume':
      return changed ? t('ledger.resumed', which) : t('ledger.not_paused', which)
    case 'remove':
      return t('ledger.removed', which)
  }
}

/** What the commands about schedules stand below. */
export type Schedules = Command<[], { json?: true }>

/** A command about one schedule. */
export const addOnOne = (schedule: Schedules, name: string, description: string) =>
  addCommand(schedule, name, description)
    .argument('<id>', t('help.number_name'))
    .addHelpText('after', example(`payrun schedule ${name} 1`))
