import type { RunOptions } from '../../app/pay/run.ts'
import type { SubmittedBatch } from '../../app/submit/submit.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { actAs, example, type Program, type Run } from '../commandOptions.ts'
import { addSubmitCommand, confirmPaying, submitOptions, whileStoring } from '../submitOptions.ts'
import { t } from '../terminal/text.ts'

export const addRun = (program: Program, run: Run) =>
  addSubmitCommand(program, 'run')
    .option('--detach', t('help.leave_paying_workers'))
    .addHelpText(
      'after',
      example('payrun run payroll.csv --period 2026-11 --expect-total "1 250 000" --report paid.csv'),
    )
    .action((file, options) =>
      run(options, async (cli) => {
        const read = await submitOptions(cli, file, options)
        if (!read.ok) return fail(cli, read)
        const proved = await actAs(cli, options)
        if (!proved.ok) return fail(cli, proved)
        return runAndTell(proved.app, { ...read.options, detach: options.detach === true }, options.yes === true)
      }),
    )

async function runAndTell(cli: Cli, options: RunOptions, yes: boolean): Promise<number> {
  const { run } = await import('../../app/pay/run.ts')
  const { followPaying, tellFailed, tellPaid } = await import('../terminal/paying.ts')
  const { tellRefused, tellStored, tellSubmitted } = await import('../terminal/checkedFile.ts')
  const follower = followPaying(cli)
  const confirm = confirmPaying(cli, yes)
  const isPreviewed = confirm !== undefined
  const ran = await whileStoring(cli, (stored) =>
    run(cli, options, {
      // From then on, a signal lets the rows in flight finish.
      follower: {
        ...follower,
        listen: (...batch) => {
          stored()
          return follower.listen(...batch)
        },
      },
      confirm,
      onStored: (file) => tellStored(cli, file, isPreviewed),
      see: async () => undefined,
    }),
  )
  switch (ran.kind) {
    case 'failed':
      return tellFailed(cli, ran, follower.signal())
    case 'refused':
      return tellRefused(cli, ran)
    case 'submitted':
      tellSubmitted(cli, withNullReport(ran), isPreviewed)
      return waits(options) ? exitCode.paused : exitCode.done
    case 'paid_here':
      return tellPaid(cli, ran, follower.signal())
  }
}

/** What is paid later has no report yet. `run --json` names it all the same. */
const withNullReport = (submitted: SubmittedBatch) => ({ ...submitted, batch: { ...submitted.batch, report: null } })

/** Whether a submitted batch waits for approval: it has no start time and was not meant for the workers. */
const waits = ({ detach, startAt }: RunOptions): boolean => !detach && startAt === undefined

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
        tellSubmitted(cli, submitted, confirm !== undefined)
        return exitCode.done
      }),
    )
