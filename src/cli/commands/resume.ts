import { addBatchCommand, example, type Program, type Run } from '../commandOptions.ts'
import { t } from '../speak.ts'

export const addResume = (program: Program, run: Run) =>
  addBatchCommand(program, 'resume')
    .option('--detach', t('help.leave_paying_workers'))
    .addHelpText('after', example('payrun resume last'))
    .action((name, { detach = false, ...options }) =>
      run(options, async (cli) => {
        const { resume } = await import('../../app/resume.ts')
        const { followPaying } = await import('../tellPaid.ts')
        const { tellWentOn } = await import('../tellPaid.ts')
        const follower = followPaying(cli)
        return tellWentOn(cli, await resume(cli, name, detach ? 'workers' : follower), follower)
      }),
    )
