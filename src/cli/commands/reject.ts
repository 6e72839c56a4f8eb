import { exitCode, fail } from '../cli.ts'
import {
  actAs,
  addBatchCommand,
  decidingAccountOption,
  example,
  nameNow,
  type Program,
  passwordOption,
  type Run,
} from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

export const addReject = (program: Program, run: Run) =>
  addBatchCommand(program, 'reject')
    .option('--as <name>', t('accounts.help_reject_as'))
    .addOption(decidingAccountOption())
    .addOption(passwordOption())
    .requiredOption('--note <text>', t('accounts.help_reject_note'))
    .addHelpText('after', example(t('accounts.example_reject'), [t('accounts.note_reject')]))
    .action((name, options) =>
      run(options, async (cli) => {
        const named = await nameNow(cli, name, options)
        if (!named.ok) return fail(cli, named)
        const as = await actAs(cli, options)
        if (!as.ok) return fail(cli, as)
        const { reject } = await import('../../app/approvals/reject.ts')
        const rejected = await reject(as.app, named.name, { as: options.as, note: options.note })
        if (!rejected.ok) return fail(cli, rejected)
        const { batch, kind, rows } = rejected
        if (cli.json) cli.printJson(batch)
        else if (kind === 'batch') cli.print(t('accounts.rejected', { id: batch.id, rows }))
        else cli.print(t('accounts.retry_rejected', { id: batch.id, rows }))
        return exitCode.done
      }),
    )
