import type { Changed, ScheduleChange } from '../../../app/schedules/changeSchedules.ts'
import { fail } from '../../cli.ts'
import type { Run } from '../../commandOptions.ts'
import { exitCode } from '../../exitCode.ts'
import { t } from '../../speak.ts'
import { addOnOne, type Schedules } from './onOne.ts'

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
