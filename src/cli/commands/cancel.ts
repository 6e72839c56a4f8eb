import { count } from '../../words/sentence.ts'
import { fail } from '../cli.ts'
import { addBatchCommand, example, type Program, type Run } from '../commandOptions.ts'
import { exitCode } from '../exitCode.ts'
import { t } from '../speak.ts'

export const addCancel = (program: Program, run: Run) =>
  addBatchCommand(program, 'cancel')
    .addHelpText('after', example('payrun cancel last'))
    .action((name, options) =>
      run(options, async (cli) => {
        const { cancel } = await import('../../app/cancel.ts')
        const { batchDocument } = await import('../../app/batchDocument.ts')
        const cancelled = await cancel(cli, name)
        if (!cancelled.ok) return fail(cli, cancelled)
        const { batch, totals, rows } = cancelled
        if (cli.json) cli.printJson(batchDocument(batch, totals))
        else cli.print(t('paying.cancelled', { rows: count(rows), id: batch.id, command: cli.config.command }))
        return exitCode.done
      }),
    )
