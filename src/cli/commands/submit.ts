import { exitCode, fail } from '../cli.ts'
import { actAs, example, type Program, type Run } from '../commandOptions.ts'
import { addSubmitCommand, confirmPaying, submitOptions, whileStoring } from '../submitOptions.ts'

export const addSubmit = (program: Program, run: Run) =>
  addSubmitCommand(program, 'submit')
    .addHelpText('after', example('payrun submit payroll.csv --period 2026-11'))
    .action((file, options) =>
      run(options, async (cli) => {
        const read = await submitOptions(cli, file, options)
        if (!read.ok) return fail(cli, read)
        const { submit } = await import('../../app/submit/submit.ts')
        const { tellRefused, tellSubmitted } = await import('../terminal/checkedFile.ts')
        const confirm = confirmPaying(cli, options.yes === true)
        const proved = await actAs(cli, options)
        if (!proved.ok) return fail(cli, proved)
        const submitted = await whileStoring(cli, () => submit(proved.app, read.options, confirm))
        if (submitted.kind === 'failed') return fail(cli, submitted)
        if (submitted.kind === 'refused') return tellRefused(cli, submitted)
        return tellSubmitted(cli, submitted, confirm !== undefined) ?? exitCode.done
      }),
    )
