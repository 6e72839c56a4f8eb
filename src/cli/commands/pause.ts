import { fail } from '../cli.ts'
import { addBatchCommand, example, type Program, type Run } from '../commandOptions.ts'
import { exitCode } from '../exitCode.ts'
import { t } from '../speak.ts'

export const addPause = (program: Program, run: Run) =>
  addBatchCommand(program, 'pause')
    .addHelpText('after', example('payrun pause last'))
    .action((name, options) =>
      run(options, async (cli) => {
        const { pause } = await import('../../app/pause.ts')
        const { batchDocument } = await import('../../app/batchDocument.ts')
        const paused = await pause(cli, name)
        if (!paused.ok) return fail(cli, paused)
        const { batch, totals, changed } = paused
        const { id } = batch
        const { command } = cli.config
        if (cli.json) cli.printJson(batchDocument(batch, totals))
        else cli.print(changed ? t('paying.paused', { id, command }) : t('paying.paused_already', { id, command }))
        return exitCode.done
      }),
    )
