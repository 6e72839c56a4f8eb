import type { Schedules as ListedSchedules } from '../../../app/schedules/listSchedules.ts'
import { fail } from '../../cli.ts'
import { addCommand, example, type Run } from '../../commandOptions.ts'
import { exitCode } from '../../exitCode.ts'
import { t, text } from '../../speak.ts'
import { batchStateWord } from '../../terminal/stateWords.ts'
import { printable } from '../../terminal/text.ts'
import type { Schedules } from './onOne.ts'

export const addList = (schedule: Schedules, run: Run) =>
  addCommand(schedule, 'list', t('help.every_schedule_next_five_times_latest'))
    .addHelpText('after', example('payrun schedule list'))
    .action((_options, command) =>
      run(command.optsWithGlobals(), async (cli) => {
        const { listSchedules } = await import('../../../app/schedules/listSchedules.ts')
        const { scheduleDocument } = await import('../../../app/schedules/scheduleDocument.ts')
        const listed = await listSchedules(cli)
        if (!listed.ok) return fail(cli, listed)
        const { schedules } = listed
        if (cli.json)
          cli.printJson({ schedules: schedules.map((each) => scheduleDocument(each.schedule, each.lastRun)) })
        else if (schedules.length === 0) cli.print(t('ledger.none_yet', { command: cli.config.command }))
        else cli.print((await Promise.all(schedules.map(scheduleText))).join('\n\n'))
        return exitCode.done
      }),
    )

type Listed = ListedSchedules['schedules'][number]

async function scheduleText({ schedule, lastRun }: Listed): Promise<string> {
  const { cron, zone, periodFormat, pausedAt, sandbox } = schedule
  const [name, path] = [printable(schedule.name), printable(schedule.path)]
  const next = await nextLines(schedule)
  return [
    `${schedule.scheduleNo}  ${pausedAt === null ? name : t('ledger.heading_paused', { name })}`,
    `  ${sandbox ? t('ledger.path_in_sandbox', { path }) : path}`,
    `  ${t('ledger.times_and_periods', { cron, zone, format: periodFormat })}`,
    `  ${lastRunText(lastRun)}`,
    ...(pausedAt === null ? [`  ${t('ledger.next_times')}`, ...next.map((line) => `  ${line}`)] : []),
  ].join('\n')
}

/** The next five times, each on a line with its period. */
export async function nextLines(schedule: Listed['schedule']): Promise<string[]> {
  const { comingTimes } = await import('../../../app/schedules/scheduleDocument.ts')
  return comingTimes(schedule).map(
    ({ wall, period }) => `  ${t('ledger.time', { wall: wall.replace('T', ' '), period })}`,
  )
}

function lastRunText(run: Listed['lastRun']): string {
  if (!run) return t('ledger.not_run_yet')
  const planned = run.planned.replace('T', ' ')
  const { code, batchId, batchState } = run
  if (code !== null) return t('ledger.last_run_failed', { planned, code, message: printable(text(run.message ?? '')) })
  const state = batchState === null ? '' : batchStateWord(batchState)
  return t('ledger.last_run_batch', { planned, batchId: batchId ?? '', state })
}
