import { count } from '../../words/sentence.ts'
import { exitCode, fail } from '../cli.ts'
import { addBatchCommand, example, type Program, type Run, reasonOption } from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

export const addPause = (program: Program, run: Run) =>
  addBatchCommand(program, 'pause')
    .addOption(reasonOption())
    .addHelpText('after', example('payrun pause last'))
    .action((name, options) =>
      run(options, async (cli) => {
        const { pause } = await import('../../app/batches/pause.ts')
        const { batchDocument } = await import('../../app/batches/batchDocument.ts')
        const paused = await pause(cli, name, { note: options.note })
        if (!paused.ok) return fail(cli, paused)
        const { batch, totals, changed } = paused
        const { id } = batch
        const { command } = cli.config
        if (cli.json) cli.printJson(batchDocument(batch, totals))
        else cli.print(changed ? t('paying.paused', { id, command }) : t('paying.paused_already', { id, command }))
        return exitCode.done
      }),
    )

export const addResume = (program: Program, run: Run) =>
  addBatchCommand(program, 'resume')
    .option('--detach', t('help.leave_paying_workers'))
    .addOption(reasonOption())
    .addHelpText('after', example('payrun resume last', [t('paying.note_resume')]))
    .action((name, { detach = false, note, ...options }) =>
      run(options, async (cli) => {
        const { resume } = await import('../../app/batches/resume.ts')
        const { followPaying, tellWentOn } = await import('../terminal/paying.ts')
        const follower = followPaying(cli)
        return tellWentOn(cli, await resume(cli, name, detach ? 'workers' : follower, { note }), follower)
      }),
    )

export const addCancel = (program: Program, run: Run) =>
  addBatchCommand(program, 'cancel')
    .addOption(reasonOption())
    .addHelpText('after', example('payrun cancel last', [t('accounts.note_cancel')]))
    .action((name, options) =>
      run(options, async (cli) => {
        const { cancelOrWithdraw } = await import('../../app/approvals/reject.ts')
        const { batchDocument } = await import('../../app/batches/batchDocument.ts')
        const done = await cancelOrWithdraw(cli, name, { note: options.note })
        if (!done.ok) return fail(cli, done)
        const { batch, totals, rows } = done
        if (cli.json) cli.printJson(batchDocument(batch, totals))
        else if (done.kind === 'withdrawn') cli.print(t('deskRetry.withdrawn', { rows: count(rows) }))
        else {
          const told = { id: batch.id, command: cli.config.command }
          const { sending: inFlight = 0 } = totals.counts
          cli.print(t('paying.cancelled', { rows: count(rows), id: batch.id }))
          if (inFlight > 0) cli.print(t('paying.cancelled_in_flight', { ...told, inFlight: count(inFlight) }))
        }
        return exitCode.done
      }),
    )
